// The number of ways to choose some of several things.
#pragma once

namespace zeitnot::scrabble {

constexpr double choose(int n, int k) {
    if (k < 0 || k > n) {
        return 0.0;
    }
    double ways = 1.0;
    for (int i = 1; i <= k; ++i) {
        ways = ways * (n - k + i) / i;
    }
    return ways;
}

}  // namespace zeitnot::scrabble
