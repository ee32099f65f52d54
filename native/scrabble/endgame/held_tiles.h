// HeldTiles: the rack of a player in an endgame as a bit mask.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "scrabble/game/letters.h"
#include "scrabble/game/rack.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

// Without a draw racks only shrink, so what is left is a mask of the initial tiles. Copies of a letter have
// neighbouring bits, and the remaining ones are always the lowest: equal racks have equal masks, and tiles
// can be played if their mask is a subset of the rack's.
using TileMask = std::uint8_t;
constexpr int mask_count = 1 << rack_size;

// Converts to a mask relative to the held tiles, where bit n is the n-th of them. Such masks mean the same in
// every endgame.
TileMask within(TileMask held, TileMask tiles);
// The inverse of within().
TileMask out_of(TileMask held, TileMask within_held);

class HeldTiles {
  public:
    void set(const Rack& rack, const Distribution& distribution);

    [[nodiscard]] TileMask whole() const {
        return static_cast<TileMask>((1U << static_cast<unsigned>(tiles_)) - 1);
    }
    [[nodiscard]] int points(TileMask held) const { return points_[held]; }
    // Hash of the held tiles: equal tiles have equal keys in every endgame.
    [[nodiscard]] std::uint64_t key(TileMask held) const { return keys_[held]; }
    // Tiles without points: only plays made of them can be scoreless.
    [[nodiscard]] TileMask worthless() const { return worthless_; }
    [[nodiscard]] Rack rack(TileMask held) const;
    // Bits of the copies of a letter or of the blank.
    [[nodiscard]] TileMask group(Letter letter) const { return groups_[letter]; }
    // Letter of a bit, and which copy of the letter it is.
    [[nodiscard]] Letter letter(int bit) const { return letters_[bit]; }
    [[nodiscard]] int copy(int bit) const { return bit - std::countr_zero(groups_[letters_[bit]]); }
    // Letters that can be played from the held tiles; all letters with a blank.
    [[nodiscard]] LetterSet letters(TileMask held) const;

    [[nodiscard]] TileMask after(TileMask held, TileMask played) const {
        unsigned left = held & ~played;
        if (has_copies_) {
            left = moved_down(held, played);
        }
        return static_cast<TileMask>(left);
    }

  private:
    // Keeps the lowest bits of each letter.
    [[nodiscard]] unsigned moved_down(TileMask held, TileMask played) const;

    std::array<TileMask, letter_slots> groups_{};
    std::array<Letter, rack_size> letters_{};  // letter of each bit
    std::array<std::int16_t, mask_count> points_{};
    std::array<std::uint64_t, mask_count> keys_{};
    int tiles_ = 0;
    TileMask worthless_ = 0;
    bool has_copies_ = false;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
