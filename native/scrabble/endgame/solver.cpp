#include "scrabble/endgame/solver.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>

#include "scrabble/endgame/worker.h"
#include "timing/helper_threads.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// Stops the other threads however this scope is left.
struct StopGuard {
    std::atomic<bool>& ended;

    explicit StopGuard(std::atomic<bool>& flag) : ended(flag) {}
    StopGuard(const StopGuard&) = delete;
    StopGuard& operator=(const StopGuard&) = delete;
    StopGuard(StopGuard&&) = delete;
    StopGuard& operator=(StopGuard&&) = delete;
    ~StopGuard() { ended.store(true, std::memory_order_relaxed); }
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
    const timing::Workspace::Use use(workspace_);
    std::atomic<bool> ended = false;
    if (!settings.keeps_table) {
        table_.begin();
    }
    add_workers(static_cast<std::size_t>(std::clamp(settings.threads, 1, timing::most_threads)));
    for (std::size_t i = 0; i < at_work_; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(at_work_);
        workers_[i]->begin(position, control, ended, settings.most_nodes / at_work_, share);
        workers_[i]->narrow(endgame::Window::between(settings.alpha_pts, settings.beta_pts));
    }
    const int most_depth = std::min(settings.most_depth, deepest_endgame);
    depth_.store(1, std::memory_order_relaxed);
    std::vector<std::jthread> others;
    const StopGuard guard(ended);
    // Workers without a thread stay idle and visit no node.
    for (std::size_t i = 1; i < at_work_; ++i) {
        if (!timing::start_thread(others, [this, i, most_depth] { help(*workers_[i], most_depth); })) {
            break;
        }
    }
    return deepen(most_depth, 1 + static_cast<int>(others.size()), control, callback);
}

void EndgameSolver::add_workers(std::size_t wanted) {
    at_work_ = wanted;
    try {
        while (workers_.size() < wanted) {
            workers_.push_back(std::make_unique<endgame::Worker>(dictionary_, table_, table_mb_));
        }
    } catch (const std::bad_alloc&) {
        at_work_ = workers_.size();  // the constructor made the first one
    }
}

// Helpers share their results through the table, and never search below the depth of the first thread. A
// helper that runs out of memory ends; the others go on.
void EndgameSolver::help(endgame::Worker& worker, int most_depth) const {
    try {
        worker.look_first();
        for (int depth = 1; depth <= most_depth; ++depth) {
            depth = std::max(depth, depth_.load(std::memory_order_relaxed));
            worker.search_depth(depth);
            if (worker.stopped() || worker.answer().complete) {
                return;
            }
        }
    } catch (const std::bad_alloc&) {
        return;
    }
}

EndgameReport EndgameSolver::deepen(int most_depth, int threads, timing::StopControl& control,
                                    const EndgameCallback& callback) {
    endgame::Worker& worker = *workers_[0];
    EndgameReport report;
    report.threads = threads;
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

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
