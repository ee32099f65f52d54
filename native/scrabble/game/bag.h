// Bag: shuffled tiles. The players draw from opposite ends, so that a seed gives each seat the same tiles.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "scrabble/game/letters.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/random.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

constexpr int most_tiles = 256;

class Bag {
  public:
    Bag() = default;

    Bag(const TileCounts& counts, Random& random) : end_(static_cast<int>(list_tiles(counts, tiles_))) {
        for (int i = end_ - 1; i > 0; --i) {
            std::swap(tiles_[i], tiles_[random.below(static_cast<std::uint32_t>(i) + 1)]);
        }
    }

    // Takes the tiles in the given order.
    explicit Bag(std::span<const Letter> tiles) : end_(static_cast<int>(tiles.size())) {
        std::copy(tiles.begin(), tiles.end(), tiles_.begin());
    }

    [[nodiscard]] int tiles() const { return end_ - begin_; }

    // Fills a rack as far as the tiles last.
    void draw(Rack& rack, int seat) {
        while (rack.tiles < rack_size && begin_ < end_) {
            rack.add(seat == 0 ? tiles_[--end_] : tiles_[begin_++]);
        }
    }

    // Returns a tile to a random place. Only drawn tiles come back, so there is room.
    void put_back(Letter tile, int seat, Random& random) {
        const int at = seat == 0 ? end_++ : --begin_;
        tiles_[at] = tile;
        const auto other = static_cast<int>(random.below(static_cast<std::uint32_t>(tiles()))) + begin_;
        std::swap(tiles_[at], tiles_[other]);
    }

  private:
    std::array<Letter, most_tiles> tiles_{};
    int begin_ = 0;
    int end_ = 0;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
