// Makes the nodes of a lexicon from a list of words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/files/word.h"

namespace zeitnot::scrabble {

// DAWG and GADDAG of the words, in any order, in the KWG format. Throws std::invalid_argument for a word that
// is not 2 to 15 letters from 1 to 31, std::length_error for more words than the format can hold.
std::vector<std::uint32_t> build_kwg(std::span<const Word> words);

}  // namespace zeitnot::scrabble
