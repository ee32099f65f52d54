#include "scrabble/endgame/bag_deals.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "scrabble/game/choose.h"
#include "scrabble/game/random.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

double factorial(int n) {
    double product = 1.0;
    for (int i = 2; i <= n; ++i) {
        product *= i;
    }
    return product;
}

// Number of orders of equal tiles among ascending ones.
double orders_of_equals(std::span<const Letter> tiles) {
    double product = 1.0;
    int run = 0;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        run = i > 0 && tiles[i] == tiles[i - 1] ? run + 1 : 1;
        product *= run;
    }
    return product;
}

}  // namespace

BagDeals::BagDeals(const TileCounts& unseen, int bag_tiles, const KeptTiles* kept, std::uint64_t seed)
    : unseen_(unseen), bag_tiles_(bag_tiles), seed_(seed) {
    for (const int count : unseen) {
        unseen_tiles_ += count;
    }
    Set set;
    list_sets(set, 0, 0);
    std::optional<KeptRatios> ratios;
    if (kept != nullptr) {
        ratios.emplace(*kept, unseen);
    }
    for (Set& each : sets_) {
        const Rack rack = other_rack(each);
        each.weight = ways_to_draw(rack) * (ratios ? ratios->mean_in(Kept::of(rack.counts)) : 1.0);
    }
    std::erase_if(sets_, [](const Set& each) { return each.weight <= 0.0; });
    Random random(seed);
    for (std::size_t i = sets_.size(); i > 1; --i) {
        std::swap(sets_[i - 1], sets_[random.below(static_cast<std::uint32_t>(i))]);
    }
    for (Set& each : sets_) {
        count_deals(each);
        each.all = each.weight * factorial(bag_tiles_);
        weight_ += each.all;
    }
}

void BagDeals::list_sets(Set& set, int filled, int letter) {
    if (filled == bag_tiles_) {
        sets_.push_back(set);
        return;
    }
    if (letter == letter_slots) {
        return;
    }
    const int most = std::min<int>(unseen_[letter], bag_tiles_ - filled);
    for (int copies = 0; copies <= most; ++copies) {
        std::fill_n(set.tiles.begin() + filled, copies, static_cast<Letter>(letter));
        list_sets(set, filled + copies, letter + 1);
    }
}

Rack BagDeals::other_rack(const Set& set) const {
    Rack rack{.counts = unseen_, .tiles = unseen_tiles_};
    for (int i = 0; i < bag_tiles_; ++i) {
        rack.take(set.tiles[i]);
    }
    return rack;
}

double BagDeals::ways_to_draw(const Rack& rack) const {
    double ways = 1.0;
    for (int letter = 0; letter < letter_slots; ++letter) {
        ways *= choose(unseen_[letter], rack.counts[letter]);
    }
    return ways;
}

// The order of the tiles drawn first does not matter: a deal is a choice of them and an order of the rest.
void BagDeals::count_deals(Set& set) const {
    std::array<double, most_bag + 1> choices{1.0};  // by tiles drawn, each divided by the orders of equals
    int listed = 0;
    for (int first = 0; first < bag_tiles_; first = listed) {
        while (listed < bag_tiles_ && set.tiles[listed] == set.tiles[first]) {
            ++listed;
        }
        const int copies = listed - first;
        std::array<double, most_bag + 1> more{};
        for (int drawn = 0; drawn <= first; ++drawn) {
            for (int taken = 0; taken <= copies; ++taken) {
                more[drawn + taken] += choices[drawn] / factorial(copies - taken);
            }
        }
        choices = more;
    }
    for (int draws = 0; draws <= bag_tiles_; ++draws) {
        set.counts[draws] =
            static_cast<std::uint16_t>(std::lround(choices[draws] * factorial(bag_tiles_ - draws)));
    }
}

std::uint64_t BagDeals::count(int draws) const {
    std::uint64_t sum = 0;
    for (const Set& set : sets_) {
        sum += set.counts[draws];
    }
    return sum;
}

BagDeal BagDeals::deal(std::size_t set, int draws, int number) const {
    const Set& chosen = sets_[set];
    BagDeal deal{.tiles = chosen.tiles, .other = other_rack(chosen)};
    const std::span<Letter> order(deal.tiles.data(), static_cast<std::size_t>(bag_tiles_));
    const std::span<Letter> drawn = order.first(static_cast<std::size_t>(draws));
    const double orders = orders_of_equals(order);
    const int count = chosen.counts[draws];
    if (count > 1) {
        // A stride without a common divisor visits every deal once.
        Random random(seed_ ^ (set + 1) * 0x9E3779B97F4A7C15U);
        const auto all = static_cast<std::uint32_t>(count);
        const std::uint32_t start = random.below(all);
        std::uint32_t stride = 1 + random.below(all - 1);
        while (std::gcd(stride, all) != 1) {
            stride = stride % all + 1;
        }
        const auto wanted =
            (start + static_cast<std::uint64_t>(stride) * static_cast<std::uint32_t>(number)) % all;
        for (std::uint64_t seen = 0;; std::ranges::next_permutation(order)) {
            if (std::ranges::is_sorted(drawn) && seen++ == wanted) {
                break;
            }
        }
    }
    deal.weight = chosen.weight * orders * factorial(draws) / orders_of_equals(drawn);
    return deal;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
