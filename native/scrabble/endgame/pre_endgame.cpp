#include "scrabble/endgame/pre_endgame.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>

#include "scrabble/endgame/worker.h"
#include "timing/helper_threads.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

using endgame::Task;
using endgame::TaskKind;
using endgame::TaskResult;
using endgame::Window;
using endgame::Worker;

constexpr int rough_depth = 2;
constexpr std::chrono::milliseconds longest_wait(5);

// The position after a candidate move, before tiles are drawn.
struct AfterMove {
    Board board;
    Rack kept;
    int draws = 0;
    int spread = 0;
    int scoreless = 0;
};

AfterMove after_move(const PreEndgamePosition& position, const Move& move, const Dictionary& dictionary) {
    AfterMove after{.board = position.board, .kept = position.rack, .spread = position.spread + move.score};
    if (move.kind == MoveKind::place) {
        after.board.play(move, dictionary.rules, dictionary.lexicon);
        for (int i = 0; i < move.length; ++i) {
            if (move.tiles[i] != 0) {
                after.kept.take(rack_tile(move.tiles[i]));
            }
        }
        after.draws = std::min<int>(move.tiles_played, position.bag_tiles);
    }
    after.scoreless = move.score == 0 ? position.scoreless_turns + 1 : 0;
    return after;
}

std::vector<AfterMove> after_moves(const PreEndgamePosition& position, std::span<const Move> moves,
                                   const Dictionary& dictionary) {
    std::vector<AfterMove> candidates;
    candidates.reserve(moves.size());
    for (const Move& move : moves) {
        candidates.push_back(after_move(position, move, dictionary));
    }
    return candidates;
}

std::vector<int> draws_of(std::span<const AfterMove> candidates) {
    std::vector<int> draws;
    draws.reserve(candidates.size());
    for (const AfterMove& each : candidates) {
        draws.push_back(each.draws);
    }
    return draws;
}

LetterSet letters_of(const PreEndgamePosition& position) {
    LetterSet letters = 0;
    for (int letter = 0; letter < letter_slots; ++letter) {
        if (position.unseen[letter] + position.rack.counts[letter] > 0) {
            letters |= letter == blank ? all_letters : set_of(static_cast<Letter>(letter));
        }
    }
    return letters;
}

// One call of solve().
class Search {
  public:
    Search(const Dictionary& dictionary, const PreEndgamePosition& position, std::span<const Move> moves,
           const endgame::BagDeals& deals, const PreEndgameSettings& settings, timing::StopControl& control)
        : dictionary_(dictionary), settings_(settings), control_(control), bag_tiles_(position.bag_tiles),
          letters_(letters_of(position)), candidates_(after_moves(position, moves, dictionary)),
          race_(deals, draws_of(candidates_), settings.race) {}

    // Ends all threads however the caller is left.
    void end() {
        const std::scoped_lock lock(mutex_);
        ended_.store(true, std::memory_order_relaxed);
        results_are_in_.notify_all();
    }

    // Solves tasks until there are none.
    void work(Worker& worker);
    // The same for the first thread, which reports.
    void work_and_report(Worker& worker, const PreEndgameCallback& callback);
    [[nodiscard]] PreEndgameReport report();
    void count_threads(int threads) { threads_ = threads; }

  private:
    // Waits for the results of other threads where the next task depends on them.
    std::optional<Task> next(const std::function<bool()>& watch);
    // Solves the next task, watched at intervals. Returns false if there is none.
    bool solve_next(Worker& worker, const std::function<bool()>& watch);
    [[nodiscard]] TaskResult solve(Worker& worker, const Task& task, const std::function<bool()>& watch);
    void keep(const Task& task, const TaskResult& result);
    [[nodiscard]] bool stopped() const { return control_.stopped() || control_.soft_stopped(); }

    const Dictionary& dictionary_;
    const PreEndgameSettings& settings_;
    timing::StopControl& control_;
    int bag_tiles_;
    LetterSet letters_;
    std::vector<AfterMove> candidates_;

    std::atomic<bool> ended_ = false;
    std::mutex mutex_;  // guards what follows
    std::condition_variable results_are_in_;
    endgame::CandidateRace race_;
    int under_way_ = 0;
    std::uint64_t nodes_ = 0;
    int threads_ = 1;
};

std::optional<Task> Search::next(const std::function<bool()>& watch) {
    std::unique_lock lock(mutex_);
    while (!ended_.load(std::memory_order_relaxed) && nodes_ < settings_.most_nodes) {
        if (std::optional<Task> task = race_.next()) {
            task->most_nodes = std::min(task->most_nodes, settings_.most_nodes - nodes_);
            ++under_way_;
            return task;
        }
        if (under_way_ == 0) {
            break;
        }
        if (results_are_in_.wait_for(lock, longest_wait) == std::cv_status::timeout) {
            lock.unlock();
            if (watch()) {
                break;
            }
            lock.lock();
        }
    }
    return std::nullopt;
}

TaskResult Search::solve(Worker& worker, const Task& task, const std::function<bool()>& watch) {
    const AfterMove& after = candidates_[task.candidate];
    EndgamePosition position{.board = after.board,
                             .racks = {task.deal.other, after.kept},
                             .scoreless_turns = after.scoreless,
                             .related_letters = letters_};
    for (int i = 0; i < after.draws; ++i) {
        position.racks[1].add(task.deal.tiles[i]);
    }
    position.bag_tiles = bag_tiles_ - after.draws;
    std::copy_n(task.deal.tiles.begin() + after.draws, position.bag_tiles, position.bag.begin());
    if (after.scoreless >= most_scoreless_turns) {
        const Distribution& distribution = dictionary_.rules.distribution;
        const int left = position.racks[0].score(distribution) - position.racks[1].score(distribution);
        control_.add_work(1);
        return {.spread = after.spread + left, .nodes = 1};
    }
    worker.begin(position, control_, ended_, task.most_nodes, 0.0);
    worker.watch(watch);
    Window window;
    if (task.kind == TaskKind::decide) {
        window = Window::between(after.spread - 1, after.spread + 1);
    }
    const int depth = task.kind == TaskKind::rough ? rough_depth : deepest_endgame;
    const std::optional<endgame::Outcome> outcome = worker.deepen(window, depth, task.hint);
    TaskResult result;
    if (outcome && (outcome->complete || task.kind == TaskKind::rough)) {
        // Of a value outside the window only the side is known.
        const int value = std::clamp(outcome->value, window.alpha, window.beta);
        result.spread = after.spread - value;
    }
    result.nodes = worker.nodes();
    result.reply = worker.best_move();
    return result;
}

void Search::keep(const Task& task, const TaskResult& result) {
    const std::scoped_lock lock(mutex_);
    --under_way_;
    nodes_ += result.nodes;
    race_.keep(task, result);
    results_are_in_.notify_all();
}

PreEndgameReport Search::report() {
    const std::scoped_lock lock(mutex_);
    return {.candidates = race_.states(),
            .deals = race_.deals_solved(),
            .nodes = nodes_,
            .elapsed_s = control_.elapsed_s(),
            .complete = race_.complete(),
            .threads = threads_};
}

bool Search::solve_next(Worker& worker, const std::function<bool()>& watch) {
    const std::optional<Task> task = next(watch);
    if (!task) {
        return false;
    }
    TaskResult result;
    try {
        result = solve(worker, *task, watch);
    } catch (...) {
        keep(*task, {});
        throw;
    }
    keep(*task, result);
    control_.poll();
    return true;
}

void Search::work(Worker& worker) {
    const std::function<bool()> watch = [] { return false; };
    while (!stopped() && solve_next(worker, watch)) {
    }
    end();
}

// Reports come also while a deal is searched, which may take long.
void Search::work_and_report(Worker& worker, const PreEndgameCallback& callback) {
    double reported_s = 0.0;
    bool ends = false;
    const auto report_if_due = [&](std::uint64_t nodes_of_task) {
        if (!ends && control_.elapsed_s() - reported_s >= settings_.check_s) {
            reported_s = control_.elapsed_s();
            PreEndgameReport state = report();
            state.nodes += nodes_of_task;
            ends = callback(state);
        }
        return ends || control_.soft_stopped();
    };
    const std::function<bool()> watch = [&] { return report_if_due(worker.nodes()); };
    while (!stopped() && !ends && solve_next(worker, watch)) {
        report_if_due(0);
    }
    end();
}

// Ends the search however a scope is left, before its threads are joined.
struct EndGuard {
    Search& search;

    explicit EndGuard(Search& running) : search(running) {}
    EndGuard(const EndGuard&) = delete;
    EndGuard& operator=(const EndGuard&) = delete;
    EndGuard(EndGuard&&) = delete;
    EndGuard& operator=(EndGuard&&) = delete;
    ~EndGuard() { search.end(); }
};

}  // namespace

PreEndgameSolver::PreEndgameSolver(const Dictionary& dictionary, std::size_t table_mb)
    : dictionary_(dictionary), table_mb_(table_mb), table_(table_mb) {
    workers_.push_back(std::make_unique<Worker>(dictionary_, table_, table_mb_));
}

PreEndgameSolver::~PreEndgameSolver() = default;

void PreEndgameSolver::add_workers(std::size_t wanted) {
    try {
        while (workers_.size() < wanted) {
            workers_.push_back(std::make_unique<Worker>(dictionary_, table_, table_mb_));
        }
    } catch (const std::bad_alloc&) {
        return;  // the constructor made the first one
    }
}

PreEndgameReport PreEndgameSolver::solve(const PreEndgamePosition& position, std::span<const Move> moves,
                                         const KeptTiles* kept, const PreEndgameSettings& settings,
                                         timing::StopControl& control, const PreEndgameCallback& callback) {
    const timing::Workspace::Use use(workspace_);
    const endgame::BagDeals deals(position.unseen, position.bag_tiles, kept, settings.seed);
    if (deals.sets() == 0) {
        throw std::invalid_argument("some tiles kept must fit the opponent's rack");
    }
    if (!settings.keeps_table) {
        table_.begin();
        for (const auto& worker : workers_) {
            worker->forget();
        }
    }
    add_workers(static_cast<std::size_t>(std::clamp(settings.threads, 1, timing::most_threads)));
    const std::size_t wanted = std::min(workers_.size(), static_cast<std::size_t>(settings.threads));
    Search search(dictionary_, position, moves, deals, settings, control);
    std::vector<std::jthread> others;
    const EndGuard guard(search);
    for (std::size_t i = 1; i < wanted; ++i) {
        const auto help = [this, i, &search] {
            try {
                search.work(*workers_[i]);
            } catch (const std::bad_alloc&) {
                return;  // the others go on
            }
        };
        if (!timing::start_thread(others, help)) {
            break;
        }
    }
    search.count_threads(1 + static_cast<int>(others.size()));
    search.work_and_report(*workers_[0], callback);
    others.clear();  // joins them: their results are kept
    return search.report();
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
