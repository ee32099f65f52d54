// Deals: the distributions of the unseen tiles over the bag and the opponent's rack.
#pragma once

#include <cstdint>
#include <vector>

#include "scrabble/game/bag.h"
#include "scrabble/game/letters.h"
#include "scrabble/inference/kept_tiles.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Deal n is the same for every caller. If the bag is nearly empty and there are few deals, they come in a
// shuffled order, each once, so that the mean over all of them is exact. If it is known what the opponent may
// have kept, some of it is dealt first, by weight, and deals are never enumerated.
class Deals {
  public:
    // The tiles kept must be among the unseen ones.
    Deals(const TileCounts& unseen, std::uint64_t seed, const KeptTiles* kept = nullptr);

    // Number of deals; 0 if there are too many to enumerate.
    [[nodiscard]] std::uint64_t count() const { return order_.size(); }
    // The opponent draws the first seven tiles. The random generator continues after the deal.
    [[nodiscard]] Bag deal(std::uint64_t number, Random& random) const;
    [[nodiscard]] Random random(std::uint64_t number) const;

  private:
    [[nodiscard]] Bag deal_with_kept(Random& random) const;

    TileCounts unseen_;
    std::vector<Letter> tiles_;
    int in_bag_;
    std::uint64_t seed_;
    const KeptTiles* kept_;
    std::vector<std::uint32_t> order_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
