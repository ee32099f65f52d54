// One function for each group of Python classes; module.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace zeitnot::bindings {

void bind_stop_control(nanobind::module_& module);
void bind_chess(nanobind::module_& module);
void bind_network(nanobind::module_& module);
void bind_scrabble_files(nanobind::module_& module);
void bind_scrabble_values(nanobind::module_& module);

// The classes that depend on the size of board and alphabet, once for each; see scrabble/game/size.h.
namespace standard {
void bind_scrabble(nanobind::module_& module);
}
namespace wide {
void bind_scrabble(nanobind::module_& module);
}

}  // namespace zeitnot::bindings
