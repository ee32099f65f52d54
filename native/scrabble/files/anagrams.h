// Anagrams: words that can be made of given tiles.
#pragma once

#include <span>
#include <vector>

#include "scrabble/files/lexicon.h"
#include "scrabble/game/letter.h"

namespace zeitnot::scrabble {

// Return the words made of all the tiles, or of any of them; blanks stand for any letter. In lexicon order.
std::vector<Word> anagrams(const Lexicon& lexicon, std::span<const Letter> tiles, bool all_tiles);

}  // namespace zeitnot::scrabble
