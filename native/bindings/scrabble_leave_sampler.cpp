#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/simulation/leave_sampler.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings::ZEITNOT_SIZE {

namespace {

// With an empty bag there is nothing to draw, and the best move is valued by the end of the game.
void check_bag(int bag, const scrabble::TileCounts& unseen) {
    int tiles = 0;
    for (const int count : unseen) {
        tiles += count;
    }
    if (bag < 1 || bag > tiles) {
        refuse("a bag must have at least one tile and no more than are unseen, got " + std::to_string(bag));
    }
}

}  // namespace

void bind_scrabble_leave_sampler(nb::module_& module) {
    using scrabble::FilledWorth;
    using scrabble::LeaveSampler;
    nb::class_<LeaveSampler>(module, "LeaveSampler",
                             "Values leaves by refilling them with unseen tiles; belongs to one thread.")
        .def(nb::init<const scrabble::Dictionary&, const scrabble::StaticValues&>(), nb::keep_alive<1, 2>(),
             nb::keep_alive<1, 3>(), "dictionary"_a, "values"_a)
        .def(
            "measure",
            [](LeaveSampler& self, const nb::bytes& squares, const std::vector<nb::bytes>& kept,
               timing::StopControl& control, const nb::bytes& unseen, int bag, FilledWorth worth,
               std::uint64_t most_draws, std::uint64_t seed) {
                const timing::Workspace::Use use(self.workspace());
                const scrabble::Board board = board_of(squares, self.dictionary());
                std::vector<scrabble::Rack> leaves;
                leaves.reserve(kept.size());
                for (const nb::bytes& tiles : kept) {
                    leaves.push_back(rack_of(tiles, self.dictionary().rules));
                }
                const scrabble::TileCounts counts = unseen_of(unseen, self.dictionary().rules);
                check_bag(bag, counts);
                const Released released;
                return self.measure(board, leaves, counts, bag, {worth, most_draws, seed}, control);
            },
            "board"_a, "leaves"_a, "control"_a, nb::kw_only(), "unseen"_a, "bag"_a, "worth"_a, "most_draws"_a,
            "seed"_a = 1, "Return the means over draws until there are enough or the control stops.");
}

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
