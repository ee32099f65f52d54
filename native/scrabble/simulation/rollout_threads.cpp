#include "scrabble/simulation/rollout_threads.h"

#include <new>
#include <utility>

#include "timing/helper_threads.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

RolloutThreads::RolloutThreads(const RolloutPlan& plan, const KnownPosition& position,
                               std::span<const Candidate> candidates, int threads,
                               timing::StopControl& control)
    : position_(position), candidates_(candidates), control_(control), own_(std::make_unique<Rollout>(plan)),
      barrier_(threads) {
    for (int i = 1; i < threads; ++i) {
        if (!start(plan)) {
            barrier_.arrive_and_drop();  // or the others would wait for it forever
        }
    }
}

RolloutThreads::~RolloutThreads() {
    leaving_ = true;
    barrier_.arrive_and_wait();
}

void RolloutThreads::play(std::vector<RolloutTask>& tasks) {
    tasks_ = tasks;
    next_.store(0, std::memory_order_relaxed);
    barrier_.arrive_and_wait();
    work(*own_);
    barrier_.arrive_and_wait();
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
}

bool RolloutThreads::start(const RolloutPlan& plan) {
    try {
        auto rollout = std::make_unique<Rollout>(plan);
        return timing::start_thread(others_,
                                    [this, rollout = std::move(rollout)] { wait_and_work(*rollout); });
    } catch (const std::bad_alloc&) {
        return false;
    }
}

void RolloutThreads::wait_and_work(Rollout& rollout) {
    while (true) {
        barrier_.arrive_and_wait();
        if (leaving_) {
            return;
        }
        work(rollout);
        barrier_.arrive_and_wait();
    }
}

void RolloutThreads::work(Rollout& rollout) noexcept {
    try {
        sample(rollout);
    } catch (...) {
        next_.store(tasks_.size(), std::memory_order_relaxed);
        const std::lock_guard lock(failure_mutex_);
        failure_ = std::current_exception();
    }
}

void RolloutThreads::sample(Rollout& rollout) {
    const bool wall_time = control_.work_per_second() <= 0.0;
    for (std::size_t i = next_++; i < tasks_.size(); i = next_++) {
        if (control_.stopped() || (wall_time && control_.poll())) {
            return;
        }
        RolloutTask& task = tasks_[i];
        task.done = rollout.sample(position_, candidates_[task.arm], task.deal, control_);
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
