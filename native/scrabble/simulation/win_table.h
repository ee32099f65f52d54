// WinTable: chances to win by spread and unseen tiles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

namespace zeitnot::scrabble {

class WinTable {
  public:
    static constexpr int most_spread = 500;
    static constexpr std::size_t columns = 2 * most_spread + 1;

    // Rows by unseen tiles from 0, columns by the spread of the player on turn from -500 to 500.
    explicit WinTable(std::vector<float> chances) : chances_(std::move(chances)) {
        if (chances_.empty() || chances_.size() % columns != 0) {
            throw std::invalid_argument("a win table must have rows of 1001 chances");
        }
        if (!std::all_of(chances_.begin(), chances_.end(), [](float p) { return p >= 0.0F && p <= 1.0F; })) {
            throw std::invalid_argument("a win table's chances must be from 0 to 1");
        }
    }

    [[nodiscard]] float chance(int unseen, int spread) const {
        const int last = static_cast<int>(chances_.size() / columns) - 1;
        const auto row = static_cast<std::size_t>(std::clamp(unseen, 0, last));
        const int column = std::clamp(spread, -most_spread, most_spread) + most_spread;
        return chances_[row * columns + static_cast<std::size_t>(column)];
    }

  private:
    std::vector<float> chances_;
};

}  // namespace zeitnot::scrabble
