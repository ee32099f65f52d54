// Letters, tiles and their numbers: what a bag holds and what a tile scores.
#pragma once

#include <array>
#include <cstdint>

namespace zeitnot::scrabble {

constexpr int board_size = 15;
constexpr int square_count = board_size * board_size;
constexpr int rack_size = 7;

// Letters are numbered from 1 as in KWG files; on a rack 0 is the blank, on the board 0 is an empty square.
using Letter = std::uint8_t;
constexpr int most_letters = 31;
constexpr int letter_slots = most_letters + 1;
constexpr Letter blank = 0;
constexpr Letter empty_square = 0;

// A blank that stands for a letter carries this bit beside the letter's number.
constexpr Letter blank_bit = 0x80;
constexpr Letter letter_mask = 0x1F;

constexpr Letter letter_of(Letter tile) {
    return tile & letter_mask;
}

constexpr bool is_blank(Letter tile) {
    return (tile & blank_bit) != 0;
}

// The tile that must be on the rack to play this one.
constexpr Letter rack_tile(Letter tile) {
    return is_blank(tile) ? blank : tile;
}

// A set of letters: bit n is letter n; bit 0 is never set.
using LetterSet = std::uint32_t;
constexpr LetterSet all_letters = 0xFFFFFFFEU;

constexpr LetterSet set_of(Letter letter) {
    return LetterSet{1} << letter;
}

// How many tiles of each letter there are, the blank at 0.
using TileCounts = std::array<std::uint8_t, letter_slots>;

// What the maker of the game put into the bag.
struct Distribution {
    int letters = 0;  // without the blank
    TileCounts counts{};
    std::array<std::uint8_t, letter_slots> scores{};
    LetterSet vowels = 0;

    [[nodiscard]] int tiles() const {
        int sum = 0;
        for (const int count : counts) {
            sum += count;
        }
        return sum;
    }

    // A blank scores nothing, whatever it stands for.
    [[nodiscard]] int score(Letter tile) const { return is_blank(tile) ? 0 : scores[letter_of(tile)]; }
};

}  // namespace zeitnot::scrabble
