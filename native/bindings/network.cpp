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

// Reads into the caller's buffer, so that a list or tuple costs no allocation. Python's stable ABI has
// functions for size and items, not the macros.
std::span<const double> inputs_of(const Network& network, nb::handle values, Inputs& space) {
    const nb::object items = nb::steal(PySequence_Fast(values.ptr(), "inputs must be a sequence of numbers"));
    if (!items.is_valid()) {
        throw nb::python_error();
    }
    const auto count = static_cast<std::size_t>(PySequence_Size(items.ptr()));
    if (count != network.inputs()) {
        const std::string message = "a network of " + std::to_string(network.inputs()) +
                                    " inputs must be given as many, got " + std::to_string(count);
        throw nb::value_error(message.c_str());
    }
    for (std::size_t i = 0; i < count; ++i) {
        // Converting an item may run Python code, which may have shortened the list.
        if (static_cast<std::size_t>(PySequence_Size(items.ptr())) != count) {
            throw nb::value_error("inputs must stay as they are while they are read");
        }
        const nb::object item = nb::steal(PySequence_GetItem(items.ptr(), static_cast<Py_ssize_t>(i)));
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

// Each pass starts from the previous result, so that the compiler cannot remove or reorder passes.
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
    nb::class_<Network>(module, "Network", "A dense network with ReLU between its layers and one output.")
        .def("__init__", &make, nb::kw_only(), "means"_a, "scales"_a, "layers"_a, "reach"_a,
             "Create a network from the weights (ordered by input) and biases of every layer. Inputs are "
             "standardised and clamped to -reach..reach.")
        .def_prop_ro("inputs", &Network::inputs, "Number of inputs.")
        .def_prop_ro("parameters", &Network::parameters, "Number of weights and biases.")
        .def("forward", &forward, nb::arg(), "Return the output; NaN inputs count as the mean.")
        .def(
            "forward_s", &forward_s, nb::arg(), nb::kw_only(), "repeats"_a,
            "Return the mean seconds of one pass over the repeats, without the overhead of the Python call.");
}

}  // namespace zeitnot::bindings
