// Concurrent use of one StopControl. Python cannot test it, because its lock lets only one thread run at a
// time. Built with the thread sanitizer, which reports any data race.

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>

#include "timing/stop_control.h"

namespace {

using zeitnot::timing::StopControl;
using zeitnot::timing::StopReason;

constexpr int searching_threads = 4;
constexpr std::uint64_t nodes_per_poll = 16;

int failures = 0;

void expect(bool held, const char* behaviour) {
    std::printf("%s %s\n", held ? "ok  " : "FAIL", behaviour);
    failures += held ? 0 : 1;
}

template <typename Search>
void run_on_all_threads(Search search) {
    std::vector<std::jthread> threads;
    threads.reserve(searching_threads);
    for (int i = 0; i < searching_threads; ++i) {
        threads.emplace_back(search);
    }
}

void no_work_is_lost() {
    constexpr std::uint64_t polls = 5'000;
    StopControl control;
    control.start(StopControl::no_deadline, StopControl::no_deadline);
    run_on_all_threads([&] {
        for (std::uint64_t i = 0; i < polls; ++i) {
            control.add_work(nodes_per_poll);
            control.poll();
        }
    });
    expect(control.work() == searching_threads * polls * nodes_per_poll, "no work is lost between threads");
    expect(!control.stopped() && !control.soft_stopped(), "without deadlines nothing stops");
}

void hard_deadline_stops_every_thread_within_a_poll() {
    StopControl control(1'000.0);
    control.start(0.5, 10.0);
    run_on_all_threads([&] {
        do {
            control.add_work(nodes_per_poll);
        } while (!control.poll());
    });
    expect(control.reason() == StopReason::hard_deadline, "the hard deadline stops every thread");
    expect(control.soft_stopped(), "the soft deadline was passed on the way");
    expect(control.work() < 10'000 + (searching_threads + 1) * nodes_per_poll,
           "no thread works on by more than a poll");
}

void one_reason_stands_when_stops_race() {
    bool one_reason = true;
    for (int round = 0; round < 200; ++round) {
        StopControl control(1.0);
        control.start(0.0, 0.0);
        std::atomic<int> by_caller{0};
        std::atomic<int> by_deadline{0};
        run_on_all_threads([&] {
            control.stop();
            control.poll();
            (control.reason() == StopReason::stopped_by_caller ? by_caller : by_deadline)++;
        });
        one_reason = one_reason && (by_caller == 0 || by_deadline == 0) && control.stopped();
    }
    expect(one_reason, "all threads see the one reason that came first");
}

// A poll that judges by the old deadline must not undo a policy that has moved the deadline and cleared the
// stop.
void soft_stop_taken_back_stays_back() {
    int undone = 0;
    StopControl control(1.0);
    control.start(StopControl::no_deadline, StopControl::no_deadline);
    control.add_work(1);
    std::jthread policy([&] {
        for (int round = 0; round < 20'000; ++round) {
            control.move_soft_deadline(0.0);
            control.move_soft_deadline(StopControl::no_deadline);
            control.clear_soft_stop();
            // Several times, to give a late poll its chance.
            for (int look = 0; look < 20; ++look) {
                undone += control.soft_stopped() ? 1 : 0;
            }
        }
        control.stop();
    });
    run_on_all_threads([&] {
        while (!control.poll()) {
        }
    });
    policy.join();
    expect(undone == 0, "a soft stop taken back after its deadline was moved stays back");
}

void deadline_set_on_a_running_search_stops_it() {
    StopControl control(1'000.0);
    control.start(StopControl::no_deadline, StopControl::no_deadline);
    const std::jthread caller([&] { control.move_hard_deadline(control.elapsed_s() + 1.0); });
    run_on_all_threads([&] {
        do {
            control.add_work(1);
        } while (!control.poll());
    });
    expect(control.reason() == StopReason::hard_deadline, "a deadline set on a running search stops it");
}

}  // namespace

int main() {
    no_work_is_lost();
    hard_deadline_stops_every_thread_within_a_poll();
    one_reason_stands_when_stops_race();
    soft_stop_taken_back_stays_back();
    deadline_set_on_a_running_search_stops_it();
    return failures == 0 ? 0 : 1;
}
