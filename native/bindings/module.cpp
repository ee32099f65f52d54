#include "bindings/bindings.h"

// NOLINTNEXTLINE(bugprone-signed-bitwise): inside nanobind's macro
NB_MODULE(_native, module) {
    module.doc() = "The compiled core: the searches and what times them.";
    zeitnot::bindings::bind_stop_control(module);
}
