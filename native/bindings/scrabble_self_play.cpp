#include <cstdint>
#include <stdexcept>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/simulation/self_play.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings::ZEITNOT_SIZE {

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

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
