// StaticValues: static evaluation of a move besides its score.
#pragma once

#include <algorithm>
#include <array>

#include "scrabble/files/leaves.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/surroundings.h"
#include "scrabble/movegen/rack_subsets.h"

namespace zeitnot::scrabble {

constexpr int pre_endgame_sizes = 16;

struct StaticValues {
    const Leaves* leaves = nullptr;  // null: all leaves are worth 0

    // Added to plays by the number of tiles they leave in the bag.
    std::array<Equity, pre_endgame_sizes> pre_endgame{};

    [[nodiscard]] Equity with_bag(int left) const {
        return left < pre_endgame_sizes ? pre_endgame[std::max(0, left)] : 0;
    }

    // Value of the tiles kept on a rack.
    [[nodiscard]] Equity leave_value(const Rack& kept) const;

    // First play: penalty for each vowel next to a letter premium, times the multiplier minus one.
    Equity opening_vowel = 350;

    // Empty bag: penalty for not going out, on top of twice the remaining tiles.
    Equity not_out = 10 * points;
};

// Sets the values of the tiles that remain after each subset is played.
void value_subsets(RackSubsets& subsets, const StaticValues& values, const Surroundings& around);

}  // namespace zeitnot::scrabble
