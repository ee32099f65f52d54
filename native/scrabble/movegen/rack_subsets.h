// RackSubsets: every distinct subset of a rack, with the value of the remaining tiles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "scrabble/game/letters.h"
#include "scrabble/game/move.h"
#include "scrabble/game/multiset.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Tiles of a rack that are played together.
struct RackSubset {
    Multiset letters;                      // without the blanks
    std::array<std::uint8_t, 8> scores{};  // highest first, then zeros
    LetterSet set = 0;
    std::uint8_t size = 0;
    std::uint8_t blanks = 0;
    std::uint8_t played_index = 0;  // index of the played tiles, in the order that Leaves uses
    Equity leave = 0;               // value of the remaining tiles
    Equity rest = 0;                // the same with the pre-endgame adjustment
};

// A set of subsets: bit n is the one whose index of played tiles is n.
struct SubsetSet {
    std::array<std::uint64_t, most_subsets / 64> bits{};

    [[nodiscard]] bool has(std::size_t index) const { return (bits[index / 64] >> (index % 64) & 1U) != 0; }
    void add(std::size_t index) { bits[index / 64] |= std::uint64_t{1} << (index % 64); }
    [[nodiscard]] bool empty() const { return (bits[0] | bits[1]) == 0; }
    [[nodiscard]] bool within(const SubsetSet& other) const {
        return ((bits[0] & ~other.bits[0]) | (bits[1] & ~other.bits[1])) == 0;
    }
    SubsetSet& operator|=(const SubsetSet& other) {
        bits[0] |= other.bits[0];
        bits[1] |= other.bits[1];
        return *this;
    }
    SubsetSet operator&(const SubsetSet& other) const {
        return {{bits[0] & other.bits[0], bits[1] & other.bits[1]}};
    }
};
static_assert(most_subsets == 128);

// All distinct subsets of a rack, by size.
class RackSubsets {
  public:
    // Also lists the distinct tiles in ascending order with their counts, as Leaves expects them.
    void set(const Rack& rack, const Rules& rules);

    [[nodiscard]] std::span<RackSubset> of_size(int tiles) {
        return {&subsets_[first_of_size_[tiles]], &subsets_[first_of_size_[tiles + 1]]};
    }
    // Positions in all() of the subsets of a size, the most valuable rest first; order_by_rest() must have
    // been called since their values were set.
    [[nodiscard]] std::span<const std::uint8_t> by_rest(int tiles) const {
        return {&by_rest_[first_of_size_[tiles]], &by_rest_[first_of_size_[tiles + 1]]};
    }
    void order_by_rest();
    [[nodiscard]] std::span<RackSubset> all() { return {subsets_.data(), static_cast<std::size_t>(count_)}; }
    [[nodiscard]] std::span<const Letter> distinct() const {
        return {distinct_.data(), static_cast<std::size_t>(distinct_count_)};
    }
    [[nodiscard]] std::span<const std::uint8_t> numbers() const {
        return {numbers_.data(), static_cast<std::size_t>(distinct_count_)};
    }
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] int tiles() const { return tiles_; }
    // Sets, for each index of played tiles, the subsets that contain these tiles.
    void list_supersets(std::array<SubsetSet, most_subsets>& out) const;
    // Index of the remaining tiles when the tiles of this index are played.
    [[nodiscard]] int kept(int played_index) const { return count_ - 1 - played_index; }

  private:
    std::array<RackSubset, most_subsets> unsorted_;
    std::array<RackSubset, most_subsets + 1> subsets_;
    std::array<std::uint8_t, most_subsets + 1> by_rest_{};
    std::array<int, rack_size + 2> first_of_size_{};
    std::array<Letter, rack_size> distinct_{};
    std::array<std::uint8_t, rack_size> numbers_{};
    int distinct_count_ = 0;
    int count_ = 0;
    int tiles_ = 0;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
