// Random words that hash keys are made of.

#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.h"

namespace zeitnot::chess::zobrist {

struct Words {
    std::array<std::array<std::uint64_t, square_count>, 12> piece{};
    std::array<std::uint64_t, 16> castling{};
    std::array<std::uint64_t, 8> en_passant_file{};
    std::uint64_t side = 0;
};

// SplitMix64, so that the table is the same on every machine.
constexpr std::uint64_t next_word(std::uint64_t& state) {
    state += 0x9E3779B97F4A7C15ULL;
    std::uint64_t word = state;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    return word ^ (word >> 31);
}

constexpr Words make_words() {
    Words words;
    std::uint64_t state = 64;
    for (auto& squares : words.piece) {
        for (auto& word : squares) {
            word = next_word(state);
        }
    }
    for (auto& word : words.castling) {
        word = next_word(state);
    }
    for (auto& word : words.en_passant_file) {
        word = next_word(state);
    }
    words.side = next_word(state);
    return words;
}

inline constexpr Words words = make_words();

}  // namespace zeitnot::chess::zobrist
