// Deals: the ways in which the unseen tiles can lie in the bag and on the other rack.
#pragma once

#include <cstdint>
#include <vector>

#include "scrabble/game/bag.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble {

// Deal n is the same for whoever asks. When there are few of them, because the bag is nearly empty, they come
// one after another in a shuffled order, each once: who has seen them all knows the mean exactly.
class Deals {
  public:
    Deals(const TileCounts& unseen, std::uint64_t seed);

    // How many there are; 0 means too many to go through.
    [[nodiscard]] std::uint64_t count() const { return order_.size(); }
    // The other draws the first seven of it; the random numbers go on where the deal left them.
    [[nodiscard]] Bag deal(std::uint64_t number, Random& random) const;
    [[nodiscard]] Random random(std::uint64_t number) const;

  private:
    TileCounts unseen_;
    std::vector<Letter> tiles_;
    int in_bag_;
    std::uint64_t seed_;
    std::vector<std::uint32_t> order_;
};

}  // namespace zeitnot::scrabble
