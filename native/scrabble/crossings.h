// Which letters fit between the tiles of a line.
#pragma once

#include <cstdint>
#include <span>

#include "scrabble/letters.h"
#include "scrabble/lexicon.h"

namespace zeitnot::scrabble {

// The list of arcs after walking the tiles of a line backwards from one square to another, or 0.
std::uint32_t walk_back(const Lexicon& lexicon, std::span<const Letter, board_size> tiles, int from, int to);

// Letters that make a word of the tiles first..gap-1 and gap+1..last. The GADDAG holds every word from each
// of its letters: back to its beginning, and after a separator on to its end.
LetterSet fitting_letters(const Lexicon& lexicon, std::span<const Letter, board_size> tiles, int first,
                          int gap, int last);

}  // namespace zeitnot::scrabble
