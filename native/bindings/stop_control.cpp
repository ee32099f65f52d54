#include "timing/stop_control.h"

#include <cmath>
#include <cstdint>
#include <string>

#include <nanobind/nanobind.h>

#include "bindings/arguments.h"
#include "bindings/bindings.h"

namespace nb = nanobind;
using namespace nb::literals;
using zeitnot::timing::StopControl;
using zeitnot::timing::StopReason;

namespace zeitnot::bindings {

namespace {

// Error messages state the rule first, then the value that broke it.
[[noreturn]] void refuse(const char* rule, nb::handle got) {
    bindings::refuse(std::string(rule) + ", got " + nb::repr(got).c_str());
}

double checked_deadline(const char* rule, double seconds) {
    if (std::isnan(seconds)) {
        refuse(rule, nb::float_(seconds));
    }
    return seconds;
}

double checked_soft(double seconds) {
    return checked_deadline("the soft deadline must be a number of seconds or infinity", seconds);
}

double checked_hard(double seconds) {
    return checked_deadline("the hard deadline must be a number of seconds or infinity", seconds);
}

double checked_work_per_second(double rate) {
    if (!std::isfinite(rate) || rate < 0.0) {
        refuse("work_per_second must be 0 for wall time, or a positive finite rate", nb::float_(rate));
    }
    return rate;
}

std::uint64_t checked_units(std::int64_t units) {
    if (units < 0) {
        refuse("work must not be negative", nb::int_(units));
    }
    return static_cast<std::uint64_t>(units);
}

void bind_stop_reason(nb::module_& module) {
    nb::enum_<StopReason>(module, "StopReason", "Why a search must stop; the first reason wins.")
        .value("NONE", StopReason::none, "The search may go on.")
        .value("STOPPED_BY_CALLER", StopReason::stopped_by_caller, "stop() was called.")
        .value("HARD_DEADLINE", StopReason::hard_deadline, "A poll found that the hard deadline had passed.");
}

}  // namespace

void bind_stop_control(nb::module_& module) {
    bind_stop_reason(module);
    nb::class_<StopControl>(module, "StopControl",
                            "Times and stops one search after another. All methods may be called from any "
                            "thread during a search.")
        .def(
            "__init__",
            [](StopControl* self, double work_per_second) {
                new (self) StopControl(checked_work_per_second(work_per_second));
            },
            nb::kw_only(), "work_per_second"_a = 0.0,
            "Measure time by the wall clock (0), or by work: this many units count as one second.")
        .def_prop_ro("work_per_second", &StopControl::work_per_second,
                     "Units of work that count as one second; 0 is wall time.")
        .def(
            "start",
            [](StopControl& self, double soft_s, double hard_s) {
                self.start(checked_soft(soft_s), checked_hard(hard_s));
            },
            nb::kw_only(), "soft_s"_a, "hard_s"_a,
            "Reset for a new search and arm both deadlines: infinity means none, negative values count as 0.")
        .def("elapsed_s", &StopControl::elapsed_s,
             "Return the seconds since start(), by the wall clock or by work.")
        .def("soft_deadline_s", &StopControl::soft_deadline_s,
             "Return the current soft deadline in seconds since start().")
        .def("hard_deadline_s", &StopControl::hard_deadline_s,
             "Return the current hard deadline in seconds since start().")
        .def(
            "move_soft_deadline",
            [](StopControl& self, double soft_s) { self.move_soft_deadline(checked_soft(soft_s)); },
            "Set the soft deadline of the running search, in seconds since start().")
        .def(
            "move_hard_deadline",
            [](StopControl& self, double hard_s) { self.move_hard_deadline(checked_hard(hard_s)); },
            "Set the hard deadline of the running search, in seconds since start().")
        .def(
            "add_work", [](StopControl& self, std::int64_t units) { self.add_work(checked_units(units)); },
            "Add nodes or samples to the work done; in work time this advances the clock.")
        .def("work", &StopControl::work, "Return the units of work since start().")
        .def("poll", &StopControl::poll,
             "Look at the clock, raise the stops that are due, and return whether the search must stop now.")
        .def("stopped", &StopControl::stopped,
             "Return whether the search must stop now, without looking at the clock.")
        .def("soft_stopped", &StopControl::soft_stopped,
             "Return whether the search should end at its next convenient point, without looking at the "
             "clock.")
        .def("stop", &StopControl::stop, "Stop the search now.")
        .def("raise_soft_stop", &StopControl::raise_soft_stop,
             "Ask the search to end at its next convenient point, whatever the soft deadline.")
        .def("clear_soft_stop", &StopControl::clear_soft_stop,
             "Clear the soft stop. A poll after the soft deadline raises it again, so move the deadline "
             "first.")
        .def("reason", &StopControl::reason, "Return why the search must stop, or NONE.");
}

}  // namespace zeitnot::bindings
