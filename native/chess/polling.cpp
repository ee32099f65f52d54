// Looks at the clock: how often they come, and what they find.

#include <algorithm>
#include <cmath>

#include "chess/worker.h"

namespace zeitnot::chess {

namespace {

// A hard stop must be seen within a millisecond: when so much of it passes between two looks at the clock,
// the next look comes sooner; well below, later.
constexpr double late_look_s = 0.0004;
constexpr double early_look_s = 0.0001;

}  // namespace

std::uint64_t Worker::nodes_left() {
    std::uint64_t all = 0;
    for (const auto& worker : owner_.workers_) {
        all += worker->nodes();
    }
    return limits_.nodes > all ? limits_.nodes - all : 0;
}

void Worker::poll() {
    control_->add_work(nodes() - polled_nodes_);
    polled_nodes_ = nodes();
    std::uint64_t left = limits_.nodes;
    if (index_ == 0) {
        left = nodes_left();
        if (left == 0 && !control_->stopped()) {
            end_ = SearchEnd::nodes;
            control_->stop();
        }
        watch_quiescence();
    }
    control_->poll();
    adapt_poll_interval();
    const auto interval = static_cast<std::uint64_t>(poll_interval_);
    until_poll_ = static_cast<int>(std::min(interval, std::max<std::uint64_t>(1, left)));
}

void Worker::adapt_poll_interval() {
    const int asked = settings_.look_interval();
    if (control_->work_per_second() > 0.0) {
        poll_interval_ = asked;  // work time must not depend on the wall clock
        return;
    }
    const double now_s = control_->elapsed_s();
    const double passed_s = now_s - polled_s_;
    polled_s_ = now_s;
    if (passed_s > late_look_s) {
        poll_interval_ = std::max(1, poll_interval_ / 2);
    } else if (passed_s < early_look_s) {
        poll_interval_ = poll_interval_ > asked / 2 ? asked : 2 * poll_interval_;
    }
}

// Time in quiescence is not measured node by node: its share of the nodes is its share of the time.
void Worker::watch_quiescence() {
    const QuiescenceSettings& limits = settings_.quiescence;
    // Read anew each time: a verdict may have moved it, a ponder hit may have set it.
    const double target_s = control_->soft_deadline_s();
    if (std::isinf(target_s) || (std::isinf(limits.budget_share) && std::isinf(limits.critical_share))) {
        return;
    }
    const double elapsed_s = control_->elapsed_s();
    critical_ = elapsed_s > limits.critical_share * target_s;
    const double spent_s = elapsed_s * share_of_nodes(quiescence_nodes());
    if (spent_s > limits.budget_share * target_s && !control_->soft_stopped()) {
        cuts_.budget_exceeded = true;
        control_->raise_soft_stop();
    }
}

}  // namespace zeitnot::chess
