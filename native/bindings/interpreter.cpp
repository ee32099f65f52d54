#include "bindings/interpreter.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace nb = nanobind;

namespace zeitnot::bindings {

namespace {

// Callbacks take milliseconds. A callback that hangs is not waited for longer than this.
constexpr std::chrono::seconds patience{5};

struct Exit {
    std::shared_timed_mutex gate;
    std::atomic<bool> begun{false};
    std::thread::id by;  // the thread that may still use Python; set before the flag
};

// Never destroyed: threads may read it after all static objects are gone.
Exit& interpreter_exit() {
    static Exit& made = *new Exit;  // NOLINT(cppcoreguidelines-owning-memory)
    return made;
}

void begin_exit() {
    const nb::gil_scoped_release released;
    Exit& exit = interpreter_exit();
    exit.by = std::this_thread::get_id();
    // First the sign, then the wait: threads that come and go all the time would keep the gate forever.
    exit.begun.store(true, std::memory_order_seq_cst);
    const std::unique_lock gate(exit.gate, patience);
}

}  // namespace

Passage::Passage() : lock_(interpreter_exit().gate) {
    const Exit& exit = interpreter_exit();
    is_open_ = !exit.begun.load(std::memory_order_seq_cst) || exit.by == std::this_thread::get_id();
    if (!is_open_) {
        lock_.unlock();
    }
}

Released::Released() : state_(PyEval_SaveThread()) {
}

Released::~Released() {
    const Passage passage;
    while (!passage.is_open()) {
        std::this_thread::sleep_for(std::chrono::hours(1));  // the process exits before this returns
    }
    PyEval_RestoreThread(state_);
}

void watch_interpreter() {
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&begin_exit));
}

}  // namespace zeitnot::bindings
