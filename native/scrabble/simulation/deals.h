// Deals: the distributions of the unseen tiles over the bag and the opponent's rack.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/game/bag.h"
#include "scrabble/game/kept_tiles.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Deal n is the same for every caller. If the bag is nearly empty and there are few deals, they come in a
// shuffled order, each once, so that the mean over all of them is exact. What the opponent may have kept
// gives each of them a weight; if there are many deals, some of it is dealt first instead.
class Deals {
  public:
    // The tiles kept must be among the unseen ones.
    Deals(const TileCounts& unseen, std::uint64_t seed, const KeptTiles* kept = nullptr);

    // Number of deals; 0 if there are too many to enumerate.
    [[nodiscard]] std::uint64_t count() const { return order_.size(); }
    // Weights of the enumerated deals by number, 1 on average; none if all are alike.
    [[nodiscard]] std::span<const double> weights() const { return weights_; }
    // The opponent draws the first seven tiles. The random generator continues after the deal.
    [[nodiscard]] Bag deal(std::uint64_t number, Random& random) const;
    [[nodiscard]] Random random(std::uint64_t number) const;

  private:
    // Numbers the deals in a random order, without those that nothing kept allows.
    void enumerate(std::uint64_t all);
    [[nodiscard]] Bag numbered_deal(std::uint64_t which) const;
    [[nodiscard]] Bag deal_with_kept(Random& random) const;

    TileCounts unseen_;
    std::vector<Letter> tiles_;
    int in_bag_;
    std::uint64_t seed_;
    const KeptTiles* kept_;
    std::vector<std::uint32_t> order_;
    std::vector<double> weights_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
