// What material alone says of an endgame.

#pragma once

#include <algorithm>
#include <cstdlib>

#include "chess/position.h"

namespace zeitnot::chess {

// In moves of a king.
inline int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

// Endgames that are hard to win count for less, out of 64; `end` is the score so far, positive for white.
[[nodiscard]] int endgame_scale(const Position& position, int end);

// Two knights against a bare king: mates exist, but none can be forced.
[[nodiscard]] bool no_forced_win(const Position& position);

// Against a bare king: drive it to the edge and bring the own king near. Positive for white.
[[nodiscard]] int bare_king_bonus(const Position& position);

}  // namespace zeitnot::chess
