#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/simulation/self_play.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

// Most games of one call: all results are held in memory.
constexpr long long most_games = 10'000'000;

}  // namespace

void bind_scrabble_self_play(nb::module_& module) {
    using scrabble::GameResult;
    using scrabble::LeaveTally;
    using scrabble::SelfPlay;
    using scrabble::StaticValues;
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
    nb::class_<SelfPlay>(module, "SelfPlay",
                         "Games of static evaluation against itself; belongs to one thread.")
        .def(nb::init<const scrabble::Dictionary&>(), nb::keep_alive<1, 2>(), "dictionary"_a)
        .def(
            "play",
            [](SelfPlay& self, const StaticValues& first, const StaticValues& second, std::uint64_t seed,
               std::uint64_t first_game, const nb::int_& games) {
                const long long count = whole_number(games, "games", 0, most_games);
                const timing::Workspace::Use use(self.workspace());
                const Released released;
                std::vector<GameResult> results;
                results.reserve(static_cast<std::size_t>(count));
                for (long long i = 0; i < count; ++i) {
                    results.push_back(self.play(first, second, seed, first_game + i));
                }
                return results;
            },
            "first"_a, "second"_a, nb::kw_only(), "seed"_a, "first_game"_a, "games"_a,
            "Play games; games 2k and 2k + 1 deal the same tiles with swapped seats.")
        .def(
            "tally_leaves",
            [](SelfPlay& self, const StaticValues& values, LeaveTally& tally, std::uint64_t seed,
               std::uint64_t games, int racks) {
                if (values.leaves == nullptr || values.leaves->size() != tally.weights.size()) {
                    throw std::invalid_argument("a tally must be as long as the leaves");
                }
                const timing::Workspace::Use use(self.workspace());
                for (std::uint64_t game = 0; game < games; ++game) {
                    self.tally_leaves(values, seed + game, racks, tally);
                }
            },
            "values"_a, "tally"_a, nb::kw_only(), "seed"_a, "games"_a, "racks"_a, nb::call_guard<Released>(),
            "Play games and compare random racks on each board.")
        .def(
            "tally_swings",
            [](SelfPlay& self, const StaticValues& values, SwingTally& tally, std::uint64_t seed,
               std::uint64_t games) {
                const timing::Workspace::Use use(self.workspace());
                for (std::uint64_t game = 0; game < games; ++game) {
                    self.tally_swings(values, seed + game, tally);
                }
            },
            "values"_a, "tally"_a, nb::kw_only(), "seed"_a, "games"_a, nb::call_guard<Released>(),
            "Play games and count how the spread changed after every position.");
}

}  // namespace zeitnot::bindings
