// Leaves: values of the tiles kept on a rack, in the KLV2 format.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scrabble/files/kwg.h"
#include "scrabble/game/letter.h"

namespace zeitnot::scrabble {

constexpr std::size_t most_leaves = std::size_t{1} << 26U;

// A leave is given as its tiles in ascending order, the blank 0 first. The empty leave, a full rack and
// leaves missing from the table are worth 0.
class Leaves {
  public:
    // Throws std::invalid_argument with the reason.
    static Leaves from_bytes(std::span<const std::byte> bytes);
    // The contents of a KLV2 file with these values.
    [[nodiscard]] std::vector<std::uint32_t> to_file() const;

    // In thousandths of a point.
    [[nodiscard]] std::int32_t value(std::span<const Letter> leave) const { return values_[locate(leave)]; }
    // Index of the leave in table order.
    [[nodiscard]] std::optional<std::size_t> index(std::span<const Letter> leave) const;

    // Fills `out` with the values of all subsets of a rack, which is given as its distinct tiles in ascending
    // order with their counts. Keeping k_i of tile i is entry sum(k_i * stride_i), where stride_0 = 1 and
    // stride_i = stride_(i-1) * (count_(i-1) + 1).
    void values_of_subsets(std::span<const Letter> distinct, std::span<const std::uint8_t> counts,
                           std::span<std::int32_t> out) const;

    // The same with the index of each leave in the table, counted from 1; 0 for leaves missing from the
    // table.
    void places_of_subsets(std::span<const Letter> distinct, std::span<const std::uint8_t> counts,
                           std::span<std::uint32_t> out) const;

    [[nodiscard]] std::size_t size() const { return values_.size() - 1; }
    // The highest letter of any leave.
    [[nodiscard]] Letter highest_letter() const { return highest_letter_; }
    // The values in table order, in thousandths of a point.
    [[nodiscard]] std::span<const std::int32_t> values() const { return std::span(values_).subspan(1); }
    // Calls visit(std::span<const Letter>) with each leave in table order. A visit that returns false ends
    // the traversal.
    template <std::invocable<std::span<const Letter>> Visitor>
    void for_each_leave(Visitor&& visit) const {
        kwg::for_each_word<rack_size>(nodes_, kwg::children(nodes_[0]), visit);
    }

  private:
    // Transition by one tile: twice the beginning of the next row, plus one if the tiles so far are a leave;
    // and the number of leaves that come before it among those with the same prefix.
    struct Step {
        std::uint32_t next_and_found = 0;
        std::uint32_t skipped = 0;
    };
    // Row 0 is a dead end. Without default values, because arrays of states are overwritten anyway.
    struct State {
        std::uint32_t row;   // index in steps_ of its beginning
        std::uint32_t base;  // index in values_ of the next leave in order
    };
    [[nodiscard]] State start() const { return {.row = tile_mask_ + 1, .base = 1}; }

    Leaves() = default;
    template <typename Visitor>
    void for_each_subset(std::span<const Letter> distinct, std::span<const std::uint8_t> counts,
                         std::size_t room, const Visitor& visit) const;
    void lay_steps(std::span<const std::uint64_t> counts, Letter highest);
    // Advances by a tile and returns the index in values_ of the leave reached, 0 if there is none.
    [[nodiscard]] std::uint32_t advance(State& state, Letter tile) const;
    [[nodiscard]] std::uint32_t locate(std::span<const Letter> leave) const;

    std::vector<std::uint32_t> nodes_;
    std::vector<Step> steps_;      // rows of 32 or 64 letters
    std::uint32_t tile_mask_ = 0;  // one less than the letters of a row
    Letter highest_letter_ = 0;
    std::vector<std::int32_t> values_;  // the first one is 0, for leaves missing from the table
};

}  // namespace zeitnot::scrabble
