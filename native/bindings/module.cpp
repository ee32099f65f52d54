#include "bindings/bindings.h"

NB_MODULE(_native, module) {
    // What a process still holds at its end is freed with the process: no reason to write to a user's
    // terminal.
    nanobind::set_leak_warnings(false);
    module.doc() = "The compiled core: the searches and what times them.";
    zeitnot::bindings::bind_stop_control(module);
    zeitnot::bindings::bind_chess(module);
    zeitnot::bindings::bind_network(module);
    zeitnot::bindings::bind_scrabble(module);
}
