// Words made of given tiles.
#pragma once

#include <span>
#include <vector>

#include "scrabble/files/lexicon.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble {

// Words of all the tiles, or of some of them, blanks standing for any letter; in the order of the lexicon.
std::vector<Word> anagrams(const Lexicon& lexicon, std::span<const Letter> tiles, bool all_tiles);

}  // namespace zeitnot::scrabble
