#include "scrabble/simulation/arms.h"

#include <algorithm>
#include <limits>

namespace zeitnot::scrabble {

double Arms::Moments::variance(std::uint64_t n) const {
    if (n < 2) {
        return 0.0;
    }
    const auto count = static_cast<double>(n);
    return std::max(0.0, (squares - sum * sum / count) / (count - 1.0));
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
    own.samples.push_back(sample);
    own.equity.sum += sample.equity;
    own.equity.squares += double{sample.equity} * sample.equity;
    own.win.sum += sample.win;
    own.win.squares += double{sample.win} * sample.win;
    const double utility = utility_.of(sample);
    own.utility.sum += utility;
    own.utility.squares += utility * utility;
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
    const double base = arms_[known_best].utility.mean(samples(known_best));
    std::vector<double> means(arms_.size(), base);
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        if (samples(arm) == 0) {
            // An arm without samples never leads, however bad the others are.
            means[arm] = -std::numeric_limits<double>::infinity();
        } else if (arm != known_best) {
            const Paired& both = pair(arm, known_best);
            means[arm] += (both.own - both.other) / static_cast<double>(both.deals);
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
        const double a = utility_.of(own.samples[paired.deals]);
        const double b = utility_.of(arms_[other].samples[paired.deals]);
        paired.own += a;
        paired.other += b;
        paired.own_squares += a * a;
        paired.other_squares += b * b;
        paired.products += a * b;
    }
    return paired;
}

double Arms::Paired::covariance() const {
    const auto n = static_cast<double>(deals);
    return deals < 2 ? 0.0 : (products - own * other / n) / (n - 1.0);
}

double Arms::Paired::other_variance() const {
    const auto n = static_cast<double>(deals);
    return deals < 2 ? 0.0 : std::max(0.0, (other_squares - other * other / n) / (n - 1.0));
}

double Arms::Paired::difference_variance() const {
    const auto n = static_cast<double>(deals);
    const double sum = own - other;
    const double squares = own_squares + other_squares - 2.0 * products;
    return deals < 2 ? 0.0 : std::max(0.0, (squares - sum * sum / n) / (n - 1.0));
}

// The mean of an arm is the mean of the reference over all its deals, plus the mean difference over the arm's
// own deals.
double Arms::covariance_of_means(std::size_t first, std::size_t second) {
    const std::size_t base = reference();
    const std::uint64_t all = samples(base);
    const double base_variance = arms_[base].utility.variance(all);
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
    return deals_ == 0
               ? variance
               : variance * (1.0 - static_cast<double>(std::min(n, deals_)) / static_cast<double>(deals_));
}

std::vector<ArmState> Arms::states() {
    const std::vector<double> means = this->means();
    const std::size_t leader = best(means);
    std::vector<ArmState> states;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        const Arm& own = arms_[arm];
        const std::uint64_t n = own.samples.size();
        ArmState state{.index = arm,
                       .samples = n,
                       .equity_mean = own.equity.mean(n),
                       .equity_variance = uncertain(own.equity.variance(n), n),
                       .win_mean = own.win.mean(n),
                       .win_variance = uncertain(own.win.variance(n), n)};
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
