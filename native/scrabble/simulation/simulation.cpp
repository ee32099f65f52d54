#include "scrabble/simulation/simulation.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "scrabble/simulation/rollout_threads.h"
#include "timing/helper_threads.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// Share of the time that checkpoints may take: if callbacks are slow, batches become longer, up to a limit.
constexpr double look_share = 0.005;
constexpr double longest_batches = 5.0;
// Limit of the samples held in memory at once.
constexpr double most_batch_samples = 1'000'000.0;

std::vector<RolloutTask> tasks_for(const std::vector<std::uint64_t>& shares, const Arms& arms) {
    std::vector<RolloutTask> tasks;
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

// Samples until the next checkpoint: the time asked for, at the speed so far.
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

// An interrupted batch has gaps: each arm takes its samples up to the first gap.
void collect(const std::vector<RolloutTask>& tasks, Arms& arms, SimulationReport& report) {
    for (const RolloutTask& task : tasks) {
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
    const Deals deals(position.unseen, settings.seed, settings.kept);
    const RolloutPlan plan{dictionary_,         values_, wins_, deals, settings.plies, settings.seed,
                           settings.solve_nodes};
    std::vector<Candidate> candidates;
    candidates.reserve(moves.size());
    for (const Move& move : moves) {
        candidates.push_back(candidate_of(position, move, plan));
    }
    Arms arms(candidates.size(), settings.utility, deals.count(), deals.weights());
    const SampleAllocation allocation{settings.sampling, settings.first_samples, settings.seed};
    SimulationReport report;
    report.deals = deals.count();
    const double started_s = control.elapsed_s();
    const bool work_time = control.work_per_second() > 0.0;
    double batch_s = settings.batch_s;
    if (!candidates.empty()) {
        RolloutThreads threads(plan, position, candidates,
                               std::clamp(settings.threads, 1, timing::most_threads), control);
        report.threads = threads.threads();
        while (!control.poll() && !arms.complete()) {
            const std::uint64_t size =
                batch_size(settings, control, report, control.elapsed_s() - started_s, batch_s);
            if (size == 0) {
                break;
            }
            std::vector<RolloutTask> tasks = tasks_for(arms.share(size, allocation), arms);
            if (work_time && tasks.size() > size) {
                tasks.resize(size);  // only this much work is left
            }
            threads.play(tasks);
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

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
