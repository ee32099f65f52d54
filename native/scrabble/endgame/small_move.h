// SmallMove: a move of an endgame in 16 bytes.
#pragma once

#include <cstdint>

#include "scrabble/endgame/held_tiles.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble::endgame {

// A tile on the board in six bits: the letter, and a bit for a blank.
constexpr unsigned small_blank = 32;

constexpr unsigned small_tile(Letter tile) {
    return letter_of(tile) | (is_blank(tile) ? small_blank : 0U);
}

constexpr Letter tile_of(unsigned small) {
    return static_cast<Letter>((small & letter_mask) | ((small & small_blank) != 0 ? blank_bit : 0U));
}

constexpr int line_count = 2 * board_size;  // rows, then columns

// A placement, or a pass if it has no tiles. The tiles fill the free squares of a line from the first one on.
struct SmallMove {
    static constexpr unsigned line_bits = 5;
    static constexpr unsigned square_bits = 4;
    static constexpr unsigned count_bits = 3;
    static constexpr unsigned tile_bits = 6;
    static constexpr unsigned tiles_shift = line_bits + square_bits + count_bits;

    std::uint64_t code = 0;  // line, first square, number of tiles, tiles
    std::int16_t score = 0;
    TileMask tiles = 0;  // tiles that leave the rack
    std::uint8_t spare = 0;
    std::int32_t order = 0;  // the highest is tried first

    [[nodiscard]] bool is_pass() const { return code == 0; }
    [[nodiscard]] int line() const { return static_cast<int>(code & 31U); }
    [[nodiscard]] int first() const { return static_cast<int>(code >> line_bits & 15U); }
    [[nodiscard]] int count() const { return static_cast<int>(code >> (line_bits + square_bits) & 7U); }
    [[nodiscard]] unsigned tile(int n) const {
        return static_cast<unsigned>(code >> (tiles_shift + tile_bits * static_cast<unsigned>(n)) & 63U);
    }
    // A 24-bit hash, enough to distinguish the moves of one position; never 0.
    [[nodiscard]] std::uint32_t name() const {
        return static_cast<std::uint32_t>(code * 0x9E3779B97F4A7C15U >> 40U) | 1U;
    }
};

static_assert(sizeof(SmallMove) == 16);

}  // namespace zeitnot::scrabble::endgame
