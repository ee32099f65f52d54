// Move: a placement, an exchange or a pass.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>

#include "scrabble/game/letters.h"

namespace zeitnot::scrabble {

// Points in thousandths.
using Equity = std::int32_t;
constexpr Equity points = 1000;
constexpr Equity worst_equity = -1'000'000'000;

enum class MoveKind : std::uint8_t { pass, exchange, place };

// Lines are rows for words across (0) and columns for words down (1).
enum Direction : std::uint8_t { across = 0, down = 1 };

struct Move {
    MoveKind kind = MoveKind::pass;
    std::uint8_t direction = across;
    std::uint8_t line = 0;
    std::uint8_t start = 0;
    std::uint8_t length = 0;        // squares of the word, or number of exchanged tiles
    std::uint8_t tiles_played = 0;  // tiles that leave the rack
    std::int32_t score = 0;
    Equity equity = worst_equity;
    std::array<Letter, board_size> tiles{};  // placed: 0 is a square played through; or exchanged

    // A total order, so that every generation method finds the same best move.
    [[nodiscard]] bool better_than(const Move& other) const {
        if (equity != other.equity) {
            return equity > other.equity;
        }
        if (score != other.score) {
            return score > other.score;
        }
        return std::tie(kind, direction, line, start, length, tiles) <
               std::tie(other.kind, other.direction, other.line, other.start, other.length, other.tiles);
    }

    bool operator==(const Move&) const = default;
};

}  // namespace zeitnot::scrabble
