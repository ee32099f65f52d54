#include "scrabble/game/kept_tiles.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "scrabble/game/choose.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

TileCounts counts_of(const Kept& kept) {
    TileCounts counts{};
    for (const Letter tile : kept.letters()) {
        ++counts[tile];
    }
    return counts;
}

// Ways to choose these of the unseen tiles; 0 if they are not all among them.
double ways_to_keep(const TileCounts& kept, const TileCounts& unseen) {
    double ways = 1.0;
    for (std::size_t letter = 0; letter < kept.size(); ++letter) {
        ways *= kept[letter] == 0 ? 1.0 : choose(unseen[letter], kept[letter]);
    }
    return ways;
}

}  // namespace

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

std::vector<WeightedKept> KeptTiles::merged() const {
    std::vector<WeightedKept> sets = entries_;
    std::stable_sort(sets.begin(), sets.end(),
                     [](const WeightedKept& a, const WeightedKept& b) { return a.kept < b.kept; });
    std::size_t last = 0;
    for (std::size_t i = 1; i < sets.size(); ++i) {
        if (sets[i].kept == sets[last].kept) {
            sets[last].weight += sets[i].weight;
        } else {
            sets[++last] = sets[i];
        }
    }
    sets.resize(std::min(sets.size(), last + 1));
    for (WeightedKept& each : sets) {
        each.returned = {};
    }
    return sets;
}

std::vector<WeightedKept> KeptTiles::top(std::size_t most) const {
    const std::vector<WeightedKept> all = merged();
    std::vector<WeightedKept> best(std::min(most, all.size()));
    std::partial_sort_copy(all.begin(), all.end(), best.begin(), best.end(),
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

const WeightedKept& KeptTiles::draw(Random& random) const {
    const double at = random.share() * up_to_.back();
    // Above `at`, never equal to it: an entry without weight is not drawn.
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, at);
    return entries_[static_cast<std::size_t>(found - up_to_.begin())];
}

KeptRatios::KeptRatios(const KeptTiles& kept, const TileCounts& unseen) : unseen_(unseen) {
    for (const int count : unseen) {
        unseen_tiles_ += count;
    }
    ratios_.reserve(kept.entries().size());
    for (const WeightedKept& entry : kept.entries()) {
        const double ways = ways_to_keep(counts_of(entry.kept), unseen);
        if (ways > 0.0 && entry.weight > 0.0) {
            sizes_ |= 1U << entry.kept.count;
            ratios_.push_back(
                {entry.kept, entry.returned, entry.weight * choose(unseen_tiles_, entry.kept.count) / ways});
        }
    }
    std::stable_sort(ratios_.begin(), ratios_.end(),
                     [](const Ratio& a, const Ratio& b) { return a.kept < b.kept; });
}

double KeptRatios::mean_in(const Kept& rack) const {
    double mean = 0.0;
    for (unsigned chosen = 0; chosen < 1U << rack.count; ++chosen) {
        const int count = std::popcount(chosen);
        if ((sizes_ >> static_cast<unsigned>(count) & 1U) == 0) {
            continue;
        }
        Kept part;
        for (unsigned i = 0; i < rack.count; ++i) {
            if ((chosen >> i & 1U) != 0) {
                part.tiles[part.count++] = rack.tiles[i];
            }
        }
        mean += sum_of(part, rack) / choose(rack.count, count);
    }
    return mean;
}

double KeptRatios::sum_of(const Kept& kept, const Kept& rack) const {
    double sum = 0.0;
    auto found = std::lower_bound(ratios_.begin(), ratios_.end(), kept,
                                  [](const Ratio& a, const Kept& b) { return a.kept < b; });
    for (; found != ratios_.end() && found->kept == kept; ++found) {
        sum += found->returned.count == 0 ? found->ratio : found->ratio * without_returned(*found, rack);
    }
    return sum;
}

double KeptRatios::without_returned(const Ratio& ratio, const Kept& rack) const {
    const TileCounts kept = counts_of(ratio.kept);
    const TileCounts held = counts_of(rack);
    const TileCounts returned = counts_of(ratio.returned);
    const int open = unseen_tiles_ - ratio.kept.count;
    const int drawn = rack.count - ratio.kept.count;
    const double ways = choose(open - ratio.returned.count, drawn);
    if (ways <= 0.0) {
        return 0.0;  // the tiles that are left do not fill the rack
    }
    double factor = choose(open, drawn) / ways;
    for (std::size_t letter = 0; letter < returned.size(); ++letter) {
        if (returned[letter] > 0) {
            const int all = unseen_[letter] - kept[letter];
            const int more = held[letter] - kept[letter];
            const double before = choose(all, more);
            factor *= before > 0.0 ? choose(all - returned[letter], more) / before : 0.0;
        }
    }
    return factor;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
