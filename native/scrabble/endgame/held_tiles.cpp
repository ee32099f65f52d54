#include "scrabble/endgame/held_tiles.h"

#include "scrabble/game/random.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

struct MaskTables {
    std::array<std::array<TileMask, mask_count>, mask_count> within{};
    std::array<std::array<TileMask, mask_count>, mask_count> out_of{};

    MaskTables() {
        for (unsigned held = 0; held < mask_count; ++held) {
            for (unsigned tiles = 0; tiles < mask_count; ++tiles) {
                unsigned nth = 0;
                unsigned inside = 0;
                unsigned outside = 0;
                for (unsigned left = held; left != 0; left &= left - 1, ++nth) {
                    const unsigned bit = left & -left;
                    inside |= (tiles & bit) != 0 ? 1U << nth : 0;
                    outside |= (tiles >> nth & 1U) != 0 ? bit : 0;
                }
                within[held][tiles] = static_cast<TileMask>(inside);
                out_of[held][tiles] = static_cast<TileMask>(outside);
            }
        }
    }
};

const MaskTables mask_tables;

// Keys by letter and copy.
using TileKeys = std::array<std::array<std::uint64_t, rack_size>, letter_slots>;

const TileKeys tile_keys = [] {
    TileKeys keys{};
    Random random(0x4C494E45);
    for (auto& letter : keys) {
        for (std::uint64_t& key : letter) {
            key = random.next();
        }
    }
    return keys;
}();

}  // namespace

TileMask within(TileMask held, TileMask tiles) {
    return mask_tables.within[held][tiles];
}

TileMask out_of(TileMask held, TileMask within_held) {
    return mask_tables.out_of[held][within_held];
}

void HeldTiles::set(const Rack& rack, const Distribution& distribution) {
    groups_.fill(0);
    has_copies_ = false;
    tiles_ = 0;
    for (std::size_t letter = 0; letter < rack.counts.size(); ++letter) {
        has_copies_ = has_copies_ || rack.counts[letter] > 1;
        for (int copy = 0; copy < rack.counts[letter]; ++copy) {
            groups_[letter] = static_cast<TileMask>(groups_[letter] | 1U << static_cast<unsigned>(tiles_));
            letters_[tiles_++] = static_cast<Letter>(letter);
        }
    }
    points_[0] = 0;
    keys_[0] = 0;
    worthless_ = 0;
    for (unsigned held = 1; held <= whole(); ++held) {
        const int bit = std::countr_zero(held);
        const unsigned rest = held & (held - 1);
        const int score = letters_[bit] == blank ? 0 : distribution.scores[letters_[bit]];
        points_[held] = static_cast<std::int16_t>(points_[rest] + score);
        keys_[held] = keys_[rest] + tile_keys[letters_[bit]][copy(bit)];
        worthless_ = static_cast<TileMask>(worthless_ | (rest == 0 && score == 0 ? held : 0U));
    }
}

Rack HeldTiles::rack(TileMask held) const {
    Rack rack;
    for (unsigned left = held; left != 0; left &= left - 1) {
        rack.add(letters_[std::countr_zero(left)]);
    }
    return rack;
}

LetterSet HeldTiles::letters(TileMask held) const {
    if ((held & groups_[blank]) != 0) {
        return all_letters;
    }
    LetterSet set = 0;
    for (unsigned left = held; left != 0; left &= left - 1) {
        set |= set_of(letters_[std::countr_zero(left)]);
    }
    return set;
}

unsigned HeldTiles::moved_down(TileMask held, TileMask played) const {
    unsigned left = 0;
    for (unsigned rest = held; rest != 0;) {
        const unsigned group = groups_[letters_[std::countr_zero(rest)]];
        const int gone = std::popcount(played & group);
        left |= (held & group) >> static_cast<unsigned>(gone) & group;
        rest &= ~group;
    }
    return left;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
