#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/game/bag.h"
#include "scrabble/movegen/move_generator.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

using scrabble::Letter;

constexpr scrabble::Equity most_value = 10'000 * scrabble::points;

// Equities are summed in 32 bits, and the shadow bounds assume that penalties are not negative.
scrabble::Equity checked_value(scrabble::Equity value, scrabble::Equity least) {
    if (value < least || value > most_value) {
        refuse("a static value must be from " + std::to_string(least) + " to " + std::to_string(most_value) +
               " thousandths of a point, got " + std::to_string(value));
    }
    return value;
}

// The product of the multipliers of one tile must fit into eight bits.
void check_multiples(const scrabble::Layout& layout) {
    constexpr int most_multiple = 27;  // three triple squares, the maximum on common boards
    for (int line = 0; line < scrabble::board_size; ++line) {
        std::array<std::array<int, scrabble::board_size>, 2> words{};
        for (int i = 0; i < scrabble::board_size; ++i) {
            words[0][i] = layout.squares[line][i].word;
            words[1][i] = layout.squares[i][line].word;
        }
        for (auto& premiums : words) {
            std::sort(premiums.begin(), premiums.end(), std::greater<>());
            int multiple = 1;
            for (int i = 0; i < scrabble::rack_size; ++i) {
                multiple *= premiums[i];
            }
            if (multiple > most_multiple) {
                refuse("a layout must multiply words by at most 27, got " + std::to_string(multiple));
            }
        }
    }
}

scrabble::Rules make_rules(const nb::bytes& counts, const nb::bytes& scores, const nb::bytes& vowels,
                           const nb::bytes& letter_premiums, const nb::bytes& word_premiums, int start_row,
                           int start_column) {
    constexpr int most_score = 30;
    if (counts.size() < 2 || counts.size() > scrabble::letter_slots || scores.size() != counts.size()) {
        refuse("a distribution must have 1 to 31 letters beside the blank, each with a count and a score");
    }
    if (letter_premiums.size() != scrabble::square_count || word_premiums.size() != scrabble::square_count ||
        start_row < 0 || start_row >= scrabble::board_size || start_column < 0 ||
        start_column >= scrabble::board_size) {
        refuse("a layout must have 225 squares and start on one of them");
    }
    scrabble::Distribution tiles;
    tiles.letters = static_cast<int>(counts.size()) - 1;
    std::copy_n(letters_in(counts).begin(), counts.size(), tiles.counts.begin());
    std::copy_n(letters_in(scores).begin(), scores.size(), tiles.scores.begin());
    if (tiles.tiles() > scrabble::most_tiles ||
        *std::max_element(tiles.scores.begin(), tiles.scores.end()) > most_score) {
        refuse("a distribution must have at most 256 tiles of at most 30 points");
    }
    check_tiles(letters_in(vowels), tiles.letters, "the vowels");
    for (const Letter vowel : letters_in(vowels)) {
        tiles.vowels |= scrabble::set_of(scrabble::letter_of(vowel)) & scrabble::all_letters;
    }
    scrabble::Layout layout;
    layout.start_row = start_row;
    layout.start_column = start_column;
    for (int i = 0; i < scrabble::square_count; ++i) {
        const scrabble::Premium premium{letters_in(letter_premiums)[i], letters_in(word_premiums)[i]};
        if (premium.letter < 1 || premium.word < 1 || premium.letter > scrabble::most_premium ||
            premium.word > scrabble::most_premium) {
            refuse("a premium square must multiply by 1 to 4");
        }
        layout.squares[i / scrabble::board_size][i % scrabble::board_size] = premium;
    }
    check_multiples(layout);
    return {tiles, layout};
}

// Words with letters that the distribution lacks cannot be played; a lexicon that has any is refused.
scrabble::Dictionary make_dictionary(const scrabble::Rules& rules, const scrabble::Lexicon& lexicon,
                                     const scrabble::WordMap* words) {
    if (lexicon.highest_letter() > rules.distribution.letters) {
        refuse("a lexicon must use the letters of the distribution, got letter number " +
               std::to_string(lexicon.highest_letter()));
    }
    return {rules, lexicon, words};
}

void bind_rules(nb::module_& module) {
    using scrabble::Dictionary;
    using scrabble::StaticValues;
    nb::class_<scrabble::Rules>(module, "ScrabbleRules", "Tiles, board and bonuses of a game.")
        .def(nb::new_(&make_rules), nb::kw_only(), "counts"_a, "scores"_a, "vowels"_a, "letter_premiums"_a,
             "word_premiums"_a, "start_row"_a, "start_column"_a,
             "Take counts and scores by letter number, blank first, and premiums by square, row by row.");
    nb::class_<Dictionary>(module, "Dictionary", "Rules, lexicon and word map, shared by all threads.")
        .def(nb::new_(&make_dictionary), nb::keep_alive<0, 2>(), nb::keep_alive<0, 3>(),
             nb::keep_alive<0, 4>(), "rules"_a, "lexicon"_a, "words"_a.none() = nb::none(),
             "Combine rules and words; without a word map, moves are generated from the GADDAG.");
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

void bind_generator(nb::module_& module) {
    using scrabble::Move;
    using scrabble::MoveGenerator;
    nb::enum_<scrabble::MoveKind>(module, "ScrabbleMoveKind", "Kind of a move.")
        .value("PASS", scrabble::MoveKind::pass, "Passes.")
        .value("EXCHANGE", scrabble::MoveKind::exchange, "Exchanges tiles.")
        .value("PLACE", scrabble::MoveKind::place, "Places tiles on the board.");
    nb::class_<Move>(module, "ScrabbleMove", "A move with its score and equity.")
        .def_ro("kind", &Move::kind, "Kind of the move.")
        .def_prop_ro(
            "down", [](const Move& self) { return self.direction == scrabble::down; },
            "Whether the word runs down.")
        .def_ro("line", &Move::line, "Row of a word across or column of a word down, from 0.")
        .def_ro("start", &Move::start, "First square of the word on its line, from 0.")
        .def_prop_ro(
            "tiles", [](const Move& self) { return nb::bytes(self.tiles.data(), self.length); },
            "Of a placement: 0 is a square played through, a blank has bit 7 set. Of an exchange: rack "
            "tiles.")
        .def_ro("tiles_played", &Move::tiles_played, "Number of tiles that leave the rack.")
        .def_ro("score", &Move::score, "Score in points.")
        .def_ro("equity", &Move::equity, "Equity in thousandths of a point.")
        .def("__eq__", [](const Move& self, const Move& other) { return self == other; }, nb::is_operator());
    nb::class_<MoveGenerator>(module, "MoveGenerator", "Finds the best moves; belongs to one thread.")
        .def(nb::init<const scrabble::Dictionary&>(), nb::keep_alive<1, 2>(), "dictionary"_a)
        .def(
            "generate",
            [](MoveGenerator& self, const nb::bytes& squares, const nb::bytes& tiles,
               const scrabble::StaticValues& values, int bag, int opponent_score, std::size_t wanted) {
                const timing::Workspace::Use use(self.workspace());
                const scrabble::Board board = board_of(squares, self.dictionary());
                const scrabble::Rack rack = rack_of(tiles, self.dictionary().rules);
                const Released released;
                const auto moves = self.generate(board, rack, values, {bag, opponent_score}, wanted);
                return std::vector<Move>(moves.begin(), moves.end());
            },
            "board"_a, "rack"_a, "values"_a, nb::kw_only(), "bag"_a, "opponent_score"_a = 0, "wanted"_a = 1,
            "Return the best moves, best first. The board is 225 squares row by row, the rack its tiles by "
            "number.");
}

}  // namespace

void bind_scrabble(nb::module_& module) {
    bind_scrabble_files(module);
    bind_rules(module);
    bind_generator(module);
    bind_scrabble_self_play(module);
    bind_scrabble_endgame(module);
    bind_scrabble_leave_sampler(module);
    bind_scrabble_simulation(module);
}

}  // namespace zeitnot::bindings
