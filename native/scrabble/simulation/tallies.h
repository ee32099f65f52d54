// Tallies: what self-play counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrabble/movegen/static_values.h"

namespace zeitnot::scrabble {

struct GameResult {
    std::array<int, 2> scores{};  // by player, whatever the seat
    std::array<int, 2> bingos{};
    std::array<int, 2> exchanges{};
    int turns = 0;
    bool first_moved_first = true;
};

// Equity of the best moves of random racks relative to other racks on the same board, summed over the leaves
// that the racks contain.
struct LeaveTally {
    explicit LeaveTally(std::size_t leaves) : weights(leaves), sums(leaves) {}

    std::vector<double> weights;
    std::vector<double> sums;  // weighted points
    std::uint64_t racks = 0;
    double squares = 0.0;  // of the points, unweighted
};

constexpr int most_unseen = 256;
constexpr int most_swing = 1000;

// Changes of the spread until the end of the game from the view of the player on turn, by unseen tiles; and
// errors of the static evaluation after a move, by tiles in the bag.
struct SwingTally {
    SwingTally() : swings(static_cast<std::size_t>(most_unseen) * (2 * most_swing + 1)) {}

    std::vector<std::uint32_t> swings;  // rows of unseen tiles, columns from -1000 to 1000
    // By tiles left in the bag after a play (the last entry counts all higher numbers): the final spread
    // minus what score and leave had predicted.
    std::array<std::uint64_t, pre_endgame_sizes + 1> plays{};
    std::array<double, pre_endgame_sizes + 1> errors{};
};

}  // namespace zeitnot::scrabble
