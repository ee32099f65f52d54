// One function for each group of Python classes; module.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace zeitnot::bindings {

void bind_stop_control(nanobind::module_& module);
void bind_chess(nanobind::module_& module);
void bind_network(nanobind::module_& module);
void bind_scrabble(nanobind::module_& module);
void bind_scrabble_endgame(nanobind::module_& module);
void bind_scrabble_files(nanobind::module_& module);
void bind_scrabble_leave_sampler(nanobind::module_& module);
void bind_scrabble_self_play(nanobind::module_& module);
void bind_scrabble_simulation(nanobind::module_& module);

}  // namespace zeitnot::bindings
