// Rack: the tiles that a player holds.
#pragma once

#include "scrabble/game/letters.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

struct Rack {
    TileCounts counts{};
    int tiles = 0;

    void add(Letter tile) {
        ++counts[tile];
        ++tiles;
    }
    void take(Letter tile) {
        --counts[tile];
        --tiles;
    }
    [[nodiscard]] int score(const Distribution& distribution) const {
        int sum = 0;
        for (int letter = 1; letter <= distribution.letters; ++letter) {
            sum += counts[letter] * distribution.scores[letter];
        }
        return sum;
    }
    bool operator==(const Rack&) const = default;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
