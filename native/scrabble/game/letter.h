// Letter: the numbers of letters and tiles, the same for boards and alphabets of every size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace zeitnot::scrabble {

constexpr int rack_size = 7;
constexpr std::size_t most_subsets = std::size_t{1} << rack_size;  // of a rack with seven different tiles

// Letters are numbered from 1 as in KWG files; on a rack 0 is the blank, on the board 0 is an empty square.
using Letter = std::uint8_t;
constexpr int letter_bits = 6;
constexpr Letter letter_mask = 0x3F;
constexpr int largest_alphabet = letter_mask;  // letters of it
constexpr Letter blank = 0;
constexpr Letter empty_square = 0;

// A blank played as a letter carries this bit besides the letter's number.
constexpr Letter blank_bit = 0x80;

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

// Lists the tiles one by one in ascending order, given their number by letter, and returns how many there
// are.
constexpr std::size_t list_tiles(std::span<const std::uint8_t> counts, std::span<Letter> out) {
    std::size_t listed = 0;
    for (std::size_t letter = 0; letter < counts.size(); ++letter) {
        for (int copies = counts[letter]; copies > 0; --copies) {
            out[listed++] = static_cast<Letter>(letter);
        }
    }
    return listed;
}

}  // namespace zeitnot::scrabble
