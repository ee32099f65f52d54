// Search: runs a search on several threads and reports after every iteration.

#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "chess/position.h"
#include "chess/score.h"
#include "chess/search_settings.h"
#include "chess/transposition_table.h"
#include "timing/helper_threads.h"
#include "timing/stop_control.h"
#include "timing/workspace.h"

namespace zeitnot::chess {

class Worker;

struct SearchLine {
    Score score = 0;
    Bound bound = Bound::exact;
    int selective_depth = 0;
    std::vector<std::string> moves;  // in UCI notation
};

struct Report {
    int depth = 0;
    double elapsed_s = 0.0;
    std::uint64_t nodes = 0;
    std::uint64_t quiescence_nodes = 0;
    double best_move_share = 0.0;    // share of all nodes of this search
    double best_move_changes = 0.0;  // within this iteration, mean over the threads
    int fail_highs = 0;
    int fail_lows = 0;
    bool soft_stopped = false;
    int permille_full = 0;
    std::optional<Score> lead_cp;   // a bound: at least gap_cp + 1, or at most gap_cp
    std::vector<SearchLine> lines;  // best first; never empty
};

// How often quiescence was cut short in one search, by reason.
struct QuiescenceCuts {
    std::uint64_t by_moves = 0;      // move limits
    std::uint64_t by_soft_stop = 0;  // static evaluation returned because of the soft stop
    std::uint64_t by_depth = 0;      // depth limit
    bool budget_exceeded = false;    // the soft stop was set by quiescence
};

// How often the first thread looked at the clock, by reason.
struct Looks {
    std::uint64_t nodes = 0;  // of the main search, and of quiescence if it has no interval of its own
    std::uint64_t root_moves = 0;
    std::uint64_t quiescence_nodes = 0;
    std::uint64_t quiescence_moves = 0;
};

enum class SearchEnd : std::uint8_t { stopped, depth, nodes, mate, callback, no_moves, soft_stop };

struct SearchResult {
    std::string best;    // in UCI notation; empty when there is no legal move
    std::string ponder;  // the expected reply; empty when none is known
    Report last;         // of the last finished iteration
    // The interrupted iteration, if it had found another best move than the last report.
    std::optional<Report> unfinished;
    SearchEnd end = SearchEnd::stopped;
    QuiescenceCuts cuts;
    Looks looks;
    std::uint64_t nodes = 0;
    double elapsed_s = 0.0;
    int threads = 1;  // threads that searched; fewer than requested if the system refused to start more
};

// Called after every finished iteration; returning true ends the search.
using ReportCallback = std::function<bool(const Report&)>;

// Serves one caller at a time: a call from a second thread or from a callback throws std::logic_error.
class Search {
  public:
    explicit Search(std::size_t hash_megabytes = 16, int threads = 1);
    ~Search();
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;
    Search(Search&&) = delete;
    Search& operator=(Search&&) = delete;

    // Throws std::invalid_argument for an invalid size or number, and std::bad_alloc if memory is short, in
    // which case the old size stays.
    void set_hash(std::size_t megabytes);
    void set_threads(int threads);

    // Clears all learned state: the next search depends on its position alone.
    void new_game();

    // Searches until the end. The deadlines of the control must be armed before; it may be stopped or moved
    // from any thread meanwhile. In wall time, a search that the system does not schedule is answered without
    // waiting for it: the result comes soon after the stop, with the best move so far, and the searching
    // threads end later.
    SearchResult run(const Position& position, const SearchLimits& limits, const SearchSettings& settings,
                     std::shared_ptr<timing::StopControl> control, const ReportCallback& report);

    // Waits for the threads that run() did not wait for. Must be called before the control is started again.
    void settle();

    [[nodiscard]] int threads() const { return static_cast<int>(workers_.size()); }

    [[nodiscard]] std::size_t hash_megabytes() const { return table_.megabytes(); }

  private:
    friend class Worker;

    SearchResult search(const Position& position, const ReportCallback& report);
    void search_here(const ReportCallback& report);
    // False if the system starts no thread.
    bool search_beside(const ReportCallback& report);
    void start_helpers();
    void end_threads();
    void search_first(const ReportCallback& report);
    // True if the first thread has ended, false if the answer was claimed from it.
    bool watch();
    [[nodiscard]] SearchResult result_of(const Position& position, bool ended);

    TranspositionTable table_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::shared_ptr<timing::StopControl> control_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false;
    std::exception_ptr failure_;
    std::atomic<int> searching_{1};  // threads started, including the first
    timing::Workspace workspace_;
    std::vector<std::jthread> threads_;
};

}  // namespace zeitnot::chess
