#include "scrabble/simulation/deals.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <utility>

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// Three tiles in the bag have 720 orders; four have more than is worth enumerating.
constexpr std::uint64_t most_listed = 1000;

std::uint64_t ways(std::size_t tiles, int drawn) {
    std::uint64_t product = 1;
    for (int i = 0; i < drawn && product <= most_listed; ++i) {
        product *= tiles - static_cast<std::size_t>(i);
    }
    return product;
}

}  // namespace

Deals::Deals(const TileCounts& unseen, std::uint64_t seed, const KeptTiles* kept)
    : unseen_(unseen), seed_(seed), kept_(kept) {
    for (std::size_t letter = 0; letter < unseen.size(); ++letter) {
        tiles_.insert(tiles_.end(), unseen[letter], static_cast<Letter>(letter));
    }
    in_bag_ = std::max(0, static_cast<int>(tiles_.size()) - rack_size);
    const std::uint64_t all = ways(tiles_.size(), in_bag_);
    if (all <= most_listed) {
        enumerate(all);
    }
}

void Deals::enumerate(std::uint64_t all) {
    order_.resize(all);
    std::iota(order_.begin(), order_.end(), 0U);
    Random random(seed_);
    for (std::size_t i = order_.size(); i > 1; --i) {
        std::swap(order_[i - 1], order_[random.below(static_cast<std::uint32_t>(i))]);
    }
    if (kept_ == nullptr) {
        return;
    }
    const KeptRatios ratios(*kept_, unseen_);
    std::map<Kept, double> known;  // by rack: the order of the bag makes no difference
    std::vector<std::uint32_t> possible;
    double sum = 0.0;
    for (const std::uint32_t which : order_) {
        Rack rack;
        numbered_deal(which).draw(rack, 1);
        const auto [found, is_new] = known.try_emplace(Kept::of(rack.counts), 0.0);
        if (is_new) {
            found->second = ratios.mean_in(found->first);
        }
        if (const double ratio = found->second; ratio > 0.0) {
            possible.push_back(which);
            weights_.push_back(ratio);
            sum += ratio;
        }
    }
    order_ = std::move(possible);
    for (double& weight : weights_) {
        weight *= static_cast<double>(weights_.size()) / sum;
    }
}

Random Deals::random(std::uint64_t number) const {
    return Random(seed_ * 0x9E3779B97F4A7C15U + number);
}

Bag Deals::deal_with_kept(Random& random) const {
    const WeightedKept& entry = kept_->draw(random);
    TileCounts rest = unseen_;
    std::array<Letter, most_tiles> dealt{};
    std::size_t count = 0;
    for (const Letter tile : entry.kept.letters()) {
        --rest[tile];
        dealt[count++] = tile;
    }
    for (const Letter tile : entry.returned.letters()) {
        --rest[tile];
    }
    const auto shuffle = [&](std::size_t first, std::size_t tiles) {
        for (std::size_t i = tiles; i > 1; --i) {
            const std::size_t other = random.below(static_cast<std::uint32_t>(i));
            std::swap(dealt[first + i - 1], dealt[first + other]);
        }
    };
    const std::size_t others = list_tiles(rest, std::span(dealt).subspan(count));
    shuffle(count, others);
    std::size_t end = count + others;
    if (entry.returned.count > 0) {
        // The opponent has drawn before these tiles went into the bag.
        for (const Letter tile : entry.returned.letters()) {
            dealt[end++] = tile;
        }
        shuffle(rack_size, end - rack_size);
    }
    return Bag(std::span(dealt).first(end));
}

Bag Deals::deal(std::uint64_t number, Random& random) const {
    if (!order_.empty()) {
        return numbered_deal(order_[number % order_.size()]);
    }
    return kept_ != nullptr ? deal_with_kept(random) : Bag(unseen_, random);
}

// The number encodes the tiles in the bag one by one; the rest is the opponent's rack, in any order.
Bag Deals::numbered_deal(std::uint64_t which) const {
    std::array<Letter, most_tiles> rest{};
    std::array<Letter, most_tiles> dealt{};
    std::copy(tiles_.begin(), tiles_.end(), rest.begin());
    std::size_t left = tiles_.size();
    for (int i = 0; i < in_bag_; ++i) {
        const std::size_t at = which % left;
        which /= left;
        dealt[tiles_.size() - 1 - static_cast<std::size_t>(i)] = rest[at];
        rest[at] = rest[--left];
    }
    std::copy_n(rest.begin(), left, dealt.begin());
    return Bag(std::span(dealt).first(tiles_.size()));
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
