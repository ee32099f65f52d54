#include "bindings/arguments.h"

#include <algorithm>
#include <cmath>

namespace nb = nanobind;

namespace zeitnot::bindings {

namespace {

// Sets overflow to -1 or 1 if the value does not fit into 64 bits; the result is then meaningless.
long long number_in(const nb::int_& value, int& overflow) {
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (number == -1 && overflow == 0 && PyErr_Occurred() != nullptr) {
        throw nb::python_error();
    }
    return number;
}

}  // namespace

void refuse(const std::string& message) {
    throw nb::value_error(message.c_str());
}

long long whole_number(const nb::int_& value, const char* what, long long least, long long most) {
    int overflow = 0;
    const long long number = number_in(value, overflow);
    if (overflow != 0 || number < least || number > most) {
        // Python refuses to print integers of thousands of digits.
        const std::string got = overflow != 0 ? "a number of more than 64 bits" : std::to_string(number);
        refuse(std::string(what) + " must be " + std::to_string(least) + " to " + std::to_string(most) +
               ", got " + got);
    }
    return number;
}

double finite_number(double value, const char* what, double least, double most) {
    if (std::isnan(value) || value < least || value > most) {
        refuse(std::string(what) + " must be " + std::to_string(least) + " to " + std::to_string(most) +
               ", got " + std::to_string(value));
    }
    return value;
}

long long nearest_number(const nb::int_& value, long long least, long long most) {
    int overflow = 0;
    const long long number = number_in(value, overflow);
    if (overflow != 0) {
        return overflow < 0 ? least : most;
    }
    return std::clamp(number, least, most);
}

}  // namespace zeitnot::bindings
