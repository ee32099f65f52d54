// Pruning, reductions and extensions.

#include <algorithm>
#include <cmath>

#include "chess/worker.h"

namespace zeitnot::chess {

namespace {

constexpr int reduction_size = 64;

// Late-move reductions: logarithmic in depth and in the number of moves already searched.
std::array<std::array<int, reduction_size>, reduction_size> make_reductions() {
    std::array<std::array<int, reduction_size>, reduction_size> table{};
    for (int depth = 1; depth < reduction_size; ++depth) {
        for (int moves = 1; moves < reduction_size; ++moves) {
            table[depth][moves] = static_cast<int>(0.8 + std::log(depth) * std::log(moves) / 2.25);
        }
    }
    return table;
}

const auto reductions = make_reductions();

int late_reduction(int depth, int moves) {
    return reductions[std::min(depth, reduction_size - 1)][std::min(moves, reduction_size - 1)];
}

// Depths up to or from which a technique applies, and margins in centipawns, most of them per depth.
constexpr int reverse_futility_depth = 9;
constexpr int reverse_futility_margin = 75;
constexpr int razor_depth = 3;
constexpr int razor_margin = 250;
constexpr int null_move_depth = 3;
constexpr int futility_depth = 8;
constexpr int futility_base = 90;
constexpr int futility_margin = 85;
constexpr int late_moves_depth = 8;
constexpr int exchange_depth = 8;
constexpr int exchange_quiet_margin = 60;
constexpr int exchange_noisy_margin = 100;
constexpr int history_pruning_depth = 4;
constexpr int history_pruning_margin = 3500;
constexpr int history_per_ply = 8192;
constexpr int singular_depth = 7;
constexpr int singular_double_margin = 20;
constexpr int most_double_extensions = 6;
constexpr int probable_cut_depth = 5;
constexpr int probable_cut_margin = 180;
constexpr int probable_cut_moves = 3;

}  // namespace

Score Worker::prune(Node& node) {
    if (node.depth <= razor_depth && node.evaluation + razor_margin * node.depth < node.alpha) {
        const Score score = quiescence<false>(node.alpha, node.alpha + 1, node.ply, 0);
        if (score <= node.alpha || stopped()) {
            return score;
        }
    }
    if (is_mate(node.beta)) {
        return no_score;
    }
    const int margin = reverse_futility_margin * (node.depth - static_cast<int>(node.improving));
    if (node.depth <= reverse_futility_depth && node.evaluation - margin >= node.beta &&
        !is_mate(node.evaluation)) {
        return (node.evaluation + node.beta) / 2;
    }
    const Score score = null_move(node);
    return score == no_score ? probable_cut(node) : score;
}

// If the score stays above beta even after passing, some move will keep it there too.
Score Worker::null_move(const Node& node) {
    Frame& frame = frames_[node.ply];
    if (node.depth < null_move_depth || node.evaluation < node.beta ||
        frame.evaluation < node.beta - 20 * node.depth + 120 || node.ply < 1 ||
        !frames_[node.ply - 1].current || !position_.has_pieces(position_.side())) {
        return no_score;
    }
    const int reduction = 3 + node.depth / 3 + std::min((node.evaluation - node.beta) / 200, 3);
    frame.current = Move();
    frame.moved_piece = no_piece;
    frame.continuation = history_->continuation[no_piece].data();
    Undo undo;
    position_.make_null(undo);
    const Score score =
        -search<false>(-node.beta, -node.beta + 1, node.depth - reduction, node.ply + 1, !node.cut_node);
    position_.unmake_null(undo);
    const bool verified =
        score >= node.beta && !stopped() && stands_without_passing(node, node.depth - reduction);
    if (stopped()) {
        return 0;
    }
    if (!verified) {
        return no_score;
    }
    return is_mate(score) ? node.beta : score;
}

// Passing would be the best move in zugzwang, and it is not allowed. Where zugzwang is likely, or where a
// large subtree would be cut off, a search of the moves to the same depth must also reach beta.
bool Worker::stands_without_passing(const Node& node, int depth) {
    const bool doubtful =
        node.depth >= settings_.verification_depth || position_.has_one_minor(position_.side());
    if (!doubtful || verified_plies_ > 0) {
        return true;
    }
    depth = std::max(depth, 1);
    verified_plies_ = node.ply + std::max(1, 3 * depth / 4);
    const Score score = search<false>(node.beta - 1, node.beta, depth, node.ply, false);
    verified_plies_ = 0;
    return score >= node.beta;
}

// A capture that beats beta by a margin in a shallow search will most likely beat it in a deep one.
Score Worker::probable_cut(const Node& node) {
    const Score target = node.beta + probable_cut_margin - 50 * static_cast<int>(node.improving);
    const bool doubtful = node.known && node.entry.depth >= node.depth - 3 && node.entry.score != no_score &&
                          node.entry.score < target;
    if (node.depth < probable_cut_depth || doubtful) {
        return no_score;
    }
    const PickerContext picking = context(node.ply, node.entry.move);
    MovePicker picker = MovePicker::noisy(position_, picking);
    Undo undo;
    for (int tried = 0; tried < probable_cut_moves;) {
        const Move move = picker.next();
        if (!move) {
            break;
        }
        if (!position_.exchange_wins(move, target - frames_[node.ply].evaluation)) {
            continue;
        }
        ++tried;
        play(move, node.ply, undo);
        Score score = -quiescence<false>(-target, -target + 1, node.ply + 1, 0);
        if (score >= target) {
            score = -search<false>(-target, -target + 1, node.depth - 4, node.ply + 1, !node.cut_node);
        }
        position_.unmake(move, undo);
        if (stopped()) {
            return 0;
        }
        if (score >= target) {
            owner_.table_.store(position_.key(), node.ply,
                                {move, score, node.raw, node.depth - 3, Bound::lower, node.was_on_variation});
            return is_mate(score) ? score : score - (target - node.beta);
        }
    }
    return no_score;
}

bool Worker::skip(const Node& node, const Candidate& candidate, bool& skip_quiets) const {
    const Frame& frame = frames_[node.ply];
    const int depth = node.depth;
    if (!candidate.quiet) {
        return depth <= exchange_depth && candidate.losing &&
               !position_.exchange_wins(candidate.move, -exchange_noisy_margin * depth);
    }
    const int reduced =
        std::max(0, depth - late_reduction(depth, candidate.number) + candidate.history / history_per_ply);
    if (depth <= late_moves_depth && candidate.number > (4 + depth * depth) / (node.improving ? 1 : 2)) {
        skip_quiets = true;
    }
    if (!node.in_check && reduced <= futility_depth &&
        frame.evaluation + futility_base + futility_margin * reduced <= node.alpha) {
        skip_quiets = true;
        return !position_.gives_check(candidate.move);
    }
    if (depth <= history_pruning_depth && candidate.history < -history_pruning_margin * depth) {
        return true;
    }
    return depth <= exchange_depth &&
           !position_.exchange_wins(candidate.move, -exchange_quiet_margin * reduced);
}

int Worker::singular_extension(const Node& node, bool on_variation, Score& cut) {
    Frame& frame = frames_[node.ply];
    const TableEntry& entry = node.entry;
    if (node.depth < singular_depth || frame.excluded || node.ply >= 2 * root_depth_ || !node.known ||
        entry.depth < node.depth - 3 || entry.bound == Bound::upper || entry.bound == Bound::none ||
        entry.score == no_score || is_mate(entry.score)) {
        return 0;
    }
    const Score target = entry.score - 2 * node.depth;
    frame.excluded = entry.move;
    const Score score = search<false>(target - 1, target, (node.depth - 1) / 2, node.ply, node.cut_node);
    frame.excluded = Move();
    if (stopped()) {
        return 0;
    }
    if (score < target) {
        if (!on_variation && score < target - singular_double_margin &&
            frame.double_extensions < most_double_extensions) {
            ++frame.double_extensions;
            return 2;
        }
        return 1;
    }
    if (target >= node.beta) {  // more than one move beats beta
        cut = target;
        return 0;
    }
    return entry.score >= node.beta ? -1 : 0;
}

int Worker::reduction(const Node& node, const Candidate& candidate, const PickerContext& picking,
                      bool gives_check) {
    int plies = late_reduction(node.depth, candidate.number);
    plies += node.was_on_variation ? -1 : 1;
    plies += node.cut_node ? 2 : 0;
    plies -= static_cast<int>(node.improving);
    plies -= static_cast<int>(gives_check || node.in_check);
    plies -= std::clamp(candidate.history / history_per_ply, -2, 2);
    const Move move = candidate.move;
    plies -=
        static_cast<int>(move == picking.killers[0] || move == picking.killers[1] || move == picking.counter);
    return plies - static_cast<int>(!candidate.quiet);
}

}  // namespace zeitnot::chess
