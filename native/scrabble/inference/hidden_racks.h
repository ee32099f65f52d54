// HiddenRacks: the racks that the opponent may have played from, all of them or some drawn at random.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrabble/game/bag.h"
#include "scrabble/game/kept_tiles.h"
#include "scrabble/game/letters.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/random.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// What an exchange may have kept of a rack, and what that is worth.
struct ExchangeLeave {
    Kept kept;
    Kept returned;
    Equity value;
};

// A full rack: the tiles placed, and these.
struct HiddenRack {
    Kept hidden;
    double chance = 0.0;         // relative to other racks; of a drawn one relative to the chance to draw it
    double key = 0.0;            // of a listed rack: where it comes in the order of the list
    std::uint32_t draws = 0;     // how often it was drawn
    Equity best = worst_equity;  // equity of its best move, once found
    std::vector<ExchangeLeave> leaves;  // if tiles were exchanged, found with the best move
};

class HiddenRacks {
  public:
    // The unseen tiles must have those placed, and enough others for a full rack.
    HiddenRacks(const TileCounts& unseen, const Rack& placed);

    [[nodiscard]] std::uint64_t count() const;
    // All racks, with keys that put them into a random order, in which probable ones tend to come early: the
    // keys are exponential random numbers divided by the chances. None if the control stops it.
    [[nodiscard]] std::vector<HiddenRack> list(Random& random, timing::StopControl& control) const;
    // Puts a part of the racks into the order of their keys; those before it must be in order already.
    static void sort_part(std::vector<HiddenRack>& racks, std::size_t first, std::size_t end);
    [[nodiscard]] HiddenRack draw(Random& random);
    // The full rack.
    [[nodiscard]] Rack rack(const HiddenRack& rack) const;

  private:
    TileCounts rest_;  // unseen tiles without those placed
    Rack placed_;
    int hidden_;  // tiles of a rack that were not placed
    std::array<Letter, most_tiles> pool_{};
    int pool_tiles_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
