// The arms of a simulation: their samples, and who is sampled next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/simulation/rollout.h"
#include "scrabble/simulation/simulation.h"

namespace zeitnot::scrabble {

// Sample n of every arm is played on deal n.
class Arms {
  public:
    // With so many deals an arm is known exactly; 0 when there is no end of them.
    Arms(std::size_t count, const Utility& utility, std::uint64_t deals)
        : arms_(count), utility_(utility), deals_(deals) {}

    [[nodiscard]] std::size_t size() const { return arms_.size(); }
    [[nodiscard]] std::uint64_t samples(std::size_t arm) const { return arms_[arm].samples.size(); }
    [[nodiscard]] std::uint64_t all_samples() const;
    void add(std::size_t arm, Sample sample);

    [[nodiscard]] bool complete() const;
    // How many samples each arm gets of so many, within the deals that it has not seen.
    std::vector<std::uint64_t> share(std::uint64_t samples, const SimulationSettings& settings);
    [[nodiscard]] std::vector<ArmState> states();

  private:
    struct Moments {
        double sum = 0.0;
        double squares = 0.0;
        [[nodiscard]] double mean(std::uint64_t n) const {
            return n == 0 ? 0.0 : sum / static_cast<double>(n);
        }
        [[nodiscard]] double variance(std::uint64_t n) const;
    };
    // Products with another arm over the deals that both have played; taken further when asked for.
    struct Paired {
        std::uint64_t deals = 0;
        double own = 0.0;
        double other = 0.0;
        double own_squares = 0.0;
        double other_squares = 0.0;
        double products = 0.0;

        [[nodiscard]] double covariance() const;
        [[nodiscard]] double other_variance() const;
        [[nodiscard]] double difference_variance() const;
    };
    struct Arm {
        std::vector<Sample> samples;
        Moments equity;
        Moments win;
        Moments utility;
        std::vector<Paired> paired;  // by the other arm
        double owed = 0.0;           // part of a sample
    };

    // An arm beside the leader, by the deals that both have played.
    struct Rival {
        double gap = 0.0;    // the leader's mean less its own
        double noise = 0.0;  // standard deviation of one difference
        double error = 0.0;  // of the mean difference
    };
    struct Race {
        std::size_t leader = 0;
        std::vector<Rival> rivals;  // by arm; nothing for the leader
    };

    // The arm with the most samples, to which the others are compared on their deals: luck that both had
    // there does not count for or against an arm.
    [[nodiscard]] std::size_t reference() const;
    [[nodiscard]] std::vector<double> means();
    [[nodiscard]] static std::size_t best(std::span<const double> means);
    [[nodiscard]] double covariance_of_means(std::size_t first, std::size_t second);
    const Paired& pair(std::size_t arm, std::size_t other);

    // Shares by rule, in any unit.
    [[nodiscard]] Race race();
    [[nodiscard]] static std::vector<double> top_two(const Race& race);
    [[nodiscard]] std::vector<double> thompson(const Race& race, std::uint64_t samples,
                                               std::uint64_t seed) const;
    [[nodiscard]] std::vector<double> by_gap(const Race& race) const;
    [[nodiscard]] static std::vector<double> by_loss(const Race& race);

    std::vector<Arm> arms_;
    [[nodiscard]] std::vector<std::uint64_t> wanted(std::uint64_t samples,
                                                    const SimulationSettings& settings);
    // So many more samples, to whoever has the fewest.
    [[nodiscard]] std::vector<std::uint64_t> levelled(std::vector<std::uint64_t> shares,
                                                      std::uint64_t more) const;
    // What is still uncertain of a variance when some of the deals are left.
    [[nodiscard]] double uncertain(double variance, std::uint64_t n) const;

    Utility utility_;
    std::uint64_t deals_;
};

}  // namespace zeitnot::scrabble
