#include "scrabble/inference/inference.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "scrabble/inference/best_moves.h"
#include "scrabble/inference/hidden_racks.h"
#include "timing/helper_threads.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

// An exchange may have kept any tiles that are worth at most this much less than the best of their number.
constexpr Equity exchange_reach = 5 * points;

constexpr std::size_t draws_in_a_batch = 256;

// Finds racks that were drawn before.
class DrawnBefore {
  public:
    explicit DrawnBefore(std::size_t most) : slots_(std::bit_ceil(2 * most + 1), unused) {}

    // Return the place of a rack; that behind the last one if it is new.
    std::size_t place(const Kept& hidden, const std::vector<HiddenRack>& racks) {
        std::size_t slot = hash(hidden) & (slots_.size() - 1);
        while (slots_[slot] != unused && racks[slots_[slot]].hidden != hidden) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        if (slots_[slot] == unused) {
            slots_[slot] = static_cast<std::uint32_t>(racks.size());
        }
        return slots_[slot];
    }

  private:
    static constexpr std::uint32_t unused = UINT32_MAX;

    static std::uint64_t hash(const Kept& hidden) {
        std::uint64_t mixed = hidden.count;
        for (const Letter tile : hidden.letters()) {
            mixed = (mixed + tile) * 0x9E3779B97F4A7C15U;
            mixed ^= mixed >> 29U;
        }
        return mixed;
    }

    std::vector<std::uint32_t> slots_;
};

// Draws racks and finds their best moves, batch by batch. The number of draws does not depend on what is
// drawn, or rare racks would have too many.
std::vector<HiddenRack> draw_racks(HiddenRacks& hidden, BestMoves& best_moves, std::uint64_t draws,
                                   std::uint64_t seed) {
    Random random(seed);
    DrawnBefore before(draws);
    std::vector<HiddenRack> racks;
    racks.reserve(draws);
    std::vector<std::uint32_t> batch;
    batch.reserve(draws_in_a_batch);
    bool goes_on = true;
    for (std::uint64_t left = draws; goes_on && left > 0; left -= batch.size()) {
        const std::size_t known = racks.size();
        batch.clear();
        while (batch.size() < std::min<std::uint64_t>(left, draws_in_a_batch)) {
            const HiddenRack drawn = hidden.draw(random);
            const std::size_t place = before.place(drawn.hidden, racks);
            if (place == racks.size()) {
                racks.push_back(drawn);
            }
            ++racks[place].draws;
            batch.push_back(static_cast<std::uint32_t>(place));
        }
        goes_on = best_moves.find(std::span(racks).subspan(known));
        if (!goes_on) {
            // The racks known before would have more draws than they should: the batch does not count.
            for (const std::uint32_t place : batch) {
                --racks[place].draws;
            }
        }
    }
    std::erase_if(racks, [](const HiddenRack& rack) { return rack.draws == 0; });
    return racks;
}

// If the search was stopped, keeps the racks up to the first that was not looked at, and lets them stand for
// the others: each weighs its chance divided by the probability that its key is below that of the first one
// missing, so that no rack is favoured. Returns the chance of the racks looked at.
double keep_looked_at(std::vector<HiddenRack>& racks) {
    const auto missing = std::find_if(racks.begin(), racks.end(),
                                      [](const HiddenRack& rack) { return rack.best == worst_equity; });
    double all = 0.0;
    for (const HiddenRack& rack : racks) {
        all += rack.chance;
    }
    const double until = missing == racks.end() ? std::numeric_limits<double>::infinity() : missing->key;
    racks.erase(missing, racks.end());
    double looked_at = 0.0;
    for (HiddenRack& rack : racks) {
        looked_at += rack.chance;
        rack.chance /= -std::expm1(-rack.chance * until);
    }
    return looked_at / all;
}

// Racks that the time left allows, by work done; by the wall clock, threads look at the time themselves.
std::uint64_t affordable_racks(std::uint64_t most, const timing::StopControl& control) {
    if (control.work_per_second() <= 0.0) {
        return most;
    }
    const double left_s = std::max(0.0, control.hard_deadline_s() - control.elapsed_s());
    const double samples = std::floor(left_s * control.work_per_second());
    const double racks = samples * static_cast<double>(racks_in_a_sample);
    return racks < static_cast<double>(most) ? static_cast<std::uint64_t>(racks) : most;
}

Equity leave_value(const StaticValues& values, const Kept& kept) {
    return values.leaves == nullptr ? 0 : values.leaves->value(kept.letters());
}

// Whether a choice of tiles takes the first of equal ones: other choices of them are the same.
bool is_first_choice(const Kept& tiles, unsigned chosen) {
    for (unsigned i = 1; i < tiles.count; ++i) {
        if (tiles.tiles[i] == tiles.tiles[i - 1] && (chosen >> (i - 1) & 3U) == 2U) {
            return false;
        }
    }
    return true;
}

// What an exchange of some tiles of a rack may have kept, with its value.
std::vector<std::pair<Kept, Equity>> exchange_leaves(const Kept& rack, int exchanged,
                                                     const StaticValues& values) {
    std::vector<std::pair<Kept, Equity>> leaves;
    Equity best = worst_equity;
    for (unsigned chosen = 0; chosen < 1U << rack.count; ++chosen) {
        if (std::popcount(chosen) != rack.count - exchanged || !is_first_choice(rack, chosen)) {
            continue;
        }
        Kept kept;
        for (unsigned i = 0; i < rack.count; ++i) {
            if ((chosen >> i & 1U) != 0) {
                kept.tiles[kept.count++] = rack.tiles[i];
            }
        }
        leaves.emplace_back(kept, leave_value(values, kept));
        best = std::max(best, leaves.back().second);
    }
    std::erase_if(leaves, [best](const auto& leave) { return leave.second < best - exchange_reach; });
    return leaves;
}

void add_hypotheses(const ObservedPlay& play, const StaticValues& values, std::span<const HiddenRack> racks,
                    std::vector<Hypothesis>& out) {
    std::uint32_t number = 0;
    for (const HiddenRack& rack : racks) {
        const std::uint32_t draws = std::max(1U, rack.draws);
        const double chance = rack.chance * draws;
        const auto add = [&](const Kept& kept, Equity leave) {
            out.push_back({kept, chance, std::max(0, rack.best - play.worth - leave), number, draws});
        };
        if (play.kind == MoveKind::exchange) {
            for (const auto& [kept, leave] : exchange_leaves(rack.hidden, play.exchanged, values)) {
                add(kept, leave);
            }
        } else {
            add(rack.hidden, play.kind == MoveKind::place ? leave_value(values, rack.hidden) : 0);
        }
        ++number;
    }
}

void merge_repeats(std::vector<WeightedKept>& entries) {
    std::sort(entries.begin(), entries.end(),
              [](const WeightedKept& a, const WeightedKept& b) { return a.kept < b.kept; });
    std::size_t last = 0;
    for (std::size_t i = 1; i < entries.size(); ++i) {
        if (entries[i].kept == entries[last].kept) {
            entries[last].weight += entries[i].weight;
        } else {
            entries[++last] = entries[i];
        }
    }
    entries.resize(std::min(entries.size(), last + 1));
}

}  // namespace

double Likelihood::of(Equity loss) const {
    return floor + (1.0 - floor) * std::exp(-loss / (double{points} * temperature_pts));
}

std::optional<KeptTiles> InferenceReport::kept(const Likelihood& likelihood,
                                               const EarlierTurn& earlier) const {
    std::vector<WeightedKept> entries;
    entries.reserve(hypotheses.size());
    for (const Hypothesis& each : hypotheses) {
        entries.push_back({each.kept, each.chance * likelihood.of(each.loss)});
        if (earlier.ratios != nullptr && !repeats) {
            TileCounts rack = placed.counts;
            for (const Letter tile : each.kept.letters()) {
                ++rack[tile];
            }
            entries.back().weight *= std::pow(earlier.ratios->mean_in(Kept::of(rack)), earlier.decay);
        }
    }
    if (repeats) {
        merge_repeats(entries);
    }
    const bool has_weight = std::any_of(entries.begin(), entries.end(),
                                        [](const WeightedKept& entry) { return entry.weight > 0.0; });
    if (!has_weight) {
        return std::nullopt;
    }
    return KeptTiles(std::move(entries));
}

double InferenceReport::effective_draws(const Likelihood& likelihood) const {
    if (complete()) {
        return 0.0;
    }
    double sum = 0.0;
    double squares = 0.0;
    for (std::size_t i = 0; i < hypotheses.size();) {
        const Hypothesis& first = hypotheses[i];
        double weight = 0.0;  // of all draws of one rack
        for (; i < hypotheses.size() && hypotheses[i].rack == first.rack; ++i) {
            weight += hypotheses[i].chance * likelihood.of(hypotheses[i].loss);
        }
        sum += weight;
        squares += weight * weight / first.draws;
    }
    return squares > 0.0 ? sum * sum / squares : 0.0;
}

InferenceReport Inference::run(const ObservedPlay& play, const InferenceSettings& settings,
                               timing::StopControl& control) {
    HiddenRacks hidden(play.unseen, play.placed);
    InferenceReport report;
    report.possible = hidden.count();
    report.placed = play.placed;
    report.repeats = play.kind == MoveKind::exchange;
    std::vector<HiddenRack> racks;
    if (!control.poll()) {
        const std::uint64_t most = affordable_racks(settings.most_racks, control);
        BestMoves best_moves({dictionary_, values_, play.board, play.bag}, hidden,
                             std::clamp(settings.threads, 1, timing::most_threads), control);
        if (report.possible <= settings.most_racks) {
            Random random(settings.seed);
            racks = hidden.list(random);
            best_moves.find(std::span(racks).first(std::min<std::size_t>(most, racks.size())));
            report.covered = keep_looked_at(racks);
        } else {
            racks = draw_racks(hidden, best_moves, most, settings.seed);
        }
    }
    report.racks = racks.size();
    for (const HiddenRack& rack : racks) {
        report.draws += rack.draws;
    }
    if (control.work_per_second() > 0.0) {
        control.add_work((report.racks + racks_in_a_sample - 1) / racks_in_a_sample);
    }
    report.hypotheses.reserve(racks.size());
    add_hypotheses(play, values_, racks, report.hypotheses);
    report.elapsed_s = control.elapsed_s();
    return report;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
