// StaticValues: static evaluation of a move besides its score.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "scrabble/files/leaves.h"
#include "scrabble/game/letter.h"
#include "scrabble/game/move_kind.h"
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

    // Value of the tiles kept on a rack of any size.
    [[nodiscard]] Equity leave_value(const auto& kept) const {
        if (leaves == nullptr) {
            return 0;
        }
        std::array<Letter, rack_size> tiles{};
        const std::size_t count = list_tiles(kept.counts, tiles);
        return leaves->value(std::span(tiles).first(count));
    }

    // First play: penalty for each vowel next to a letter premium, times the multiplier minus one.
    Equity opening_vowel = 350;

    // Empty bag: penalty for not going out, on top of twice the remaining tiles.
    Equity not_out = 10 * points;
};

}  // namespace zeitnot::scrabble

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Sets the values of the tiles that remain after each subset is played.
void value_subsets(RackSubsets& subsets, const StaticValues& values, const Surroundings& around);

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
