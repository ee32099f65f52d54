// Traversal of the GADDAG from an anchor back to the beginning of a word, then on to its end.
#pragma once

#include <cstdint>

#include "scrabble/files/lexicon.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble {

// A traversal provides the lexicon, the anchor and its leftmost square, is_taken() for squares,
// for_each_tile() to place every tile that fits, and record() to take a word.
template <typename Traversal, typename Partial>
void traverse_right(Traversal& traversal, int at, int first, std::uint32_t list, const Partial& partial) {
    if (list == 0) {
        return;
    }
    traversal.for_each_tile(at, list, partial,
                            [&traversal, at, first](const Partial& after, std::uint32_t arc) {
                                const std::uint32_t node = traversal.lexicon.node(arc);
                                if (Lexicon::accepts(node) && !traversal.is_taken(at + 1)) {
                                    traversal.record(first, at, after);
                                }
                                if (at + 1 < board_size) {
                                    traverse_right(traversal, at + 1, first, Lexicon::children(node), after);
                                }
                            });
}

template <typename Traversal, typename Partial>
void traverse_left(Traversal& traversal, int at, std::uint32_t list, const Partial& partial) {
    traversal.for_each_tile(at, list, partial, [&traversal, at](const Partial& after, std::uint32_t arc) {
        const std::uint32_t node = traversal.lexicon.node(arc);
        const std::uint32_t children = Lexicon::children(node);
        const int anchor = traversal.anchor;
        const bool begins = !traversal.is_taken(at - 1);
        if (begins && Lexicon::accepts(node) && !traversal.is_taken(anchor + 1)) {
            traversal.record(at, anchor, after);
        }
        if (children == 0) {
            return;
        }
        if (at > 0 && (traversal.is_taken(at - 1) || at - 1 >= traversal.leftmost)) {
            traverse_left(traversal, at - 1, children, after);
        }
        const std::uint32_t turn = begins && anchor + 1 < board_size ? traversal.lexicon.arc(children, 0) : 0;
        if (turn != 0) {
            traverse_right(traversal, anchor + 1, at, Lexicon::children(traversal.lexicon.node(turn)), after);
        }
    });
}

}  // namespace zeitnot::scrabble
