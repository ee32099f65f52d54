// Legal moves of a position.

#pragma once

#include <cstdint>

#include "chess/move.h"
#include "chess/position.h"

namespace zeitnot::chess {

enum class Moves {
    all,
    noisy,  // captures and promotions to a queen
    quiet,  // all others
};

// Appends the legal moves of a kind. In check, noisy and quiet split the evasions in the same way.
void generate(const Position& position, Moves kind, MoveList& moves);

[[nodiscard]] MoveList legal_moves(const Position& position);

// Number of leaves of the tree of legal moves: the standard test of a move generator.
[[nodiscard]] std::uint64_t perft(Position& position, int depth);

}  // namespace zeitnot::chess
