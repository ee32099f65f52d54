// KeptTiles: what the opponent may have kept, each set of tiles with its weight.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/game/letters.h"
#include "scrabble/game/random.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// At most a rack of tiles, in ascending order.
struct Kept {
    std::array<Letter, rack_size> tiles{};
    std::uint8_t count = 0;

    [[nodiscard]] static Kept of(const TileCounts& counts);
    [[nodiscard]] std::span<const Letter> letters() const { return std::span(tiles).first(count); }
    auto operator<=>(const Kept&) const = default;
};

struct WeightedKept {
    Kept kept;
    double weight;
};

// Never modified, so that all threads of a simulation can draw from it.
class KeptTiles {
  public:
    // The weights must not be negative and their sum must be above 0; they are scaled to add up to 1.
    explicit KeptTiles(std::vector<WeightedKept> entries);

    [[nodiscard]] std::span<const WeightedKept> entries() const { return entries_; }
    // The heaviest entries, heaviest first.
    [[nodiscard]] std::vector<WeightedKept> top(std::size_t most) const;
    // Chance that at least one tile of each letter was kept, with the blank at 0.
    [[nodiscard]] std::array<double, letter_slots> holding() const;
    [[nodiscard]] const Kept& draw(Random& random) const;

  private:
    std::vector<WeightedKept> entries_;
    std::vector<double> up_to_;  // sums of the weights
};

// How much likelier each set of tiles kept at an earlier turn is than in a draw.
class KeptRatios {
  public:
    // The list must be complete; the unseen tiles are those after that turn, the tiles kept among them.
    KeptRatios(const KeptTiles& kept, const TileCounts& unseen);

    // Return the mean ratio of the tiles that a rack may have kept at that turn, each choice of them alike:
    // this is how much likelier that turn makes the rack.
    [[nodiscard]] double mean_in(const Kept& rack) const;

  private:
    struct Ratio {
        Kept kept;
        double ratio;
    };
    std::vector<Ratio> ratios_;  // in the order of the tiles
    int count_ = 0;              // tiles of a set
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
