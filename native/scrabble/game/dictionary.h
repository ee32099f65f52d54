// Dictionary: the rules and the words of a game.
#pragma once

#include "scrabble/files/lexicon.h"
#include "scrabble/files/word_map.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Shared by all threads and never modified.
struct Dictionary {
    const Rules& rules;
    const Lexicon& lexicon;
    const WordMap* words = nullptr;  // null: words are found by traversing the GADDAG
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
