// Limits of a search and the settings that a budget makes inside it, named as in the Python package `turns`.

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
    int check_depth = 0;    // plies in which quiet checks are tried too
    int node_interval = 0;  // quiescence nodes between two looks at the clock; 0: as ordinary nodes
    int move_interval = 256;
};

struct AspirationSettings {
    int window_cp = 25;
    int retries = 4;
    int retries_tactical = 4;
    bool widens_later = false;
    // Beyond swing_after_depth, a larger change of the score between two depths marks the position as
    // tactical.
    double tactical_swing_cp = std::numeric_limits<double>::infinity();
    int swing_after_depth = 0;
};

struct SearchSettings {
    int node_interval = 1024;
    int maximum_depth = most_plies - 1;
    int break_off_depth = most_plies;  // deeper iterations end between root moves once the soft stop is set
    int multi_pv = 1;
    int gap_cp = 0;  // with one line: report whether the second-best move is further behind than this; 0: do
                     // not measure
    int verification_depth = 10;  // from this depth on null-move cutoffs are verified against zugzwang
    QuiescenceSettings quiescence;
    AspirationSettings aspiration;
};

struct SearchLimits {
    int depth = most_plies - 1;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    int mate = 0;                    // 0: no mate search
    std::vector<Move> search_moves;  // empty: all moves
};

}  // namespace zeitnot::chess
