// Builder of lexicons in the KWG format.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/files/word.h"

namespace zeitnot::scrabble {

// Return the nodes of a DAWG and a GADDAG of the words, which may come in any order. Throws
// std::invalid_argument for a word that is not 2 to 21 letters from 1 to 63, and std::length_error for more
// words than the format can hold.
std::vector<std::uint32_t> build_kwg(std::span<const Word> words);

}  // namespace zeitnot::scrabble
