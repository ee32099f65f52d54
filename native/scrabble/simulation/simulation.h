// Simulation: samples candidate moves as the arms of a best-arm problem until it is stopped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "scrabble/simulation/arms.h"
#include "scrabble/simulation/rollout.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

struct SimulationSettings {
    int plies = 2;
    int threads = 1;
    std::uint64_t seed = 1;
    std::uint64_t most_samples = UINT64_MAX;
    std::uint64_t first_samples = 50;  // of every arm, before sampling becomes selective
    double batch_s = 0.01;             // between two checkpoints; in work time the equivalent work
    Sampling sampling = Sampling::by_loss;
    Utility utility;  // decides which arm is best
    // Above 0: samples are played until the bag is empty and their endgames are searched with this many
    // nodes; work is then counted in nodes.
    std::uint64_t solve_nodes = 0;
    const KeptTiles* kept = nullptr;  // what the opponent may have kept; null: all deals are alike
};

struct SimulationReport {
    double elapsed_s = 0.0;
    std::uint64_t samples = 0;
    std::uint64_t nodes = 0;     // nodes of the endgames searched
    std::uint64_t deals = 0;     // number of deals if enumerated, each sampled once; otherwise 0
    std::vector<ArmState> arms;  // best first
    int threads = 1;  // threads that sample; fewer than requested if the system refused to start more
};

// Called at every checkpoint; returning true ends the simulation.
using SimulationCallback = std::function<bool(const SimulationReport&)>;

class Simulation {
  public:
    Simulation(const Dictionary& dictionary, const StaticValues& values, const WinTable& wins)
        : dictionary_(dictionary), values_(values), wins_(wins) {}

    [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }

    // The control must have been started. In work time the samples do not depend on the number of threads.
    SimulationReport run(const KnownPosition& position, std::span<const Move> moves,
                         const SimulationSettings& settings, timing::StopControl& control,
                         const SimulationCallback& callback);

  private:
    const Dictionary& dictionary_;
    const StaticValues& values_;
    const WinTable& wins_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
