// The tree: principal variation search with the usual prunings, reductions and extensions.

#include "chess/worker.h"

#include <algorithm>
#include <cmath>

#include "chess/move_generation.h"

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

// Thresholds of the prunings: depths up to which they apply, margins in centipawns, most of them per depth.
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
constexpr int check_extension_depth = 6;
constexpr int table_fifty_limit = 90;  // close to the fifty-move rule stored scores are not trusted
constexpr int fifty_moves = 100;

// Corrections of the evaluation, in parts of a centipawn.
constexpr int correction_scale = 256;
constexpr int correction_limit = correction_scale * 32;
constexpr int correction_weight = 16;

int history_bonus(int depth) {
    return std::min(1800, 12 * depth * depth + 120 * depth - 80);
}

}  // namespace

bool Worker::draw(int ply) const {
    if (position_.halfmove_clock() >= fifty_moves &&
        (position_.checkers() == 0 || !legal_moves(position_).empty())) {
        return true;
    }
    return position_.repeated(ply) || position_.insufficient_material();
}

Score Worker::corrected(Score evaluation) const {
    const auto slot = static_cast<std::size_t>(position_.pawn_key() % History::correction_size);
    const int shift = history_->correction[position_.side()][slot] / correction_scale;
    return std::clamp(evaluation + shift, -mate_bound + 1, mate_bound - 1);
}

void Worker::learn_correction(Score evaluation, Score score, int depth) {
    const auto slot = static_cast<std::size_t>(position_.pawn_key() % History::correction_size);
    std::int16_t& entry = history_->correction[position_.side()][slot];
    const int weight = std::min(depth + 1, correction_weight);
    const int error = (score - evaluation) * correction_scale;
    const int moved = (entry * (correction_scale - weight) + error * weight) / correction_scale;
    entry = static_cast<std::int16_t>(std::clamp(moved, -correction_limit, correction_limit));
}

void Worker::play(Move move, int ply, Undo& undo) {
    Frame& frame = frames_[ply];
    frame.current = move;
    frame.moved_piece = position_.piece_on(move.from());
    frame.continuation = &history_->continuation[frame.moved_piece][move.to()];
    position_.make(move, undo);
    owner_.table_.prefetch(position_.key());
}

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

void Worker::extend_line(int ply, Move move) {
    Frame& frame = frames_[ply];
    const Frame& below = frames_[ply + 1];
    frame.line[0] = move;
    std::copy_n(below.line.begin(), below.line_length, frame.line.begin() + 1);
    frame.line_length = below.line_length + 1;
}

Score Worker::settled(Node& node) const {
    if (draw(node.ply)) {
        return 0;
    }
    // A mate already found nearer the root bounds what can be gained here.
    node.alpha = std::max(node.alpha, mated_in(node.ply));
    node.beta = std::min(node.beta, mate_in(node.ply + 1));
    return node.alpha >= node.beta ? node.alpha : no_score;
}

void Worker::judge(Node& node) {
    Frame& frame = frames_[node.ply];
    if (node.in_check) {
        frame.evaluation = no_score;
        return;
    }
    if (frame.excluded) {  // the same position was judged a moment ago
        node.evaluation = frame.evaluation;
    } else {
        node.raw = node.known && node.entry.evaluation != no_score ? node.entry.evaluation : evaluate();
        node.evaluation = frame.evaluation = corrected(node.raw);
        if (node.known && node.entry.sharpens(node.evaluation)) {
            node.evaluation = node.entry.score;
        }
    }
    if (node.ply >= 2) {
        const Score before = frames_[node.ply - 2].evaluation;
        node.improving = before == no_score || frame.evaluation > before;
    }
}

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

// When even passing keeps the score above beta, some move will.
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
    if (stopped()) {
        return 0;
    }
    if (score < node.beta) {
        return no_score;
    }
    return is_mate(score) ? node.beta : score;
}

// A capture that beats beta by a margin in a shallow search will beat it in a deep one.
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

template <bool on_variation>
Score Worker::search(Score alpha, Score beta, int depth, int ply, bool cut_node) {
    if (depth <= 0) {
        return quiescence<on_variation>(alpha, beta, ply, 0);
    }
    Frame& frame = frames_[ply];
    frame.line_length = 0;
    count_node();
    if (stopped()) {
        return 0;
    }
    selective_depth_ = std::max(selective_depth_, ply + 1);
    Node node{.alpha = alpha, .beta = beta, .depth = depth, .ply = ply, .cut_node = cut_node};
    node.in_check = position_.checkers() != 0;
    const Score known_score = settled(node);
    if (known_score != no_score) {
        return known_score;
    }
    if (ply >= most_plies - 1) {
        return node.in_check ? 0 : evaluate();
    }
    node.known = !frame.excluded && owner_.table_.probe(position_.key(), ply, node.entry);
    if (!on_variation && node.known && node.entry.depth >= depth &&
        node.entry.decides(node.alpha, node.beta) && position_.halfmove_clock() < table_fifty_limit) {
        return node.entry.score;
    }
    node.was_on_variation = on_variation || (node.known && node.entry.on_principal_variation);
    judge(node);
    frames_[ply + 1].killers = {};
    frame.double_extensions = ply >= 1 ? frames_[ply - 1].double_extensions : 0;
    if (!on_variation && !node.in_check && !frame.excluded) {
        const Score score = prune(node);
        if (score != no_score) {
            return score;
        }
    }
    // Without a move from the table the order is poor: a shallower search first costs little.
    if (node.depth >= 4 && !node.entry.move && (on_variation || cut_node)) {
        --node.depth;
    }
    return search_moves<on_variation>(node);
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
    if (target >= node.beta) {  // several moves beat beta
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

// Searches a move that is already on the board, first narrowly and reduced, then as far as it deserves.
template <bool on_variation>
Score Worker::search_move(const Node& node, const Candidate& candidate, const PickerContext& picking,
                          Score best_score, int extension) {
    const bool gives_check = position_.checkers() != 0;
    if (gives_check && extension == 0 && node.ply < 2 * root_depth_ && node.depth <= check_extension_depth &&
        !candidate.losing) {
        extension = 1;
    }
    const Score alpha = node.alpha;
    const int depth = node.depth - 1 + extension;
    const int below = node.ply + 1;
    Score score = 0;
    bool full = on_variation && candidate.number == 1;
    if (node.depth >= 2 && candidate.number > (on_variation ? 2 : 1) &&
        (candidate.quiet || candidate.losing)) {
        const int plies = reduction(node, candidate, picking, gives_check);
        const int reduced = std::clamp(depth - plies, 1, std::max(1, depth));
        score = -search<false>(-alpha - 1, -alpha, reduced, below, true);
        if (score > alpha && reduced < depth) {
            const int longer = static_cast<int>(score > best_score + 50 + 2 * depth);
            const int shorter = static_cast<int>(score < best_score + 8);
            if (depth + longer - shorter > reduced) {
                score = -search<false>(-alpha - 1, -alpha, depth + longer - shorter, below, !node.cut_node);
            }
        }
        full = on_variation && score > alpha;
    } else if (!full) {
        score = -search<false>(-alpha - 1, -alpha, depth, below, !node.cut_node);
        full = on_variation && score > alpha;
    }
    return full ? -search<true>(-node.beta, -alpha, depth, below, false) : score;
}

template <bool on_variation>
Score Worker::search_moves(Node& node) {
    const Move excluded = frames_[node.ply].excluded;
    const PickerContext picking = context(node.ply, node.entry.move);
    MovePicker picker(position_, picking);
    MoveList quiets;
    MoveList captures;
    const Score old_alpha = node.alpha;
    Score best_score = -infinite_score;
    Move best;
    Undo undo;
    int moves = 0;
    bool skip_quiets = false;
    while (const Move move = picker.next(skip_quiets)) {
        if (move == excluded) {
            continue;
        }
        const bool is_quiet = quiet(move);
        const Candidate candidate{.move = move,
                                  .number = ++moves,
                                  .quiet = is_quiet,
                                  .losing = picker.losing(),
                                  .history = is_quiet ? quiet_history(move, node.ply) : 0};
        if (best_score > -mate_bound && position_.has_pieces(position_.side()) &&
            skip(node, candidate, skip_quiets)) {
            continue;
        }
        Score cut = no_score;
        const int extension = move == node.entry.move ? singular_extension(node, on_variation, cut) : 0;
        if (stopped()) {
            return 0;
        }
        if (cut != no_score) {
            return cut;
        }
        play(move, node.ply, undo);
        const Score score = search_move<on_variation>(node, candidate, picking, best_score, extension);
        position_.unmake(move, undo);
        if (stopped()) {
            return 0;
        }
        if (score > best_score) {
            best_score = score;
            if (score > node.alpha) {
                best = move;
                if (on_variation) {
                    extend_line(node.ply, move);
                }
                if (score >= node.beta) {
                    break;
                }
                node.alpha = score;
            }
        }
        (is_quiet ? quiets : captures).add(move);
    }
    if (moves == 0) {
        const Score no_moves = node.in_check ? mated_in(node.ply) : 0;
        return excluded ? node.alpha : no_moves;
    }
    const bool raised = on_variation && best_score > old_alpha;
    const Bound below_beta = raised ? Bound::exact : Bound::upper;
    conclude(node, best_score, best, quiets, captures, best_score >= node.beta ? Bound::lower : below_beta);
    return best_score;
}

// Learns from the moves that were tried and keeps the result.
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

template Score Worker::search<true>(Score, Score, int, int, bool);
template Score Worker::search<false>(Score, Score, int, int, bool);

}  // namespace zeitnot::chess
