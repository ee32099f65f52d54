// The search seen from outside: positions go in, reports come out after every iteration.

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
    std::vector<std::string> moves;  // as UCI writes them
};

struct Report {
    int depth = 0;
    double elapsed_s = 0.0;
    std::uint64_t nodes = 0;
    std::uint64_t quiescence_nodes = 0;
    double best_move_share = 0.0;    // of all nodes of this search
    double best_move_changes = 0.0;  // inside this iteration, mean over the threads
    int fail_highs = 0;
    int fail_lows = 0;
    bool soft_stopped = false;
    int permille_full = 0;
    std::optional<Score> lead_cp;   // a bound: at least gap_cp + 1, or at most gap_cp
    std::vector<SearchLine> lines;  // best first; never empty
};

// Why quiescence was cut short, counted over one search.
struct QuiescenceCuts {
    std::uint64_t by_moves = 0;      // move limits
    std::uint64_t by_soft_stop = 0;  // static evaluation returned under the soft stop
    std::uint64_t by_depth = 0;      // depth limit
    bool budget_exceeded = false;    // the soft stop was set by quiescence
};

// Looks at the clock of the first thread, by what made them due.
struct Looks {
    std::uint64_t nodes = 0;  // of the main search, and of quiescence where it has no interval of its own
    std::uint64_t root_moves = 0;
    std::uint64_t quiescence_nodes = 0;
    std::uint64_t quiescence_moves = 0;
};

enum class SearchEnd : std::uint8_t { stopped, depth, nodes, mate, callback, no_moves, soft_stop };

struct SearchResult {
    std::string best;    // as UCI writes it; empty when there is no legal move
    std::string ponder;  // the expected answer; empty when none is known
    Report last;         // of the last finished iteration
    // The iteration that was broken off, when it had found another move than the last one reported.
    std::optional<Report> unfinished;
    SearchEnd end = SearchEnd::stopped;
    QuiescenceCuts cuts;
    Looks looks;
    std::uint64_t nodes = 0;
    double elapsed_s = 0.0;
    int threads = 1;  // that searched: fewer than were asked for where the system gave no more
};

// Called after every finished iteration; true ends the search.
using ReportCallback = std::function<bool(const Report&)>;

// One caller at a time: std::logic_error is for the others, and for callbacks.
class Search {
  public:
    explicit Search(std::size_t hash_megabytes = 16, int threads = 1);
    ~Search();
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;
    Search(Search&&) = delete;
    Search& operator=(Search&&) = delete;

    // What does not fit into memory is a std::bad_alloc and leaves the size as it was; a size or number that
    // is none is a std::invalid_argument.
    void set_hash(std::size_t megabytes);
    void set_threads(int threads);

    // Forgets all that was learned: the next search depends on its position alone.
    void new_game();

    // Runs to the end; the control may be stopped or moved from any thread meanwhile. Its deadlines must be
    // armed before. By the wall clock, a search that the system keeps from running is answered for: the
    // result comes soon after the stop, with the best move so far, and the searching threads end when they
    // can.
    SearchResult run(const Position& position, const SearchLimits& limits, const SearchSettings& settings,
                     std::shared_ptr<timing::StopControl> control, const ReportCallback& report);

    // Waits for threads that an answer did not wait for. Before a control is started again they must be gone.
    void settle();

    [[nodiscard]] int threads() const { return static_cast<int>(workers_.size()); }

    [[nodiscard]] std::size_t hash_megabytes() const { return table_.megabytes(); }

  private:
    friend class Worker;

    SearchResult search(const Position& position, const ReportCallback& report);
    void search_here(const ReportCallback& report);
    // False if the system gives no thread.
    bool search_beside(const ReportCallback& report);
    void start_helpers();
    void end_threads();
    void search_first(const ReportCallback& report);
    // True when the first thread ended, false when it is to be answered for.
    bool watch();
    [[nodiscard]] SearchResult result_of(const Position& position, bool ended);

    TranspositionTable table_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::shared_ptr<timing::StopControl> control_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false;
    std::exception_ptr failure_;
    std::atomic<int> searching_{1};  // threads that were started, the first included
    timing::Workspace workspace_;
    std::vector<std::jthread> threads_;
};

}  // namespace zeitnot::chess
