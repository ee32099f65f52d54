// Static evaluation: what a move is worth beside its score.
#pragma once

#include <algorithm>
#include <array>

#include "scrabble/files/leaves.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"

namespace zeitnot::scrabble {

constexpr int pre_endgame_sizes = 16;

struct StaticValues {
    const Leaves* leaves = nullptr;  // none: the tiles that stay are worth nothing

    // Added when the play leaves so many tiles in the bag.
    std::array<Equity, pre_endgame_sizes> pre_endgame{};

    [[nodiscard]] Equity with_bag(int left) const {
        return left < pre_endgame_sizes ? pre_endgame[std::max(0, left)] : 0;
    }

    // First play: taken off for each vowel beside a square that multiplies letters, for each multiple over
    // one.
    Equity opening_vowel = 350;

    // Bag empty, and not all tiles played: the tiles that stay count twice, and so much goes off.
    Equity not_out = 10 * points;
};

// The clockless facts that a static evaluation needs beside board and rack.
struct Surroundings {
    int bag = 0;             // tiles in the bag
    int opponent_score = 0;  // of the tiles on the other rack, when the bag is empty
};

// Values what stays on the rack after each choice.
void value_choices(Choices& choices, const StaticValues& values, const Surroundings& around);

}  // namespace zeitnot::scrabble
