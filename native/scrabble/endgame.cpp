#include "scrabble/endgame.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "scrabble/endgame_worker.h"

namespace zeitnot::scrabble {

namespace {

// Deeper than any endgame.
constexpr int deepest = 100;

// Ends the other threads, whatever happens in this one.
struct LastWord {
    std::atomic<bool>& ended;

    explicit LastWord(std::atomic<bool>& flag) : ended(flag) {}
    LastWord(const LastWord&) = delete;
    LastWord& operator=(const LastWord&) = delete;
    LastWord(LastWord&&) = delete;
    LastWord& operator=(LastWord&&) = delete;
    ~LastWord() { ended.store(true, std::memory_order_relaxed); }
};

}  // namespace

EndgameSolver::EndgameSolver(const Dictionary& dictionary, std::size_t table_mb)
    : dictionary_(dictionary), table_mb_(table_mb), table_(table_mb) {
    workers_.push_back(std::make_unique<endgame::Worker>(dictionary_, table_, table_mb_));
}

EndgameSolver::~EndgameSolver() = default;

std::uint64_t EndgameSolver::nodes() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < at_work_; ++i) {
        sum += workers_[i]->nodes();
    }
    return sum;
}

EndgameReport EndgameSolver::solve(const EndgamePosition& position, const EndgameSettings& settings,
                                   timing::StopControl& control, const EndgameCallback& callback) {
    std::atomic<bool> ended = false;
    at_work_ = static_cast<std::size_t>(std::max(1, settings.threads));
    table_.begin();
    while (workers_.size() < at_work_) {
        workers_.push_back(std::make_unique<endgame::Worker>(dictionary_, table_, table_mb_));
    }
    for (std::size_t i = 0; i < at_work_; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(at_work_);
        workers_[i]->begin(position, control, ended, settings.most_nodes / at_work_, share);
    }
    const int most_depth = std::min(settings.most_depth, deepest);
    depth_.store(1, std::memory_order_relaxed);
    std::vector<std::jthread> others;
    const LastWord last_word(ended);
    for (std::size_t i = 1; i < at_work_; ++i) {
        others.emplace_back([this, i, most_depth] { help(*workers_[i], most_depth); });
    }
    return deepen(most_depth, control, callback);
}

// What the others find is in the table; none stays behind the depth that the first is at.
void EndgameSolver::help(endgame::Worker& worker, int most_depth) const {
    worker.look_first();
    for (int depth = 1; depth <= most_depth; ++depth) {
        depth = std::max(depth, depth_.load(std::memory_order_relaxed));
        worker.search_depth(depth);
        if (worker.stopped() || worker.answer().complete) {
            return;
        }
    }
}

EndgameReport EndgameSolver::deepen(int most_depth, timing::StopControl& control,
                                    const EndgameCallback& callback) {
    endgame::Worker& worker = *workers_[0];
    EndgameReport report;
    const auto refresh = [&] {
        report.value_pts = worker.answer().value;
        report.complete = worker.answer().complete;
        report.line = worker.line();
        report.nodes = nodes();
        report.elapsed_s = control.elapsed_s();
    };
    worker.look_first();
    for (int depth = 1; depth <= most_depth; ++depth) {
        depth_.store(depth, std::memory_order_relaxed);
        worker.search_depth(depth);
        worker.look();
        if (worker.stopped()) {
            break;
        }
        report.depth = depth;
        refresh();
        if (callback(report) || report.complete || control.soft_stopped() || control.stopped()) {
            return report;
        }
    }
    refresh();
    return report;
}

}  // namespace zeitnot::scrabble
