#include "scrabble/simulation/simulation.h"

#include <algorithm>
#include <barrier>
#include <cmath>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "scrabble/simulation/arms.h"
#include "timing/helper_threads.h"

namespace zeitnot::scrabble {

namespace {

// Looking at the arms may take so much of the time: where looks are slow they come less often, within reason.
constexpr double look_share = 0.005;
constexpr double longest_batches = 5.0;
// However fast and however long: so many samples are held at once and no more.
constexpr double most_batch_samples = 1'000'000.0;

// A sample to be played, and the sample when it was.
struct Task {
    std::size_t arm = 0;
    std::uint64_t deal = 0;
    std::optional<SolvedSample> done;
};

// Threads that play the tasks of a batch, and wait for the next one without being made anew.
class Crew {
  public:
    Crew(const RolloutPlan& plan, const KnownPosition& position, std::span<const Candidate> candidates,
         int threads, timing::StopControl& control)
        : position_(position), candidates_(candidates), control_(control),
          first_(std::make_unique<Rollout>(plan)), gate_(threads) {
        for (int i = 1; i < threads; ++i) {
            if (!hire(plan)) {
                gate_.arrive_and_drop();  // the others must not wait for who does not come
            }
        }
    }

    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    Crew(Crew&&) = delete;
    Crew& operator=(Crew&&) = delete;

    ~Crew() {
        leaving_ = true;
        gate_.arrive_and_wait();
    }

    [[nodiscard]] int threads() const { return 1 + static_cast<int>(others_.size()); }

    // Throws what any of the threads threw, when all of them are at the gate again.
    void play(std::vector<Task>& tasks) {
        tasks_ = tasks;
        next_.store(0, std::memory_order_relaxed);
        gate_.arrive_and_wait();
        work(*first_);
        gate_.arrive_and_wait();
        if (failure_) {
            std::rethrow_exception(std::exchange(failure_, nullptr));
        }
    }

  private:
    // A thread with a workspace of its own, if there are both.
    bool hire(const RolloutPlan& plan) {
        try {
            auto rollout = std::make_unique<Rollout>(plan);
            return timing::start_thread(others_,
                                        [this, rollout = std::move(rollout)] { wait_and_work(*rollout); });
        } catch (const std::bad_alloc&) {
            return false;
        }
    }

    void wait_and_work(Rollout& rollout) {
        while (true) {
            gate_.arrive_and_wait();
            if (leaving_) {
                return;
            }
            work(rollout);
            gate_.arrive_and_wait();
        }
    }

    void work(Rollout& rollout) noexcept {
        try {
            sample(rollout);
        } catch (...) {
            next_.store(tasks_.size(), std::memory_order_relaxed);
            const std::lock_guard lock(failing_);
            failure_ = std::current_exception();
        }
    }

    void sample(Rollout& rollout) {
        const bool wall_time = control_.work_per_second() <= 0.0;
        for (std::size_t i = next_++; i < tasks_.size(); i = next_++) {
            if (control_.stopped() || (wall_time && control_.poll())) {
                return;
            }
            Task& task = tasks_[i];
            task.done = rollout.sample(position_, candidates_[task.arm], task.deal, control_);
        }
    }

    const KnownPosition& position_;
    std::span<const Candidate> candidates_;
    timing::StopControl& control_;
    std::unique_ptr<Rollout> first_;  // of the thread that asks
    std::barrier<> gate_;
    std::mutex failing_;
    std::exception_ptr failure_;
    std::span<Task> tasks_;
    std::atomic<std::size_t> next_{0};
    bool leaving_ = false;  // written and read on the two sides of the gate
    std::vector<std::jthread> others_;
};

std::vector<Task> tasks_for(const std::vector<std::uint64_t>& shares, const Arms& arms) {
    std::vector<Task> tasks;
    const std::uint64_t most = *std::max_element(shares.begin(), shares.end());
    for (std::uint64_t i = 0; i < most; ++i) {
        for (std::size_t arm = 0; arm < shares.size(); ++arm) {
            if (i < shares[arm]) {
                tasks.push_back({arm, arms.samples(arm) + i, std::nullopt});
            }
        }
    }
    return tasks;
}

// How many samples until the next look: so much time as was asked for, at the speed so far.
std::uint64_t batch_size(const SimulationSettings& settings, const timing::StopControl& control,
                         const SimulationReport& report, double since_s, double batch_s) {
    const double work_speed = control.work_per_second();
    double speed = since_s > 0.0 ? static_cast<double>(report.samples) / since_s : 0.0;
    if (work_speed > 0.0 && settings.solve_nodes == 0) {
        speed = work_speed;
    }
    double size = std::max(1.0, speed * batch_s);
    if (work_speed > 0.0) {
        const double left_s = std::max(0.0, control.hard_deadline_s() - control.elapsed_s());
        const auto most_work = static_cast<double>(std::max<std::uint64_t>(1, settings.solve_nodes));
        size = std::min(size, left_s * work_speed / most_work);
    }
    const std::uint64_t left =
        settings.most_samples > report.samples ? settings.most_samples - report.samples : 0;
    return std::min(left, static_cast<std::uint64_t>(std::clamp(size, 0.0, most_batch_samples)));
}

// A batch that was broken off leaves gaps: an arm has its samples up to the first.
void collect(const std::vector<Task>& tasks, Arms& arms, SimulationReport& report) {
    for (const Task& task : tasks) {
        if (task.done && task.deal == arms.samples(task.arm)) {
            arms.add(task.arm, task.done->sample);
            ++report.samples;
            report.nodes += task.done->nodes;
        }
    }
}

}  // namespace

SimulationReport Simulation::run(const KnownPosition& position, std::span<const Move> moves,
                                 const SimulationSettings& settings, timing::StopControl& control,
                                 const SimulationCallback& callback) {
    const Deals deals(position.unseen, settings.seed);
    const RolloutPlan plan{dictionary_,         values_, wins_, deals, settings.plies, settings.seed,
                           settings.solve_nodes};
    std::vector<Candidate> candidates;
    candidates.reserve(moves.size());
    for (const Move& move : moves) {
        candidates.push_back(candidate_of(position, move, plan));
    }
    Arms arms(candidates.size(), settings.utility, deals.count());
    SimulationReport report;
    report.deals = deals.count();
    const double started_s = control.elapsed_s();
    const bool work_time = control.work_per_second() > 0.0;
    double batch_s = settings.batch_s;
    if (!candidates.empty()) {
        Crew crew(plan, position, candidates, std::clamp(settings.threads, 1, timing::most_threads), control);
        report.threads = crew.threads();
        while (!control.poll() && !arms.complete()) {
            const std::uint64_t size =
                batch_size(settings, control, report, control.elapsed_s() - started_s, batch_s);
            if (size == 0) {
                break;
            }
            std::vector<Task> tasks = tasks_for(arms.share(size, settings), arms);
            if (work_time && tasks.size() > size) {
                tasks.resize(size);  // so much work is left, and no more
            }
            crew.play(tasks);
            const std::uint64_t before = settings.solve_nodes > 0 ? report.nodes : report.samples;
            collect(tasks, arms, report);
            const std::uint64_t after = settings.solve_nodes > 0 ? report.nodes : report.samples;
            control.add_work(work_time ? after - before : 0);
            report.elapsed_s = control.elapsed_s();
            if (callback) {
                report.arms = arms.states();
                if (callback(report)) {
                    break;
                }
                if (!work_time) {
                    const double look_s = control.elapsed_s() - report.elapsed_s;
                    batch_s =
                        std::clamp(look_s / look_share, settings.batch_s, longest_batches * settings.batch_s);
                }
            }
            if (control.soft_stopped()) {
                break;
            }
        }
    }
    report.elapsed_s = control.elapsed_s();
    report.arms = arms.states();
    return report;
}

}  // namespace zeitnot::scrabble
