// The interpreter's lock: given up for native work, taken back after it, and left alone once Python ends.
//
// A thread that asks for the lock while the interpreter is being taken down is ended where it stands, which
// C++ answers by ending the whole process with a signal. Daemon threads may search until then.
#pragma once

#include <functional>
#include <shared_mutex>

#include <nanobind/nanobind.h>

namespace zeitnot::bindings {

// While there is one, the interpreter does not end, unless it had begun to before.
class Passage {
  public:
    Passage();
    // False: the lock must not be asked for any more.
    [[nodiscard]] bool is_open() const { return is_open_; }

  private:
    std::shared_lock<std::shared_timed_mutex> lock_;
    bool is_open_;
};

// Gives the interpreter's lock up for a scope. A thread whose interpreter ends meanwhile never leaves it.
class Released {
  public:
    Released();
    ~Released();
    Released(const Released&) = delete;
    Released& operator=(const Released&) = delete;
    Released(Released&&) = delete;
    Released& operator=(Released&&) = delete;

  private:
    PyThreadState* state_;
};

// A callback into Python, to be used in its scope; it asks for the end when there is no Python to ask.
template <typename Report>
std::function<bool(const Report&)> while_python_lasts(const std::function<bool(const Report&)>& callback) {
    if (!callback) {
        return callback;
    }
    return [&callback](const Report& report) {
        const Passage passage;
        return !passage.is_open() || callback(report);
    };
}

// Lets callbacks end before the interpreter does, and keeps new ones from beginning.
void watch_interpreter();

}  // namespace zeitnot::bindings
