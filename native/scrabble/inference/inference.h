// Inference: what the opponent kept, judged by how good the play made is with each rack that allows it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scrabble/game/board.h"
#include "scrabble/game/dictionary.h"
#include "scrabble/game/kept_tiles.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"
#include "scrabble/movegen/static_values.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Measured: this many best moves of new racks take as long as a sample of a simulation of two plies.
constexpr std::uint64_t racks_in_a_sample = 2;

// A turn of the opponent as it was seen; the rack was full and the bag not empty.
struct ObservedPlay {
    Board board;          // before the play
    TileCounts unseen{};  // before the play: the rack it was made from and the bag
    int bag = 0;          // before the play
    MoveKind kind = MoveKind::pass;
    Rack placed;        // tiles put on the board
    int exchanged = 0;  // how many tiles; which ones was not seen
    Equity worth = 0;   // equity of the play without the value of the tiles kept
};

struct InferenceSettings {
    // If there are no more racks than this, all are listed; otherwise this many are drawn.
    std::uint64_t most_racks = 30'000;
    int threads = 1;
    std::uint64_t seed = 1;
};

// What may have been kept of a rack that allows the play.
struct Hypothesis {
    Kept kept;
    Kept returned;        // tiles exchanged
    double chance;        // of the rack, relative to the others
    Equity loss;          // of the play against the rack's best move
    std::uint32_t rack;   // its number: an exchange has several hypotheses for a rack, one after another
    std::uint32_t draws;  // how often the rack was drawn, 1 if it was listed
};

// How likely a play is that loses some points against the best one. The floor is the chance that the player
// does not go by static values at all.
struct Likelihood {
    double temperature_pts;
    double floor;

    [[nodiscard]] double of(Equity loss) const;
};

// What an earlier turn says, and how much of it still counts: its ratios to a power from 0 to 1.
struct EarlierTurn {
    const KeptRatios* ratios = nullptr;  // null: nothing is known
    double decay = 1.0;
};

struct InferenceReport {
    std::vector<Hypothesis> hypotheses;
    std::uint64_t possible = 0;  // racks that allow the play
    std::uint64_t racks = 0;     // those whose best move was found
    std::uint64_t draws = 0;     // racks drawn, repeated ones included; 0 if racks are listed
    double covered = 0.0;        // chance of the racks whose best move was found, if racks are listed
    double elapsed_s = 0.0;
    Rack placed;  // tiles that the play put on the board

    [[nodiscard]] bool complete() const { return draws == 0 && racks == possible && racks > 0; }
    // What was kept, by chance and likelihood and by an earlier turn. Nothing if no best move was found.
    [[nodiscard]] std::optional<KeptTiles> kept(const Likelihood& likelihood,
                                                const EarlierTurn& earlier = {}) const;
    // Number of racks of equal weight that would say as much; 0 if every rack was looked at.
    [[nodiscard]] double effective_draws(const Likelihood& likelihood) const;
};

class Inference {
  public:
    Inference(const Dictionary& dictionary, const StaticValues& values)
        : dictionary_(dictionary), values_(values) {}

    [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }

    // The control must have been started; its unit of work is one sample of a simulation. In work time the
    // result does not depend on the number of threads. When it is stopped early, the racks looked at stand
    // for the others as a sample does.
    InferenceReport run(const ObservedPlay& play, const InferenceSettings& settings,
                        timing::StopControl& control);

  private:
    const Dictionary& dictionary_;
    const StaticValues& values_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
