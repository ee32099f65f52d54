// What a player holds in an endgame, and his moves, in a few bits each.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "scrabble/game/letters.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"

namespace zeitnot::scrabble::endgame {

// Racks only shrink, so what is left is a mask of the tiles at the start. Copies of a letter have
// neighbouring bits, and those left are always the lowest of them: equal racks have equal masks, and tiles
// can be played if their mask lies in that of the rack.
using TileMask = std::uint8_t;
constexpr int mask_count = 1 << rack_size;

// Tiles of a rack as a mask of its own: bit n is its n-th tile. Such masks mean the same in every endgame.
TileMask within(TileMask held, TileMask tiles);
// And back.
TileMask out_of(TileMask held, TileMask within_held);

class HeldTiles {
  public:
    void set(const Rack& rack, const Distribution& distribution);

    [[nodiscard]] TileMask whole() const {
        return static_cast<TileMask>((1U << static_cast<unsigned>(tiles_)) - 1);
    }
    [[nodiscard]] int points(TileMask held) const { return points_[held]; }
    // The bits of a letter, or of the blank.
    [[nodiscard]] TileMask group(Letter letter) const { return groups_[letter]; }
    // The letter of a bit, and which copy of it.
    [[nodiscard]] Letter letter(int bit) const { return letters_[bit]; }
    [[nodiscard]] int copy(int bit) const { return bit - std::countr_zero(groups_[letters_[bit]]); }
    // The letters whose tiles are held; all of them with a blank.
    [[nodiscard]] LetterSet letters(TileMask held) const;

    [[nodiscard]] TileMask after(TileMask held, TileMask played) const {
        unsigned left = held & ~played;
        if (has_copies_) {
            left = moved_down(held, played);
        }
        return static_cast<TileMask>(left);
    }

  private:
    // Of each letter as many as are left, the lowest bits.
    [[nodiscard]] unsigned moved_down(TileMask held, TileMask played) const;

    std::array<TileMask, letter_slots> groups_{};
    std::array<Letter, rack_size> letters_{};  // of each bit
    std::array<std::int16_t, mask_count> points_{};
    int tiles_ = 0;
    bool has_copies_ = false;
};

// A tile on the board in six bits: the letter, and whether a blank stands for it.
constexpr unsigned small_blank = 32;

constexpr unsigned small_tile(Letter tile) {
    return letter_of(tile) | (is_blank(tile) ? small_blank : 0U);
}

constexpr Letter tile_of(unsigned small) {
    return static_cast<Letter>((small & letter_mask) | ((small & small_blank) != 0 ? blank_bit : 0U));
}

constexpr int line_count = 2 * board_size;  // rows, then columns

// A placement, or with no tiles the pass. The tiles lie on the next free squares of a line from the first.
struct SmallMove {
    static constexpr unsigned line_bits = 5;
    static constexpr unsigned square_bits = 4;
    static constexpr unsigned count_bits = 3;
    static constexpr unsigned tile_bits = 6;
    static constexpr unsigned tiles_shift = line_bits + square_bits + count_bits;

    std::uint64_t code = 0;  // line, first square, number of tiles, tiles
    std::int16_t score = 0;
    TileMask tiles = 0;  // that leave the rack
    std::uint8_t spare = 0;
    std::int32_t order = 0;  // the highest is tried first

    [[nodiscard]] bool is_pass() const { return code == 0; }
    [[nodiscard]] int line() const { return static_cast<int>(code & 31U); }
    [[nodiscard]] int first() const { return static_cast<int>(code >> line_bits & 15U); }
    [[nodiscard]] int count() const { return static_cast<int>(code >> (line_bits + square_bits) & 7U); }
    [[nodiscard]] unsigned tile(int n) const {
        return static_cast<unsigned>(code >> (tiles_shift + tile_bits * static_cast<unsigned>(n)) & 63U);
    }
    // In 24 bits, enough to tell the moves of one position apart; never 0.
    [[nodiscard]] std::uint32_t name() const {
        return static_cast<std::uint32_t>(code * 0x9E3779B97F4A7C15U >> 40U) | 1U;
    }
};

static_assert(sizeof(SmallMove) == 16);

constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

}  // namespace zeitnot::scrabble::endgame
