// PreEndgameSolver: chances to win of candidate moves with a few tiles in the bag, over all deals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "scrabble/endgame/candidate_race.h"
#include "scrabble/endgame/solver.h"
#include "scrabble/endgame/transposition_table.h"
#include "scrabble/game/board.h"
#include "scrabble/game/dictionary.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"
#include "timing/stop_control.h"
#include "timing/workspace.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// What the player on turn knows.
struct PreEndgamePosition {
    Board board;
    Rack rack;                // not empty
    TileCounts unseen{};      // in the bag and on the opponent's rack, which is not empty
    int bag_tiles = 0;        // 1 to most_bag
    int spread = 0;           // own score minus the opponent's
    int scoreless_turns = 0;  // below the number that ends the game
};

struct PreEndgameSettings {
    endgame::RaceSettings race;
    std::uint64_t seed = 1;
    std::uint64_t most_nodes = UINT64_MAX;
    int threads = 1;
    double check_s = 0.02;     // between two callbacks
    bool keeps_table = false;  // uses the results of the search before, of the same game
};

struct PreEndgameReport {
    std::vector<endgame::CandidateState> candidates;  // best first
    std::uint64_t deals = 0;                          // solved, of all candidates
    std::uint64_t nodes = 0;
    double elapsed_s = 0.0;  // since the control was started
    bool complete = false;   // nothing is left to solve
    int threads = 1;
};

// Called at checkpoints; returning true ends the search.
using PreEndgameCallback = std::function<bool(const PreEndgameReport&)>;

// After a candidate both players see all tiles and the order of the bag, and play as well as can be. Serves
// one caller at a time, like EndgameSolver.
class PreEndgameSolver {
  public:
    // The table takes this much memory, and each thread over time up to twice as much for cached moves.
    explicit PreEndgameSolver(const Dictionary& dictionary, std::size_t table_mb = 64);
    PreEndgameSolver(const PreEndgameSolver&) = delete;
    PreEndgameSolver& operator=(const PreEndgameSolver&) = delete;
    PreEndgameSolver(PreEndgameSolver&&) = delete;
    PreEndgameSolver& operator=(PreEndgameSolver&&) = delete;
    ~PreEndgameSolver();

    [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }

    // The control must have been started; its work is counted in nodes. The moves are placements and passes
    // of the position, at least one. In work time and with one thread the answer is reproducible. What the
    // opponent may have kept must leave some deal possible; null if nothing is known about it.
    PreEndgameReport solve(const PreEndgamePosition& position, std::span<const Move> moves,
                           const KeptTiles* kept, const PreEndgameSettings& settings,
                           timing::StopControl& control, const PreEndgameCallback& callback);

  private:
    void add_workers(std::size_t wanted);

    const Dictionary& dictionary_;
    std::size_t table_mb_;
    endgame::TranspositionTable table_;
    std::vector<std::unique_ptr<endgame::Worker>> workers_;
    timing::Workspace workspace_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
