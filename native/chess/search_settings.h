// What a caller asks of a search, and what a budget sets inside it: the same nouns as in the Python room
// `turns`.

#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "chess/move.h"
#include "chess/score.h"

namespace zeitnot::chess {

struct QuiescenceSettings {
    int depth_limit = 64;
    std::array<int, 4> move_limits = {256, 256, 256, 256};
    std::array<double, 3> band_ends = {0.25, 0.5, 0.75};
    double budget_share = std::numeric_limits<double>::infinity();
    double critical_share = std::numeric_limits<double>::infinity();
    int critical_moves = 256;
    int soft_stop_depth = 64;
    int check_depth = 0;    // plies in which quiet moves that give check are tried, too
    int node_interval = 0;  // nodes of quiescence between two looks at the clock; 0: they count like others
    int move_interval = 256;
};

struct AspirationSettings {
    int window_cp = 25;
    int retries = 4;
    int retries_tactical = 4;
    bool widens_later = false;
    // A larger swing of the score between two depths makes the position tactical, beyond a depth.
    double tactical_swing_cp = std::numeric_limits<double>::infinity();
    int swing_after_depth = 0;
};

struct SearchSettings {
    int node_interval = 1024;
    int maximum_depth = most_plies - 1;
    int break_off_depth = most_plies;  // deeper ones end between root moves once the soft stop is set
    int multi_pv = 1;
    int gap_cp = 0;  // with one line: whether the second move is further behind than this; 0: not asked
    int verification_depth = 10;  // from here on a cut-off by passing is verified: zugzwang
    QuiescenceSettings quiescence;
    AspirationSettings aspiration;
};

struct SearchLimits {
    int depth = most_plies - 1;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    int mate = 0;                    // 0: none asked for
    std::vector<Move> search_moves;  // empty: all
};

}  // namespace zeitnot::chess
