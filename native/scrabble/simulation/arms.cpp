#include "scrabble/simulation/arms.h"

#include <algorithm>
#include <limits>

namespace zeitnot::scrabble {

namespace {

// Variance or covariance of n samples from weighted sums.
double moment(double products, double first, double second, double weight, std::uint64_t n) {
    return (products - first * second / weight) / (weight - weight / static_cast<double>(n));
}

}  // namespace

Arms::Arms(std::size_t count, const Utility& utility, std::uint64_t deals, std::span<const double> weights)
    : arms_(count), utility_(utility), deals_(deals), weights_(weights.begin(), weights.end()) {
    double sum = 0.0;
    weights_up_to_.push_back(sum);
    for (const double weight : weights_) {
        sum += weight;
        weights_up_to_.push_back(sum);
    }
}

double Arms::Moments::variance(std::uint64_t n, double weight) const {
    return n < 2 ? 0.0 : std::max(0.0, moment(squares, sum, sum, weight, n));
}

double Arms::weight_up_to(std::uint64_t deals) const {
    return weights_.empty() ? static_cast<double>(deals)
                            : weights_up_to_[std::min<std::uint64_t>(deals, weights_.size())];
}

std::uint64_t Arms::all_samples() const {
    std::uint64_t sum = 0;
    for (const Arm& arm : arms_) {
        sum += arm.samples.size();
    }
    return sum;
}

void Arms::add(std::size_t arm, Sample sample) {
    Arm& own = arms_[arm];
    const double weight = weight_of(own.samples.size());
    own.samples.push_back(sample);
    own.equity.add(sample.equity, weight);
    own.win.add(sample.win, weight);
    own.utility.add(utility_.of(sample), weight);
}

std::size_t Arms::reference() const {
    std::size_t most = 0;
    for (std::size_t arm = 1; arm < arms_.size(); ++arm) {
        most = samples(arm) > samples(most) ? arm : most;
    }
    return most;
}

std::vector<double> Arms::means() {
    const std::size_t known_best = reference();
    const double base = arms_[known_best].utility.mean(weight_up_to(samples(known_best)));
    std::vector<double> means(arms_.size(), base);
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        if (samples(arm) == 0) {
            // An arm without samples never leads, however bad the others are.
            means[arm] = -std::numeric_limits<double>::infinity();
        } else if (arm != known_best) {
            const Paired& both = pair(arm, known_best);
            means[arm] += (both.own - both.other) / both.weight;
        }
    }
    return means;
}

const Arms::Paired& Arms::pair(std::size_t arm, std::size_t other) {
    Arm& own = arms_[arm];
    if (own.paired.empty()) {
        own.paired.resize(arms_.size());
    }
    Paired& paired = own.paired[other];
    const std::uint64_t both = std::min(samples(arm), samples(other));
    for (; paired.deals < both; ++paired.deals) {
        const double weight = weight_of(paired.deals);
        const double a = utility_.of(own.samples[paired.deals]);
        const double b = utility_.of(arms_[other].samples[paired.deals]);
        paired.weight += weight;
        paired.own += weight * a;
        paired.other += weight * b;
        paired.own_squares += weight * (a * a);
        paired.other_squares += weight * (b * b);
        paired.products += weight * (a * b);
    }
    return paired;
}

double Arms::Paired::covariance() const {
    return deals < 2 ? 0.0 : moment(products, own, other, weight, deals);
}

double Arms::Paired::other_variance() const {
    return deals < 2 ? 0.0 : std::max(0.0, moment(other_squares, other, other, weight, deals));
}

double Arms::Paired::difference_variance() const {
    const double sum = own - other;
    const double squares = own_squares + other_squares - 2.0 * products;
    return deals < 2 ? 0.0 : std::max(0.0, moment(squares, sum, sum, weight, deals));
}

// The mean of an arm is the mean of the reference over all its deals, plus the mean difference over the arm's
// own deals.
double Arms::covariance_of_means(std::size_t first, std::size_t second) {
    const std::size_t base = reference();
    const std::uint64_t all = samples(base);
    const double base_variance = arms_[base].utility.variance(all, weight_up_to(all));
    double of_base = base_variance;
    for (const std::size_t arm : {first, second}) {
        if (arm != base) {
            const Paired& both = pair(arm, base);
            of_base += both.covariance() - both.other_variance();
        }
    }
    double covariance = uncertain(of_base, all) / static_cast<double>(all);
    if (first != base && second != base) {
        const std::uint64_t more = std::max(samples(first), samples(second));
        const double of_differences = first == second ? pair(first, base).difference_variance()
                                                      : pair(first, second).covariance() + base_variance -
                                                            pair(first, base).covariance() -
                                                            pair(second, base).covariance();
        covariance += uncertain(of_differences, more) / static_cast<double>(more);
    }
    return covariance;
}

std::size_t Arms::best(std::span<const double> means) {
    return static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
}

bool Arms::complete() const {
    return deals_ > 0 && std::all_of(arms_.begin(), arms_.end(),
                                     [this](const Arm& arm) { return arm.samples.size() >= deals_; });
}

double Arms::uncertain(double variance, std::uint64_t n) const {
    if (deals_ == 0) {
        return variance;
    }
    return n >= deals_ ? 0.0 : variance * (1.0 - weight_up_to(n) / static_cast<double>(deals_));
}

std::vector<ArmState> Arms::states() {
    const std::vector<double> means = this->means();
    const std::size_t leader = best(means);
    std::vector<ArmState> states;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        const Arm& own = arms_[arm];
        const std::uint64_t n = own.samples.size();
        const double weight = weight_up_to(n);
        ArmState state{.index = arm,
                       .samples = n,
                       .equity_mean = own.equity.mean(weight),
                       .equity_variance = uncertain(own.equity.variance(n, weight), n),
                       .win_mean = own.win.mean(weight),
                       .win_variance = uncertain(own.win.variance(n, weight), n)};
        if (n > 0) {
            const auto more = static_cast<double>(std::max(n, samples(leader)));
            state.utility_mean = means[arm];
            state.utility_variance = std::max(0.0, static_cast<double>(n) * covariance_of_means(arm, arm));
            state.covariance = more * covariance_of_means(arm, leader);
        }
        states.push_back(state);
    }
    std::stable_sort(states.begin(), states.end(),
                     [&](const ArmState& a, const ArmState& b) { return means[a.index] > means[b.index]; });
    return states;
}

}  // namespace zeitnot::scrabble
