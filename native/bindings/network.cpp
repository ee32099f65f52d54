#include "nn/network.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"

namespace nb = nanobind;
using namespace nb::literals;
using zeitnot::nn::Layer;
using zeitnot::nn::Network;

namespace zeitnot::bindings {

namespace {

using Inputs = std::array<double, Network::most_units>;

// Read straight into the caller's space: a list or a tuple costs no allocation.
std::span<const double> inputs_of(const Network& network, nb::handle values, Inputs& space) {
    const nb::object items = nb::steal(PySequence_Fast(values.ptr(), "inputs must be a sequence of numbers"));
    if (!items.is_valid()) {
        throw nb::python_error();
    }
    const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.ptr()));
    if (count != network.inputs()) {
        const std::string message = "a network of " + std::to_string(network.inputs()) +
                                    " inputs must be given as many, got " + std::to_string(count);
        throw nb::value_error(message.c_str());
    }
    for (std::size_t i = 0; i < count; ++i) {
        // What calls itself a number may run code of its own, and a list may be shorter after that.
        if (static_cast<std::size_t>(PySequence_Fast_GET_SIZE(items.ptr())) != count) {
            throw nb::value_error("inputs must stay as they are while they are read");
        }
        const nb::object item = nb::borrow(PySequence_Fast_GET_ITEM(items.ptr(), i));
        space[i] = PyFloat_AsDouble(item.ptr());
        if (space[i] == -1.0 && PyErr_Occurred() != nullptr) {
            throw nb::python_error();
        }
    }
    return {space.data(), count};
}

void make(Network* self, std::vector<double> means, std::vector<double> scales,
          std::vector<std::pair<std::vector<float>, std::vector<float>>> layers, double reach) {
    std::vector<Layer> made;
    made.reserve(layers.size());
    for (auto& [weights, biases] : layers) {
        made.push_back({std::move(weights), std::move(biases)});
    }
    try {
        new (self) Network({std::move(means), std::move(scales), reach}, std::move(made));
    } catch (const std::invalid_argument& error) {
        throw nb::value_error(error.what());
    }
}

double forward(const Network& self, nb::handle inputs) {
    Inputs space;
    return self.forward(inputs_of(self, inputs, space));
}

// Each pass begins with what the last one said, so that no compiler can drop or move one.
double forward_s(const Network& self, nb::handle inputs, std::int64_t repeats) {
    if (repeats < 1) {
        throw nb::value_error("repeats must be 1 or more");
    }
    Inputs space;
    const std::size_t count = inputs_of(self, inputs, space).size();
    const double first = space[0];
    const auto began = std::chrono::steady_clock::now();
    for (std::int64_t i = 0; i < repeats; ++i) {
        space[0] = first + 1e-9 * static_cast<double>(self.forward({space.data(), count}));
    }
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - began;
    return used.count() / static_cast<double>(repeats);
}

}  // namespace

void bind_network(nb::module_& module) {
    nb::class_<Network>(module, "Network", "A dense network, ReLU between its layers, one number out.")
        .def("__init__", &make, nb::kw_only(), "means"_a, "scales"_a, "layers"_a, "reach"_a,
             "Take for every layer its weights, input by input, and its biases. Inputs are standardised, and "
             "not let further from 0 than the reach.")
        .def_prop_ro("inputs", &Network::inputs, "Numbers that it takes.")
        .def_prop_ro("parameters", &Network::parameters, "Weights and biases in all.")
        .def("forward", &forward, nb::arg(), "Give the output; what is not a number counts as the mean.")
        .def("forward_s", &forward_s, nb::arg(), nb::kw_only(), "repeats"_a,
             "Tell the seconds of one pass without the call from Python, mean over so many.");
}

}  // namespace zeitnot::bindings
