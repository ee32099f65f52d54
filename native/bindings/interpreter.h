// The interpreter's lock: released during native work, taken again after it, and not touched once Python
// shuts down.
//
// A thread that asks for the lock during shutdown is terminated by the interpreter, and C++ turns that into
// an abort of the whole process. Daemon threads may be searching at that time.
#pragma once

#include <functional>
#include <memory>
#include <shared_mutex>
#include <utility>

#include <nanobind/nanobind.h>

namespace zeitnot::bindings {

// While one exists, the interpreter does not shut down, unless shutdown had begun before.
class Passage {
  public:
    Passage();
    // False: the interpreter is shutting down and its lock must not be requested.
    [[nodiscard]] bool is_open() const { return is_open_; }

  private:
    std::shared_lock<std::shared_timed_mutex> lock_;
    bool is_open_;
};

// Releases the interpreter's lock for a scope. If the interpreter shuts down meanwhile, the thread blocks
// here forever instead of returning to it.
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

// Wraps a callback into Python. After shutdown has begun it returns true, which ends the search.
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

// Wraps an object that Python owns, so that it may be given back in a thread without the interpreter's lock.
// After shutdown has begun it is never given back.
template <typename Object>
std::shared_ptr<Object> while_python_lasts(std::shared_ptr<Object> owned) {
    Object* const object = owned.get();
    return {object, [kept = std::move(owned)](Object*) mutable {
                const Passage passage;
                if (passage.is_open()) {
                    kept.reset();
                } else {
                    new std::shared_ptr<Object>(std::move(kept));  // NOLINT(cppcoreguidelines-owning-memory)
                }
            }};
}

// Makes shutdown wait for running callbacks and prevents new ones.
void watch_interpreter();

}  // namespace zeitnot::bindings
