#include "scrabble/inference/best_moves.h"

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

#include "timing/helper_threads.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// Fewer racks than this are not worth starting threads for.
constexpr std::size_t least_racks_for_threads = 16;

}  // namespace

BestMoves::BestMoves(const BestMovePlan& plan, const HiddenRacks& hidden, int threads,
                     timing::StopControl& control)
    : plan_(plan), hidden_(hidden), control_(control) {
    generators_.push_back(std::make_unique<MoveGenerator>(plan.dictionary));
    try {
        while (static_cast<int>(generators_.size()) < threads) {
            generators_.push_back(std::make_unique<MoveGenerator>(plan.dictionary));
        }
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
        // The threads that have a generator go on.
    }
}

bool BestMoves::find(std::span<HiddenRack> racks) {
    racks_ = racks;
    next_.store(0, std::memory_order_relaxed);
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < generators_.size() && racks.size() >= least_racks_for_threads; ++i) {
            if (!timing::start_thread(others, [this, i] { work(*generators_[i]); })) {
                break;
            }
        }
        work(*generators_.front());
    }
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    return std::all_of(racks.begin(), racks.end(),
                       [](const HiddenRack& rack) { return rack.best != worst_equity; });
}

void BestMoves::work(MoveGenerator& generator) noexcept {
    try {
        find_some(generator);
    } catch (...) {
        next_.store(racks_.size(), std::memory_order_relaxed);
        const std::lock_guard lock(failure_mutex_);
        failure_ = std::current_exception();
    }
}

void BestMoves::find_some(MoveGenerator& generator) {
    const bool wall_time = control_.work_per_second() <= 0.0;
    for (std::size_t i = next_++; i < racks_.size(); i = next_++) {
        if (control_.stopped() || (wall_time && control_.poll())) {
            return;
        }
        const Rack rack = hidden_.rack(racks_[i]);
        racks_[i].best = generator.generate(plan_.board, rack, plan_.values, {.bag = plan_.bag}, 1)[0].equity;
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
