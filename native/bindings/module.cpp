#include <cstdint>
#include <optional>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "memory/available.h"

using namespace nanobind::literals;

NB_MODULE(_native, module) {
    // Objects alive at exit are freed with the process; a leak warning would only clutter the user's
    // terminal.
    nanobind::set_leak_warnings(false);
    module.doc() = "The compiled core: searches, their time control, and the network.";
    zeitnot::bindings::watch_interpreter();
    module.def(
        "available_memory_mb",
        [](const std::string& root) -> std::optional<std::uint64_t> {
            constexpr unsigned mb_shift = 20;
            const auto bytes = zeitnot::memory::available_bytes(root);
            return bytes ? std::optional(*bytes >> mb_shift) : std::nullopt;
        },
        "root"_a = "/",
        "Return the available memory in MB, read from /proc and /sys below a root; None if unknown.");
    zeitnot::bindings::bind_stop_control(module);
    zeitnot::bindings::bind_chess(module);
    zeitnot::bindings::bind_network(module);
    zeitnot::bindings::bind_scrabble_files(module);
    zeitnot::bindings::bind_scrabble_values(module);
    zeitnot::bindings::standard::bind_scrabble(module);
    auto wide = module.def_submodule(
        "wide", "The same for alphabets of up to 63 letters and boards of other sizes, up to 21 x 21.");
    zeitnot::bindings::wide::bind_scrabble(wide);
}
