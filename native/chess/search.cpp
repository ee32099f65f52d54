#include "chess/search.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>

#include "chess/worker.h"
#include "timing/wakeup_latency.h"

namespace zeitnot::chess {

namespace {

// A running search sees its stop within a fraction of a millisecond. If it has not, the system is not running
// it, and on a busy machine that can last for several milliseconds. The watching thread slept before, so the
// scheduler wakes it at once.
constexpr std::chrono::duration<double> grace{0.0006};
// Limits of one wait: deadlines may be moved at any time.
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
    threads_.clear();  // joins the threads: every search is stopped before its answer is returned
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
    } catch (...) {  // the callback dies with its caller, so no thread that could call it may be left
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

// Searches in the calling thread: in work time, when the time is already up, or when no other thread can be
// started.
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
    } catch (...) {  // thrown by the callback; passed on to the caller
        failure_ = std::current_exception();
    }
    control_->stop();  // ends the helpers
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
        if (!changed_.wait_for(lock, grace, ended) && workers_.front()->claim_answer()) {
            return false;
        }
    }
    return true;
}

SearchResult Search::result_of(const Position& position, bool ended) {
    const Worker& first = *workers_.front();
    SearchResult result;
    const AnswerSoFar answer = ended ? first.final_answer() : first.answer_so_far();
    result.end = ended ? first.end() : SearchEnd::stopped;
    result.last = answer.last;
    result.cuts = answer.cuts;
    result.looks = answer.looks;
    result.elapsed_s = control_->elapsed_s();
    result.threads = searching_.load(std::memory_order_relaxed);
    for (const auto& worker : workers_) {
        result.nodes += worker->nodes();
    }
    if (!answer.best.move) {
        return result;
    }
    const std::vector<std::string> line = line_text(position, answer.best);
    result.best = line.empty() ? position.to_uci(answer.best.move) : line[0];
    if (line.size() > 1) {
        result.ponder = line[1];
    }
    if (ended) {
        result.unfinished = first.unfinished();
    } else if (answer.last.lines.empty() || answer.last.lines.front().moves.front() != result.best) {
        result.unfinished = answer.unfinished_report(line, result.nodes, result.elapsed_s);
    }
    return result;
}

}  // namespace zeitnot::chess
