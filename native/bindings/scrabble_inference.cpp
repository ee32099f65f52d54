#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/inference/inference.h"
#include "timing/helper_threads.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings::ZEITNOT_SIZE {

namespace {

using scrabble::Kept;
using scrabble::KeptTiles;
using scrabble::Letter;

using WeightedTiles = std::pair<nb::bytes, double>;

constexpr std::int64_t most_racks_listed = 1'000'000;
constexpr int most_worth = 10'000 * scrabble::points;
constexpr double hottest_pts = 1e6;
constexpr double coldest_pts = 1e-6;

nb::bytes tiles_of(const Kept& kept) {
    return nb::bytes(kept.tiles.data(), kept.count);
}

Kept kept_of(const nb::bytes& tiles) {
    if (tiles.size() > scrabble::rack_size) {
        refuse("tiles kept must be at most a rack, got " + std::to_string(tiles.size()));
    }
    check_rack(letters_in(tiles), "tiles kept", scrabble::most_letters);
    scrabble::TileCounts counts{};
    for (const Letter tile : letters_in(tiles)) {
        ++counts[tile];
    }
    return Kept::of(counts);
}

KeptTiles kept_tiles_of(const std::vector<WeightedTiles>& entries, const std::vector<nb::bytes>& returned) {
    if (!returned.empty() && returned.size() != entries.size()) {
        refuse("tiles returned must be listed for every entry or for none, got " +
               std::to_string(returned.size()) + " for " + std::to_string(entries.size()));
    }
    std::vector<scrabble::WeightedKept> weighted;
    weighted.reserve(entries.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& [tiles, weight] = entries[i];
        if (!std::isfinite(weight) || weight < 0.0) {
            refuse("weights of tiles kept must be finite and not negative");
        }
        sum += weight;
        weighted.push_back({kept_of(tiles), weight, returned.empty() ? Kept{} : kept_of(returned[i])});
    }
    if (!std::isfinite(sum) || sum <= 0.0) {
        refuse("weights of tiles kept must add up to a finite number above 0");
    }
    return KeptTiles(std::move(weighted));
}

std::vector<WeightedTiles> to_python(std::span<const scrabble::WeightedKept> entries) {
    std::vector<WeightedTiles> pairs;
    pairs.reserve(entries.size());
    for (const scrabble::WeightedKept& entry : entries) {
        pairs.emplace_back(tiles_of(entry.kept), entry.weight);
    }
    return pairs;
}

scrabble::Likelihood likelihood_of(double temperature_pts, double floor) {
    return {finite_number(temperature_pts, "temperature_pts", coldest_pts, hottest_pts),
            finite_number(floor, "floor", 0.0, 1.0)};
}

scrabble::ObservedPlay play_of(const scrabble::Dictionary& dictionary, const nb::bytes& squares,
                               const nb::bytes& unseen, int bag, scrabble::MoveKind kind,
                               const nb::bytes& placed, int exchanged, const nb::int_& worth) {
    scrabble::ObservedPlay play;
    play.board = board_of(squares, dictionary);
    play.unseen = unseen_of(unseen, dictionary.rules);
    play.bag = bag;
    play.kind = kind;
    play.placed = rack_of(placed, dictionary.rules);
    play.exchanged = exchanged;
    play.worth = static_cast<scrabble::Equity>(whole_number(worth, "worth", -most_worth, most_worth));
    int tiles = 0;
    for (const int count : play.unseen) {
        tiles += count;
    }
    if (bag < 1 || bag > tiles - scrabble::rack_size) {
        refuse("a bag must have at least one tile, and leave a rack of the unseen tiles, got " +
               std::to_string(bag));
    }
    for (std::size_t letter = 0; letter < play.unseen.size(); ++letter) {
        if (play.placed.counts[letter] > play.unseen[letter]) {
            refuse("the tiles placed must be among the unseen ones");
        }
    }
    const bool is_place = kind == scrabble::MoveKind::place;
    const bool is_exchange = kind == scrabble::MoveKind::exchange;
    if ((play.placed.tiles > 0) != is_place || (exchanged > 0) != is_exchange ||
        exchanged > scrabble::rack_size || exchanged < 0) {
        refuse("a placement must have its tiles, an exchange the number of its tiles, and no other move any");
    }
    return play;
}

void bind_kept_tiles(nb::module_& module) {
    nb::class_<scrabble::KeptRatios>(module, "KeptRatios",
                                     "How much likelier racks are by the tiles kept than in a draw.")
        .def(
            "mean_in",
            [](const scrabble::KeptRatios& self, const nb::bytes& rack) {
                return self.mean_in(kept_of(rack));
            },
            "rack"_a, "Return how much likelier that turn makes a rack.");
    nb::class_<KeptTiles>(module, "KeptTiles",
                          "What the opponent may have kept: sets of tiles, each with its weight.")
        .def(nb::new_(&kept_tiles_of), "entries"_a, nb::kw_only(), "returned"_a = std::vector<nb::bytes>{},
             "Take tiles and weights, which are scaled to 1, and after an exchange the tiles that went into "
             "the bag with each of them.")
        .def("__len__", [](const KeptTiles& self) { return self.merged().size(); })
        .def(
            "entries", [](const KeptTiles& self) { return to_python(self.merged()); },
            "Return all sets of tiles with their weights, which add up to 1, in the order of their tiles.")
        .def(
            "top", [](const KeptTiles& self, std::size_t most) { return to_python(self.top(most)); },
            "most"_a, "Return the sets with the largest weights, the largest first.")
        .def(
            "holding",
            [](const KeptTiles& self) {
                const auto chances = self.holding();
                return std::vector<double>(chances.begin(), chances.end());
            },
            "Return the chance of at least one tile of each letter, by its number.")
        .def(
            "ratios",
            [](const KeptTiles& self, const nb::bytes& unseen) {
                scrabble::TileCounts counts{};
                if (unseen.size() > counts.size()) {
                    refuse("unseen tiles must be counted for the blank and every letter");
                }
                std::copy_n(letters_in(unseen).begin(), unseen.size(), counts.begin());
                check_kept(&self, counts);
                return scrabble::KeptRatios(self, counts);
            },
            "unseen"_a,
            "Return how much likelier racks are by the tiles kept, which must be listed completely, than in "
            "a "
            "draw from the counts of the tiles unseen after that turn.");
}

}  // namespace

void bind_scrabble_inference(nb::module_& module) {
    using scrabble::Inference;
    using scrabble::InferenceReport;
    bind_kept_tiles(module);
    module.attr("RACKS_IN_A_SAMPLE") = scrabble::racks_in_a_sample;
    nb::class_<InferenceReport>(module, "InferenceReport", "Racks that allow a play of the opponent.")
        .def_ro("possible", &InferenceReport::possible, "Number of racks that allow the play.")
        .def_ro("racks", &InferenceReport::racks, "Racks whose best move was found.")
        .def_ro("draws", &InferenceReport::draws, "Racks drawn, with repeats; 0 if racks are listed.")
        .def_ro("covered", &InferenceReport::covered,
                "Chance of the racks whose best move was found, if racks are listed.")
        .def_ro("elapsed_s", &InferenceReport::elapsed_s, "Seconds since the StopControl was started.")
        .def_prop_ro("complete", &InferenceReport::complete, "Whether every possible rack was looked at.")
        .def(
            "hypotheses",
            [](const InferenceReport& self) {
                std::vector<std::tuple<nb::bytes, double, int>> listed;
                listed.reserve(self.hypotheses.size());
                for (const scrabble::Hypothesis& each : self.hypotheses) {
                    listed.emplace_back(tiles_of(each.kept), each.chance, each.loss);
                }
                return listed;
            },
            "Return tiles kept, the weight of their rack by chance, and what the play loses with it in "
            "thousandths of a point.")
        .def(
            "kept",
            [](const InferenceReport& self, double temperature_pts, double floor,
               const scrabble::KeptRatios* earlier, double decay) {
                return self.kept(likelihood_of(temperature_pts, floor),
                                 {earlier, finite_number(decay, "decay", 0.0, 1.0)});
            },
            nb::kw_only(), "temperature_pts"_a, "floor"_a, "earlier"_a.none() = nb::none(), "decay"_a = 1.0,
            "Return what was kept, by chance, likelihood and what the turn before said, to the power of the "
            "decay; None if no best move was found.")
        .def(
            "effective_draws",
            [](const InferenceReport& self, double temperature_pts, double floor) {
                return self.effective_draws(likelihood_of(temperature_pts, floor));
            },
            nb::kw_only(), "temperature_pts"_a, "floor"_a,
            "Return the number of racks of equal weight that would say as much; 0 if all were looked at.");
    nb::class_<Inference>(module, "Inference", "Finds what the opponent may have kept at a play.")
        .def(nb::init<const scrabble::Dictionary&, const scrabble::StaticValues&>(), nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>(), "dictionary"_a, "values"_a)
        .def(
            "run",
            [](Inference& self, const nb::bytes& squares, timing::StopControl& control,
               const nb::bytes& unseen, int bag, scrabble::MoveKind kind, const nb::bytes& placed,
               int exchanged, const nb::int_& worth, const nb::int_& most_racks, const nb::int_& threads,
               std::uint64_t seed) {
                const scrabble::ObservedPlay play =
                    play_of(self.dictionary(), squares, unseen, bag, kind, placed, exchanged, worth);
                const scrabble::InferenceSettings settings{
                    .most_racks = static_cast<std::uint64_t>(
                        whole_number(most_racks, "most_racks", 1, most_racks_listed)),
                    .threads = static_cast<int>(whole_number(threads, "threads", 1, timing::most_threads)),
                    .seed = seed};
                const Released released;
                return self.run(play, settings, control);
            },
            "board"_a, "control"_a, nb::kw_only(), "unseen"_a, "bag"_a, "kind"_a,
            "placed"_a = nb::bytes("", 0), "exchanged"_a = 0, "worth"_a = 0, "most_racks"_a = 30'000,
            "threads"_a = 1, "seed"_a = 1,
            "Look at the racks that allow a play, until all are done or the control stops. The board, the "
            "unseen tiles and the bag are those before the play; its worth is its equity without the tiles "
            "kept, in thousandths of a point.");
}

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
