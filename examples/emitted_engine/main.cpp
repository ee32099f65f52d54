// A small UCI engine without Python: the native search of this project, and a time manager that `zeitnot
// emit` wrote. Everything about time is in the five marked places.

#include <bit>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

#include "chess/move_generation.h"
#include "chess/position.h"
#include "chess/search.h"
#include "timeman.h"
#include "timing/stop_control.h"

namespace {

using zeitnot::chess::Position;
using zeitnot::chess::Report;
using zeitnot::chess::SearchLimits;
using zeitnot::chess::SearchResult;
using zeitnot::timing::StopControl;

constexpr double ms_per_s = 1000.0;
constexpr std::uint64_t first_look_nodes = 20'000;

// The score as the manager takes it: a mate counts from 100,000.
double score_cp(zeitnot::chess::Score score) {
    const int moves = zeitnot::chess::moves_to_mate(score);
    if (moves == 0) {
        return score;
    }
    return moves > 0 ? 100'000.0 - moves : -100'000.0 - moves;
}

// Any number that differs from move to move will do: here the letters of its name.
std::int64_t move_number(const std::string& move) {
    std::int64_t number = 0;
    for (const char letter : move) {
        number = number * 256 + letter;
    }
    return number;
}

zeitnot::Iteration iteration_of(const Report& report, double elapsed_s) {
    zeitnot::Iteration depth;
    depth.elapsed_s = elapsed_s;
    depth.depth = report.depth;
    depth.score_cp = score_cp(report.lines.front().score);
    depth.mate_in = zeitnot::chess::moves_to_mate(report.lines.front().score);
    depth.best_move = move_number(report.lines.front().moves.front());
    depth.nodes = static_cast<std::int64_t>(report.nodes);
    depth.best_move_changes = report.best_move_changes;
    depth.fail_highs = report.fail_highs;
    depth.fail_lows = report.fail_lows;
    return depth;
}

void show(const Report& report) {
    const auto& line = report.lines.front();
    const int mate = zeitnot::chess::moves_to_mate(line.score);
    std::ostringstream text;
    text << "info depth " << report.depth << " score " << (mate != 0 ? "mate " : "cp ")
         << (mate != 0 ? mate : line.score) << " nodes " << report.nodes << " time "
         << static_cast<long long>(report.elapsed_s * ms_per_s) << " pv";
    for (const std::string& move : line.moves) {
        text << ' ' << move;
    }
    std::cout << text.str() << std::endl;
}

class Engine {
  public:
    ~Engine() { stop(); }

    void new_game() {
        search_.new_game();
        zeitnot::new_game(manager_);  // 1: a new game
    }

    void set_work(double nodes_per_second) { control_ = std::make_shared<StopControl>(nodes_per_second); }

    void set_hash(std::size_t megabytes) { search_.set_hash(megabytes); }

    void set_position(std::istringstream& words) {
        std::string word;
        std::string fen;
        words >> word;
        if (word == "fen") {
            while (words >> word && word != "moves") {
                fen += word + ' ';
            }
        } else {
            words >> word;
        }
        position_ = fen.empty() ? Position() : Position(fen);
        zeitnot::chess::Undo undo{};
        while (words >> word) {
            const zeitnot::chess::Move move = position_.from_uci(word);
            if (!move) {
                std::cout << "info string an illegal move: " << word << std::endl;
                return;
            }
            position_.make(move, undo);
        }
    }

    void go(std::istringstream& words) {
        stop();
        SearchLimits limits;
        zeitnot::Turn turn = turn_here();
        const bool is_white = position_.side() == zeitnot::chess::white;
        std::string word;
        while (words >> word) {
            if (word == "infinite") {
                turn.infinite = true;
            } else if (word == "ponder") {
                turn.ponder = true;
            } else if (double number = 0.0; words >> number) {
                if (word == (is_white ? "wtime" : "btime")) {
                    turn.has_clock = true;
                    turn.remaining_s = number / ms_per_s;
                } else if (word == (is_white ? "btime" : "wtime")) {
                    turn.has_opponent = true;
                    turn.opponent_s = number / ms_per_s;
                } else if (word == (is_white ? "winc" : "binc")) {
                    turn.increment_s = number / ms_per_s;
                } else if (word == "movestogo") {
                    turn.moves_to_go = static_cast<std::int64_t>(number);
                } else if (word == "movetime") {
                    turn.has_move_time = true;
                    turn.move_time_s = number / ms_per_s;
                } else if (word == "depth") {
                    limits.depth = std::min(static_cast<int>(number), zeitnot::chess::most_plies - 1);
                } else if (word == "nodes") {
                    limits.nodes = static_cast<std::uint64_t>(number);
                }
            }
        }
        search_.settle();
        control_->start(StopControl::no_deadline, StopControl::no_deadline);
        zeitnot::begin(manager_, turn);  // 2: the turn begins, and with it its time
        control_->move_hard_deadline(turn.ponder ? StopControl::no_deadline : manager_.guard.limit_s);
        waits_ = turn.infinite || turn.ponder;
        hit_s_ = 0.0;
        thread_ = std::jthread([this, limits] { think(limits); });
    }

    void ponder_hit() {
        const std::lock_guard lock(mutex_);
        hit_s_ = control_->elapsed_s();
        if (zeitnot::ponder_hit(manager_, hit_s_)) {
            control_->stop();
        } else {
            control_->move_hard_deadline(manager_.guard.limit_s + manager_.guard.pondered_s);
        }
        waits_ = false;
        released_.notify_all();
    }

    void stop() {
        {
            const std::lock_guard lock(mutex_);
            waits_ = false;
            control_->stop();
            released_.notify_all();
        }
        wait();
    }

    void wait() {
        if (thread_.joinable()) {
            thread_.join();
        }
    }

  private:
    zeitnot::Turn turn_here() const {
        zeitnot::Turn turn;
        turn.move_number = position_.fullmove_number();
        turn.ply = 2 * (turn.move_number - 1) + (position_.side() == zeitnot::chess::white ? 0 : 1);
        turn.has_features = true;
        turn.pieces = std::popcount(position_.occupied());
        turn.in_check = position_.checkers() != 0;
        for (const zeitnot::chess::Move move : zeitnot::chess::legal_moves(position_)) {
            ++turn.legal_moves;
            turn.captures += position_.capture(move) ? 1 : 0;
            turn.checks += position_.gives_check(move) ? 1 : 0;
        }
        return turn;
    }

    void think(const SearchLimits& limits) {
        const auto on_iteration = [this](const Report& report) {
            show(report);
            const std::lock_guard lock(mutex_);
            return zeitnot::iteration(manager_, iteration_of(report, report.elapsed_s));  // 3: each depth
        };
        const SearchResult result = search_.run(position_, limits, {}, control_, on_iteration);
        const SearchResult found = result.last.depth == 0 && !result.best.empty() ? first_look() : result;
        std::unique_lock lock(mutex_);
        released_.wait(lock, [this] { return !waits_; });
        zeitnot::finish(manager_, control_->elapsed_s() - hit_s_);  // 4: the move is made
        if (found.unfinished) {
            show(*found.unfinished);
            zeitnot::correct_score(manager_, score_cp(found.unfinished->lines.front().score));
        }
        std::cout << "bestmove " << (found.best.empty() ? "0000" : found.best) << std::endl;
    }

    // One ply regardless of the clock: a move that was never searched may lose a queen.
    SearchResult first_look() {
        const auto control = std::make_shared<StopControl>(static_cast<double>(first_look_nodes));
        control->start(StopControl::no_deadline, StopControl::no_deadline);
        SearchLimits limits;
        limits.depth = 1;
        limits.nodes = first_look_nodes;
        const auto on_iteration = [this](const Report& report) {
            const std::lock_guard lock(mutex_);
            zeitnot::iteration(manager_, iteration_of(report, control_->elapsed_s()));
            return true;
        };
        return search_.run(position_, limits, {}, control, on_iteration);
    }

    zeitnot::Manager manager_;  // 5: all that the manager knows, as a value
    zeitnot::chess::Search search_{16, 1};
    // The hard limit is watched here, as `zeitnot::should_stop` does it: inside of a depth, every 1024 nodes.
    std::shared_ptr<StopControl> control_ = std::make_shared<StopControl>();
    Position position_;
    std::mutex mutex_;
    std::condition_variable released_;
    bool waits_ = false;
    double hit_s_ = 0.0;
    std::jthread thread_;
};

void set_option(Engine& engine, std::istringstream& words) {
    std::string word;
    std::string name;
    double value = 0.0;
    words >> word >> name >> word >> value;
    if (name == "Hash") {
        engine.set_hash(static_cast<std::size_t>(value));
    } else if (name == "Work") {
        engine.set_work(value);
    }
}

}  // namespace

int main() {
    Engine engine;
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "uci") {
            std::cout << "id name Zeitnot without Python\nid author the authors of Zeitnot\n"
                         "option name Hash type spin default 16 min 1 max 4096\n"
                         "option name Work type spin default 0 min 0 max 1000000000\nuciok"
                      << std::endl;
        } else if (word == "isready") {
            std::cout << "readyok" << std::endl;
        } else if (word == "ucinewgame") {
            engine.stop();
            engine.new_game();
        } else if (word == "setoption") {
            engine.stop();
            set_option(engine, words);
        } else if (word == "position") {
            engine.stop();
            engine.set_position(words);
        } else if (word == "go") {
            engine.go(words);
        } else if (word == "ponderhit") {
            engine.ponder_hit();
        } else if (word == "stop") {
            engine.stop();
        } else if (word == "quit") {
            break;
        }
    }
    return 0;
}
