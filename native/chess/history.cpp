// Learning inside a worker: move histories and the correction of the static evaluation.

#include "chess/history.h"

#include <algorithm>

#include "chess/worker.h"

namespace zeitnot::chess {

namespace {

// Corrections of the evaluation, in 1/256 centipawn.
constexpr int correction_scale = 256;
constexpr int correction_limit = correction_scale * 32;
constexpr int correction_weight = 16;

int history_bonus(int depth) {
    return std::min(1800, 12 * depth * depth + 120 * depth - 80);
}

}  // namespace

PickerContext Worker::context(int ply, Move table_move) const {
    PickerContext context;
    context.history = history_.get();
    context.table_move = table_move;
    context.killers = frames_[ply].killers;
    if (ply >= 1 && frames_[ply - 1].current) {
        const Frame& before = frames_[ply - 1];
        context.after_last = before.continuation;
        context.counter = history_->counter[before.moved_piece][before.current.to()];
    }
    if (ply >= 2 && frames_[ply - 2].current) {
        context.after_own_last = frames_[ply - 2].continuation;
    }
    return context;
}

int Worker::quiet_history(Move move, int ply) const {
    const int piece = position_.piece_on(move.from());
    int score = history_->quiet[position_.side()][move.from()][move.to()];
    for (const int back : {1, 2}) {
        if (ply >= back && frames_[ply - back].current) {
            score += (*frames_[ply - back].continuation)[piece][move.to()];
        }
    }
    return score;
}

Score Worker::corrected(Score evaluation) const {
    const auto slot = static_cast<std::size_t>(position_.pawn_key() % History::correction_size);
    const int shift = history_->correction[position_.side()][slot] / correction_scale;
    return std::clamp(evaluation + shift, -mate_bound + 1, mate_bound - 1);
}

// Updates the histories with the moves that were tried and stores the result in the table.
void Worker::conclude(const Node& node, Score best_score, Move best, const MoveList& quiets,
                      const MoveList& captures, Bound bound) {
    const bool best_is_quiet = !best || quiet(best);
    if (bound == Bound::lower) {
        if (best_is_quiet) {
            learn_quiet(best, node.ply, node.depth, quiets);
            learn_captures(Move(), node.depth, captures);
        } else {
            MoveList all = captures;
            all.add(best);
            learn_captures(best, node.depth, all);
        }
    }
    const Frame& frame = frames_[node.ply];
    if (frame.excluded) {
        return;
    }
    owner_.table_.store(position_.key(), node.ply,
                        {best, best_score, node.raw, node.depth, bound, node.was_on_variation});
    const bool says_nothing = (bound == Bound::lower && best_score <= frame.evaluation) ||
                              (bound == Bound::upper && best_score >= frame.evaluation);
    if (!node.in_check && best_is_quiet && !is_mate(best_score) && !says_nothing) {
        learn_correction(node.raw, best_score, node.depth);
    }
}

void Worker::learn_quiet(Move best, int ply, int depth, const MoveList& tried) {
    Frame& frame = frames_[ply];
    if (frame.killers[0] != best) {
        frame.killers = {best, frame.killers[0]};
    }
    if (ply >= 1 && frames_[ply - 1].current) {
        history_->counter[frames_[ply - 1].moved_piece][frames_[ply - 1].current.to()] = best;
    }
    const int bonus = history_bonus(depth);
    const auto teach = [&](Move move, int amount) {
        const int piece = position_.piece_on(move.from());
        learn(history_->quiet[position_.side()][move.from()][move.to()], amount);
        for (const int back : {1, 2}) {
            if (ply >= back && frames_[ply - back].current) {
                learn((*frames_[ply - back].continuation)[piece][move.to()], amount);
            }
        }
    };
    teach(best, bonus);
    for (const Move move : tried) {
        if (move != best) {
            teach(move, -bonus);
        }
    }
}

void Worker::learn_captures(Move best, int depth, const MoveList& tried) {
    const int bonus = history_bonus(depth);
    for (const Move move : tried) {
        const PieceType victim = position_.captured_type(move);
        if (victim != no_piece_type) {
            learn(history_->capture[position_.piece_on(move.from())][move.to()][victim],
                  move == best ? bonus : -bonus);
        }
    }
}

void Worker::learn_correction(Score evaluation, Score score, int depth) {
    const auto slot = static_cast<std::size_t>(position_.pawn_key() % History::correction_size);
    std::int16_t& entry = history_->correction[position_.side()][slot];
    const int weight = std::min(depth + 1, correction_weight);
    const int error = (score - evaluation) * correction_scale;
    const int moved = (entry * (correction_scale - weight) + error * weight) / correction_scale;
    entry = static_cast<std::int16_t>(std::clamp(moved, -correction_limit, correction_limit));
}

}  // namespace zeitnot::chess
