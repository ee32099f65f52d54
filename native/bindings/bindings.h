// One function per noun that Python sees; module.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace zeitnot::bindings {

void bind_stop_control(nanobind::module_& module);
void bind_chess(nanobind::module_& module);
void bind_network(nanobind::module_& module);
void bind_scrabble(nanobind::module_& module);
void bind_scrabble_endgame(nanobind::module_& module);
void bind_scrabble_files(nanobind::module_& module);
void bind_scrabble_leaves(nanobind::module_& module);
void bind_scrabble_simulation(nanobind::module_& module);

}  // namespace zeitnot::bindings
