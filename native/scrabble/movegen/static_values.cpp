#include "scrabble/movegen/static_values.h"

namespace zeitnot::scrabble {

namespace {

void value_endgame(Choices& choices, const StaticValues& values, int opponent_score) {
    const std::span<Choice> whole = choices.of_size(choices.tiles());
    int all = 0;
    for (const int score : whole.front().scores) {
        all += score;
    }
    for (Choice& choice : choices.all()) {
        int played = 0;
        for (const int score : choice.scores) {
            played += score;
        }
        choice.leave = choice.rest = -2 * (all - played) * points - values.not_out;
    }
    whole.front().leave = whole.front().rest = 2 * opponent_score * points;
}

}  // namespace

void value_choices(Choices& choices, const StaticValues& values, const Surroundings& around) {
    if (around.bag == 0) {
        value_endgame(choices, values, around.opponent_score);
        return;
    }
    std::array<Equity, most_choices> leaves{};
    if (values.leaves != nullptr) {
        values.leaves->values_of_subsets(choices.distinct(), choices.numbers(), leaves);
    }
    for (Choice& choice : choices.all()) {
        choice.leave = leaves[choices.kept(choice.played_index)];
        choice.rest = choice.leave + values.with_bag(around.bag - choice.size);
    }
}

}  // namespace zeitnot::scrabble
