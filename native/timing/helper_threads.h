// Starting the helper threads of a search.
#pragma once

#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace zeitnot::timing {

// Limit of the threads of one search.
constexpr int most_threads = 256;

// Starts a thread and returns whether that succeeded. If the system refuses, the search must go on with the
// threads it has, and those that run already must be kept.
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
