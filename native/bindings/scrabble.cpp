#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/movegen/move_generator.h"
#include "scrabble/simulation/self_play.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

using scrabble::Letter;

constexpr scrabble::Equity most_value = 10'000 * scrabble::points;
// Of one call, whose results are kept until it ends.
constexpr long long most_games = 10'000'000;

// Equities are added up in 32 bits, and bounds rest on penalties being ones.
scrabble::Equity checked_value(scrabble::Equity value, scrabble::Equity least) {
    if (value < least || value > most_value) {
        refuse("a static value must be from " + std::to_string(least) + " to " + std::to_string(most_value) +
               " thousandths of a point, got " + std::to_string(value));
    }
    return value;
}

// What a tile's score is multiplied by fits eight bits.
void check_multiples(const scrabble::Layout& layout) {
    constexpr int most_multiple = 27;  // three triples: the most on the boards in use
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

// Words with letters that the distribution lacks cannot be played, and must not be met.
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
    nb::class_<scrabble::Rules>(module, "ScrabbleRules", "What a game is played with.")
        .def(nb::new_(&make_rules), nb::kw_only(), "counts"_a, "scores"_a, "vowels"_a, "letter_premiums"_a,
             "word_premiums"_a, "start_row"_a, "start_column"_a,
             "Counts and scores by letter number, blank first; premiums by square, row after row.");
    nb::class_<Dictionary>(module, "Dictionary", "What all threads share: rules, words, and a map of them.")
        .def(nb::new_(&make_dictionary), nb::keep_alive<0, 2>(), nb::keep_alive<0, 3>(),
             nb::keep_alive<0, 4>(), "rules"_a, "lexicon"_a, "words"_a.none() = nb::none(),
             "Without a word map words are found by walking the GADDAG.");
    nb::class_<StaticValues>(module, "StaticValues",
                             "What a move is worth beside its score, in thousandths of a point.")
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
            "Added when a play leaves so many tiles in the bag.")
        .def_prop_rw(
            "opening_vowel", [](const StaticValues& self) { return self.opening_vowel; },
            [](StaticValues& self, scrabble::Equity value) { self.opening_vowel = checked_value(value, 0); },
            "Taken off for a vowel beside a premium square.")
        .def_prop_rw(
            "not_out", [](const StaticValues& self) { return self.not_out; },
            [](StaticValues& self, scrabble::Equity value) {
                self.not_out = checked_value(value, -most_value);
            },
            "Taken off when the bag is empty and tiles stay.");
}

void bind_generator(nb::module_& module) {
    using scrabble::Move;
    using scrabble::MoveGenerator;
    nb::enum_<scrabble::MoveKind>(module, "ScrabbleMoveKind", "What a move does.")
        .value("PASS", scrabble::MoveKind::pass, "Nothing.")
        .value("EXCHANGE", scrabble::MoveKind::exchange, "Changes tiles.")
        .value("PLACE", scrabble::MoveKind::place, "Puts tiles on the board.");
    nb::class_<Move>(module, "ScrabbleMove", "A move with its worth.")
        .def_ro("kind", &Move::kind, "What it does.")
        .def_prop_ro(
            "down", [](const Move& self) { return self.direction == scrabble::down; },
            "Whether the word runs down.")
        .def_ro("line", &Move::line, "Row of a word across, column of one down, from 0.")
        .def_ro("start", &Move::start, "Where on its line the word begins, from 0.")
        .def_prop_ro(
            "tiles", [](const Move& self) { return nb::bytes(self.tiles.data(), self.length); },
            "Placed: 0 is a square played through, a blank has bit 7 set. Exchanged: tiles of the rack.")
        .def_ro("tiles_played", &Move::tiles_played, "Tiles that leave the rack.")
        .def_ro("score", &Move::score, "In points.")
        .def_ro("equity", &Move::equity, "In thousandths of a point.")
        .def("__eq__", [](const Move& self, const Move& other) { return self == other; }, nb::is_operator());
    nb::class_<MoveGenerator>(module, "MoveGenerator", "The workspace of one thread.")
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
            "List the best moves, best first: 225 squares row after row, tiles of the rack by number.");
}

void bind_self_play(nb::module_& module) {
    using scrabble::GameResult;
    using scrabble::LeaveTally;
    using scrabble::SelfPlay;
    using scrabble::StaticValues;
    using scrabble::SwingTally;
    nb::class_<GameResult>(module, "GameResult", "How a game between two static players ended.")
        .def_ro("scores", &GameResult::scores, "By player.")
        .def_ro("bingos", &GameResult::bingos, "Plays of seven tiles, by player.")
        .def_ro("exchanges", &GameResult::exchanges, "By player.")
        .def_ro("turns", &GameResult::turns, "Of both.")
        .def_ro("first_moved_first", &GameResult::first_moved_first, "Whether the first player began.");
    nb::class_<LeaveTally>(module, "LeaveTally", "How racks did by the leaves they hold.")
        .def(
            "__init__",
            [](LeaveTally* self, const nb::int_& leaves) {
                new (self) LeaveTally(
                    static_cast<std::size_t>(whole_number(leaves, "leaves", 0, scrabble::most_leaves)));
            },
            "leaves"_a)
        .def(
            "weights", [](const LeaveTally& self) { return to_bytes(self.weights); },
            "64-bit floats, by leave.")
        .def(
            "sums", [](const LeaveTally& self) { return to_bytes(self.sums); },
            "64-bit floats, weighted points.")
        .def_ro("racks", &LeaveTally::racks, "Racks counted.")
        .def_ro("squares", &LeaveTally::squares, "Sum of the squared points of racks.");
    nb::class_<SwingTally>(module, "SwingTally", "How the spread still changed, by tiles unseen.")
        .def(nb::init<>())
        .def(
            "swings", [](const SwingTally& self) { return to_bytes(self.swings); },
            "32-bit counts: rows of unseen tiles, columns from -1000 to 1000 points.")
        .def_ro("plays", &SwingTally::plays, "By tiles left in the bag, the last for more.")
        .def_ro("errors", &SwingTally::errors,
                "What came in the end less what the move had promised, summed.");
    nb::class_<SelfPlay>(module, "SelfPlay", "Static play against itself: the workspace of one thread.")
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
            "Play games; 2k and 2k + 1 deal the same tiles with the seats swapped.")
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
            "Play games, and on each board compare so many random racks.")
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

}  // namespace

void bind_scrabble(nb::module_& module) {
    bind_scrabble_files(module);
    bind_rules(module);
    bind_generator(module);
    bind_self_play(module);
    bind_scrabble_endgame(module);
    bind_scrabble_leaves(module);
    bind_scrabble_simulation(module);
}

}  // namespace zeitnot::bindings
