// Network: a small dense network with ReLU between its layers and a single output.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace zeitnot::nn {

// Weights of one layer, ordered by input, then by unit.
struct Layer {
    std::vector<float> weights;
    std::vector<float> biases;
};

// Standardisation of the inputs. Values outside the training range are clamped to its edge, so that the
// network never extrapolates.
struct Standard {
    std::vector<double> means;
    std::vector<double> scales;
    double reach = 0.0;
};

// Immutable, so any number of threads may share one network.
class Network {
  public:
    // Limit of inputs and of units in a layer: it bounds the workspace, which is on the caller's stack.
    static constexpr std::size_t most_units = 256;

    // Throws std::invalid_argument if shapes do not match or numbers are not finite.
    Network(Standard standard, std::vector<Layer> layers);

    [[nodiscard]] std::size_t inputs() const noexcept { return standard_.means.size(); }
    [[nodiscard]] std::size_t parameters() const noexcept { return parameters_; }

    // Takes as many inputs as the network has; NaN counts as the mean. Does not allocate.
    [[nodiscard]] float forward(std::span<const double> inputs) const noexcept;

  private:
    Standard standard_;
    // All but the last are in blocks and padded.
    std::vector<Layer> layers_;
    std::vector<std::size_t> units_;
    std::size_t parameters_ = 0;
};

}  // namespace zeitnot::nn
