// The endgame: the bag is empty, both racks are known, and search finds what the final spread will be.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "scrabble/endgame/transposition_table.h"
#include "scrabble/game/board.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"
#include "scrabble/movegen/move_generator.h"
#include "timing/stop_control.h"
#include "timing/workspace.h"

namespace zeitnot::scrabble {

namespace endgame {
class Worker;
}

struct EndgamePosition {
    Board board;
    std::array<Rack, 2> racks{};  // of the player on turn, of the other; neither empty
    int scoreless_turns = 0;      // below the number that ends the game
};

struct EndgameSettings {
    int most_depth = 25;  // plies; a pass that nobody chose is none
    std::uint64_t most_nodes = UINT64_MAX;
    int threads = 1;
};

struct EndgameReport {
    int depth = 0;            // completed; 0: the move is the one that looks best
    int value_pts = 0;        // what the player on turn still gains on the other
    std::vector<Move> line;   // best play of both; beyond the depth, plain greedy play to the end
    std::uint64_t nodes = 0;  // over all threads
    double elapsed_s = 0.0;   // since the control was started
    bool complete = false;    // every line was searched to the end of the game: the value is exact
    int threads = 1;          // that searched: fewer than were asked for where the system gave no more
};

// Told after every depth; true ends the search.
using EndgameCallback = std::function<bool(const EndgameReport&)>;

// Made once and used for one endgame after another; what one search leaves behind does not change the next.
// One caller at a time: std::logic_error is for the others, and for callbacks.
class EndgameSolver {
  public:
    // The table takes so much memory, and each thread in time up to twice as much for moves it remembers.
    explicit EndgameSolver(const Dictionary& dictionary, std::size_t table_mb = 16);
    EndgameSolver(const EndgameSolver&) = delete;
    EndgameSolver& operator=(const EndgameSolver&) = delete;
    EndgameSolver(EndgameSolver&&) = delete;
    EndgameSolver& operator=(EndgameSolver&&) = delete;
    ~EndgameSolver();

    [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }

    // The control must have been started; nodes are its work. There is always a move to answer with. With one
    // thread and in work time the answer is the same every time; a complete value is the same with any
    // number.
    EndgameReport solve(const EndgamePosition& position, const EndgameSettings& settings,
                        timing::StopControl& control, const EndgameCallback& callback);

  private:
    // Makes workers until there are so many, or as many as memory has room for.
    void hire(std::size_t wanted);
    void help(endgame::Worker& worker, int most_depth) const;
    EndgameReport deepen(int most_depth, int threads, timing::StopControl& control,
                         const EndgameCallback& callback);
    [[nodiscard]] std::uint64_t nodes() const;

    const Dictionary& dictionary_;
    std::size_t table_mb_;
    endgame::Table table_;
    std::vector<std::unique_ptr<endgame::Worker>> workers_;
    std::size_t at_work_ = 0;
    timing::Workspace workspace_;
    std::atomic<int> depth_{0};  // that the first thread is at
};

}  // namespace zeitnot::scrabble
