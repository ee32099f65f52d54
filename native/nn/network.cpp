#include "nn/network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace zeitnot::nn {

namespace {

using Units = std::array<float, Network::most_units>;

void require(bool holds, const char* rule) {
    if (!holds) {
        throw std::invalid_argument(rule);
    }
}

template <typename Number>
bool all_finite(const std::vector<Number>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](Number each) { return std::isfinite(each); });
}

void check(const Standard& standard) {
    const std::size_t inputs = standard.means.size();
    require(inputs >= 1 && inputs <= Network::most_units, "a network must have 1 to 256 inputs");
    require(standard.scales.size() == inputs, "a network must have a mean and a scale for every input");
    require(all_finite(standard.means) && all_finite(standard.scales), "means and scales must be finite");
    require(std::all_of(standard.scales.begin(), standard.scales.end(), [](double each) { return each > 0; }),
            "scales must be above 0");
    require(std::isfinite(standard.reach) && standard.reach > 0, "the reach must be above 0 and finite");
}

void check(const std::vector<Layer>& layers, std::size_t inputs) {
    require(!layers.empty(), "a network must have a layer");
    for (const Layer& layer : layers) {
        const std::size_t units = layer.biases.size();
        require(units >= 1 && units <= Network::most_units, "a layer must have 1 to 256 units");
        require(layer.weights.size() == inputs * units,
                "a layer must have a weight for every input and unit");
        require(all_finite(layer.weights) && all_finite(layer.biases), "weights must be finite");
        inputs = units;
    }
    require(inputs == 1, "the last layer must have one unit");
}

// As many sums as fit into the registers of every x86-64 processor.
constexpr std::size_t block_units = 32;

std::size_t padded(std::size_t units) {
    return (units + block_units - 1) / block_units * block_units;
}

// Pads the units with units that stay 0, so that only whole blocks are summed, and stores the weights of a
// block contiguously.
Layer in_blocks(const Layer& layer) {
    const std::size_t units = layer.biases.size();
    const std::size_t inputs = layer.weights.size() / units;
    Layer made{std::vector<float>(inputs * padded(units)), std::vector<float>(padded(units))};
    std::copy(layer.biases.begin(), layer.biases.end(), made.biases.begin());
    for (std::size_t input = 0; input < inputs; ++input) {
        for (std::size_t unit = 0; unit < units; ++unit) {
            const std::size_t block = unit / block_units;
            made.weights[(block * inputs + input) * block_units + unit % block_units] =
                layer.weights[input * units + unit];
        }
    }
    return made;
}

// Sums, then ReLU. The inner loop runs along memory and is vectorised without reordering any sum.
void apply(const Layer& layer, std::span<const float> from, std::span<float> to) noexcept {
    const float* weights = layer.weights.data();
    for (std::size_t begin = 0; begin < to.size(); begin += block_units) {
        std::array<float, block_units> sums;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled next
        std::copy_n(layer.biases.data() + begin, block_units, sums.begin());
        for (const float value : from) {
            for (std::size_t unit = 0; unit < block_units; ++unit) {
                sums[unit] += value * weights[unit];
            }
            weights += block_units;
        }
        for (std::size_t unit = 0; unit < block_units; ++unit) {
            to[begin + unit] = std::max(sums[unit], 0.0F);
        }
    }
}

}  // namespace

Network::Network(Standard standard, std::vector<Layer> layers)
    : standard_(std::move(standard)), layers_(std::move(layers)) {
    check(standard_);
    check(layers_, standard_.means.size());
    // Layers compute in single precision, so larger values could not be converted.
    standard_.reach = std::min(standard_.reach, double{std::numeric_limits<float>::max()});
    for (Layer& layer : layers_) {
        units_.push_back(layer.biases.size());
        parameters_ += layer.weights.size() + layer.biases.size();
        if (&layer != &layers_.back()) {
            layer = in_blocks(layer);
        }
    }
}

float Network::forward(std::span<const double> inputs) const noexcept {
    std::array<Units, 2> space;  // NOLINT(cppcoreguidelines-pro-type-member-init): written before it is read
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const double z = (inputs[i] - standard_.means[i]) / standard_.scales[i];
        space[0][i] =
            std::isnan(z) ? 0.0F : static_cast<float>(std::clamp(z, -standard_.reach, standard_.reach));
    }
    std::span<const float> from(space[0].data(), inputs.size());
    for (std::size_t number = 0; number + 1 < layers_.size(); ++number) {
        Units& to = space[(number + 1) % 2];
        apply(layers_[number], from, {to.data(), layers_[number].biases.size()});
        from = {to.data(), units_[number]};
    }
    const Layer& last = layers_.back();
    return std::inner_product(from.begin(), from.end(), last.weights.begin(), last.biases.front());
}

}  // namespace zeitnot::nn
