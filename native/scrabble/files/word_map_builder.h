// Builder of word maps.
#pragma once

#include <cstddef>
#include <vector>

#include "scrabble/files/lexicon.h"

namespace zeitnot::scrabble {

// Return the bytes of the word map file. Throws std::invalid_argument for a lexicon that the format cannot
// hold.
std::vector<std::byte> build_word_map(const Lexicon& lexicon);

}  // namespace zeitnot::scrabble
