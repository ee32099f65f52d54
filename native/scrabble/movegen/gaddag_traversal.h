// Traversal of the GADDAG from a square back to the beginning of a word, then on to its end.
#pragma once

#include <cstdint>

#include "scrabble/files/lexicon.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Return where to begin the words over an anchor: on a tile that they all play through, if there is one,
// because it leaves fewer choices than an empty square.
template <typename Traversal>
int pivot_of(const Traversal& traversal, int anchor) {
    int pivot = anchor;
    while (traversal.is_taken(pivot + 1)) {
        ++pivot;
    }
    return pivot == anchor && traversal.is_taken(anchor - 1) ? anchor - 1 : pivot;
}

// A traversal provides the lexicon, the size() of the line, the anchor and its leftmost square, the pivot it
// begins at, is_taken() for squares, for_each_tile() to place every tile that fits, starting_at() and
// starting_before() to restrict a partial word to those that begin there, and record() to take a word.
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
                                if (at + 1 < traversal.size()) {
                                    traverse_right(traversal, at + 1, first, Lexicon::children(node), after);
                                }
                            });
}

template <typename Traversal, typename Partial>
void traverse_left(Traversal& traversal, int at, std::uint32_t list, const Partial& partial) {
    traversal.for_each_tile(at, list, partial, [&traversal, at](const Partial& after, std::uint32_t arc) {
        const std::uint32_t node = traversal.lexicon.node(arc);
        const std::uint32_t children = Lexicon::children(node);
        const int pivot = traversal.pivot;
        // Words that begin behind the anchor belong to the next one.
        const bool begins = at <= traversal.anchor && !traversal.is_taken(at - 1);
        if (begins && Lexicon::accepts(node) && !traversal.is_taken(pivot + 1)) {
            traversal.record(at, pivot, traversal.starting_at(at, after));
        }
        if (children == 0) {
            return;
        }
        if (at > 0 && (traversal.is_taken(at - 1) || at - 1 >= traversal.leftmost)) {
            traverse_left(traversal, at - 1, children, traversal.starting_before(at, after));
        }
        const std::uint32_t turn =
            begins && pivot + 1 < traversal.size() ? traversal.lexicon.arc(children, kwg::separator) : 0;
        if (turn != 0) {
            traverse_right(traversal, pivot + 1, at, Lexicon::children(traversal.lexicon.node(turn)),
                           traversal.starting_at(at, after));
        }
    });
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
