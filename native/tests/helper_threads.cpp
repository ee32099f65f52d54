// Threads that the system starts or refuses, and searches on several threads. Built with the thread
// sanitizer, which reports any data race among them.

#include "timing/helper_threads.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include <pthread.h>

#include "chess/position.h"
#include "chess/search.h"
#include "timing/stop_control.h"
#include "timing/workspace.h"

namespace {

using zeitnot::timing::StopControl;
using zeitnot::timing::Workspace;

constexpr int searching_threads = 4;

int failures = 0;

void expect(bool held, const char* behaviour) {
    std::printf("%s %s\n", held ? "ok  " : "FAIL", behaviour);
    failures += held ? 0 : 1;
}

// While one exists, new threads ask for stacks larger than any machine's memory, and are refused.
class Refusal {
  public:
    Refusal() {
        pthread_getattr_default_np(&usual_);
        pthread_attr_t huge = usual_;
        pthread_attr_setstacksize(&huge, std::size_t{1} << 47U);
        pthread_setattr_default_np(&huge);
    }
    ~Refusal() { pthread_setattr_default_np(&usual_); }
    Refusal(const Refusal&) = delete;
    Refusal& operator=(const Refusal&) = delete;
    Refusal(Refusal&&) = delete;
    Refusal& operator=(Refusal&&) = delete;

  private:
    pthread_attr_t usual_{};
};

void a_refused_thread_leaves_the_others() {
    std::atomic<int> worked = 0;
    {
        std::vector<std::jthread> threads;
        const auto work = [&] { worked.fetch_add(1); };
        bool started = zeitnot::timing::start_thread(threads, work);
        {
            const Refusal refusal;
            started = started && !zeitnot::timing::start_thread(threads, work);
        }
        started = started && zeitnot::timing::start_thread(threads, work);
        expect(started && threads.size() == 2, "a refused thread is told and leaves the others");
    }
    expect(worked == 2, "the others do their work");
}

void a_workspace_lets_one_in() {
    Workspace workspace;
    std::atomic<int> inside = 0;
    std::atomic<bool> together = false;
    std::uint64_t uses = 0;  // only touched by the caller inside
    {
        std::vector<std::jthread> threads;
        threads.reserve(searching_threads);
        for (int i = 0; i < searching_threads; ++i) {
            threads.emplace_back([&] {
                for (int tries = 0; tries < 10'000; ++tries) {
                    try {
                        const Workspace::Use use(workspace);
                        together = together || inside.fetch_add(1) != 0;
                        ++uses;
                        inside.fetch_sub(1);
                    } catch (const std::logic_error&) {
                        continue;
                    }
                }
            });
        }
    }
    expect(!together && uses > 0, "a workspace lets one caller in at a time");
}

int threads_of_a_search(zeitnot::chess::Search& search) {
    const auto control = std::make_shared<StopControl>();
    control->start(StopControl::no_deadline, StopControl::no_deadline);
    zeitnot::chess::SearchLimits limits;
    limits.depth = 7;
    const auto result = search.run(zeitnot::chess::Position(), limits, {}, control,
                                   [](const zeitnot::chess::Report&) { return false; });
    return result.last.depth == limits.depth ? result.threads : 0;
}

void a_search_goes_on_with_the_threads_there_are() {
    zeitnot::chess::Search search(1, searching_threads);
    expect(threads_of_a_search(search) == searching_threads, "a search has the threads that it wants");
    {
        const Refusal refusal;
        expect(threads_of_a_search(search) == 1, "without threads a search goes on alone");
    }
    expect(threads_of_a_search(search) == searching_threads, "and with all of them when there are more");
}

}  // namespace

int main() {
    a_refused_thread_leaves_the_others();
    a_workspace_lets_one_in();
    a_search_goes_on_with_the_threads_there_are();
    return failures == 0 ? 0 : 1;
}
