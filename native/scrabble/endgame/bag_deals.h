// BagDeals: the ways in which a few unseen tiles can lie in the bag, with their probabilities.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrabble/endgame/solver.h"
#include "scrabble/game/kept_tiles.h"
#include "scrabble/game/letters.h"
#include "scrabble/game/rack.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

// A deal as far as it matters to a player who draws a number of tiles at once: their order is no part of it.
struct BagDeal {
    std::array<Letter, most_bag> tiles{};  // in the order in which they are drawn
    Rack other;                            // the opponent's rack
    double weight = 0.0;                   // relative to BagDeals::weight()
};

class BagDeals {
  public:
    // The sets of tiles in the bag come in an order that depends on the seed. If nothing is known about what
    // the opponent kept, every order of the unseen tiles is equally likely, and weights are whole numbers.
    BagDeals(const TileCounts& unseen, int bag_tiles, const KeptTiles* kept, std::uint64_t seed);

    [[nodiscard]] int bag_tiles() const { return bag_tiles_; }
    // Number of different sets of tiles in the bag that are possible.
    [[nodiscard]] std::size_t sets() const { return sets_.size(); }
    // Sum over all deals, and over those of one set.
    [[nodiscard]] double weight() const { return weight_; }
    [[nodiscard]] double weight(std::size_t set) const { return sets_[set].all; }
    // Number of different deals for a player who draws this many tiles, of one set and of all.
    [[nodiscard]] int count(std::size_t set, int draws) const { return sets_[set].counts[draws]; }
    [[nodiscard]] std::uint64_t count(int draws) const;
    // One of the deals of a set, in an order that depends on the seed.
    [[nodiscard]] BagDeal deal(std::size_t set, int draws, int number) const;

  private:
    struct Set {
        std::array<Letter, most_bag> tiles{};              // ascending
        double weight = 0.0;                               // of one order of its tiles
        double all = 0.0;                                  // of all orders
        std::array<std::uint16_t, most_bag + 1> counts{};  // of deals, by tiles drawn
    };

    void list_sets(Set& set, int filled, int letter);
    void count_deals(Set& set) const;
    [[nodiscard]] Rack other_rack(const Set& set) const;
    // Number of ways to draw a rack from the unseen tiles.
    [[nodiscard]] double ways_to_draw(const Rack& rack) const;

    TileCounts unseen_;
    int unseen_tiles_ = 0;
    int bag_tiles_;
    std::uint64_t seed_;
    std::vector<Set> sets_;
    double weight_ = 0.0;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
