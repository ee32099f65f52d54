// A rack, and all that can be played from it: every choice of its tiles with what the rest is worth.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "scrabble/game/letters.h"
#include "scrabble/game/move.h"
#include "scrabble/game/multiset.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble {

struct Rack {
    TileCounts counts{};
    int tiles = 0;

    void add(Letter tile) {
        ++counts[tile];
        ++tiles;
    }
    void take(Letter tile) {
        --counts[tile];
        --tiles;
    }
    [[nodiscard]] int score(const Distribution& distribution) const {
        int sum = 0;
        for (int letter = 1; letter <= distribution.letters; ++letter) {
            sum += counts[letter] * distribution.scores[letter];
        }
        return sum;
    }
    bool operator==(const Rack&) const = default;
};

constexpr int most_choices = 1 << rack_size;

// Some tiles of a rack, to be played.
struct Choice {
    Multiset letters;                      // without blanks
    std::array<std::uint8_t, 8> scores{};  // highest first, then zeros
    LetterSet set = 0;
    std::uint8_t size = 0;
    std::uint8_t blanks = 0;
    std::uint8_t played_index = 0;  // of the tiles played, in the order of the leaves
    Equity leave = 0;               // what the tiles that stay are worth
    Equity rest = 0;                // the same, with what the state of the bag adds
};

// All distinct choices of a rack, by size.
class Choices {
  public:
    // Distinct tiles in ascending order with their numbers, as leave tables want them.
    void set(const Rack& rack, const Rules& rules);

    [[nodiscard]] std::span<Choice> of_size(int tiles) {
        return {&choices_[first_of_size_[tiles]], &choices_[first_of_size_[tiles + 1]]};
    }
    [[nodiscard]] std::span<Choice> all() { return {choices_.data(), static_cast<std::size_t>(count_)}; }
    [[nodiscard]] std::span<const Letter> distinct() const {
        return {distinct_.data(), static_cast<std::size_t>(distinct_count_)};
    }
    [[nodiscard]] std::span<const std::uint8_t> numbers() const {
        return {numbers_.data(), static_cast<std::size_t>(distinct_count_)};
    }
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] int tiles() const { return tiles_; }
    // Index of the tiles that stay when the tiles of this index are played.
    [[nodiscard]] int kept(int played_index) const { return count_ - 1 - played_index; }

  private:
    std::array<Choice, most_choices> unsorted_;
    std::array<Choice, most_choices + 1> choices_;
    std::array<int, rack_size + 2> first_of_size_{};
    std::array<Letter, rack_size> distinct_{};
    std::array<std::uint8_t, rack_size> numbers_{};
    int distinct_count_ = 0;
    int count_ = 0;
    int tiles_ = 0;
};

}  // namespace zeitnot::scrabble
