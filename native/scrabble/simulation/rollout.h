// Rollout: one sample of a simulation. The unseen tiles are dealt at random and a few plies are played by
// static evaluation.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scrabble/endgame/solver.h"
#include "scrabble/game/bag.h"
#include "scrabble/game/board.h"
#include "scrabble/movegen/move_generator.h"
#include "scrabble/movegen/static_values.h"
#include "scrabble/simulation/deals.h"
#include "scrabble/simulation/sample.h"
#include "scrabble/simulation/win_table.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// What the player on turn knows.
struct KnownPosition {
    Board board;
    Rack rack;
    TileCounts unseen{};  // in the bag and on the opponent's rack
    int spread = 0;       // own score minus the opponent's
    int scoreless_turns = 0;

    [[nodiscard]] int unseen_tiles() const {
        int sum = 0;
        for (const int count : unseen) {
            sum += count;
        }
        return sum;
    }
};

// Shared by all threads and never modified.
struct RolloutPlan {
    const Dictionary& dictionary;
    const StaticValues& values;
    const WinTable& wins;
    const Deals& deals;
    int plies;
    std::uint64_t seed;
    // Above 0: play until the bag is empty, then search the endgame with this many nodes.
    std::uint64_t solve_nodes = 0;
};

// A sample and the nodes it took.
struct SolvedSample {
    Sample sample;
    std::uint64_t nodes;
};

// A candidate move and the board after it.
struct Candidate {
    Move move;
    Board board;
    Rack kept;
    Equity leave = 0;
};

// Belongs to one thread.
class Rollout {
  public:
    explicit Rollout(const RolloutPlan& plan);

    // Deal n is the same for all candidates, so that their differences vary little. Returns nothing if the
    // control stopped an endgame search midway, because half a search would favour some arms.
    std::optional<SolvedSample> sample(const KnownPosition& position, const Candidate& candidate,
                                       std::uint64_t deal, timing::StopControl& control);

  private:
    struct State;

    [[nodiscard]] State start(const KnownPosition& position, const Candidate& candidate,
                              std::uint64_t deal) const;
    // Plays the best static move. The board is not updated after the last one, because nobody reads it.
    void play_on(State& state, MoveGenerator& generator, bool last);
    // Plays the endgame out and returns the nodes.
    std::uint64_t solve(State& state, timing::StopControl& control);
    [[nodiscard]] Sample value(const State& state, int spread_before) const;

    const RolloutPlan& plan_;
    // A separate generator for the reply, which meets the same rack for arms sampled in turn.
    MoveGenerator reply_generator_;
    MoveGenerator generator_;
    std::unique_ptr<EndgameSolver> solver_;  // only if endgames are searched
};

Candidate candidate_of(const KnownPosition& position, const Move& move, const RolloutPlan& plan);

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
