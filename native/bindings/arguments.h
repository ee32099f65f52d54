// What the bindings share: values from Python, checked before native code sees them.
#pragma once

#include <string>

#include <nanobind/nanobind.h>

namespace zeitnot::bindings {

// A ValueError with this message.
[[noreturn]] void refuse(const std::string& message);

// A number that native code can hold and count with; a ValueError names the rule, however large it is.
long long whole_number(const nanobind::int_& value, const char* what, long long least, long long most);
double finite_number(double value, const char* what, double least, double most);

// The nearest number in the range, for limits that mean "no more than" however far out they are.
long long nearest_number(const nanobind::int_& value, long long least, long long most);

// A field that takes numbers of a range.
template <typename Owner>
void bind_whole(nanobind::class_<Owner>& owner, const char* name, int Owner::* field, int least, int most) {
    owner.def_prop_rw(
        name, [field](const Owner& self) { return self.*field; },
        [=](Owner& self, const nanobind::int_& value) {
            self.*field = static_cast<int>(whole_number(value, name, least, most));
        });
}

}  // namespace zeitnot::bindings
