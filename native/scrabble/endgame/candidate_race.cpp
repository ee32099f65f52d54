#include "scrabble/endgame/candidate_race.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

constexpr std::uint64_t patience_growth = 4;
constexpr std::uint64_t endless_patience = std::uint64_t{1} << 60U;
constexpr std::uint64_t rough_nodes = 500;
// Sums of weights are not exact if it is known what the opponent may have kept.
constexpr double rounding = 1e-12;
constexpr double same_chance = 1e-9;
// Nothing is certain about deals that were not searched.
constexpr double least_chance = 0.02;

// Of a game with this final spread.
double points_of(int spread) {
    return 0.5 * (spread > 0 ? 1 : 0) + 0.5 * (spread >= 0 ? 1 : 0);
}

}  // namespace

double Preference::worth(std::size_t set, double expected_nodes) const {
    const double win = std::clamp(chances[set] + residual, least_chance, 1.0 - least_chance);
    return (wanted == Wanted::win ? win : 1.0 - win) / expected_nodes;
}

DealQueue::DealQueue(const BagDeals& deals, int draws, std::uint64_t patience)
    : deals_(&deals), draws_(draws), patience_(std::max<std::uint64_t>(1, patience)), used_(deals.sets()),
      fresh_left_(deals.count(draws)) {
}

// As listed, the first deal of every set comes before the second of any, so that candidates that draw
// different numbers of tiles meet the same racks.
std::optional<DealQueue::Pick> DealQueue::best_fresh(const Preference& preference) const {
    std::optional<Pick> best;
    for (std::size_t set = 0; fresh_left_ > 0 && set < used_.size(); ++set) {
        if (used_[set] >= deals_->count(set, draws_)) {
            continue;
        }
        const double worth =
            preference.wanted == Wanted::any ? 0.0 : weight_of(set) * preference.worth(set, preference.nodes);
        if (!best || worth > best->worth || (worth == best->worth && used_[set] < best->number)) {
            best = Pick{set, used_[set], patience_, worth};
        }
    }
    return best;
}

std::optional<DealQueue::Pick> DealQueue::best(const Preference& preference) const {
    std::optional<Pick> best = best_fresh(preference);
    const bool any = preference.wanted == Wanted::any;
    if (any && best) {
        return best;
    }
    for (Pick each : waiting_) {
        const auto nodes = static_cast<double>(each.patience) / patience_growth;
        each.worth = any ? 1.0 / nodes : weight_of(each.set) * preference.worth(each.set, nodes);
        if (!best || each.worth > best->worth) {
            best = each;
        }
    }
    return best;
}

void DealQueue::take(const Pick& pick) {
    ++handed_out_;
    const auto found = std::ranges::find_if(
        waiting_, [&pick](const Pick& each) { return each.set == pick.set && each.number == pick.number; });
    if (found != waiting_.end()) {
        waiting_.erase(found);
        return;
    }
    ++used_[pick.set];
    --fresh_left_;
}

void DealQueue::put_off(const Pick& pick) {
    if (pick.patience < endless_patience) {
        waiting_.push_back(pick);
        waiting_.back().patience *= patience_growth;
    }
}

CandidateRace::CandidateRace(const BagDeals& deals, std::span<const int> draws, const RaceSettings& settings)
    : deals_(deals), settings_(settings), records_(deals.sets()), chances_(deals.sets(), 0.5) {
    candidates_.reserve(draws.size());
    for (const int each : draws) {
        candidates_.emplace_back(deals, each, settings.first_patience);
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

void CandidateRace::estimate_all() {
    double points = 0.0;
    double deals = 0.0;
    for (const SetRecord& record : records_) {
        points += record.points;
        deals += record.deals;
    }
    mean_ = (points + 0.5) / (deals + 1.0);
    for (std::size_t set = 0; set < records_.size(); ++set) {
        chances_[set] = (records_[set].points + mean_) / (records_[set].deals + 1.0);
    }
    for (Candidate& each : candidates_) {
        if (!each.eliminated) {
            estimate(each);
        }
    }
}

// Rough results weigh as much as one deal.
void CandidateRace::estimate(Candidate& candidate) const {
    if (candidate.decided()) {
        candidate.estimate = low(candidate);
        return;
    }
    const double won = candidate.won + candidate.drawn / 2;
    const double one = deals_.weight() / static_cast<double>(candidate.all_deals);
    const double rough = candidate.rough_weight > 0 ? candidate.rough_won / candidate.rough_weight : mean_;
    double expected = 0.0;  // of the deals solved
    double solved = 0.0;
    for (std::size_t set = 0; set < chances_.size(); ++set) {
        solved += candidate.solved_of_set[set];
        expected += candidate.solved_of_set[set] * chances_[set];
    }
    candidate.residual = (won - expected + one * (rough - mean_)) / (solved + one);
    double open = 0.0;  // points of the deals that are not solved
    for (std::size_t set = 0; set < chances_.size(); ++set) {
        const double left = std::max(0.0, deals_.weight(set) - candidate.solved_of_set[set]);
        open += left * std::clamp(chances_[set] + candidate.residual, 0.0, 1.0);
    }
    candidate.estimate = std::clamp((won + open) / deals_.weight(), low(candidate), high(candidate));
}

Preference CandidateRace::preference(const Candidate& candidate, Wanted wanted) const {
    return {.wanted = wanted,
            .chances = chances_,
            .residual = candidate.residual,
            .nodes = (wanted == Wanted::win ? won_cost_ : lost_cost_).mean()};
}

std::optional<Task> CandidateRace::task_of(TaskKind kind, std::size_t candidate) {
    const Candidate& chosen = candidates_[candidate];
    const DealQueue& queue = kind == TaskKind::decide ? chosen.deciding : chosen.valuing;
    const std::optional<DealQueue::Pick> pick = queue.best(preference(chosen, Wanted::any));
    return pick ? std::optional(handed_out(kind, candidate, *pick)) : std::nullopt;
}

Task CandidateRace::handed_out(TaskKind kind, std::size_t candidate, const DealQueue::Pick& pick) {
    Candidate& chosen = candidates_[candidate];
    if (kind != TaskKind::rough) {
        (kind == TaskKind::decide ? chosen.deciding : chosen.valuing).take(pick);
    }
    const std::uint32_t reply = chosen.replies[pick.set];
    return {.kind = kind,
            .candidate = candidate,
            .set = pick.set,
            .number = pick.number,
            .patience = pick.patience,
            .deal = deals_.deal(pick.set, chosen.draws, pick.number),
            .most_nodes = pick.patience,
            .hint = reply != 0 ? reply : chosen.reply};
}

std::optional<Task> CandidateRace::next() {
    for (const auto step : {&CandidateRace::next_rough, &CandidateRace::next_common,
                            &CandidateRace::next_to_separate, &CandidateRace::next_spread}) {
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
    const auto set = static_cast<std::size_t>(fewest->rough_handed_out++);
    const auto candidate = static_cast<std::size_t>(fewest - candidates_.begin());
    return handed_out(TaskKind::rough, candidate, {.set = set, .patience = rough_nodes});
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
        if (handed_out < fewest || (handed_out == fewest && each.estimate > candidates_[chosen].estimate)) {
            chosen = i;
            fewest = handed_out;
        }
    }
    return chosen < candidates_.size() ? task_of(TaskKind::decide, chosen) : std::nullopt;
}

// What the leader wins raises the bound that all others must reach; what a rival loses counts against it
// alone, but takes fewer nodes.
std::optional<Task> CandidateRace::next_to_separate() {
    std::size_t leader = candidates_.size();
    std::size_t rivals = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if (!candidates_[i].eliminated) {
            ++rivals;
            leader = leader == candidates_.size() || candidates_[i].estimate > candidates_[leader].estimate
                         ? i
                         : leader;
        }
    }
    const double for_all = std::max(1.0, static_cast<double>(rivals) - 1.0);
    std::optional<DealQueue::Pick> best;
    std::size_t chosen = leader;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        const Candidate& each = candidates_[i];
        if (each.eliminated || each.decided()) {
            continue;
        }
        std::optional<DealQueue::Pick> pick =
            each.deciding.best(preference(each, i == leader ? Wanted::win : Wanted::loss));
        if (pick && i == leader) {
            pick->worth *= for_all;
        }
        if (pick && (!best || pick->worth > best->worth)) {
            best = pick;
            chosen = i;
        }
    }
    return best ? std::optional(handed_out(TaskKind::decide, chosen, *best)) : std::nullopt;
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
    if (result.reply != 0) {
        candidate.reply = candidate.replies[task.set] = result.reply;
    }
    if (!result.spread) {
        if (task.kind != TaskKind::rough) {
            (task.kind == TaskKind::decide ? candidate.deciding : candidate.valuing)
                .put_off({task.set, task.number, task.patience});
        }
        return;
    }
    const int spread = *result.spread;
    if (task.kind == TaskKind::decide) {
        const double points = points_of(spread);
        candidate.sum_of(spread) += weight;
        candidate.solved_of_set[task.set] += weight;
        ++candidate.deals;
        ++deals_solved_;
        records_[task.set].points += points;
        records_[task.set].deals += 1.0;
        Cost& cost = spread > 0 ? won_cost_ : lost_cost_;
        cost.nodes += static_cast<double>(result.nodes);
        cost.deals += 1.0;
        eliminate();
        estimate_all();
    } else if (task.kind == TaskKind::spread) {
        candidate.spread += weight * spread;
        candidate.spread_weight += weight;
        ++candidate.spread_deals;
    } else {
        candidate.rough_weight += weight;
        candidate.rough_spread += weight * spread;
        candidate.rough_won += weight * points_of(spread);
        estimate_all();
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
                          .win = std::clamp(each.estimate, low(each), high(each)),
                          .spread = spread,
                          .deals = each.deals,
                          .all_deals = each.all_deals,
                          .spread_deals = each.spread_deals,
                          .share = each.decided() ? 1.0 : solved / deals_.weight(),
                          .eliminated = each.eliminated});
    }
    const auto key = [](const CandidateState& state) {
        return std::tuple(state.eliminated, -std::round(state.win / same_chance), -state.spread);
    };
    std::ranges::stable_sort(states, {}, key);
    return states;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
