#include "scrabble/inference/hidden_racks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scrabble/game/choose.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// Chance of a rack with these tiles of a letter hidden, relative to drawing them from the tiles not placed:
// whichever of its equal tiles a rack places, it is one rack.
double as_one_rack(int placed, int hidden) {
    return 1.0 / choose(placed + hidden, placed);
}

bool comes_before(const HiddenRack& a, const HiddenRack& b) {
    return a.key != b.key ? a.key < b.key : a.hidden < b.hidden;
}

}  // namespace

HiddenRacks::HiddenRacks(const TileCounts& unseen, const Rack& placed)
    : rest_(unseen), placed_(placed), hidden_(rack_size - placed.tiles) {
    for (std::size_t letter = 0; letter < rest_.size(); ++letter) {
        rest_[letter] = static_cast<std::uint8_t>(rest_[letter] - placed.counts[letter]);
    }
    pool_tiles_ = static_cast<int>(list_tiles(rest_, pool_));
}

std::uint64_t HiddenRacks::count() const {
    std::array<std::uint64_t, rack_size + 1> ways{1};  // by tiles, of the letters so far
    for (const int copies : rest_) {
        for (int tiles = hidden_; tiles > 0; --tiles) {
            for (int taken = 1; taken <= std::min(copies, tiles); ++taken) {
                ways[tiles] += ways[tiles - taken];
            }
        }
    }
    return ways[hidden_];
}

std::vector<HiddenRack> HiddenRacks::list(Random& random, timing::StopControl& control) const {
    std::vector<HiddenRack> racks(1);
    racks.front().chance = 1.0;
    for (std::size_t letter = 0; letter < rest_.size(); ++letter) {
        if (control.poll()) {
            return {};
        }
        const std::size_t before = racks.size();
        for (int copies = 1; copies <= std::min<int>(rest_[letter], hidden_); ++copies) {
            const double ways = choose(rest_[letter], copies) * as_one_rack(placed_.counts[letter], copies);
            for (std::size_t i = 0; i < before; ++i) {
                if (racks[i].hidden.count + copies > hidden_) {
                    continue;
                }
                HiddenRack longer = racks[i];
                longer.chance *= ways;
                for (int copy = 0; copy < copies; ++copy) {
                    longer.hidden.tiles[longer.hidden.count++] = static_cast<Letter>(letter);
                }
                racks.push_back(longer);
            }
        }
    }
    std::erase_if(racks, [this](const HiddenRack& rack) { return rack.hidden.count != hidden_; });
    for (HiddenRack& rack : racks) {
        rack.key = -std::log1p(-random.share()) / rack.chance;
    }
    return racks;
}

void HiddenRacks::sort_part(std::vector<HiddenRack>& racks, std::size_t first, std::size_t end) {
    const auto begin = racks.begin() + static_cast<std::ptrdiff_t>(first);
    const auto behind = racks.begin() + static_cast<std::ptrdiff_t>(end);
    if (behind != racks.end()) {
        std::nth_element(begin, behind, racks.end(), comes_before);
    }
    std::sort(begin, behind, comes_before);
}

HiddenRack HiddenRacks::draw(Random& random) {
    TileCounts drawn{};
    for (int i = 0; i < hidden_; ++i) {
        const auto on = static_cast<int>(random.below(static_cast<std::uint32_t>(pool_tiles_ - i)));
        std::swap(pool_[i], pool_[i + on]);
        ++drawn[pool_[i]];
    }
    HiddenRack rack;
    rack.hidden = Kept::of(drawn);
    rack.chance = 1.0;
    for (std::size_t letter = 0; letter < drawn.size(); ++letter) {
        rack.chance *= as_one_rack(placed_.counts[letter], drawn[letter]);
    }
    return rack;
}

Rack HiddenRacks::rack(const HiddenRack& rack) const {
    Rack whole = placed_;
    for (const Letter tile : rack.hidden.letters()) {
        whole.add(tile);
    }
    return whole;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
