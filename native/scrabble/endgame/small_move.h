// SmallMove: a move of an endgame in 16 bytes.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "scrabble/endgame/held_tiles.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

// A tile on the board in few bits: the letter, and above it a bit for a blank.
constexpr unsigned small_blank = letter_slots;
constexpr unsigned small_tiles = 2 * small_blank;

constexpr unsigned small_tile(Letter tile) {
    return letter_of(tile) | (is_blank(tile) ? small_blank : 0U);
}

constexpr Letter tile_of(unsigned small) {
    return static_cast<Letter>((small & (small_blank - 1)) | ((small & small_blank) != 0 ? blank_bit : 0U));
}

constexpr int line_count = 2 * board_size;  // rows, then columns

// A set of lines: bit n is line n.
using LineMask = std::conditional_t<(line_count > 32), std::uint64_t, std::uint32_t>;

constexpr LineMask line_bit(int line) {
    return LineMask{1} << static_cast<unsigned>(line);
}

// A placement, or a pass if it has no tiles. The tiles fill the free squares of a line from the first one on.
struct SmallMove {
    static constexpr unsigned line_bits = std::bit_width(static_cast<unsigned>(line_count - 1));
    static constexpr unsigned square_bits = std::bit_width(static_cast<unsigned>(board_size - 1));
    static constexpr unsigned count_bits = 3;
    static constexpr unsigned tile_bits = std::bit_width(small_tiles - 1);
    static constexpr unsigned tiles_shift = line_bits + square_bits + count_bits;
    static_assert(tiles_shift + rack_size * tile_bits <= 64);

    std::uint64_t code = 0;  // line, first square, number of tiles, tiles
    std::int16_t score = 0;
    TileMask tiles = 0;  // tiles that leave the rack
    std::uint8_t spare = 0;
    std::int32_t order = 0;  // the highest is tried first

    [[nodiscard]] bool is_pass() const { return code == 0; }
    [[nodiscard]] int line() const { return static_cast<int>(part(0, line_bits)); }
    [[nodiscard]] int first() const { return static_cast<int>(part(line_bits, square_bits)); }
    [[nodiscard]] int count() const { return static_cast<int>(part(line_bits + square_bits, count_bits)); }
    [[nodiscard]] unsigned tile(int n) const {
        return part(tiles_shift + tile_bits * static_cast<unsigned>(n), tile_bits);
    }
    // A 24-bit hash, enough to distinguish the moves of one position; never 0.
    [[nodiscard]] std::uint32_t name() const {
        return static_cast<std::uint32_t>(code * 0x9E3779B97F4A7C15U >> 40U) | 1U;
    }

  private:
    [[nodiscard]] unsigned part(unsigned shift, unsigned bits) const {
        return static_cast<unsigned>(code >> shift & ((1U << bits) - 1));
    }
};

static_assert(sizeof(SmallMove) == 16);

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
