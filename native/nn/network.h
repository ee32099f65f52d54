// Network: a small dense network with ReLU between its layers and one number at its end.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace zeitnot::nn {

// Weights of one layer, input by input: all that a first input gives to the units, then a second ...
struct Layer {
    std::vector<float> weights;
    std::vector<float> biases;
};

// What is done to an input before the first layer: what is far from all that was learned from counts as its
// edge, so that a network is never asked about a world that it has not seen.
struct Standard {
    std::vector<double> means;
    std::vector<double> scales;
    double reach = 0.0;
};

// Never changes once it is made, so that any number of threads may ask one network.
class Network {
  public:
    // Units of a layer and inputs: bounds the work space, which is on the stack of whoever asks.
    static constexpr std::size_t most_units = 256;

    // Throws std::invalid_argument on shapes that do not fit and on numbers that are not finite.
    Network(Standard standard, std::vector<Layer> layers);

    [[nodiscard]] std::size_t inputs() const noexcept { return standard_.means.size(); }
    [[nodiscard]] std::size_t parameters() const noexcept { return parameters_; }

    // As many inputs as the network has. What is not a number is taken for the mean. Allocates nothing.
    [[nodiscard]] float forward(std::span<const double> inputs) const noexcept;

  private:
    Standard standard_;
    // All but the last in blocks, with their units rounded up.
    std::vector<Layer> layers_;
    std::vector<std::size_t> units_;
    std::size_t parameters_ = 0;
};

}  // namespace zeitnot::nn
