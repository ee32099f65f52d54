#include "scrabble/inference/kept_tiles.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "scrabble/game/choose.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

Kept Kept::of(const TileCounts& counts) {
    Kept kept;
    kept.count = static_cast<std::uint8_t>(list_tiles(counts, kept.tiles));
    return kept;
}

KeptTiles::KeptTiles(std::vector<WeightedKept> entries) : entries_(std::move(entries)) {
    double sum = 0.0;
    for (const WeightedKept& entry : entries_) {
        sum += entry.weight;
    }
    double before = 0.0;
    up_to_.reserve(entries_.size());
    for (WeightedKept& entry : entries_) {
        entry.weight /= sum;
        before += entry.weight;
        up_to_.push_back(before);
    }
}

std::vector<WeightedKept> KeptTiles::top(std::size_t most) const {
    std::vector<WeightedKept> best(std::min(most, entries_.size()));
    std::partial_sort_copy(entries_.begin(), entries_.end(), best.begin(), best.end(),
                           [](const WeightedKept& a, const WeightedKept& b) {
                               return a.weight != b.weight ? a.weight > b.weight : a.kept < b.kept;
                           });
    return best;
}

std::array<double, letter_slots> KeptTiles::holding() const {
    std::array<double, letter_slots> chances{};
    for (const WeightedKept& entry : entries_) {
        const std::span<const Letter> tiles = entry.kept.letters();
        for (std::size_t i = 0; i < tiles.size(); ++i) {
            if (i == 0 || tiles[i] != tiles[i - 1]) {
                chances[tiles[i]] += entry.weight;
            }
        }
    }
    return chances;
}

const Kept& KeptTiles::draw(Random& random) const {
    const double at = random.share() * up_to_.back();
    // Above `at`, never equal to it: an entry without weight is not drawn.
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, at);
    return entries_[static_cast<std::size_t>(found - up_to_.begin())].kept;
}

KeptRatios::KeptRatios(const KeptTiles& kept, const TileCounts& unseen) {
    int tiles = 0;
    for (const int count : unseen) {
        tiles += count;
    }
    count_ = kept.entries().front().kept.count;
    ratios_.reserve(kept.entries().size());
    for (const WeightedKept& entry : kept.entries()) {
        TileCounts counts{};
        double ways = 1.0;
        for (const Letter tile : entry.kept.letters()) {
            // Ways to choose one more of this letter's tiles, in any order.
            ways *= static_cast<double>(unseen[tile] - counts[tile]) / (counts[tile] + 1);
            ++counts[tile];
        }
        ratios_.push_back({entry.kept, entry.weight * choose(tiles, count_) / ways});
    }
    std::sort(ratios_.begin(), ratios_.end(), [](const Ratio& a, const Ratio& b) { return a.kept < b.kept; });
}

double KeptRatios::mean_in(const Kept& rack) const {
    double sum = 0.0;
    int choices = 0;
    for (unsigned chosen = 0; chosen < 1U << rack.count; ++chosen) {
        if (std::popcount(chosen) != count_) {
            continue;
        }
        Kept part;
        for (unsigned i = 0; i < rack.count; ++i) {
            if ((chosen >> i & 1U) != 0) {
                part.tiles[part.count++] = rack.tiles[i];
            }
        }
        const auto found = std::lower_bound(ratios_.begin(), ratios_.end(), part,
                                            [](const Ratio& a, const Kept& b) { return a.kept < b; });
        sum += found != ratios_.end() && found->kept == part ? found->ratio : 1.0;
        ++choices;
    }
    return choices > 0 ? sum / choices : 1.0;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
