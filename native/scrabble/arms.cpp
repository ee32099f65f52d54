#include "scrabble/arms.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace zeitnot::scrabble {

namespace {

// A difference that never varied so far is not known to be without noise.
constexpr double least_noise = 1e-4;

}  // namespace

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

double Arms::mean(std::size_t arm) const {
    const Arm& own = arms_[arm];
    // Who has not been sampled does not lead, however bad the others are.
    return own.samples.empty() ? -std::numeric_limits<double>::infinity()
                               : own.utility.mean(own.samples.size());
}

std::size_t Arms::best() const {
    std::size_t best = 0;
    for (std::size_t arm = 1; arm < arms_.size(); ++arm) {
        best = mean(arm) > mean(best) ? arm : best;
    }
    return best;
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

double Arms::gap(std::size_t arm, std::size_t best) const {
    return mean(best) - mean(arm);
}

double Arms::noise(std::size_t arm, std::size_t best) {
    const Paired& both = pair(arm, best);
    const auto n = static_cast<double>(both.deals);
    if (both.deals < 2) {
        return least_noise;
    }
    const double sum = both.own - both.other;
    const double squares = both.own_squares + both.other_squares - 2.0 * both.products;
    return std::max(least_noise, std::sqrt(std::max(0.0, (squares - sum * sum / n) / (n - 1.0))));
}

bool Arms::complete() const {
    return deals_ > 0 && std::all_of(arms_.begin(), arms_.end(),
                                     [this](const Arm& arm) { return arm.samples.size() >= deals_; });
}

std::vector<std::uint64_t> Arms::share(std::uint64_t samples, const SimulationSettings& settings) {
    std::vector<std::uint64_t> shares = wanted(samples, settings);
    if (deals_ == 0) {
        return shares;
    }
    std::uint64_t sum = 0;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        shares[arm] = std::min(shares[arm], deals_ - std::min(deals_, this->samples(arm)));
        sum += shares[arm];
    }
    // Who is preferred may have no deals left: then the others get on.
    for (std::size_t arm = 0; sum == 0 && arm < arms_.size(); ++arm) {
        shares[arm] = this->samples(arm) < deals_ ? 1 : 0;
    }
    return shares;
}

double Arms::uncertain(double variance, std::uint64_t n) const {
    return deals_ == 0
               ? variance
               : variance * (1.0 - static_cast<double>(std::min(n, deals_)) / static_cast<double>(deals_));
}

std::vector<std::uint64_t> Arms::levelled(std::uint64_t samples) const {
    std::vector<std::uint64_t> shares(arms_.size(), 0);
    for (; samples > 0; --samples) {
        std::size_t fewest = 0;
        for (std::size_t arm = 1; arm < arms_.size(); ++arm) {
            const bool fewer = this->samples(arm) + shares[arm] < this->samples(fewest) + shares[fewest];
            fewest = fewer ? arm : fewest;
        }
        ++shares[fewest];
    }
    return shares;
}

std::vector<std::uint64_t> Arms::wanted(std::uint64_t samples, const SimulationSettings& settings) {
    std::vector<std::uint64_t> shares(arms_.size(), 0);
    const auto fewest = std::min_element(arms_.begin(), arms_.end(), [](const Arm& a, const Arm& b) {
        return a.samples.size() < b.samples.size();
    });
    if (settings.sampling == Sampling::round_robin || fewest->samples.size() < settings.first_samples) {
        return levelled(samples);
    }
    const std::size_t leader = best();
    std::vector<double> weights(arms_.size(), 0.0);
    double squares = 0.0;
    std::size_t challenger = leader;
    double least = INFINITY;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        if (arm == leader) {
            continue;
        }
        const double sd = noise(arm, leader);
        // A gap far below its own error says nothing more than that error does.
        const double error = sd / std::sqrt(static_cast<double>(this->samples(arm)));
        const double clear = std::max(gap(arm, leader), error / 2.0);
        weights[arm] = sd * sd / (clear * clear);
        squares += weights[arm] * weights[arm] / (sd * sd);
        const double evidence = gap(arm, leader) / error;
        if (evidence < least) {
            least = evidence;
            challenger = arm;
        }
    }
    if (settings.sampling == Sampling::top_two) {
        std::fill(weights.begin(), weights.end(), 0.0);
        weights[challenger] = weights[leader] = 1.0;
    } else {
        const double own = std::sqrt(arms_[leader].utility.variance(this->samples(leader)));
        weights[leader] =
            std::max(*std::max_element(weights.begin(), weights.end()), own * std::sqrt(squares));
    }
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        shares[arm] =
            static_cast<std::uint64_t>(std::lround(static_cast<double>(samples) * weights[arm] / all));
    }
    shares[leader] = std::max<std::uint64_t>(1, shares[leader]);
    return shares;
}

std::vector<ArmState> Arms::states() {
    const std::size_t leader = best();
    std::vector<ArmState> states;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        const Arm& own = arms_[arm];
        const std::uint64_t n = own.samples.size();
        ArmState state{.index = arm,
                       .samples = n,
                       .equity_mean = own.equity.mean(n),
                       .equity_variance = uncertain(own.equity.variance(n), n),
                       .win_mean = own.win.mean(n),
                       .win_variance = uncertain(own.win.variance(n), n),
                       .utility_mean = own.utility.mean(n),
                       .utility_variance = uncertain(own.utility.variance(n), n),
                       .covariance = uncertain(own.utility.variance(n), n)};
        if (arm != leader) {
            const Paired& both = pair(arm, leader);
            const auto deals = static_cast<double>(both.deals);
            state.covariance =
                both.deals < 2 ? 0.0 : (both.products - both.own * both.other / deals) / (deals - 1.0);
            state.covariance = uncertain(state.covariance, std::max(n, samples(leader)));
        }
        states.push_back(state);
    }
    std::stable_sort(states.begin(), states.end(),
                     [this](const ArmState& a, const ArmState& b) { return mean(a.index) > mean(b.index); });
    return states;
}

}  // namespace zeitnot::scrabble
