#include "chess/search.h"

#include <algorithm>
#include <chrono>

#include "chess/worker.h"
#include "timing/short_slices.h"

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
    settle();
}

void Search::set_hash(std::size_t megabytes) {
    settle();
    table_.resize(megabytes);
}

void Search::set_threads(int threads) {
    settle();
    workers_.clear();
    for (int index = 0; index < std::max(1, threads); ++index) {
        workers_.push_back(std::make_unique<Worker>(*this, index));
    }
}

void Search::new_game() {
    settle();
    table_.clear();
    for (const auto& worker : workers_) {
        worker->new_game();
    }
}

void Search::settle() {
    threads_.clear();  // which joins them: every search is stopped before it is answered
    control_.reset();
}

SearchResult Search::run(const Position& position, const SearchLimits& limits, const SearchSettings& settings,
                         std::shared_ptr<timing::StopControl> control, const ReportCallback& report) {
    settle();
    control_ = std::move(control);
    ended_ = false;
    failure_ = nullptr;
    table_.new_search();
    for (const auto& worker : workers_) {
        worker->prepare(position, limits, settings, *control_);
    }
    bool ended = true;
    if (control_->work_per_second() > 0.0 || control_->poll()) {
        search_here(report);
    } else {
        search_beside(report);
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

// In this thread: nobody waits for the wall clock, or there is no time for another.
void Search::search_here(const ReportCallback& report) {
    for (std::size_t i = 1; i < workers_.size(); ++i) {
        threads_.emplace_back([worker = workers_[i].get()] { worker->deepen(nullptr); });
    }
    search_first(report);
}

void Search::search_beside(const ReportCallback& report) {
    threads_.emplace_back([this, &report] { search_first(report); });
    for (std::size_t i = 1; i < workers_.size(); ++i) {
        threads_.emplace_back([worker = workers_[i].get()] { worker->deepen(nullptr); });
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
    timing::ask_for_short_slices();
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
    result.elapsed_s = control_->elapsed_s();
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
