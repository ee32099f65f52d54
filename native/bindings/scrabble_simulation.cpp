#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/arms.h"
#include "scrabble/simulation.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

using scrabble::Letter;

scrabble::KnownPosition known_position(const scrabble::Dictionary& dictionary, const nb::bytes& squares,
                                       const nb::bytes& tiles, const nb::bytes& unseen, int spread,
                                       int scoreless_turns) {
    scrabble::KnownPosition position;
    position.board = board_of(squares, dictionary);
    position.rack = rack_of(tiles, dictionary.rules);
    position.unseen = unseen_of(unseen, dictionary.rules);
    position.spread = spread;
    position.scoreless_turns = scoreless_turns;
    if (position.unseen_tiles() + position.rack.tiles > scrabble::most_tiles) {
        refuse("unseen tiles must fit a bag of 256");
    }
    return position;
}

// Candidates may come from another position: what cannot be played here must not be tried.
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
    nb::class_<Arms>(module, "Arms", "The arms of a simulation by themselves, with samples that are given.")
        .def(nb::new_([](std::size_t count, double win_pts, double spread_weight) {
                 if (count == 0) {
                     refuse("there must be an arm");
                 }
                 return Arms(count, {win_pts, spread_weight}, 0);
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
            "arm"_a, "equity"_a, "win"_a, "The next sample of an arm; its n-th is on the n-th deal.")
        .def(
            "share",
            [](Arms& self, std::uint64_t samples, scrabble::Sampling sampling, std::uint64_t first_samples,
               std::uint64_t seed) {
                scrabble::SimulationSettings settings;
                settings.sampling = sampling;
                settings.first_samples = first_samples;
                settings.seed = seed;
                return self.share(samples, settings);
            },
            "samples"_a, "sampling"_a, nb::kw_only(), "first_samples"_a = 50, "seed"_a = 1,
            "How many of so many samples each arm gets next.")
        .def("states", &Arms::states, "Best first.");
}

}  // namespace

void bind_scrabble_simulation(nb::module_& module) {
    using scrabble::ArmState;
    using scrabble::Simulation;
    using scrabble::SimulationReport;
    nb::enum_<scrabble::Sampling>(module, "Sampling", "How samples are shared among the arms.")
        .value("ROUND_ROBIN", scrabble::Sampling::round_robin, "Alike.")
        .value("TOP_TWO", scrabble::Sampling::top_two, "Between the leader and who is least surely worse.")
        .value("BY_GAP", scrabble::Sampling::by_gap, "By the squared ratio of noise to gap.")
        .value("BY_LOSS", scrabble::Sampling::by_loss, "By what may be lost for not knowing better.")
        .value("THOMPSON", scrabble::Sampling::thompson, "Between the leader and who leads in a draw.");
    nb::class_<scrabble::WinTable>(module, "WinChances", "Chances to win by tiles unseen and spread.")
        .def(nb::new_([](const nb::bytes& data) {
                 std::vector<float> chances(data.size() / sizeof(float));
                 std::copy_n(static_cast<const std::byte*>(data.data()), chances.size() * sizeof(float),
                             std::as_writable_bytes(std::span(chances)).begin());
                 return scrabble::WinTable(std::move(chances));
             }),
             "data"_a, "32-bit floats: rows of tiles unseen from 0, columns of the spread from -500 to 500.")
        .def("chance", &scrabble::WinTable::chance, "unseen"_a, "spread"_a, "Of the player on turn.");
    nb::class_<ArmState>(module, "ArmState", "A candidate as it stands.")
        .def_ro("index", &ArmState::index, "In the order given.")
        .def_ro("samples", &ArmState::samples, "Drawn so far.")
        .def_ro("equity_mean", &ArmState::equity_mean, "Points gained.")
        .def_ro("equity_variance", &ArmState::equity_variance, "Of one sample.")
        .def_ro("utility_mean", &ArmState::utility_mean,
                "The value that chooses, in points, less the luck of the most sampled arm on the same deals.")
        .def_ro("utility_variance", &ArmState::utility_variance,
                "Squared error of that mean, times the samples.")
        .def_ro("covariance", &ArmState::covariance,
                "Of that mean with the best arm's, times the samples of whoever has more.")
        .def_ro("win_mean", &ArmState::win_mean, "Chance to win.")
        .def_ro("win_variance", &ArmState::win_variance, "Of one sample.");
    nb::class_<SimulationReport>(module, "SimulationReport", "A simulation at a checkpoint.")
        .def_ro("elapsed_s", &SimulationReport::elapsed_s, "Since the StopControl was started.")
        .def_ro("samples", &SimulationReport::samples, "Over all arms.")
        .def_ro("nodes", &SimulationReport::nodes, "Of the endgames searched.")
        .def_ro("deals", &SimulationReport::deals, "That there are, each sampled once; 0: no end of them.")
        .def_ro("arms", &SimulationReport::arms, "Best first.");
    bind_arms(module);
    nb::class_<Simulation>(module, "Simulation", "Samples candidate moves until it is stopped.")
        .def(
            nb::init<const scrabble::Dictionary&, const scrabble::StaticValues&, const scrabble::WinTable&>(),
            nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(), nb::keep_alive<1, 4>(), "dictionary"_a,
            "values"_a, "wins"_a)
        .def(
            "run",
            [](Simulation& self, const nb::bytes& squares, const nb::bytes& tiles,
               const std::vector<scrabble::Move>& moves, timing::StopControl& control,
               const scrabble::SimulationCallback& on_check, const nb::bytes& unseen, int spread,
               int scoreless_turns, int plies, int threads, std::uint64_t seed, std::uint64_t most_samples,
               std::uint64_t first_samples, double batch_s, scrabble::Sampling sampling, double win_pts,
               double spread_weight, std::uint64_t solve_nodes) {
                const scrabble::KnownPosition position =
                    known_position(self.dictionary(), squares, tiles, unseen, spread, scoreless_turns);
                for (const scrabble::Move& move : moves) {
                    check_playable(position, move);
                }
                const scrabble::SimulationSettings settings{
                    plies,         threads, seed,     most_samples,
                    first_samples, batch_s, sampling, {win_pts, spread_weight},
                    solve_nodes};
                const nb::gil_scoped_release released;
                return self.run(position, moves, settings, control, on_check);
            },
            "board"_a, "rack"_a, "moves"_a, "control"_a, "on_check"_a, nb::kw_only(), "unseen"_a,
            "spread"_a = 0, "scoreless_turns"_a = 0, "plies"_a = 2, "threads"_a = 1, "seed"_a = 1,
            "most_samples"_a = UINT64_MAX, "first_samples"_a = 50, "batch_s"_a = 0.01,
            "sampling"_a = scrabble::Sampling::by_loss, "win_pts"_a = 200.0, "spread_weight"_a = 0.25,
            "solve_nodes"_a = 0,
            "Sample until the control, the samples or the callback end it; the callback gets a report at "
            "every "
            "checkpoint and returns True to stop.");
}

}  // namespace zeitnot::bindings
