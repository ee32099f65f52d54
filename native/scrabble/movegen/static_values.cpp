#include "scrabble/movegen/static_values.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

void value_endgame(RackSubsets& subsets, const StaticValues& values, int opponent_score) {
    const std::span<RackSubset> whole = subsets.of_size(subsets.tiles());
    int all = 0;
    for (const int score : whole.front().scores) {
        all += score;
    }
    for (RackSubset& subset : subsets.all()) {
        int played = 0;
        for (const int score : subset.scores) {
            played += score;
        }
        subset.leave = subset.rest = -2 * (all - played) * points - values.not_out;
    }
    whole.front().leave = whole.front().rest = 2 * opponent_score * points;
}

}  // namespace

void value_subsets(RackSubsets& subsets, const StaticValues& values, const Surroundings& around) {
    if (around.bag == 0) {
        value_endgame(subsets, values, around.opponent_score);
        return;
    }
    std::array<Equity, most_subsets> leaves{};
    if (values.leaves != nullptr) {
        values.leaves->values_of_subsets(subsets.distinct(), subsets.numbers(), leaves);
    }
    for (RackSubset& subset : subsets.all()) {
        subset.leave = leaves[subsets.kept(subset.played_index)];
        subset.rest = subset.leave + values.with_bag(around.bag - subset.size);
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
