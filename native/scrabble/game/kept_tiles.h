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
    // Tiles exchanged at that turn. They are in the bag: players draw before they return tiles.
    Kept returned{};
};

// Never modified, so that all threads of a simulation can draw from it.
class KeptTiles {
  public:
    // The weights must not be negative and their sum must be above 0; they are scaled to add up to 1.
    explicit KeptTiles(std::vector<WeightedKept> entries);

    [[nodiscard]] std::span<const WeightedKept> entries() const { return entries_; }
    // What was kept, whatever was returned: each set of tiles once, in ascending order.
    [[nodiscard]] std::vector<WeightedKept> merged() const;
    // The heaviest of them, heaviest first.
    [[nodiscard]] std::vector<WeightedKept> top(std::size_t most) const;
    // Chance that at least one tile of each letter was kept, with the blank at 0.
    [[nodiscard]] std::array<double, letter_slots> holding() const;
    [[nodiscard]] const WeightedKept& draw(Random& random) const;

  private:
    std::vector<WeightedKept> entries_;
    std::vector<double> up_to_;  // sums of the weights
};

// How much likelier the opponent's racks are by what was kept than in a draw from the unseen tiles.
class KeptRatios {
  public:
    // Sets of tiles that are not listed were not kept. The unseen tiles are those after that turn, the tiles
    // kept among them.
    KeptRatios(const KeptTiles& kept, const TileCounts& unseen);

    // Return how much likelier a rack is: the mean ratio of the tiles of it that may have been kept, each
    // choice of them alike.
    [[nodiscard]] double mean_in(const Kept& rack) const;

  private:
    struct Ratio {
        Kept kept;
        Kept returned;
        double ratio;
    };

    // The ratios of a set of tiles kept, together.
    [[nodiscard]] double sum_of(const Kept& kept, const Kept& rack) const;
    // How much likelier the rest of a rack is because some tiles are in the bag.
    [[nodiscard]] double without_returned(const Ratio& ratio, const Kept& rack) const;

    std::vector<Ratio> ratios_;  // in the order of the tiles kept
    unsigned sizes_ = 0;         // bit n: some set has n tiles
    TileCounts unseen_;
    int unseen_tiles_ = 0;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
