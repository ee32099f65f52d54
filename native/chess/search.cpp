#include "chess/search.h"

#include <algorithm>
#include <thread>

#include "chess/worker.h"

namespace zeitnot::chess {

Search::Search(std::size_t hash_megabytes, int threads) : table_(hash_megabytes) {
    set_threads(threads);
}

Search::~Search() = default;

void Search::set_hash(std::size_t megabytes) {
    table_.resize(megabytes);
}

void Search::set_threads(int threads) {
    workers_.clear();
    for (int index = 0; index < std::max(1, threads); ++index) {
        workers_.push_back(std::make_unique<Worker>(*this, index));
    }
}

void Search::new_game() {
    table_.clear();
    for (const auto& worker : workers_) {
        worker->new_game();
    }
}

SearchResult Search::run(const Position& position, const SearchLimits& limits, const SearchSettings& settings,
                         timing::StopControl& control, const ReportCallback& report) {
    table_.new_search();
    for (const auto& worker : workers_) {
        worker->prepare(position, limits, settings, control);
    }
    Worker& first = *workers_.front();
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < workers_.size(); ++i) {
            helpers.emplace_back([worker = workers_[i].get()] { worker->deepen(nullptr); });
        }
        // Also when the callback throws: the helpers must not search on.
        const std::unique_ptr<timing::StopControl, void (*)(timing::StopControl*)> stop_at_end(
            &control, [](timing::StopControl* ended) { ended->stop(); });
        first.deepen(&report);
    }
    SearchResult result;
    result.end = first.end();
    result.last = first.last_report();
    result.unfinished = first.unfinished();
    result.cuts = first.cuts();
    result.elapsed_s = control.elapsed_s();
    for (const auto& worker : workers_) {
        result.nodes += worker->nodes();
    }
    if (!first.root_moves().empty()) {
        const std::vector<std::string> line = first.line_text(first.root_moves().front());
        result.best = line.empty() ? position.to_uci(first.root_moves().front().move) : line[0];
        if (line.size() > 1) {
            result.ponder = line[1];
        }
    }
    return result;
}

}  // namespace zeitnot::chess
