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

namespace zeitnot::bindings::ZEITNOT_SIZE {

namespace {

using scrabble::Letter;

constexpr int most_plies = 10'000;
constexpr double longest_batch_s = 1e6;

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

}  // namespace

void bind_scrabble_simulation(nb::module_& module) {
    using scrabble::Simulation;
    using scrabble::SimulationReport;
    nb::class_<SimulationReport>(module, "SimulationReport", "A simulation at a checkpoint.")
        .def_ro("elapsed_s", &SimulationReport::elapsed_s, "Seconds since the StopControl was started.")
        .def_ro("samples", &SimulationReport::samples, "Samples of all arms.")
        .def_ro("nodes", &SimulationReport::nodes, "Nodes of the endgames searched.")
        .def_ro("deals", &SimulationReport::deals,
                "Number of deals if they are enumerated, each sampled once; otherwise 0.")
        .def_ro("arms", &SimulationReport::arms, "Arms, best first.")
        .def_ro("threads", &SimulationReport::threads,
                "Threads that sample; fewer than requested if the system refused to start more.");
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
               scrabble::Sampling sampling, double win_pts, double spread_weight, std::uint64_t solve_nodes,
               const scrabble::KeptTiles* kept) {
                const scrabble::KnownPosition position =
                    known_position(self.dictionary(), squares, tiles, unseen, spread, scoreless_turns);
                for (const scrabble::Move& move : moves) {
                    check_playable(position.board, position.rack, move, self.dictionary().rules);
                }
                check_kept(kept, position.unseen);
                const scrabble::SimulationSettings settings{
                    .plies = static_cast<int>(whole_number(plies, "plies", 0, most_plies)),
                    .threads = static_cast<int>(whole_number(threads, "threads", 1, timing::most_threads)),
                    .seed = seed,
                    .most_samples = most_samples,
                    .first_samples = first_samples,
                    .batch_s = finite_number(batch_s, "batch_s", 0.0, longest_batch_s),
                    .sampling = sampling,
                    .utility = utility_of(win_pts, spread_weight),
                    .solve_nodes = solve_nodes,
                    .kept = kept};
                const Released released;
                return self.run(position, moves, settings, control, while_python_lasts(on_check));
            },
            "board"_a, "rack"_a, "moves"_a, "control"_a, "on_check"_a, nb::kw_only(), "unseen"_a,
            "spread"_a = 0, "scoreless_turns"_a = 0, "plies"_a = 2, "threads"_a = 1, "seed"_a = 1,
            "most_samples"_a = UINT64_MAX, "first_samples"_a = 50, "batch_s"_a = 0.01,
            "sampling"_a = scrabble::Sampling::by_loss, "win_pts"_a = 200.0, "spread_weight"_a = 0.25,
            "solve_nodes"_a = 0, "kept"_a.none() = nb::none(),
            "Sample until the control, the number of samples or the callback ends it. The callback gets a "
            "report at every checkpoint and returns True to stop.");
}

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
