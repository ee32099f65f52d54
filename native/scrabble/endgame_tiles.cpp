#include "scrabble/endgame_tiles.h"

namespace zeitnot::scrabble::endgame {

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
    for (unsigned held = 1; held <= whole(); ++held) {
        const Letter lowest = letters_[std::countr_zero(held)];
        const int score = lowest == blank ? 0 : distribution.scores[lowest];
        points_[held] = static_cast<std::int16_t>(points_[held & (held - 1)] + score);
    }
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

}  // namespace zeitnot::scrabble::endgame
