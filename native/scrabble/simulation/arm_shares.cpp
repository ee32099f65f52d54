// Arms: allocation of the next samples.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>

#include "scrabble/game/random.h"
#include "scrabble/simulation/arms.h"

namespace zeitnot::scrabble {

namespace {

// Floor of the noise: differences that have not varied so far may still vary.
constexpr double least_noise = 1e-4;

// Expected gain of knowing exactly an arm with this gap to the leader and this error.
double expected_gain(double gap, double error) {
    const double z = gap / error;
    const double density = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
    return error * std::max(0.0, density - 0.5 * z * std::erfc(z / std::numbers::sqrt2));
}

double normal(Random& random) {
    const auto unit = [&] { return (static_cast<double>(random.next() >> 11U) + 0.5) * 0x1.0p-53; };
    const double radius = std::sqrt(-2.0 * std::log(unit()));
    return radius * std::cos(2.0 * std::numbers::pi * unit());
}

double largest(const std::vector<double>& weights) {
    return *std::max_element(weights.begin(), weights.end());
}

}  // namespace

std::vector<std::uint64_t> Arms::share(std::uint64_t samples, const SampleAllocation& allocation) {
    std::vector<std::uint64_t> shares = wanted(samples, allocation);
    if (deals_ == 0) {
        return shares;
    }
    std::uint64_t sum = 0;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        shares[arm] = std::min(shares[arm], deals_ - std::min(deals_, this->samples(arm)));
        sum += shares[arm];
    }
    // Preferred arms may have no deals left; their samples go to the others.
    return levelled(std::move(shares), samples - std::min(samples, sum));
}

std::vector<std::uint64_t> Arms::levelled(std::vector<std::uint64_t> shares, std::uint64_t more) const {
    const auto had = [&](std::size_t arm) { return samples(arm) + shares[arm]; };
    for (; more > 0; --more) {
        std::size_t fewest = 0;
        for (std::size_t arm = 1; arm < arms_.size(); ++arm) {
            fewest = had(arm) < had(fewest) ? arm : fewest;
        }
        if (deals_ > 0 && had(fewest) >= deals_) {
            break;
        }
        ++shares[fewest];
    }
    return shares;
}

Arms::Race Arms::race() {
    const std::vector<double> means = this->means();
    Race race{.leader = best(means), .rivals = std::vector<Rival>(arms_.size())};
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        if (arm != race.leader) {
            const Paired& both = pair(arm, race.leader);
            const double noise = std::max(least_noise, std::sqrt(both.difference_variance()));
            const double error = noise / std::sqrt(static_cast<double>(both.deals));
            race.rivals[arm] = {.gap = means[race.leader] - means[arm], .noise = noise, .error = error};
        }
    }
    return race;
}

// Samples the leader and the arm that is least certainly worse.
std::vector<double> Arms::top_two(const Race& race) {
    std::vector<double> weights(race.rivals.size(), 0.0);
    std::size_t challenger = race.leader;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t arm = 0; arm < race.rivals.size(); ++arm) {
        const Rival& rival = race.rivals[arm];
        if (arm != race.leader && rival.gap / rival.error < least) {
            least = rival.gap / rival.error;
            challenger = arm;
        }
    }
    weights[challenger] = weights[race.leader] = 1.0;
    return weights;
}

// Half of the samples go to the leader, and each of the others to the winner of a random draw from the
// posterior.
std::vector<double> Arms::thompson(const Race& race, std::uint64_t samples, std::uint64_t seed) const {
    Random random(seed + all_samples());
    std::vector<double> weights(race.rivals.size(), 0.0);
    const std::uint64_t draws = std::max<std::uint64_t>(1, samples / 2);
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
        std::size_t challenger = race.leader;
        double ahead = -std::numeric_limits<double>::infinity();
        for (std::size_t arm = 0; arm < race.rivals.size(); ++arm) {
            const double drawn = race.rivals[arm].error * normal(random) - race.rivals[arm].gap;
            if (arm != race.leader && drawn > ahead) {
                ahead = drawn;
                challenger = arm;
            }
        }
        weights[challenger] += 1.0;
    }
    weights[race.leader] += static_cast<double>(draws);
    return weights;
}

std::vector<double> Arms::by_gap(const Race& race) const {
    std::vector<double> weights(race.rivals.size(), 0.0);
    double squares = 0.0;
    for (std::size_t arm = 0; arm < race.rivals.size(); ++arm) {
        const Rival& rival = race.rivals[arm];
        if (arm != race.leader) {
            // A gap far below its error carries no more information than the error.
            const double clear = std::max(rival.gap, rival.error / 2.0);
            weights[arm] = rival.noise * rival.noise / (clear * clear);
            squares += weights[arm] * weights[arm] / (rival.noise * rival.noise);
        }
    }
    const std::uint64_t all = samples(race.leader);
    const double own = std::sqrt(arms_[race.leader].utility.variance(all, weight_up_to(all)));
    weights[race.leader] = std::max(largest(weights), own * std::sqrt(squares));
    return weights;
}

// In proportion to the expected loss from not knowing the arm better. The leader takes part in every
// comparison.
std::vector<double> Arms::by_loss(const Race& race) {
    std::vector<double> weights(race.rivals.size(), 0.0);
    for (std::size_t arm = 0; arm < race.rivals.size(); ++arm) {
        if (arm != race.leader) {
            weights[arm] = expected_gain(race.rivals[arm].gap, race.rivals[arm].error);
        }
    }
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (sum <= 0.0) {
        return top_two(race);
    }
    weights[race.leader] = std::max(largest(weights), sum / 2.0);
    return weights;
}

std::vector<std::uint64_t> Arms::wanted(std::uint64_t samples, const SampleAllocation& allocation) {
    const auto fewest = std::min_element(arms_.begin(), arms_.end(), [](const Arm& a, const Arm& b) {
        return a.samples.size() < b.samples.size();
    });
    // Nothing can be said about arms without samples, whatever the settings ask for.
    const std::uint64_t first_samples = std::max<std::uint64_t>(1, allocation.first_samples);
    if (allocation.sampling == Sampling::round_robin || fewest->samples.size() < first_samples) {
        return levelled(std::vector<std::uint64_t>(arms_.size(), 0), samples);
    }
    const Race race = this->race();
    std::vector<double> weights;
    switch (allocation.sampling) {
    case Sampling::top_two:
        weights = top_two(race);
        break;
    case Sampling::thompson:
        weights = thompson(race, samples, allocation.seed);
        break;
    case Sampling::by_gap:
        weights = by_gap(race);
        break;
    default:
        weights = by_loss(race);
    }
    const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (!std::isfinite(all) || all <= 0.0) {  // overflow caused by extreme samples
        return levelled(std::vector<std::uint64_t>(arms_.size(), 0), samples);
    }
    std::vector<std::uint64_t> shares(arms_.size(), 0);
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
        // Fractions are carried over, or small batches would starve arms with small shares.
        arms_[arm].owed += static_cast<double>(samples) * weights[arm] / all;
        shares[arm] = static_cast<std::uint64_t>(arms_[arm].owed);
        arms_[arm].owed -= static_cast<double>(shares[arm]);
    }
    shares[race.leader] = std::max<std::uint64_t>(1, shares[race.leader]);
    return shares;
}

}  // namespace zeitnot::scrabble
