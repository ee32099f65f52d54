// Arms: samples of all candidates, and the allocation of the next ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/simulation/sample.h"

namespace zeitnot::scrabble {

// How the next samples are allocated to the arms.
enum class Sampling : std::uint8_t {
    round_robin,  // equally
    top_two,      // the leader and the arm that is least certainly worse
    by_gap,       // in proportion to the squared ratio of noise to gap
    by_loss,      // in proportion to the expected loss from not knowing the arm better
    thompson,     // the leader and the winner of a draw from the posterior
};

struct SampleAllocation {
    Sampling sampling = Sampling::by_loss;
    std::uint64_t first_samples = 50;  // of every arm, before sampling becomes selective
    std::uint64_t seed = 1;
};

// Value of a sample: games are played to be won, and points beyond that count a little. With the default
// figures, a point of equity is worth about one point on the first turn, more in a close game near its end,
// and less in a decided one.
struct Utility {
    double win_pts = 200.0;       // value of a won game
    double spread_weight = 0.25;  // value of a point of equity

    [[nodiscard]] double of(const Sample& sample) const {
        return win_pts * double{sample.win} + spread_weight * double{sample.equity};
    }
};

// State of an arm.
struct ArmState {
    std::size_t index = 0;  // in the order of the candidates
    std::uint64_t samples = 0;
    double equity_mean = 0.0;
    double equity_variance = 0.0;
    double win_mean = 0.0;
    double win_variance = 0.0;
    // The utility is corrected for luck: an arm is compared with the most sampled arm on common deals. The
    // variance is the squared error of that mean times the samples; the covariance is that of the two means
    // times the larger number of samples.
    double utility_mean = 0.0;
    double utility_variance = 0.0;
    double covariance = 0.0;  // with the best arm
};

// Sample n of every arm is played on deal n.
class Arms {
  public:
    // After this many deals an arm is known exactly; 0 if the deals are not enumerated. Their weights are 1
    // on average; without any, all deals are alike.
    Arms(std::size_t count, const Utility& utility, std::uint64_t deals,
         std::span<const double> weights = {});

    [[nodiscard]] std::size_t size() const { return arms_.size(); }
    [[nodiscard]] std::uint64_t samples(std::size_t arm) const { return arms_[arm].samples.size(); }
    [[nodiscard]] std::uint64_t all_samples() const;
    void add(std::size_t arm, Sample sample);

    [[nodiscard]] bool complete() const;
    // Return how many of the samples each arm gets next, within the deals that it has not seen.
    std::vector<std::uint64_t> share(std::uint64_t samples, const SampleAllocation& allocation);
    [[nodiscard]] std::vector<ArmState> states();

  private:
    struct Moments {
        double sum = 0.0;
        double squares = 0.0;

        void add(double value, double weight) {
            sum += weight * value;
            squares += weight * (value * value);
        }
        // Of samples with this weight together.
        [[nodiscard]] double mean(double weight) const { return weight > 0.0 ? sum / weight : 0.0; }
        [[nodiscard]] double variance(std::uint64_t n, double weight) const;
    };
    // Sums over the deals that two arms have in common; extended when needed.
    struct Paired {
        std::uint64_t deals = 0;
        double weight = 0.0;  // of these deals
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
        double owed = 0.0;           // fraction of a sample carried over
    };

    // Comparison of an arm with the leader over their common deals.
    struct Rival {
        double gap = 0.0;    // the leader's mean minus its own
        double noise = 0.0;  // standard deviation of one difference
        double error = 0.0;  // standard error of the mean difference
    };
    struct Race {
        std::size_t leader = 0;
        std::vector<Rival> rivals;  // by arm; the leader's is unused
    };

    // The arm with the most samples. The others are compared with it on common deals, so that luck on a deal
    // counts neither for nor against an arm.
    [[nodiscard]] std::size_t reference() const;
    [[nodiscard]] std::vector<double> means();
    [[nodiscard]] static std::size_t best(std::span<const double> means);
    [[nodiscard]] double covariance_of_means(std::size_t first, std::size_t second);
    const Paired& pair(std::size_t arm, std::size_t other);

    // Weights by sampling rule, in any unit.
    [[nodiscard]] Race race();
    [[nodiscard]] static std::vector<double> top_two(const Race& race);
    [[nodiscard]] std::vector<double> thompson(const Race& race, std::uint64_t samples,
                                               std::uint64_t seed) const;
    [[nodiscard]] std::vector<double> by_gap(const Race& race) const;
    [[nodiscard]] static std::vector<double> by_loss(const Race& race);

    std::vector<Arm> arms_;
    [[nodiscard]] std::vector<std::uint64_t> wanted(std::uint64_t samples,
                                                    const SampleAllocation& allocation);
    // Gives more samples, one by one, to the arm with the fewest.
    [[nodiscard]] std::vector<std::uint64_t> levelled(std::vector<std::uint64_t> shares,
                                                      std::uint64_t more) const;
    // The part of a variance that remains when only some of the deals have been seen.
    [[nodiscard]] double uncertain(double variance, std::uint64_t n) const;
    [[nodiscard]] double weight_of(std::uint64_t deal) const {
        return weights_.empty() ? 1.0 : weights_[deal % weights_.size()];
    }
    // Sum over the first deals.
    [[nodiscard]] double weight_up_to(std::uint64_t deals) const;

    Utility utility_;
    std::uint64_t deals_;
    std::vector<double> weights_;
    std::vector<double> weights_up_to_;  // sums of the weights
};

}  // namespace zeitnot::scrabble
