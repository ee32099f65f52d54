// RolloutThreads: plays batches of rollouts on several threads.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "scrabble/simulation/rollout.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// A sample to be played, and its result.
struct RolloutTask {
    std::size_t arm = 0;
    std::uint64_t deal = 0;
    std::optional<SolvedSample> done;
};

// The threads live as long as the simulation: between two batches they wait at a barrier.
class RolloutThreads {
  public:
    RolloutThreads(const RolloutPlan& plan, const KnownPosition& position,
                   std::span<const Candidate> candidates, int threads, timing::StopControl& control);
    ~RolloutThreads();
    RolloutThreads(const RolloutThreads&) = delete;
    RolloutThreads& operator=(const RolloutThreads&) = delete;
    RolloutThreads(RolloutThreads&&) = delete;
    RolloutThreads& operator=(RolloutThreads&&) = delete;

    // Counts the calling thread, which plays too.
    [[nodiscard]] int threads() const { return 1 + static_cast<int>(others_.size()); }

    // Plays a batch. If any thread throws, the exception is rethrown here once all threads are back at the
    // barrier.
    void play(std::vector<RolloutTask>& tasks);

  private:
    // Starts a thread with its own workspace; false if there is no memory or no thread for it.
    bool start(const RolloutPlan& plan);
    void wait_and_work(Rollout& rollout);
    void work(Rollout& rollout) noexcept;
    void sample(Rollout& rollout);

    const KnownPosition& position_;
    std::span<const Candidate> candidates_;
    timing::StopControl& control_;
    std::unique_ptr<Rollout> own_;  // workspace of the calling thread
    std::barrier<> barrier_;
    std::mutex failure_mutex_;
    std::exception_ptr failure_;
    std::span<RolloutTask> tasks_;
    std::atomic<std::size_t> next_{0};
    bool leaving_ = false;  // the barrier orders its write before every read
    std::vector<std::jthread> others_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
