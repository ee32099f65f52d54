#include "scrabble/endgame/candidate_race.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

constexpr std::uint64_t patience_growth = 4;
constexpr std::uint64_t endless_patience = std::uint64_t{1} << 60U;
constexpr std::uint64_t rough_nodes = 500;
// Sums of weights with a prior are not exact.
constexpr double rounding = 1e-12;

}  // namespace

DealQueue::DealQueue(const BagDeals& deals, int draws, std::uint64_t patience)
    : deals_(&deals), draws_(draws), patience_(patience) {
    for (std::size_t set = 0; set < deals.sets(); ++set) {
        most_of_a_set_ = std::max(most_of_a_set_, deals.count(set, draws));
    }
}

// The first deal of every set comes before the second of any, so that candidates that draw different numbers
// of tiles meet the same racks.
std::optional<DealQueue::Place> DealQueue::fresh() {
    for (; at_.number < most_of_a_set_; at_ = {0, at_.number + 1}) {
        while (at_.set < deals_->sets()) {
            const Place place = at_;
            ++at_.set;
            if (place.number < deals_->count(place.set, draws_)) {
                return place;
            }
        }
    }
    return std::nullopt;
}

std::optional<DealQueue::Place> DealQueue::next(std::uint64_t most_patience) {
    std::optional<Place> place = fresh();
    if (!place && again_.empty() && !put_off_.empty() && patience_ < most_patience) {
        std::swap(again_, put_off_);
        std::ranges::reverse(again_);
        patience_ = std::min(patience_ * patience_growth, endless_patience);
    }
    if (!place && !again_.empty()) {
        place = again_.back();
        again_.pop_back();
    }
    handed_out_ += place ? 1 : 0;
    return place;
}

CandidateRace::CandidateRace(const BagDeals& deals, std::span<const int> draws, const RaceSettings& settings)
    : deals_(deals), settings_(settings), patience_(std::max<std::uint64_t>(1, settings.first_patience)) {
    candidates_.reserve(draws.size());
    for (const int each : draws) {
        candidates_.emplace_back(deals, each, patience_);
    }
}

double CandidateRace::low(const Candidate& candidate) const {
    return std::min(1.0, (candidate.won + candidate.drawn / 2) / deals_.weight());
}

double CandidateRace::high(const Candidate& candidate) const {
    const double low_end = low(candidate);
    if (candidate.decided()) {
        return low_end;
    }
    return std::max(low_end, 1.0 - (candidate.lost + candidate.drawn / 2) / deals_.weight());
}

// Deals that are not solved count as much as the mean of those that are; the rough ones weigh as much as one.
double CandidateRace::estimate(const Candidate& candidate) const {
    if (candidate.decided()) {
        return low(candidate);
    }
    const double won = candidate.won + candidate.drawn / 2;
    const double solved = candidate.won + candidate.drawn + candidate.lost;
    const double one = deals_.weight() / static_cast<double>(candidate.all_deals);
    const double rough = candidate.rough_weight > 0 ? candidate.rough_won / candidate.rough_weight : 0.5;
    const double mean = (won + one * rough) / (solved + one);
    return std::clamp((won + (deals_.weight() - solved) * mean) / deals_.weight(), low(candidate),
                      high(candidate));
}

std::optional<Task> CandidateRace::task_of(TaskKind kind, std::size_t candidate) {
    Candidate& chosen = candidates_[candidate];
    Task task{.kind = kind, .candidate = candidate, .most_nodes = rough_nodes, .hint = chosen.reply};
    if (kind == TaskKind::rough) {
        const auto wanted = static_cast<std::size_t>(chosen.rough_handed_out++);
        task.set = wanted % deals_.sets();
    } else {
        DealQueue& queue = kind == TaskKind::decide ? chosen.deciding : chosen.valuing;
        const std::optional<DealQueue::Place> place =
            queue.next(kind == TaskKind::decide ? patience_ : endless_patience);
        if (!place) {
            return std::nullopt;
        }
        std::tie(task.set, task.number) = std::tie(place->set, place->number);
        task.most_nodes = queue.patience();
    }
    task.deal = deals_.deal(task.set, chosen.draws, task.number);
    return task;
}

std::optional<Task> CandidateRace::next() {
    for (const auto step : {&CandidateRace::next_rough, &CandidateRace::next_common,
                            &CandidateRace::next_of_leaders, &CandidateRace::next_spread}) {
        if (std::optional<Task> task = (this->*step)()) {
            return task;
        }
    }
    return std::nullopt;
}

std::optional<Task> CandidateRace::next_rough() {
    const auto deals = std::min<std::size_t>(static_cast<std::size_t>(settings_.rough_deals), deals_.sets());
    const auto fewest = std::ranges::min_element(candidates_, {}, &Candidate::rough_handed_out);
    if (fewest == candidates_.end() || std::cmp_greater_equal(fewest->rough_handed_out, deals)) {
        return std::nullopt;
    }
    return task_of(TaskKind::rough, static_cast<std::size_t>(fewest - candidates_.begin()));
}

std::optional<Task> CandidateRace::next_common() {
    std::size_t chosen = candidates_.size();
    std::uint64_t fewest = UINT64_MAX;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Candidate& each = candidates_[i];
        const std::uint64_t handed_out = each.deciding.handed_out();
        if (each.eliminated || handed_out >= std::min(settings_.common_deals, each.all_deals)) {
            continue;
        }
        if (handed_out < fewest || (handed_out == fewest && estimate(each) > estimate(candidates_[chosen]))) {
            chosen = i;
            fewest = handed_out;
        }
    }
    return chosen < candidates_.size() ? task_of(TaskKind::decide, chosen) : std::nullopt;
}

// The leader and its best rival share the nodes: one raises the bound that others must reach, the other is
// eliminated or takes the lead.
std::vector<std::size_t> CandidateRace::leaders() const {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (!candidates_[i].eliminated) {
            order.push_back(i);
        }
    }
    std::ranges::stable_sort(order, std::greater{},
                             [this](std::size_t i) { return estimate(candidates_[i]); });
    const auto rival = std::ranges::find_if(order.begin() + (order.empty() ? 0 : 1), order.end(),
                                            [this](std::size_t i) { return !candidates_[i].decided(); });
    if (rival != order.end() && (candidates_[order.front()].decided() ||
                                 candidates_[*rival].nodes < candidates_[order.front()].nodes)) {
        std::rotate(order.begin(), rival, rival + 1);
    }
    return order;
}

// Easy deals of all candidates come before hard ones of any: a few certain losses eliminate a candidate.
std::optional<Task> CandidateRace::next_of_leaders() {
    const std::vector<std::size_t> order = leaders();
    while (true) {
        for (const std::size_t each : order) {
            if (std::optional<Task> task = task_of(TaskKind::decide, each)) {
                return task;
            }
        }
        const bool more =
            std::ranges::any_of(order, [this](std::size_t i) { return candidates_[i].deciding.has_more(); });
        if (!more || patience_ >= endless_patience) {
            return std::nullopt;
        }
        patience_ = std::min(patience_ * patience_growth, endless_patience);
    }
}

bool CandidateRace::needs_spreads() const {
    const auto left = std::ranges::count(candidates_, false, &Candidate::eliminated);
    return settings_.spreads || left > 1;
}

std::optional<Task> CandidateRace::next_spread() {
    std::optional<std::size_t> chosen;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Candidate& each = candidates_[i];
        if (each.eliminated) {
            continue;
        }
        if (!each.decided()) {
            return std::nullopt;
        }
        if (!each.valued() && (!chosen || each.spread_deals < candidates_[*chosen].spread_deals)) {
            chosen = i;
        }
    }
    return chosen && needs_spreads() ? task_of(TaskKind::spread, *chosen) : std::nullopt;
}

void CandidateRace::keep(const Task& task, const TaskResult& result) {
    Candidate& candidate = candidates_[task.candidate];
    const double weight = task.deal.weight;
    candidate.nodes += result.nodes;
    candidate.reply = result.reply != 0 ? result.reply : candidate.reply;
    if (!result.spread) {
        if (task.kind != TaskKind::rough) {
            (task.kind == TaskKind::decide ? candidate.deciding : candidate.valuing)
                .put_off({task.set, task.number});
        }
        return;
    }
    const int spread = *result.spread;
    if (task.kind == TaskKind::decide) {
        candidate.sum_of(spread) += weight;
        ++candidate.deals;
        ++deals_solved_;
        eliminate();
    } else if (task.kind == TaskKind::spread) {
        candidate.spread += weight * spread;
        candidate.spread_weight += weight;
        ++candidate.spread_deals;
    } else {
        candidate.rough_weight += weight;
        candidate.rough_spread += weight * spread;
        candidate.rough_won += weight * (0.5 * (spread > 0 ? 1 : 0) + 0.5 * (spread >= 0 ? 1 : 0));
    }
}

void CandidateRace::eliminate() {
    if (!settings_.eliminates) {
        return;
    }
    double best = 0.0;
    for (const Candidate& each : candidates_) {
        best = std::max(best, low(each));
    }
    for (Candidate& each : candidates_) {
        each.eliminated = each.eliminated || high(each) < best - rounding;
    }
}

bool CandidateRace::complete() const {
    const bool spreads = needs_spreads();
    return std::ranges::all_of(candidates_, [spreads](const Candidate& each) {
        return each.eliminated || (each.decided() && (!spreads || each.valued()));
    });
}

std::vector<CandidateState> CandidateRace::states() const {
    std::vector<CandidateState> states;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Candidate& each = candidates_[i];
        const double solved = each.won + each.drawn + each.lost;
        double spread = each.rough_weight > 0 ? each.rough_spread / each.rough_weight : 0.0;
        spread = each.spread_deals > 0 ? each.spread / each.spread_weight : spread;
        states.push_back({.index = i,
                          .low = low(each),
                          .high = high(each),
                          .win = estimate(each),
                          .spread = spread,
                          .deals = each.deals,
                          .all_deals = each.all_deals,
                          .spread_deals = each.spread_deals,
                          .share = each.decided() ? 1.0 : solved / deals_.weight(),
                          .eliminated = each.eliminated});
    }
    const auto key = [](const CandidateState& state) {
        return std::tuple(state.eliminated, -state.win, -state.spread);
    };
    std::ranges::stable_sort(states, {}, key);
    return states;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
