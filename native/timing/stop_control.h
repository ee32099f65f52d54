// StopControl: times and stops every search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace zeitnot::timing {

// Why a search must stop; the first reason wins.
enum class StopReason : std::uint8_t { none, stopped_by_caller, hard_deadline };

// Reusable for one search after another, without locks or allocation.
//
// The soft stop asks a search to end at its next convenient point (the end of an iteration or of a batch of
// samples); the hard stop ends it now. Deadlines are in seconds since start(). Every method except start()
// may be called from any thread during a search. start() must be called by the thread that accepts the
// request, before any searching thread exists, so that a stop() right after the request is not lost.
class StopControl {
  public:
    static constexpr double no_deadline = std::numeric_limits<double>::infinity();

    // 0 is wall time. Otherwise this many units of work count as one second: a search then sees the same time
    // on every machine, which makes whole matches reproducible.
    explicit StopControl(double work_per_second = 0.0) noexcept;

    StopControl(const StopControl&) = delete;
    StopControl& operator=(const StopControl&) = delete;
    StopControl(StopControl&&) = delete;
    StopControl& operator=(StopControl&&) = delete;
    ~StopControl() = default;

    // Resets the control for a new search and arms both deadlines. Negative deadlines count as 0.
    void start(double soft_s, double hard_s) noexcept;

    [[nodiscard]] double elapsed_s() const noexcept;
    [[nodiscard]] double work_per_second() const noexcept { return work_per_second_; }
    [[nodiscard]] double soft_deadline_s() const noexcept { return soft_s_.load(std::memory_order_relaxed); }
    [[nodiscard]] double hard_deadline_s() const noexcept { return hard_s_.load(std::memory_order_relaxed); }

    void move_soft_deadline(double soft_s) noexcept;
    void move_hard_deadline(double hard_s) noexcept;

    void add_work(std::uint64_t units) noexcept { work_.fetch_add(units, std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t work() const noexcept { return work_.load(std::memory_order_relaxed); }

    // Looks at the clock, raises the stops that are due, and returns whether the search must stop now.
    // Reading the clock is too expensive for every node: searching threads call this at intervals and
    // stopped() in between.
    bool poll() noexcept;

    [[nodiscard]] bool stopped() const noexcept { return reason() != StopReason::none; }
    [[nodiscard]] bool soft_stopped() const noexcept {
        return (soft_state_.load(std::memory_order_relaxed) & soft_raised) != 0;
    }
    [[nodiscard]] StopReason reason() const noexcept { return reason_.load(std::memory_order_relaxed); }

    void stop() noexcept { stop_because(StopReason::stopped_by_caller); }

    void raise_soft_stop() noexcept { soft_state_.fetch_or(soft_raised, std::memory_order_relaxed); }

    // Clears the soft stop. The next poll raises it again if the soft deadline has passed: move that first.
    void clear_soft_stop() noexcept { soft_state_.fetch_and(~soft_raised, std::memory_order_acq_rel); }

  private:
    // Two lines, because x86 prefetches lines in pairs and some ARM cores have lines of 128 bytes.
    static constexpr std::size_t cache_line_bytes = 128;

    // The soft stop is one bit; the bits above count how often the soft deadline was set. A poll that judged
    // by an old deadline thus cannot raise the stop after a policy has moved the deadline and cleared the
    // stop.
    static constexpr std::uint32_t soft_raised = 1;
    static constexpr std::uint32_t soft_deadline_set = 2;

    void stop_because(StopReason reason) noexcept;
    void raise_soft_stop_if_due(double elapsed_s) noexcept;

    // Read at every node, written a few times in a search.
    alignas(cache_line_bytes) std::atomic<StopReason> reason_{StopReason::none};
    std::atomic<std::uint32_t> soft_state_{0};
    std::atomic<double> soft_s_{no_deadline};
    std::atomic<double> hard_s_{no_deadline};
    std::atomic<std::chrono::steady_clock::time_point> started_;
    double work_per_second_;

    // Written constantly by every searching thread, so it is kept away from the flags' cache line.
    alignas(cache_line_bytes) std::atomic<std::uint64_t> work_{0};

    static_assert(std::atomic<double>::is_always_lock_free);
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
    static_assert(std::atomic<std::chrono::steady_clock::time_point>::is_always_lock_free);
};

}  // namespace zeitnot::timing
