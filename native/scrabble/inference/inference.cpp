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

constexpr std::size_t draws_in_a_batch = 256;
constexpr std::size_t first_sorted = 1024;

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
    double until = std::numeric_limits<double>::infinity();
    for (auto each = missing; each != racks.end(); ++each) {
        until = std::min(until, each->key);
    }
    racks.erase(missing, racks.end());
    double looked_at = 0.0;
    for (HiddenRack& rack : racks) {
        looked_at += rack.chance;
        rack.chance /= -std::expm1(-rack.chance * until);
    }
    return all > 0.0 ? looked_at / all : 0.0;
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

void add_hypotheses(const ObservedPlay& play, const StaticValues& values, std::span<const HiddenRack> racks,
                    std::vector<Hypothesis>& out) {
    std::uint32_t number = 0;
    for (const HiddenRack& rack : racks) {
        const std::uint32_t draws = std::max(1U, rack.draws);
        const double chance = rack.chance * draws;
        const auto add = [&](const Kept& kept, const Kept& returned, Equity leave) {
            out.push_back(
                {kept, returned, chance, std::max(0, rack.best - play.worth - leave), number, draws});
        };
        for (const ExchangeLeave& leave : rack.leaves) {
            add(leave.kept, leave.returned, leave.value);
        }
        if (play.kind != MoveKind::exchange) {
            const bool is_place = play.kind == MoveKind::place && values.leaves != nullptr;
            add(rack.hidden, {}, is_place ? values.leaves->value(rack.hidden.letters()) : 0);
        }
        ++number;
    }
}

// Looks at racks in the order of their keys until the control stops it. They are sorted bit by bit, because
// sorting all of them could take longer than the time allows.
void look_at_listed(std::vector<HiddenRack>& racks, std::size_t most, BestMoves& best_moves) {
    const std::size_t wanted = std::min(most, racks.size());
    for (std::size_t done = 0; done < wanted;) {
        const std::size_t next = std::min(wanted, std::max(first_sorted, 2 * done));
        HiddenRacks::sort_part(racks, done, next);
        if (!best_moves.find(std::span(racks).subspan(done, next - done))) {
            return;
        }
        done = next;
    }
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
        entries.push_back({each.kept, each.chance * likelihood.of(each.loss), each.returned});
        if (earlier.ratios != nullptr) {
            TileCounts rack = placed.counts;
            for (const Kept& part : {each.kept, each.returned}) {
                for (const Letter tile : part.letters()) {
                    ++rack[tile];
                }
            }
            entries.back().weight *= std::pow(earlier.ratios->mean_in(Kept::of(rack)), earlier.decay);
        }
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
    std::vector<HiddenRack> racks;
    if (!control.poll()) {
        const std::uint64_t most = affordable_racks(settings.most_racks, control);
        BestMoves best_moves({dictionary_, values_, play.board, play.bag, play.exchanged}, hidden,
                             std::clamp(settings.threads, 1, timing::most_threads), control);
        if (report.possible <= settings.most_racks) {
            Random random(settings.seed);
            racks = hidden.list(random, control);
            look_at_listed(racks, most, best_moves);
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
