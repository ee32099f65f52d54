// Letters: sets of them, and their distribution in the bag.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "scrabble/game/letter.h"
#include "scrabble/game/size.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

constexpr int square_count = board_size * board_size;
constexpr int letter_slots = most_letters + 1;

// A set of letters: bit n is letter n; bit 0 is never set.
using LetterSet = std::conditional_t<(letter_slots > 32), std::uint64_t, std::uint32_t>;
constexpr LetterSet all_letters = ~LetterSet{1};

constexpr LetterSet set_of(Letter letter) {
    return LetterSet{1} << letter;
}

// The lowest letter of a set that has one.
constexpr Letter lowest_letter(LetterSet set) {
    if constexpr (sizeof(LetterSet) == sizeof(std::uint64_t)) {
        return static_cast<Letter>(__builtin_ctzll(set));
    } else {
        return static_cast<Letter>(__builtin_ctz(set));
    }
}

// Number of tiles by letter, with the blank at 0.
using TileCounts = std::array<std::uint8_t, letter_slots>;

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

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
