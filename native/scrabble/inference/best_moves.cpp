#include "scrabble/inference/best_moves.h"

#include <algorithm>
#include <bit>
#include <new>
#include <thread>
#include <utility>

#include "timing/helper_threads.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// Fewer racks than this are not worth starting threads for.
constexpr std::size_t least_racks_for_threads = 16;

// An exchange may have kept any tiles that are worth at most this much less than the best of their number.
constexpr Equity exchange_reach = 5 * points;

// Whether a choice of tiles takes the first of equal ones: other choices of them are the same.
bool is_first_choice(const Kept& tiles, unsigned chosen) {
    for (unsigned i = 1; i < tiles.count; ++i) {
        if (tiles.tiles[i] == tiles.tiles[i - 1] && (chosen >> (i - 1) & 3U) == 2U) {
            return false;
        }
    }
    return true;
}

std::vector<ExchangeLeave> exchange_leaves(const Kept& rack, int exchanged, const StaticValues& values) {
    std::vector<ExchangeLeave> leaves;
    Equity best = worst_equity;
    for (unsigned chosen = 0; chosen < 1U << rack.count; ++chosen) {
        if (std::popcount(chosen) != rack.count - exchanged || !is_first_choice(rack, chosen)) {
            continue;
        }
        ExchangeLeave leave{};
        for (unsigned i = 0; i < rack.count; ++i) {
            Kept& to = (chosen >> i & 1U) != 0 ? leave.kept : leave.returned;
            to.tiles[to.count++] = rack.tiles[i];
        }
        leave.value = values.leaves == nullptr ? 0 : values.leaves->value(leave.kept.letters());
        best = std::max(best, leave.value);
        leaves.push_back(leave);
    }
    std::erase_if(leaves, [best](const ExchangeLeave& leave) { return leave.value < best - exchange_reach; });
    return leaves;
}

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
        if (plan_.exchanged > 0) {
            racks_[i].leaves = exchange_leaves(racks_[i].hidden, plan_.exchanged, plan_.values);
        }
        racks_[i].best = generator.generate(plan_.board, rack, plan_.values, {.bag = plan_.bag}, 1)[0].equity;
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
