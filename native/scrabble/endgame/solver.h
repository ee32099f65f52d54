// EndgameSolver: finds the best final spread by search once the bag is empty and both racks are known.
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

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace endgame {
class Worker;
}

// Deeper than any endgame can get.
constexpr int deepest_endgame = 100;

// With fewer tiles in the bag than on a rack nobody may exchange.
constexpr int most_bag = rack_size - 1;

struct EndgamePosition {
    Board board;
    std::array<Rack, 2> racks{};  // of the player on turn and of the opponent; neither is empty
    int scoreless_turns = 0;      // below the number that ends the game
    // Both players know the tiles in the bag and the order in which they are drawn; usually there are none.
    std::array<Letter, most_bag> bag{};
    int bag_tiles = 0;
    // Letters of related positions that are searched later, so that they share the moves found.
    LetterSet related_letters = 0;
};

// More points than anybody gains from here to the end of a game. Windows are limited to them, because table
// entries have 16 bits.
constexpr int most_gain = 16'000;
// Beyond every value.
constexpr int no_value = 1 << 20;

struct EndgameSettings {
    int most_depth = 25;  // plies; a forced pass does not count
    std::uint64_t most_nodes = UINT64_MAX;
    int threads = 1;
    // The value is searched for between these points. One outside is only a bound, which is found sooner.
    int alpha_pts = -no_value;
    int beta_pts = no_value;
    // Uses the results of the search before, whose position this one follows or equals.
    bool keeps_table = false;
};

struct EndgameReport {
    int depth = 0;            // completed; 0: the move is that of greedy play
    int value_pts = 0;        // points that the player on turn still gains on the opponent
    std::vector<Move> line;   // principal variation; beyond the depth, greedy play to the end
    std::uint64_t nodes = 0;  // of all threads
    double elapsed_s = 0.0;   // since the control was started
    bool complete = false;    // every line was searched to the end of the game: the value is exact
    int threads = 1;          // that searched: fewer than were asked for where the system gave no more
};

// Called after every depth; returning true ends the search.
using EndgameCallback = std::function<bool(const EndgameReport&)>;

// Reusable: a search does not depend on earlier ones, except where it keeps the table. Serves one caller at a
// time: a call from a second thread or from a callback throws std::logic_error.
class EndgameSolver {
  public:
    // The table takes this much memory, and each thread over time up to twice as much for cached moves.
    explicit EndgameSolver(const Dictionary& dictionary, std::size_t table_mb = 16);
    EndgameSolver(const EndgameSolver&) = delete;
    EndgameSolver& operator=(const EndgameSolver&) = delete;
    EndgameSolver(EndgameSolver&&) = delete;
    EndgameSolver& operator=(EndgameSolver&&) = delete;
    ~EndgameSolver();

    [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }

    // The control must have been started; its work is counted in nodes. There is always a move to answer
    // with. In work time and with one thread the answer is reproducible; a complete value does not depend on
    // the number of threads.
    EndgameReport solve(const EndgamePosition& position, const EndgameSettings& settings,
                        timing::StopControl& control, const EndgameCallback& callback);

  private:
    // Creates workers up to this number, or as many as memory allows.
    void add_workers(std::size_t wanted);
    void help(endgame::Worker& worker, int most_depth) const;
    EndgameReport deepen(int most_depth, int threads, timing::StopControl& control,
                         const EndgameCallback& callback);
    [[nodiscard]] std::uint64_t nodes() const;

    const Dictionary& dictionary_;
    std::size_t table_mb_;
    endgame::TranspositionTable table_;
    std::vector<std::unique_ptr<endgame::Worker>> workers_;
    std::size_t at_work_ = 0;
    timing::Workspace workspace_;
    std::atomic<int> depth_{0};  // current depth of the first thread
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
