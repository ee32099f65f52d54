#include "timing/stop_control.h"

namespace zeitnot::timing {

namespace {

// Also turns NaN into 0: a search that stops too early loses less than one that never stops.
double at_least_zero(double seconds) noexcept {
    return seconds > 0.0 ? seconds : 0.0;
}

}  // namespace

StopControl::StopControl(double work_per_second) noexcept
    : started_(std::chrono::steady_clock::now()), work_per_second_(work_per_second) {
}

void StopControl::start(double soft_s, double hard_s) noexcept {
    work_.store(0, std::memory_order_relaxed);
    started_.store(std::chrono::steady_clock::now(), std::memory_order_relaxed);
    move_hard_deadline(hard_s);
    move_soft_deadline(soft_s);
    clear_soft_stop();
    reason_.store(StopReason::none, std::memory_order_relaxed);
}

double StopControl::elapsed_s() const noexcept {
    if (work_per_second_ > 0.0) {
        return static_cast<double>(work()) / work_per_second_;
    }
    const auto elapsed = std::chrono::steady_clock::now() - started_.load(std::memory_order_relaxed);
    return std::chrono::duration<double>(elapsed).count();
}

void StopControl::move_soft_deadline(double soft_s) noexcept {
    soft_s_.store(at_least_zero(soft_s), std::memory_order_relaxed);
    // Released after the deadline, so that a poll that sees the new count also sees the new deadline.
    soft_state_.fetch_add(soft_deadline_set, std::memory_order_release);
}

void StopControl::move_hard_deadline(double hard_s) noexcept {
    hard_s_.store(at_least_zero(hard_s), std::memory_order_relaxed);
}

bool StopControl::poll() noexcept {
    const double elapsed = elapsed_s();
    raise_soft_stop_if_due(elapsed);
    if (elapsed >= hard_deadline_s()) {
        stop_because(StopReason::hard_deadline);
    }
    return stopped();
}

void StopControl::stop_because(StopReason reason) noexcept {
    StopReason none = StopReason::none;
    reason_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
}

void StopControl::raise_soft_stop_if_due(double elapsed_s) noexcept {
    std::uint32_t judged = soft_state_.load(std::memory_order_acquire);
    if ((judged & soft_raised) == 0 && elapsed_s >= soft_deadline_s()) {
        // Fails if the deadline has been moved meanwhile; the next poll uses the new one.
        soft_state_.compare_exchange_strong(judged, judged | soft_raised, std::memory_order_relaxed);
    }
}

}  // namespace zeitnot::timing
