// Letters and tiles, and their distribution in the bag.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace zeitnot::scrabble {

constexpr int board_size = 15;
constexpr int square_count = board_size * board_size;
constexpr int rack_size = 7;
constexpr std::size_t most_subsets = std::size_t{1} << rack_size;  // of a rack with seven different tiles

// Letters are numbered from 1 as in KWG files; on a rack 0 is the blank, on the board 0 is an empty square.
using Letter = std::uint8_t;
constexpr int most_letters = 31;
constexpr int letter_slots = most_letters + 1;
constexpr Letter blank = 0;
constexpr Letter empty_square = 0;

// A blank played as a letter carries this bit besides the letter's number.
constexpr Letter blank_bit = 0x80;
constexpr int letter_bits = 5;
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

// Number of tiles by letter, with the blank at 0.
using TileCounts = std::array<std::uint8_t, letter_slots>;

// Lists the tiles one by one in ascending order and returns their number.
constexpr std::size_t list_tiles(const TileCounts& counts, std::span<Letter> out) {
    std::size_t listed = 0;
    for (std::size_t letter = 0; letter < counts.size(); ++letter) {
        for (int copies = counts[letter]; copies > 0; --copies) {
            out[listed++] = static_cast<Letter>(letter);
        }
    }
    return listed;
}

// The full set of tiles of a game.
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

    // A blank scores nothing, whatever letter it stands for.
    [[nodiscard]] int score(Letter tile) const { return is_blank(tile) ? 0 : scores[letter_of(tile)]; }
};

}  // namespace zeitnot::scrabble
