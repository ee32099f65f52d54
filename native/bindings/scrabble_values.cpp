// What is the same for boards and alphabets of every size: static values, arms, tallies, chances.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/game/move_kind.h"
#include "scrabble/movegen/static_values.h"
#include "scrabble/simulation/arms.h"
#include "scrabble/simulation/leave_sampler.h"
#include "scrabble/simulation/tallies.h"
#include "scrabble/simulation/win_table.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

constexpr scrabble::Equity most_value = 10'000 * scrabble::points;

// Equities are summed in 32 bits, and the shadow bounds assume that penalties are not negative.
scrabble::Equity checked_value(scrabble::Equity value, scrabble::Equity least) {
    if (value < least || value > most_value) {
        refuse("a static value must be from " + std::to_string(least) + " to " + std::to_string(most_value) +
               " thousandths of a point, got " + std::to_string(value));
    }
    return value;
}

// Limit of an Arms object created from Python, which stores all samples it is given.
constexpr long long most_arms = 1'000'000;
constexpr long long most_shared = 100'000'000;

void bind_static_values(nb::module_& module) {
    using scrabble::StaticValues;
    nb::enum_<scrabble::MoveKind>(module, "ScrabbleMoveKind", "Kind of a move.")
        .value("PASS", scrabble::MoveKind::pass, "Passes.")
        .value("EXCHANGE", scrabble::MoveKind::exchange, "Exchanges tiles.")
        .value("PLACE", scrabble::MoveKind::place, "Places tiles on the board.");
    nb::class_<StaticValues>(module, "StaticValues",
                             "Static evaluation of a move besides its score, in thousandths of a point.")
        .def(nb::new_([](const scrabble::Leaves* leaves) {
                 StaticValues values;
                 values.leaves = leaves;
                 return values;
             }),
             nb::keep_alive<0, 2>(), "leaves"_a.none() = nb::none())
        .def_prop_rw(
            "pre_endgame", [](const StaticValues& self) { return self.pre_endgame; },
            [](StaticValues& self, const std::array<scrabble::Equity, scrabble::pre_endgame_sizes>& values) {
                for (const scrabble::Equity value : values) {
                    checked_value(value, -most_value);
                }
                self.pre_endgame = values;
            },
            "Added to plays by the number of tiles they leave in the bag.")
        .def_prop_rw(
            "opening_vowel", [](const StaticValues& self) { return self.opening_vowel; },
            [](StaticValues& self, scrabble::Equity value) { self.opening_vowel = checked_value(value, 0); },
            "Penalty for a vowel next to a letter premium on the first play.")
        .def_prop_rw(
            "not_out", [](const StaticValues& self) { return self.not_out; },
            [](StaticValues& self, scrabble::Equity value) {
                self.not_out = checked_value(value, -most_value);
            },
            "Penalty for not going out when the bag is empty.");
}

void bind_arms(nb::module_& module) {
    using scrabble::Arms;
    using scrabble::ArmState;
    nb::enum_<scrabble::Sampling>(module, "Sampling", "How samples are allocated to the arms.")
        .value("ROUND_ROBIN", scrabble::Sampling::round_robin, "Equally.")
        .value("TOP_TWO", scrabble::Sampling::top_two,
               "To the leader and the arm that is least certainly worse.")
        .value("BY_GAP", scrabble::Sampling::by_gap, "In proportion to the squared ratio of noise to gap.")
        .value("BY_LOSS", scrabble::Sampling::by_loss,
               "In proportion to the expected loss from not knowing an arm better.")
        .value("THOMPSON", scrabble::Sampling::thompson,
               "To the leader and the winner of a draw from the posterior.");
    nb::class_<scrabble::WinTable>(module, "WinChances", "Chances to win by unseen tiles and spread.")
        .def(nb::new_([](const nb::bytes& data) {
                 std::vector<float> chances(data.size() / sizeof(float));
                 std::copy_n(static_cast<const std::byte*>(data.data()), chances.size() * sizeof(float),
                             std::as_writable_bytes(std::span(chances)).begin());
                 return scrabble::WinTable(std::move(chances));
             }),
             "data"_a, "Take 32-bit floats: rows by unseen tiles from 0, columns by spread from -500 to 500.")
        .def("chance", &scrabble::WinTable::chance, "unseen"_a, "spread"_a,
             "Return the chance of the player on turn.");
    nb::class_<ArmState>(module, "ArmState", "State of a candidate.")
        .def_ro("index", &ArmState::index, "Index in the order of the candidates.")
        .def_ro("samples", &ArmState::samples, "Samples so far.")
        .def_ro("equity_mean", &ArmState::equity_mean, "Mean gain in points.")
        .def_ro("equity_variance", &ArmState::equity_variance, "Variance of one sample.")
        .def_ro("utility_mean", &ArmState::utility_mean,
                "Mean utility in points, which decides the best arm; corrected for luck on common deals.")
        .def_ro("utility_variance", &ArmState::utility_variance,
                "Squared error of the mean utility, times the samples.")
        .def_ro("covariance", &ArmState::covariance,
                "Covariance of the mean utility with the best arm's, times the larger number of samples.")
        .def_ro("win_mean", &ArmState::win_mean, "Mean chance to win.")
        .def_ro("win_variance", &ArmState::win_variance, "Variance of one sample.");
    nb::class_<Arms>(module, "Arms", "The arms of a simulation, fed with samples by the caller.")
        .def(nb::new_([](const nb::int_& count, double win_pts, double spread_weight) {
                 const long long arms = whole_number(count, "count", 1, most_arms);
                 return Arms(static_cast<std::size_t>(arms), utility_of(win_pts, spread_weight), 0);
             }),
             "count"_a, nb::kw_only(), "win_pts"_a = 200.0, "spread_weight"_a = 0.25)
        .def(
            "add",
            [](Arms& self, std::size_t arm, float equity, float win) {
                if (arm >= self.size()) {
                    refuse("a sample must be of one of the arms");
                }
                self.add(arm, {equity, win});
            },
            "arm"_a, "equity"_a, "win"_a,
            "Add the next sample of an arm; its n-th sample belongs to the n-th deal.")
        .def(
            "share",
            [](Arms& self, const nb::int_& samples, scrabble::Sampling sampling, std::uint64_t first_samples,
               std::uint64_t seed) {
                const long long shared = whole_number(samples, "samples", 0, most_shared);
                return self.share(static_cast<std::uint64_t>(shared), {sampling, first_samples, seed});
            },
            "samples"_a, "sampling"_a, nb::kw_only(), "first_samples"_a = 50, "seed"_a = 1,
            "Return how many of the samples each arm gets next.")
        .def("states", &Arms::states, "Arms, best first.");
}

void bind_tallies(nb::module_& module) {
    using scrabble::FilledWorth;
    using scrabble::GameResult;
    using scrabble::LeaveMeans;
    using scrabble::LeaveTally;
    using scrabble::SwingTally;
    nb::class_<GameResult>(module, "GameResult", "Result of a game between two static players.")
        .def_ro("scores", &GameResult::scores, "Totals by player.")
        .def_ro("bingos", &GameResult::bingos, "Plays of seven tiles, by player.")
        .def_ro("exchanges", &GameResult::exchanges, "Totals by player.")
        .def_ro("turns", &GameResult::turns, "Turns of both players.")
        .def_ro("first_moved_first", &GameResult::first_moved_first, "Whether the first player moved first.");
    nb::class_<LeaveTally>(module, "LeaveTally",
                           "Relative equity of random racks, summed over the leaves they contain.")
        .def(
            "__init__",
            [](LeaveTally* self, const nb::int_& leaves) {
                new (self) LeaveTally(
                    static_cast<std::size_t>(whole_number(leaves, "leaves", 0, scrabble::most_leaves)));
            },
            "leaves"_a)
        .def(
            "weights", [](const LeaveTally& self) { return to_bytes(self.weights); },
            "Return the weights by leave, as 64-bit floats.")
        .def(
            "sums", [](const LeaveTally& self) { return to_bytes(self.sums); },
            "Return the weighted points by leave, as 64-bit floats.")
        .def_ro("racks", &LeaveTally::racks, "Number of racks.")
        .def_ro("squares", &LeaveTally::squares, "Sum of the squared points of all racks.");
    nb::class_<SwingTally>(module, "SwingTally",
                           "Changes of the spread until the end of the game, by unseen tiles.")
        .def(nb::init<>())
        .def(
            "swings", [](const SwingTally& self) { return to_bytes(self.swings); },
            "Return 32-bit counts: rows by unseen tiles, columns from -1000 to 1000 points.")
        .def_ro("plays", &SwingTally::plays,
                "Plays by tiles left in the bag; the last entry counts all higher numbers.")
        .def_ro("errors", &SwingTally::errors, "Sums of the final spread minus what the move had predicted.");
    nb::enum_<FilledWorth>(module, "FilledWorth", "How a refilled leave is valued.")
        .value("TABLE", FilledWorth::table, "The leave table's value of six tiles.")
        .value("BEST_MOVE", FilledWorth::best_move, "Equity of the best static move on the board.");
    nb::class_<LeaveMeans>(module, "LeaveMeans", "Mean values of leaves.")
        .def_ro("draws", &LeaveMeans::draws,
                "Draws completed by every leave; without any, the means are meaningless.")
        .def_ro("points", &LeaveMeans::points, "Means in points, in the order of the leaves.");
}

}  // namespace

void bind_scrabble_values(nb::module_& module) {
    bind_static_values(module);
    bind_arms(module);
    bind_tallies(module);
}

}  // namespace zeitnot::bindings
