#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/game/game.h"
#include "scrabble/simulation/arms.h"
#include "scrabble/simulation/simulation.h"
#include "timing/helper_threads.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

using scrabble::Letter;

// Far beyond any real spread, and small enough to add the points of a game without overflow.
constexpr int most_spread = 1'000'000'000;
constexpr int most_plies = 10'000;
constexpr double most_utility_pts = 1e6;
constexpr double longest_batch_s = 1e6;
// Limit of an Arms object created from Python, which stores all samples it is given.
constexpr long long most_arms = 1'000'000;
constexpr long long most_shared = 100'000'000;

scrabble::Utility utility_of(double win_pts, double spread_weight) {
    return {finite_number(win_pts, "win_pts", -most_utility_pts, most_utility_pts),
            finite_number(spread_weight, "spread_weight", -most_utility_pts, most_utility_pts)};
}

scrabble::KnownPosition known_position(const scrabble::Dictionary& dictionary, const nb::bytes& squares,
                                       const nb::bytes& tiles, const nb::bytes& unseen,
                                       const nb::int_& spread, const nb::int_& scoreless_turns) {
    scrabble::KnownPosition position;
    position.board = board_of(squares, dictionary);
    position.rack = rack_of(tiles, dictionary.rules);
    position.unseen = unseen_of(unseen, dictionary.rules);
    position.spread = static_cast<int>(whole_number(spread, "spread", -most_spread, most_spread));
    position.scoreless_turns =
        static_cast<int>(whole_number(scoreless_turns, "scoreless_turns", 0, scrabble::most_scoreless_turns));
    if (position.unseen_tiles() + position.rack.tiles > scrabble::most_tiles) {
        refuse("unseen tiles must fit a bag of 256");
    }
    return position;
}

// Candidates may come from another position, so each one is checked against this one.
void check_playable(const scrabble::KnownPosition& position, const scrabble::Move& move) {
    scrabble::TileCounts left = position.rack.counts;
    bool fits = move.kind != scrabble::MoveKind::place ||
                (move.line < scrabble::board_size && move.start + move.length <= scrabble::board_size);
    for (int i = 0; fits && i < move.length; ++i) {
        const Letter tile = move.tiles[i];
        if (move.kind == scrabble::MoveKind::place) {
            const scrabble::Board::Line& line = position.board.line(move.direction, move.line);
            fits = (tile == 0) != (line.tiles[move.start + i] == scrabble::empty_square);
        }
        if (move.kind == scrabble::MoveKind::exchange || tile != 0) {
            std::uint8_t& count = left[scrabble::rack_tile(tile) & scrabble::letter_mask];
            fits = fits && count > 0;
            --count;
        }
    }
    if (!fits) {
        refuse("a candidate must be a move of the position that is simulated");
    }
}

void bind_arms(nb::module_& module) {
    using scrabble::Arms;
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

}  // namespace

void bind_scrabble_simulation(nb::module_& module) {
    using scrabble::ArmState;
    using scrabble::Simulation;
    using scrabble::SimulationReport;
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
    nb::class_<SimulationReport>(module, "SimulationReport", "A simulation at a checkpoint.")
        .def_ro("elapsed_s", &SimulationReport::elapsed_s, "Seconds since the StopControl was started.")
        .def_ro("samples", &SimulationReport::samples, "Samples of all arms.")
        .def_ro("nodes", &SimulationReport::nodes, "Nodes of the endgames searched.")
        .def_ro("deals", &SimulationReport::deals,
                "Number of deals if they are enumerated, each sampled once; otherwise 0.")
        .def_ro("arms", &SimulationReport::arms, "Arms, best first.")
        .def_ro("threads", &SimulationReport::threads,
                "Threads that sample; fewer than requested if the system refused to start more.");
    bind_arms(module);
    nb::class_<Simulation>(module, "Simulation", "Samples candidate moves until stopped.")
        .def(
            nb::init<const scrabble::Dictionary&, const scrabble::StaticValues&, const scrabble::WinTable&>(),
            nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), "dictionary"_a,
            "values"_a, "wins"_a)
        .def(
            "run",
            [](Simulation& self, const nb::bytes& squares, const nb::bytes& tiles,
               const std::vector<scrabble::Move>& moves, timing::StopControl& control,
               const scrabble::SimulationCallback& on_check, const nb::bytes& unseen, const nb::int_& spread,
               const nb::int_& scoreless_turns, const nb::int_& plies, const nb::int_& threads,
               std::uint64_t seed, std::uint64_t most_samples, std::uint64_t first_samples, double batch_s,
               scrabble::Sampling sampling, double win_pts, double spread_weight, std::uint64_t solve_nodes) {
                const scrabble::KnownPosition position =
                    known_position(self.dictionary(), squares, tiles, unseen, spread, scoreless_turns);
                for (const scrabble::Move& move : moves) {
                    check_playable(position, move);
                }
                const scrabble::SimulationSettings settings{
                    .plies = static_cast<int>(whole_number(plies, "plies", 0, most_plies)),
                    .threads = static_cast<int>(whole_number(threads, "threads", 1, timing::most_threads)),
                    .seed = seed,
                    .most_samples = most_samples,
                    .first_samples = first_samples,
                    .batch_s = finite_number(batch_s, "batch_s", 0.0, longest_batch_s),
                    .sampling = sampling,
                    .utility = utility_of(win_pts, spread_weight),
                    .solve_nodes = solve_nodes};
                const Released released;
                return self.run(position, moves, settings, control, while_python_lasts(on_check));
            },
            "board"_a, "rack"_a, "moves"_a, "control"_a, "on_check"_a, nb::kw_only(), "unseen"_a,
            "spread"_a = 0, "scoreless_turns"_a = 0, "plies"_a = 2, "threads"_a = 1, "seed"_a = 1,
            "most_samples"_a = UINT64_MAX, "first_samples"_a = 50, "batch_s"_a = 0.01,
            "sampling"_a = scrabble::Sampling::by_loss, "win_pts"_a = 200.0, "spread_weight"_a = 0.25,
            "solve_nodes"_a = 0,
            "Sample until the control, the number of samples or the callback ends it. The callback gets a "
            "report at every checkpoint and returns True to stop.");
}

}  // namespace zeitnot::bindings
