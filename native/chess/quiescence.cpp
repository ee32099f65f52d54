// Quiescence search: captures, evasions and, if the settings ask for them, checks, within the limits of the
// budget.

#include <algorithm>
#include <cmath>

#include "chess/worker.h"

namespace zeitnot::chess {

namespace {

constexpr int delta_margin = 200;  // centipawns by which a capture may fall short of alpha

}  // namespace

// Whether the budget's limits end quiescence here with the static evaluation.
bool Worker::quiescence_ends(int quiescence_depth) {
    if (quiescence_depth > settings_.quiescence.soft_stop_depth && control_->soft_stopped()) {
        ++cuts_.by_soft_stop;
        return true;
    }
    if (quiescence_depth >= settings_.quiescence.depth_limit) {
        ++cuts_.by_depth;
        return true;
    }
    return false;
}

int Worker::quiescence_moves(int quiescence_depth) const {
    const QuiescenceSettings& limits = settings_.quiescence;
    const double share = static_cast<double>(quiescence_depth) / std::max(1, limits.depth_limit);
    std::size_t band = 0;
    while (band < limits.band_ends.size() && share > limits.band_ends[band]) {
        ++band;
    }
    const int moves = limits.move_limits[band];
    return critical_ ? std::min(moves, limits.critical_moves) : moves;
}

bool Worker::hopeless(Move move, Score stand, Score alpha) const {
    const int gain = exchange_values[position_.captured_type(move)];
    // Checks are exempt: they are not played to win material.
    return (position_.capture(move) && move.kind() != Move::promotion &&
            stand + gain + delta_margin <= alpha) ||
           !position_.exchange_wins(move, 0);
}

// Score of standing pat, which is also stored in the frame: without a check the side to move need not
// capture.
Score Worker::stand(int ply, bool known, const TableEntry& entry, Score& raw) {
    raw = known && entry.evaluation != no_score ? entry.evaluation : evaluate();
    const Score evaluation = frames_[ply].evaluation = corrected(raw);
    return known && entry.sharpens(evaluation) ? entry.score : evaluation;
}

template <bool on_variation>
Score Worker::quiescence(Score alpha, Score beta, int ply, int quiescence_depth) {
    Frame& frame = frames_[ply];
    frame.line_length = 0;
    frame.evaluation = no_score;
    count_quiescence_node();
    selective_depth_ = std::max(selective_depth_, ply + 1);
    if (stopped() || draw(ply)) {
        return 0;
    }
    const bool in_check = position_.checkers() != 0;
    if (ply >= most_plies - 1) {
        return in_check ? 0 : evaluate();
    }
    TableEntry entry;
    const bool known = owner_.table_.probe(position_.key(), ply, entry);
    if (!on_variation && known && entry.decides(alpha, beta)) {
        return entry.score;
    }
    Score raw = no_score;
    Score best_score = -infinite_score;
    if (!in_check) {
        best_score = stand(ply, known, entry, raw);
        if (best_score >= beta || quiescence_ends(quiescence_depth)) {
            return best_score;
        }
        alpha = std::max(alpha, best_score);
    }
    const Score stand_score = best_score;
    const int most_tried = in_check ? most_moves : quiescence_moves(quiescence_depth);
    const PickerContext picking = context(ply, entry.move);
    const bool checks = quiescence_depth < settings_.quiescence.check_depth;
    MovePicker picker = MovePicker::noisy(position_, picking, checks);
    Move best;
    Undo undo;
    int moves = 0;
    while (const Move move = picker.next(best_score > -mate_bound)) {
        if (moves >= most_tried) {
            ++cuts_.by_moves;
            break;
        }
        if (!in_check && best_score > -mate_bound && hopeless(move, stand_score, alpha)) {
            continue;
        }
        if (++moves % settings_.quiescence.move_interval == 0) {
            ++looks_.quiescence_moves;
            poll();
        }
        play(move, ply, undo);
        const Score score = -quiescence<on_variation>(-beta, -alpha, ply + 1, quiescence_depth + 1);
        position_.unmake(move, undo);
        if (stopped()) {
            return 0;
        }
        if (score > best_score) {
            best_score = score;
            if (score > alpha) {
                best = move;
                if (on_variation) {
                    extend_line(ply, move);
                }
                if (score >= beta) {
                    break;
                }
                alpha = score;
            }
        }
    }
    if (in_check && moves == 0) {
        return mated_in(ply);
    }
    const bool was_on_variation = on_variation || (known && entry.on_principal_variation);
    owner_.table_.store(
        position_.key(), ply,
        {best, best_score, raw, 0, best_score >= beta ? Bound::lower : Bound::upper, was_on_variation});
    return best_score;
}

template Score Worker::quiescence<true>(Score, Score, int, int);
template Score Worker::quiescence<false>(Score, Score, int, int);

}  // namespace zeitnot::chess
