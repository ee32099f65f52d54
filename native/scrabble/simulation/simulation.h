// Simulation: candidate moves as the arms of a best-arm problem, sampled until somebody says stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "scrabble/simulation/rollout.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble {

// How the next samples are shared among the arms.
enum class Sampling : std::uint8_t {
    round_robin,  // alike
    top_two,      // between the leader and the arm that is least surely worse
    by_gap,       // in proportion to the squared ratio of noise to gap
    by_loss,      // in proportion to what may be lost by not knowing the arm better
    thompson,     // between the leader and whoever leads in a draw from what is known
};

// What a sample is worth: games are played to be won, and points beyond that count a little. With these
// figures a point is worth about a point on the first turn, more in a close game near its end, and less in
// one that is decided.
struct Utility {
    double win_pts = 200.0;       // of a game won
    double spread_weight = 0.25;  // of a point of equity

    [[nodiscard]] double of(const Sample& sample) const {
        return win_pts * double{sample.win} + spread_weight * double{sample.equity};
    }
};

struct SimulationSettings {
    int plies = 2;
    int threads = 1;
    std::uint64_t seed = 1;
    std::uint64_t most_samples = UINT64_MAX;
    std::uint64_t first_samples = 50;  // of every arm, before they are told apart
    double batch_s = 0.01;             // between two looks at the arms; in work time as much work
    Sampling sampling = Sampling::by_loss;
    Utility utility;  // the value that chooses
    // Above 0: samples go on until the bag is empty and their endgames are searched with so many nodes; work
    // is then counted in nodes.
    std::uint64_t solve_nodes = 0;
};

// An arm as it stands.
struct ArmState {
    std::size_t index = 0;  // in the order given
    std::uint64_t samples = 0;
    double equity_mean = 0.0;
    double equity_variance = 0.0;
    double win_mean = 0.0;
    double win_variance = 0.0;
    // The utility is corrected for luck: an arm is compared with the one that has the most samples on the
    // deals of both. The variance is the squared error of the mean so found, times the samples; the
    // covariance that of the two means, times the samples of whoever has more.
    double utility_mean = 0.0;
    double utility_variance = 0.0;
    double covariance = 0.0;  // with the best arm
};

struct SimulationReport {
    double elapsed_s = 0.0;
    std::uint64_t samples = 0;
    std::uint64_t nodes = 0;     // of the endgames searched
    std::uint64_t deals = 0;     // that there are at all, when they are few; then each is sampled once
    std::vector<ArmState> arms;  // best first
    int threads = 1;             // that sample: fewer than were asked for where the system gave no more
};

// Told at every checkpoint; true ends the simulation.
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

}  // namespace zeitnot::scrabble
