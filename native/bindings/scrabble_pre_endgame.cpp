#include <cstddef>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/endgame/pre_endgame.h"
#include "scrabble/game/game.h"
#include "timing/helper_threads.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings::ZEITNOT_SIZE {

namespace {

constexpr double longest_check_s = 1e6;

scrabble::PreEndgamePosition position_of(const scrabble::Dictionary& dictionary, const nb::bytes& squares,
                                         const nb::bytes& rack, const nb::bytes& unseen, const nb::int_& bag,
                                         const nb::int_& spread, const nb::int_& scoreless_turns) {
    scrabble::PreEndgamePosition position;
    position.board = board_of(squares, dictionary);
    position.rack = rack_of(rack, dictionary.rules);
    position.unseen = unseen_of(unseen, dictionary.rules);
    position.bag_tiles = static_cast<int>(whole_number(bag, "bag", 1, scrabble::most_bag));
    position.spread = static_cast<int>(whole_number(spread, "spread", -most_spread, most_spread));
    position.scoreless_turns = static_cast<int>(
        whole_number(scoreless_turns, "scoreless_turns", 0, scrabble::most_scoreless_turns - 1));
    int other = -position.bag_tiles;
    for (const int count : position.unseen) {
        other += count;
    }
    if (position.rack.tiles == 0 || other < 1 || other > scrabble::rack_size) {
        refuse("both players must have 1 to " + std::to_string(scrabble::rack_size) + " tiles, got " +
               std::to_string(position.rack.tiles) + " and " + std::to_string(other));
    }
    return position;
}

void check_moves(const scrabble::PreEndgamePosition& position, const std::vector<scrabble::Move>& moves,
                 const scrabble::Rules& rules) {
    if (moves.empty()) {
        refuse("there must be a candidate, got none");
    }
    for (const scrabble::Move& move : moves) {
        if (move.kind == scrabble::MoveKind::exchange) {
            refuse("candidates must be placements or passes: nobody may exchange with few tiles in the bag");
        }
        check_playable(position.board, position.rack, move, rules);
    }
}

void bind_reports(nb::module_& module) {
    using scrabble::PreEndgameReport;
    using scrabble::endgame::CandidateState;
    nb::class_<CandidateState>(module, "PreEndgameCandidate", "State of a candidate before the endgame.")
        .def_ro("index", &CandidateState::index, "Index in the order of the candidates.")
        .def_ro("low", &CandidateState::low,
                "Proven lower bound of the chance to win; a draw counts as half a win.")
        .def_ro("high", &CandidateState::high, "Proven upper bound of the chance to win.")
        .def_ro("win", &CandidateState::win, "Estimated chance to win, between the bounds.")
        .def_ro("spread", &CandidateState::spread,
                "Mean final spread of the deals with an exact one; without any, of shallow searches.")
        .def_ro("deals", &CandidateState::deals, "Deals that are won, drawn or lost for certain.")
        .def_ro("all_deals", &CandidateState::all_deals, "Number of all deals that differ.")
        .def_ro("spread_deals", &CandidateState::spread_deals, "Deals with an exact final spread.")
        .def_ro("share", &CandidateState::share, "Probability of the deals solved.")
        .def_ro("eliminated", &CandidateState::eliminated, "Whether the candidate cannot be the best.");
    nb::class_<PreEndgameReport>(module, "PreEndgameReport", "Pre-endgame search at a checkpoint.")
        .def_ro("candidates", &PreEndgameReport::candidates, "Candidates, best first.")
        .def_ro("deals", &PreEndgameReport::deals, "Deals solved, of all candidates.")
        .def_ro("nodes", &PreEndgameReport::nodes, "Nodes of all threads.")
        .def_ro("elapsed_s", &PreEndgameReport::elapsed_s, "Seconds since the StopControl was started.")
        .def_ro("complete", &PreEndgameReport::complete, "Whether nothing is left to solve.")
        .def_ro("threads", &PreEndgameReport::threads,
                "Threads that searched; fewer than requested if the system refused to start more.");
}

}  // namespace

void bind_scrabble_pre_endgame(nb::module_& module) {
    using scrabble::PreEndgameSolver;
    bind_reports(module);
    nb::class_<PreEndgameSolver>(
        module, "PreEndgameSolver",
        "Finds the chance to win of candidate moves with a few tiles in the bag, over all deals.")
        .def(
            "__init__",
            [](PreEndgameSolver* self, const scrabble::Dictionary& dictionary, const nb::int_& table_mb) {
                const long long checked = whole_number(table_mb, "table_mb", 1,
                                                       scrabble::endgame::TranspositionTable::most_megabytes);
                new (self) PreEndgameSolver(dictionary, static_cast<std::size_t>(checked));
            },
            nb::keep_alive<1, 2>(), "dictionary"_a, "table_mb"_a = 64)
        .def(
            "solve",
            [](PreEndgameSolver& self, const nb::bytes& squares, const nb::bytes& rack,
               const std::vector<scrabble::Move>& moves, timing::StopControl& control,
               const scrabble::PreEndgameCallback& on_check, const nb::bytes& unseen, const nb::int_& bag,
               const nb::int_& spread, const nb::int_& scoreless_turns, const scrabble::KeptTiles* kept,
               std::uint64_t seed, const nb::int_& threads, std::uint64_t most_nodes, double check_s,
               bool eliminates, bool spreads, std::uint64_t common_deals, std::uint64_t first_patience,
               bool keeps_table) {
                const scrabble::PreEndgamePosition position =
                    position_of(self.dictionary(), squares, rack, unseen, bag, spread, scoreless_turns);
                check_moves(position, moves, self.dictionary().rules);
                check_kept(kept, position.unseen);
                const scrabble::PreEndgameSettings settings{
                    .race = {.eliminates = eliminates,
                             .spreads = spreads,
                             .common_deals = common_deals,
                             .first_patience = first_patience},
                    .seed = seed,
                    .most_nodes = most_nodes,
                    .threads = static_cast<int>(whole_number(threads, "threads", 1, timing::most_threads)),
                    .check_s = finite_number(check_s, "check_s", 0.0, longest_check_s),
                    .keeps_table = keeps_table};
                const Released released;
                return self.solve(position, moves, kept, settings, control, while_python_lasts(on_check));
            },
            "board"_a, "rack"_a, "moves"_a, "control"_a, "on_check"_a, nb::kw_only(), "unseen"_a, "bag"_a,
            "spread"_a = 0, "scoreless_turns"_a = 0, "kept"_a.none() = nb::none(), "seed"_a = 1,
            "threads"_a = 1, "most_nodes"_a = UINT64_MAX, "check_s"_a = 0.02, "eliminates"_a = true,
            "spreads"_a = false, "common_deals"_a = 4, "first_patience"_a = 1000, "keeps_table"_a = false,
            "Solve deals until the best candidate is proven, or until the control, a limit or the callback "
            "ends it. The callback gets a report at every checkpoint and returns True to stop. `kept` weighs "
            "what the opponent may have kept; without it all unseen tiles are equally likely.");
}

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
