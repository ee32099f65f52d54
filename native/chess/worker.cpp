// The tree search: principal variation search.

#include "chess/worker.h"

#include <algorithm>

#include "chess/move_generation.h"

namespace zeitnot::chess {

namespace {

constexpr int check_extension_depth = 6;
constexpr int table_fifty_limit = 90;  // close to the fifty-move rule stored scores are unreliable
constexpr int fifty_moves = 100;

}  // namespace

bool Worker::draw(int ply) const {
    if (position_.halfmove_clock() >= fifty_moves &&
        (position_.checkers() == 0 || !legal_moves(position_).empty())) {
        return true;
    }
    return position_.repeated(ply) || position_.insufficient_material();
}

void Worker::play(Move move, int ply, Undo& undo) {
    Frame& frame = frames_[ply];
    frame.current = move;
    frame.moved_piece = position_.piece_on(move.from());
    frame.continuation = &history_->continuation[frame.moved_piece][move.to()];
    position_.make(move, undo);
    owner_.table_.prefetch(position_.key());
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
    // Mate distance pruning: a shorter mate found nearer the root bounds the score.
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
    if (frame.excluded) {  // the same position has just been evaluated
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
    if (!on_variation && !node.in_check && !frame.excluded && ply >= verified_plies_) {
        const Score score = prune(node);
        if (score != no_score) {
            return score;
        }
    }
    // Internal iterative reduction: without a table move the move order is poor, and a shallower search finds
    // one cheaply.
    if (node.depth >= 4 && !node.entry.move && (on_variation || cut_node)) {
        --node.depth;
    }
    return search_moves<on_variation>(node);
}

// Searches a move that is already on the board, first with a null window and reduced depth, then as deep as
// its score warrants.
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

template Score Worker::search<true>(Score, Score, int, int, bool);
template Score Worker::search<false>(Score, Score, int, int, bool);

}  // namespace zeitnot::chess
