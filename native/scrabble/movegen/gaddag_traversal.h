// The way of a word through the GADDAG: from an anchor back to its beginning, then on to its end.
#pragma once

#include <cstdint>

#include "scrabble/files/lexicon.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble {

// A walk has a lexicon, an anchor and the leftmost square that belongs to it; it tells whether a square
// is_taken(), lay()s every tile that can stand on one, and takes a word by record().
template <typename Walk, typename Sum>
void walk_right(Walk& walk, int at, int first, std::uint32_t list, const Sum& sum) {
    if (list == 0) {
        return;
    }
    walk.lay(at, list, sum, [&walk, at, first](const Sum& after, std::uint32_t arc) {
        const std::uint32_t node = walk.lexicon.node(arc);
        if (Lexicon::accepts(node) && !walk.is_taken(at + 1)) {
            walk.record(first, at, after);
        }
        if (at + 1 < board_size) {
            walk_right(walk, at + 1, first, Lexicon::children(node), after);
        }
    });
}

template <typename Walk, typename Sum>
void walk_left(Walk& walk, int at, std::uint32_t list, const Sum& sum) {
    walk.lay(at, list, sum, [&walk, at](const Sum& after, std::uint32_t arc) {
        const std::uint32_t node = walk.lexicon.node(arc);
        const std::uint32_t children = Lexicon::children(node);
        const int anchor = walk.anchor;
        const bool begins = !walk.is_taken(at - 1);
        if (begins && Lexicon::accepts(node) && !walk.is_taken(anchor + 1)) {
            walk.record(at, anchor, after);
        }
        if (children == 0) {
            return;
        }
        if (at > 0 && (walk.is_taken(at - 1) || at - 1 >= walk.leftmost)) {
            walk_left(walk, at - 1, children, after);
        }
        const std::uint32_t turn = begins && anchor + 1 < board_size ? walk.lexicon.arc(children, 0) : 0;
        if (turn != 0) {
            walk_right(walk, anchor + 1, at, Lexicon::children(walk.lexicon.node(turn)), after);
        }
    });
}

}  // namespace zeitnot::scrabble
