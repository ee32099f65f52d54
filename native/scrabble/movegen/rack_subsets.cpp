#include "scrabble/movegen/rack_subsets.h"

#include <algorithm>

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

void RackSubsets::set(const Rack& rack, const Rules& rules) {
    const auto& scores = rules.distribution.scores;
    std::array<std::uint8_t, rack_size> strides{};
    std::array<std::uint8_t, rack_size> by_score{};
    distinct_count_ = 0;
    count_ = 1;
    tiles_ = rack.tiles;
    for (int letter = 0; letter <= rules.distribution.letters; ++letter) {
        if (rack.counts[letter] > 0) {
            const int at = distinct_count_++;
            distinct_[at] = static_cast<Letter>(letter);
            numbers_[at] = rack.counts[letter];
            strides[at] = static_cast<std::uint8_t>(count_);
            by_score[at] = static_cast<std::uint8_t>(at);
            count_ *= rack.counts[letter] + 1;
        }
    }
    // Higher tiles first, so that the scores of every subset are sorted as it grows.
    std::sort(by_score.begin(), by_score.begin() + distinct_count_, [&](std::uint8_t a, std::uint8_t b) {
        return scores[distinct_[a]] != scores[distinct_[b]] ? scores[distinct_[a]] > scores[distinct_[b]]
                                                            : a < b;
    });
    unsorted_[0] = RackSubset{};
    std::array<int, rack_size + 2> sizes{};
    sizes[1] = 1;  // the empty subset; sizes are shifted by one for the prefix sums
    int made = 1;
    for (int i = 0; i < distinct_count_; ++i) {
        const int which = by_score[i];
        const Letter letter = distinct_[which];
        const int made_before = made;
        const int step = made;
        for (int copy = 0; copy < numbers_[which]; ++copy) {
            for (int j = 0; j < made_before; ++j) {
                RackSubset subset = unsorted_[made - step];
                subset.scores[subset.size++] = scores[letter];
                subset.played_index = static_cast<std::uint8_t>(subset.played_index + strides[which]);
                if (letter == blank) {
                    ++subset.blanks;
                } else {
                    subset.letters = subset.letters + Multiset::of(letter);
                    subset.set |= set_of(letter);
                }
                ++sizes[subset.size + 1];
                unsorted_[made++] = subset;
            }
        }
    }
    for (int size = 1; size < rack_size + 2; ++size) {
        sizes[size] += sizes[size - 1];
    }
    first_of_size_ = sizes;
    for (int i = 0; i < made; ++i) {
        subsets_[sizes[unsorted_[i].size]++] = unsorted_[i];
    }
}

void RackSubsets::order_by_rest() {
    std::array<std::int64_t, most_subsets> keys;  // the value, then the position
    for (int tiles = 0; tiles <= tiles_; ++tiles) {
        const int first = first_of_size_[tiles];
        const int end = first_of_size_[tiles + 1];
        for (int i = first; i < end; ++i) {
            const std::int64_t key = std::int64_t{subsets_[i].rest} * 256 + i;
            int to = i;
            for (; to > first && keys[to - 1] < key; --to) {
                keys[to] = keys[to - 1];
            }
            keys[to] = key;
        }
        for (int i = first; i < end; ++i) {
            by_rest_[i] = static_cast<std::uint8_t>(keys[i] & 255);
        }
    }
}

void RackSubsets::list_supersets(std::array<SubsetSet, most_subsets>& out) const {
    for (int index = 0; index < count_; ++index) {
        out[index] = {};
        out[index].add(static_cast<std::size_t>(index));
    }
    // One kind of tile after the other: each more of it adds the sets of the next index up.
    int stride = 1;
    for (const int number : numbers()) {
        const int block = stride * (number + 1);
        for (int begin = 0; begin < count_; begin += block) {
            for (int index = begin + block - stride - 1; index >= begin; --index) {
                out[index] |= out[index + stride];
            }
        }
        stride = block;
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
