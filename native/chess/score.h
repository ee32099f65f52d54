// Scores in centipawns from the side to move, with mates at the far ends.

#pragma once

namespace zeitnot::chess {

using Score = int;

constexpr int most_plies = 246;
constexpr Score infinite_score = 32'001;
constexpr Score no_score = 32'002;
constexpr Score mate_score = 32'000;
constexpr Score mate_bound = mate_score - most_plies;  // scores beyond it are mates

constexpr Score mated_in(int ply) {
    return -mate_score + ply;
}

constexpr Score mate_in(int ply) {
    return mate_score - ply;
}

constexpr bool is_mate(Score score) {
    return score >= mate_bound || score <= -mate_bound;
}

// Moves to mate as UCI counts them: negative when being mated, 0 when the score is not a mate.
constexpr int moves_to_mate(Score score) {
    if (score >= mate_bound) {
        return (mate_score - score + 1) / 2;
    }
    return score <= -mate_bound ? -(mate_score + score) / 2 : 0;
}

}  // namespace zeitnot::chess
