// SearchPoll: counts the nodes of one thread and looks at the clock at intervals.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>

#include "scrabble/game/size.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

class SearchPoll {
  public:
    // The flag ends the search without stopping the control.
    void begin(timing::StopControl& control, std::atomic<bool>& ended, std::uint64_t most_nodes) {
        control_ = &control;
        ended_ = &ended;
        most_nodes_ = most_nodes;
        nodes_ = 0;
        reported_nodes_.store(0, std::memory_order_relaxed);
        steps_ = -first_steps;
        stop_ = false;
        next_look_ = 0;
        watch_ = nullptr;
    }

    // Called at every look until the next begin(); returning true ends the search. It must live as long.
    void watch(const std::function<bool()>& watch) { watch_ = &watch; }

    // Called at every node. Returns true if the search must stop.
    bool node() {
        if (nodes_ >= next_look_) {
            look();
        }
        nodes_ += stop_ ? 0 : 1;
        return stop_;
    }

    // Called at every step of move generation, which can take many steps for one node.
    bool step() {
        if (++steps_ >= steps_between_looks) {
            steps_ = 0;
            stop_ = stop_ || control_->poll() || ended_->load(std::memory_order_relaxed);
        }
        return stop_;
    }

    void look();
    // Interrupts the search until resume().
    void break_off() { stop_ = true; }
    void resume() {
        stop_ = false;
        look();
    }

    [[nodiscard]] bool stopped() const { return stop_; }
    // As of the last look at the clock; other threads may call it.
    [[nodiscard]] std::uint64_t nodes() const { return reported_nodes_.load(std::memory_order_relaxed); }

    // Lets work after the search generate a few more moves, however late it is.
    template <typename Work>
    void finish(const Work& work) {
        const bool stopped = stop_;
        stop_ = false;
        steps_ = -first_steps;
        work();
        stop_ = stopped;
    }

  private:
    static constexpr std::uint64_t nodes_between_looks = 32;
    static constexpr int steps_between_looks = 4096;
    // Steps before the first look, so that even a search without any time has a move to answer with.
    static constexpr int first_steps = 50'000;

    timing::StopControl* control_ = nullptr;
    std::atomic<bool>* ended_ = nullptr;
    std::uint64_t most_nodes_ = 0;
    std::uint64_t nodes_ = 0;
    std::atomic<std::uint64_t> reported_nodes_{0};
    std::uint64_t next_look_ = 0;
    const std::function<bool()>* watch_ = nullptr;
    int steps_ = 0;
    bool stop_ = false;
};

inline void SearchPoll::look() {
    control_->add_work(nodes_ - nodes());
    reported_nodes_.store(nodes_, std::memory_order_relaxed);
    const bool due = control_->poll();
    stop_ = stop_ || due || nodes_ >= most_nodes_ || ended_->load(std::memory_order_relaxed);
    stop_ = stop_ || (watch_ != nullptr && (*watch_)());
    next_look_ = std::min(nodes_ + nodes_between_looks, most_nodes_);
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
