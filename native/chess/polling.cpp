// How often a worker looks at the clock, and what it does then.

#include <algorithm>
#include <cmath>

#include "chess/worker.h"

namespace zeitnot::chess {

namespace {

// A hard stop must be seen within a millisecond. When this much time passes between two looks at the clock,
// the interval shrinks; when much less passes, it grows.
constexpr double late_look_s = 0.0004;
constexpr double early_look_s = 0.0001;
// In work time a stop is seen this late at most, or after this many nodes: at low rates the usual interval
// would be a large part of a turn.
constexpr double work_look_s = 0.02;
constexpr double work_look_nodes = 32.0;
// More nodes than any search can visit.
constexpr std::uint64_t endless = std::uint64_t{1} << 62U;

}  // namespace

std::uint64_t Worker::nodes_left() {
    std::uint64_t all = 0;
    for (const auto& worker : owner_.workers_) {
        all += worker->nodes();
    }
    return limits_.nodes > all ? limits_.nodes - all : 0;
}

void Worker::poll() {
    const std::uint64_t passed = nodes() - polled_nodes_;
    control_->add_work(passed);
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
    left = std::clamp<std::uint64_t>(left, 1, endless);
    if (const double rate = control_->work_per_second(); rate > 0.0) {
        // The wall clock must have no say here.
        left =
            std::min(left, static_cast<std::uint64_t>(std::clamp(rate * work_look_s, work_look_nodes, 1e9)));
    } else {
        adapt_wall_interval(passed);
        left = std::min(left, static_cast<std::uint64_t>(wall_interval_));
    }
    look_at_nodes_ = nodes() + left;
}

void Worker::adapt_wall_interval(std::uint64_t passed) {
    const int asked = std::max(settings_.node_interval, settings_.quiescence.node_interval);
    const double now_s = control_->elapsed_s();
    const double passed_s = now_s - polled_s_;
    polled_s_ = now_s;
    if (passed_s > late_look_s) {
        wall_interval_ = std::max(1, wall_interval_ / 2);
    } else if (passed_s < early_look_s && passed >= static_cast<std::uint64_t>(wall_interval_)) {
        wall_interval_ = wall_interval_ > asked / 2 ? asked : 2 * wall_interval_;
    }
}

bool Worker::ends_between_root_moves(int depth) {
    ++looks_.root_moves;
    poll();
    if (index_ == 0 && depth > settings_.break_off_depth && control_->soft_stopped() && !stopped()) {
        end_ = SearchEnd::soft_stop;
        control_->stop();
    }
    return stopped();
}

// Time spent in quiescence is estimated by its share of the nodes.
void Worker::watch_quiescence() {
    const QuiescenceSettings& limits = settings_.quiescence;
    // Read every time: a verdict may have moved the deadline, and a ponder hit may have set it.
    const double target_s = control_->soft_deadline_s();
    if (std::isinf(target_s) || (std::isinf(limits.budget_share) && std::isinf(limits.critical_share))) {
        return;
    }
    const double elapsed_s = control_->elapsed_s();
    critical_ = elapsed_s > limits.critical_share * target_s;
    const double spent_s = elapsed_s * share_of_nodes(quiescence_nodes());
    // Only once in a search: a policy that clears the soft stop grants the excess.
    if (!cuts_.budget_exceeded && spent_s > limits.budget_share * target_s && !control_->soft_stopped()) {
        cuts_.budget_exceeded = true;
        control_->raise_soft_stop();
    }
}

}  // namespace zeitnot::chess
