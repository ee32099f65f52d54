// Knowledge about endgames that depends on material only.

#pragma once

#include <algorithm>
#include <cstdlib>

#include "chess/position.h"

namespace zeitnot::chess {

// In king moves.
inline int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

// Return the scale of an endgame score, out of 64, lower for endgames that are hard to win. `end` is the
// endgame score so far, positive for white.
[[nodiscard]] int endgame_scale(const Position& position, int end);

// Two knights against a bare king: mates exist but cannot be forced.
[[nodiscard]] bool no_forced_win(const Position& position);

// Bonus for driving a bare king to the edge and bringing the own king closer. Positive for white.
[[nodiscard]] int bare_king_bonus(const Position& position);

}  // namespace zeitnot::chess
