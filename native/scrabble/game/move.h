// Move: a placement, an exchange or a pass.
#pragma once

#include <array>
#include <cstdint>
#include <tuple>

#include "scrabble/game/letters.h"
#include "scrabble/game/move_kind.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

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

    // A square of the word, numbered row by row.
    [[nodiscard]] int square(int place) const {
        return direction == across ? board_size * line + start + place : board_size * (start + place) + line;
    }
    // Whether both put the same tiles on the same squares, whichever way a single tile is written, or
    // exchange the same tiles.
    [[nodiscard]] bool is_same_play(const Move& other) const;

    bool operator==(const Move&) const = default;
};

inline bool Move::is_same_play(const Move& other) const {
    if (kind != other.kind || tiles_played != other.tiles_played) {
        return false;
    }
    if (kind != MoveKind::place) {
        return tiles == other.tiles;
    }
    // Both list their tiles in the order of the squares.
    int own = 0;
    int theirs = 0;
    for (int left = tiles_played; left > 0; --left, ++own, ++theirs) {
        while (tiles[own] == 0) {
            ++own;
        }
        while (other.tiles[theirs] == 0) {
            ++theirs;
        }
        if (tiles[own] != other.tiles[theirs] || square(own) != other.square(theirs)) {
            return false;
        }
    }
    return true;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
