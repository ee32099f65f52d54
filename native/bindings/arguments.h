// Checks of Python values before they reach native code, shared by all bindings.
#pragma once

#include <string>

#include <nanobind/nanobind.h>

namespace zeitnot::bindings {

// Raises ValueError with this message.
[[noreturn]] void refuse(const std::string& message);

// Return the number if it is in the range; otherwise raise a ValueError that names the rule.
long long whole_number(const nanobind::int_& value, const char* what, long long least, long long most);
double finite_number(double value, const char* what, double least, double most);

// Clamp a number to the range, for limits where anything larger means "no limit".
long long nearest_number(const nanobind::int_& value, long long least, long long most);

// Bind an integer field that is checked against a range when it is set.
template <typename Owner>
void bind_whole(nanobind::class_<Owner>& owner, const char* name, int Owner::* field, int least, int most) {
    owner.def_prop_rw(
        name, [field](const Owner& self) { return self.*field; },
        [=](Owner& self, const nanobind::int_& value) {
            self.*field = static_cast<int>(whole_number(value, name, least, most));
        });
}

}  // namespace zeitnot::bindings
