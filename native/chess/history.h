// Move statistics of a search: how often a move caused a cutoff, where, and after which moves.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "chess/move.h"
#include "chess/position.h"

namespace zeitnot::chess {

constexpr int history_limit = 16'384;

// Moves the value toward the limit in ever smaller steps: it cannot leave the range, and old results fade.
inline void learn(std::int16_t& value, int bonus) {
    bonus = std::clamp(bonus, -history_limit, history_limit);
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / history_limit);
}

using PieceToHistory = std::array<std::array<std::int16_t, square_count>, 13>;

struct History {
    std::array<std::array<std::array<std::int16_t, square_count>, square_count>, color_count> quiet{};
    std::array<std::array<std::array<std::int16_t, 7>, square_count>, 13> capture{};
    // By piece and target square of an earlier move; the last row stands for "no earlier move".
    std::array<std::array<PieceToHistory, square_count>, 13> continuation{};
    std::array<std::array<Move, square_count>, 13> counter{};
    // Average error of the static evaluation for positions with this pawn structure.
    static constexpr int correction_size = 16'384;
    std::array<std::array<std::int16_t, correction_size>, color_count> correction{};

    void clear() { *this = History{}; }
};

}  // namespace zeitnot::chess
