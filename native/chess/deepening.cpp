// The root: iterative deepening, aspiration windows, reports.

#include <algorithm>
#include <cmath>

#include "chess/move_generation.h"
#include "chess/worker.h"

namespace zeitnot::chess {

namespace {

constexpr int aspiration_depth = 5;  // shallower scores fluctuate too much for a window
constexpr int lead_depth = 4;  // a lead at a shallower depth says little, and measuring it is expensive there
constexpr int most_widenings = 4;
constexpr int widest_window = 2 * infinite_score;  // covers the full range of scores
// Nodes until the second look at the wall clock. The interval grows once that look has shown how fast the
// nodes are.
constexpr int first_interval = 1024;

}  // namespace

Worker::Worker(Search& search, int index)
    : owner_(search), index_(index), history_(std::make_unique<History>()), frames_(most_plies + 8) {
}

void Worker::new_game() {
    history_->clear();
    evaluator_.clear();
}

void Worker::prepare(const Position& position, const SearchLimits& limits, const SearchSettings& settings,
                     timing::StopControl& control) {
    position_ = position;
    limits_ = limits;
    settings_ = settings;
    control_ = &control;
    last_report_ = Report{};
    unfinished_.reset();
    answered_ = failed_ = false;
    answer_ = AnswerSoFar{};
    cuts_ = QuiescenceCuts{};
    looks_ = Looks{};
    end_ = SearchEnd::stopped;
    critical_ = tactical_ = false;
    finished_score_ = no_score;
    widened_ = 0;
    nodes_.store(0, std::memory_order_relaxed);
    quiescence_nodes_.store(0, std::memory_order_relaxed);
    polled_nodes_ = 0;
    polled_s_ = 0.0;
    wall_interval_ = first_interval;
    until_look_ = 1;  // look at the first node, which decides when to look next
    until_quiescence_look_ = settings.quiescence.node_interval;
    look_at_nodes_ = 1;
    std::fill(frames_.begin(), frames_.end(), Frame{});
    root_moves_.clear();
    const auto& wanted = limits.search_moves;
    for (const Move move : legal_moves(position)) {
        if (wanted.empty() || std::find(wanted.begin(), wanted.end(), move) != wanted.end()) {
            root_moves_.emplace_back().move = move;
        }
    }
}

std::size_t Worker::line_count() const {
    return std::min(static_cast<std::size_t>(std::max(1, settings_.multi_pv)), root_moves_.size());
}

void Worker::deepen(const ReportCallback* report) {
    if (root_moves_.empty()) {
        end_ = SearchEnd::no_moves;
        return;
    }
    const int deepest = std::min({limits_.depth, settings_.maximum_depth, most_plies - 1});
    for (int depth = 1; depth <= deepest && !stopped(); ++depth) {
        // Helpers skip different depths, so that they do not all search the same tree.
        if (index_ > 0 && depth > 1 && depth < deepest && (depth + index_) % 3 == 0) {
            continue;
        }
        root_depth_ = depth;
        fail_highs_ = fail_lows_ = 0;
        lead_cp_.reset();
        best_move_changes_.store(0, std::memory_order_relaxed);
        for (RootMove& root : root_moves_) {
            root.previous_score = root.score;
            root.score = -infinite_score;
        }
        for (line_index_ = 0; line_index_ < line_count() && !stopped(); ++line_index_) {
            aspirate(depth);
        }
        if (!stopped()) {
            note_swing(depth);
        }
        if (settings_.gap_cp > 0 && depth >= lead_depth && line_count() == 1 && !stopped()) {
            measure_lead(depth);
        }
        if (stopped() || (index_ == 0 && report_iteration(depth, deepest, report))) {
            break;
        }
    }
    if (index_ == 0) {
        keep_unfinished();
    }
}

void Worker::keep_unfinished() {
    const RootMove& best = root_moves_.front();
    const auto& told = last_report_.lines;
    const bool known = !told.empty() && told.front().moves.front() == position_.to_uci(best.move);
    if (!known && best.score != -infinite_score) {  // a move that was not searched has no score to report
        unfinished_ = make_report(root_depth_, 1);
    }
}

bool Worker::report_iteration(int depth, int deepest, const ReportCallback* report) {
    const std::lock_guard telling(reporting_);
    if (answered_) {
        return true;
    }
    failed_ = true;  // until the callback has returned without throwing
    last_report_ = make_report(depth, line_count());
    publish(root_moves_.front());
    const int mate = moves_to_mate(last_report_.lines.front().score);
    const bool mate_found = limits_.mate > 0 && mate > 0 && mate <= limits_.mate;
    if (depth == deepest) {
        end_ = SearchEnd::depth;
    }
    const bool enough = report != nullptr && *report && (*report)(last_report_);
    failed_ = false;
    if (enough) {
        end_ = SearchEnd::callback;
        return true;
    }
    if (mate_found) {
        end_ = SearchEnd::mate;
    }
    return mate_found;
}

void Worker::sort_root_moves(std::size_t from, std::size_t to) {
    const auto begin = root_moves_.begin();
    std::stable_sort(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(to),
                     [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
}

void Worker::note_swing(int depth) {
    const Score score = root_moves_.front().score;
    if (finished_score_ != no_score && depth > settings_.aspiration.swing_after_depth &&
        std::abs(score - finished_score_) > settings_.aspiration.tactical_swing_cp) {
        tactical_ = true;
    }
    finished_score_ = score;
}

void Worker::aspirate(int depth) {
    const AspirationSettings& windows = settings_.aspiration;
    const Score expected = root_moves_[line_index_].previous_score;
    int window = std::clamp(windows.window_cp, 1, widest_window);
    window = std::min(window * (1 + (windows.widens_later ? widened_ : 0)), widest_window);
    int failures = 0;
    Score alpha = -infinite_score;
    Score beta = infinite_score;
    if (depth >= aspiration_depth && expected != -infinite_score && !is_mate(expected)) {
        alpha = std::max(expected - window, -infinite_score);
        beta = std::min(expected + window, infinite_score);
    }
    while (true) {
        const Score score = search_root(depth, alpha, beta);
        sort_root_moves(line_index_, root_moves_.size());
        if (stopped()) {
            return;
        }
        if (score <= alpha && alpha > -infinite_score) {
            ++fail_lows_;
            beta = (alpha + beta) / 2;
            alpha = std::max(score - window, -infinite_score);
        } else if (score >= beta && beta < infinite_score) {
            ++fail_highs_;
            beta = std::min(score + window, infinite_score);
        } else {
            break;
        }
        window = std::min(2 * window, widest_window);
        const int retries = tactical_ ? windows.retries_tactical : windows.retries;
        if (++failures > retries || is_mate(score)) {
            tactical_ = true;
            alpha = -infinite_score;
            beta = infinite_score;
        }
    }
    widened_ = std::min(widened_ + static_cast<int>(failures > 0), most_widenings);
    sort_root_moves(0, line_index_ + 1);  // with several lines, the best one comes first
}

// A null-window search just below the best score shows on which side of gap_cp the second-best move lies. It
// is much cheaper than a second line.
void Worker::measure_lead(int depth) {
    const Score beta = root_moves_.front().score - settings_.gap_cp;
    if (root_moves_.size() < 2 || beta <= -infinite_score) {
        return;
    }
    line_index_ = 1;
    const Score score = search_root(depth, beta - 1, beta);
    sort_root_moves(1, root_moves_.size());
    lead_cp_ = settings_.gap_cp + static_cast<Score>(score < beta);
}

// Searches a root move that is already on the board.
Score Worker::search_root_move(const RootMove& root, int depth, int number, Score alpha, Score beta) {
    if (number > 1) {
        int reduction = 0;
        if (depth >= 3 && number > 3 && position_.checkers() == 0 && root.move.kind() == Move::normal) {
            reduction = std::clamp(static_cast<int>(std::log(depth) * std::log(number) / 2.5), 0, depth - 2);
        }
        Score score = -search<false>(-alpha - 1, -alpha, depth - 1 - reduction, 1, true);
        if (score > alpha && reduction > 0) {
            score = -search<false>(-alpha - 1, -alpha, depth - 1, 1, true);
        }
        if (score <= alpha) {
            return score;
        }
    }
    return -search<true>(-beta, -alpha, depth - 1, 1, false);
}

Score Worker::search_root(int depth, Score alpha, Score beta) {
    Score best_score = -infinite_score;
    Undo undo;
    frames_[0].evaluation = position_.checkers() == 0 ? corrected(evaluate()) : no_score;
    frames_[1].killers = {};
    selective_depth_ = 0;
    int number = 0;
    for (std::size_t i = line_index_; i < root_moves_.size(); ++i) {
        if (++number > 1 && ends_between_root_moves(depth)) {
            return 0;
        }
        RootMove& root = root_moves_[i];
        const std::uint64_t before = nodes();
        play(root.move, 0, undo);
        count_node();
        const Score score = search_root_move(root, depth, number, alpha, beta);
        position_.unmake(root.move, undo);
        root.nodes += nodes() - before;
        if (stopped()) {
            return 0;
        }
        if (number == 1 || score > alpha) {
            root.score = score;
            root.selective_depth = selective_depth_;
            root.bound = score <= alpha ? Bound::upper : Bound::exact;
            if (score >= beta) {
                root.bound = Bound::lower;
            }
            root.line[0] = root.move;
            std::copy_n(frames_[1].line.begin(), frames_[1].line_length, root.line.begin() + 1);
            root.line_length = frames_[1].line_length + 1;
            if (number > 1 && line_index_ < line_count()) {
                best_move_changes_.fetch_add(1, std::memory_order_relaxed);
            }
            if (index_ == 0 && line_index_ == 0) {
                publish(root);
            }
        } else {
            root.score = -infinite_score;  // keeps its place in the move order
        }
        if (score > best_score) {
            best_score = score;
            if (score >= beta) {
                break;
            }
            alpha = std::max(alpha, score);
        }
    }
    return best_score;
}

Report Worker::make_report(int depth, std::size_t lines) {
    Report report;
    report.depth = depth;
    double changes = 0.0;
    for (const auto& worker : owner_.workers_) {
        report.nodes += worker->nodes();
        report.quiescence_nodes += worker->quiescence_nodes();
        changes += worker->best_move_changes_.load(std::memory_order_relaxed);
    }
    control_->add_work(nodes() - polled_nodes_);
    polled_nodes_ = nodes();
    report.elapsed_s = control_->elapsed_s();
    report.best_move_changes = changes / owner_.searching_.load(std::memory_order_relaxed);
    report.best_move_share = share_of_nodes(root_moves_.front().nodes);
    report.fail_highs = fail_highs_;
    report.fail_lows = fail_lows_;
    report.soft_stopped = control_->soft_stopped();
    report.permille_full = owner_.table_.permille_full();
    report.lead_cp = lead_cp_;
    for (std::size_t i = 0; i < lines; ++i) {
        const RootMove& root = root_moves_[i];
        report.lines.push_back({root.score, root.bound, root.selective_depth, line_text(position_, root)});
    }
    return report;
}

}  // namespace zeitnot::chess
