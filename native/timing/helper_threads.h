// Threads that help a search: as many as the system gives.
#pragma once

#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace zeitnot::timing {

// Searching threads of one search, at the most.
constexpr int most_threads = 256;

// Starts a thread for the work and returns whether there is one. A system that is short of threads or of
// memory gives none: that must not end a search which others can go on with, and must not leave those behind
// that run already.
template <typename Work>
[[nodiscard]] bool start_thread(std::vector<std::jthread>& threads, Work work) {
    try {
        threads.emplace_back(std::move(work));
    } catch (const std::system_error&) {
        return false;
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

}  // namespace zeitnot::timing
