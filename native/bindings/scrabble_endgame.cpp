#include <climits>
#include <cstddef>
#include <string>

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/endgame/solver.h"
#include "scrabble/game/game.h"
#include "timing/helper_threads.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings::ZEITNOT_SIZE {

namespace {

// Board and racks together must not hold more tiles than the distribution.
void check_counts(const nb::bytes& squares, const std::array<scrabble::Rack, 2>& racks,
                  const scrabble::Distribution& distribution) {
    std::array<int, scrabble::letter_slots> counts{};
    for (const scrabble::Letter tile : letters_in(squares)) {
        counts[scrabble::rack_tile(tile)] += tile != scrabble::empty_square ? 1 : 0;
    }
    for (int letter = 0; letter <= distribution.letters; ++letter) {
        const int count = counts[letter] + racks[0].counts[letter] + racks[1].counts[letter];
        if (count > distribution.counts[letter]) {
            refuse("board and racks must hold at most " + std::to_string(distribution.counts[letter]) +
                   " of letter " + std::to_string(letter) + ", got " + std::to_string(count));
        }
    }
}

scrabble::EndgamePosition position_of(const scrabble::Dictionary& dictionary, const nb::bytes& squares,
                                      const nb::bytes& rack, const nb::bytes& other_rack,
                                      const nb::int_& scoreless_turns) {
    scrabble::EndgamePosition position;
    position.board = board_of(squares, dictionary);
    position.racks = {rack_of(rack, dictionary.rules), rack_of(other_rack, dictionary.rules)};
    position.scoreless_turns = static_cast<int>(
        whole_number(scoreless_turns, "scoreless turns", 0, scrabble::most_scoreless_turns - 1));
    if (position.racks[0].tiles == 0 || position.racks[1].tiles == 0) {
        refuse("both racks must have a tile: without one the game is over");
    }
    check_counts(squares, position.racks, dictionary.rules.distribution);
    return position;
}

}  // namespace

void bind_scrabble_endgame(nb::module_& module) {
    using scrabble::EndgameReport;
    using scrabble::EndgameSolver;
    nb::class_<EndgameReport>(module, "EndgameReport", "Result of an endgame search at some depth.")
        .def_ro("depth", &EndgameReport::depth, "Completed plies; 0: the move is that of greedy play.")
        .def_ro("value_pts", &EndgameReport::value_pts,
                "Points that the player on turn still gains on the opponent.")
        .def_ro("line", &EndgameReport::line,
                "Principal variation, continued by greedy play to the end of the game.")
        .def_ro("nodes", &EndgameReport::nodes, "Nodes of all threads.")
        .def_ro("elapsed_s", &EndgameReport::elapsed_s, "Seconds since the StopControl was started.")
        .def_ro("complete", &EndgameReport::complete, "Whether no deeper search can change the value.")
        .def_ro("threads", &EndgameReport::threads,
                "Threads that searched; fewer than requested if the system refused to start more.");
    nb::class_<EndgameSolver>(module, "EndgameSolver",
                              "Solves endgames, where the bag is empty and both racks are known.")
        .def(
            "__init__",
            [](EndgameSolver* self, const scrabble::Dictionary& dictionary, const nb::int_& table_mb) {
                const long long checked = whole_number(table_mb, "table_mb", 1,
                                                       scrabble::endgame::TranspositionTable::most_megabytes);
                new (self) EndgameSolver(dictionary, static_cast<std::size_t>(checked));
            },
            nb::keep_alive<1, 2>(), "dictionary"_a, "table_mb"_a = 16)
        .def(
            "solve",
            [](EndgameSolver& self, const nb::bytes& squares, const nb::bytes& rack,
               const nb::bytes& other_rack, timing::StopControl& control,
               const scrabble::EndgameCallback& on_ply, const nb::int_& scoreless_turns,
               const nb::int_& most_depth, std::uint64_t most_nodes, const nb::int_& threads,
               const nb::int_& alpha_pts, const nb::int_& beta_pts, bool keeps_table) {
                constexpr int far = 1 << 30;
                const scrabble::EndgameSettings settings{
                    .most_depth = static_cast<int>(nearest_number(most_depth, 0, INT_MAX)),
                    .most_nodes = most_nodes,
                    .threads = static_cast<int>(whole_number(threads, "threads", 1, timing::most_threads)),
                    .alpha_pts = static_cast<int>(nearest_number(alpha_pts, -far, far)),
                    .beta_pts = static_cast<int>(nearest_number(beta_pts, -far, far)),
                    .keeps_table = keeps_table};
                if (settings.alpha_pts >= settings.beta_pts) {
                    refuse("alpha_pts must be below beta_pts, got " + std::to_string(settings.alpha_pts) +
                           " and " + std::to_string(settings.beta_pts));
                }
                const scrabble::EndgamePosition position =
                    position_of(self.dictionary(), squares, rack, other_rack, scoreless_turns);
                const Released released;
                return self.solve(position, settings, control, while_python_lasts(on_ply));
            },
            "board"_a, "rack"_a, "other_rack"_a, "control"_a, "on_ply"_a, nb::kw_only(),
            "scoreless_turns"_a = 0, "most_depth"_a = 25, "most_nodes"_a = UINT64_MAX, "threads"_a = 1,
            "alpha_pts"_a = -scrabble::no_value, "beta_pts"_a = scrabble::no_value, "keeps_table"_a = false,
            "Deepen until the value is exact, or until the control, a limit or the callback ends it. The "
            "callback gets a report after every depth and returns True to stop. A value is searched for "
            "between "
            "alpha_pts and beta_pts; one outside is a bound. With keeps_table the search uses what the last "
            "one "
            "found, which is of use if the position follows from that one.");
}

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
