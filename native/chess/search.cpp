#include "chess/search.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>

#include "chess/worker.h"
#include "timing/wakeup_latency.h"

namespace zeitnot::chess {

namespace {

// A search that runs sees its stop within a fraction of a millisecond. One that does not by then is not
// running, and on a busy machine it may not for several milliseconds; a thread that slept is woken at once.
constexpr std::chrono::duration<double> grace{0.0006};
// Deadlines may be moved meanwhile, so nobody sleeps long.
constexpr double longest_nap_s = 0.002;
constexpr double shortest_nap_s = 0.00005;

}  // namespace

Search::Search(std::size_t hash_megabytes, int threads) : table_(hash_megabytes) {
    set_threads(threads);
}

Search::~Search() {
    end_threads();
}

void Search::set_hash(std::size_t megabytes) {
    const timing::Workspace::Use use(workspace_);
    end_threads();
    table_.resize(megabytes);
}

void Search::set_threads(int threads) {
    if (threads < 1 || threads > timing::most_threads) {
        throw std::invalid_argument("a search must have 1 to " + std::to_string(timing::most_threads) +
                                    " threads, got " + std::to_string(threads));
    }
    const timing::Workspace::Use use(workspace_);
    end_threads();
    std::vector<std::unique_ptr<Worker>> workers;
    workers.reserve(static_cast<std::size_t>(threads));
    for (int index = 0; index < threads; ++index) {
        workers.push_back(std::make_unique<Worker>(*this, index));
    }
    workers_ = std::move(workers);
}

void Search::new_game() {
    const timing::Workspace::Use use(workspace_);
    end_threads();
    table_.clear();
    for (const auto& worker : workers_) {
        worker->new_game();
    }
}

void Search::settle() {
    const timing::Workspace::Use use(workspace_);
    end_threads();
}

void Search::end_threads() {
    threads_.clear();  // which joins them: every search is stopped before it is answered
    control_.reset();
}

SearchResult Search::run(const Position& position, const SearchLimits& limits, const SearchSettings& settings,
                         std::shared_ptr<timing::StopControl> control, const ReportCallback& report) {
    const timing::Workspace::Use use(workspace_);
    end_threads();
    control_ = std::move(control);
    ended_ = false;
    failure_ = nullptr;
    searching_ = 1;
    table_.new_search();
    for (const auto& worker : workers_) {
        worker->prepare(position, limits, settings, *control_);
    }
    try {
        return search(position, report);
    } catch (...) {  // the callback goes with its caller: nobody may be left who would tell it anything
        control_->stop();
        threads_.clear();
        throw;
    }
}

SearchResult Search::search(const Position& position, const ReportCallback& report) {
    bool ended = true;
    if (control_->work_per_second() > 0.0 || control_->poll() || !search_beside(report)) {
        search_here(report);
    } else {
        ended = watch();
    }
    if (ended) {
        threads_.clear();
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }
    return result_of(position, ended);
}

// In this thread: nobody waits for the wall clock, there is no time for another, or none to be had.
void Search::search_here(const ReportCallback& report) {
    start_helpers();
    search_first(report);
}

bool Search::search_beside(const ReportCallback& report) {
    if (!timing::start_thread(threads_, [this, &report] { search_first(report); })) {
        return false;
    }
    start_helpers();
    return true;
}

void Search::start_helpers() {
    for (std::size_t i = 1; i < workers_.size(); ++i) {
        if (!timing::start_thread(threads_, [worker = workers_[i].get()] { worker->deepen(nullptr); })) {
            return;
        }
        searching_.fetch_add(1, std::memory_order_relaxed);
    }
}

void Search::search_first(const ReportCallback& report) {
    try {
        workers_.front()->deepen(&report);
    } catch (...) {  // a callback's: it goes to the caller
        failure_ = std::current_exception();
    }
    control_->stop();  // the helpers must not search on
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
}

bool Search::watch() {
    timing::reduce_wakeup_latency();
    std::unique_lock lock(mutex_);
    const auto ended = [this] { return ended_; };
    while (!ended_) {
        const double left_s = control_->hard_deadline_s() - control_->elapsed_s();
        if (left_s > 0.0 && !control_->stopped()) {
            const double nap_s = std::clamp(left_s, shortest_nap_s, longest_nap_s);
            changed_.wait_for(lock, std::chrono::duration<double>(nap_s), ended);
            continue;
        }
        control_->poll();
        if (!changed_.wait_for(lock, grace, ended) && workers_.front()->answer_for()) {
            return false;
        }
    }
    return true;
}

SearchResult Search::result_of(const Position& position, bool ended) {
    const Worker& first = *workers_.front();
    SearchResult result;
    const Standing standing = ended ? first.final_standing() : first.standing();
    result.end = ended ? first.end() : SearchEnd::stopped;
    result.last = standing.last;
    result.cuts = standing.cuts;
    result.looks = standing.looks;
    result.elapsed_s = control_->elapsed_s();
    result.threads = searching_.load(std::memory_order_relaxed);
    for (const auto& worker : workers_) {
        result.nodes += worker->nodes();
    }
    if (!standing.best.move) {
        return result;
    }
    const std::vector<std::string> line = line_text(position, standing.best);
    result.best = line.empty() ? position.to_uci(standing.best.move) : line[0];
    if (line.size() > 1) {
        result.ponder = line[1];
    }
    if (ended) {
        result.unfinished = first.unfinished();
    } else if (standing.last.lines.empty() || standing.last.lines.front().moves.front() != result.best) {
        result.unfinished = standing.unfinished_report(line, result.nodes, result.elapsed_s);
    }
    return result;
}

}  // namespace zeitnot::chess
