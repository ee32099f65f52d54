#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/make_iterator.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/game/bag.h"
#include "scrabble/movegen/move_generator.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings::ZEITNOT_SIZE {

namespace {

using scrabble::Letter;

// The product of the multipliers of one tile must fit into eight bits for a word map, and a score into its
// type.
void check_multiples(const scrabble::Layout& layout) {
    // Three triple squares, the maximum on common boards; two and two quadruple ones on larger boards.
    constexpr int most_multiple = scrabble::has_word_maps ? 27 : 144;
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
                refuse("a layout must multiply words by at most " + std::to_string(most_multiple) + ", got " +
                       std::to_string(multiple));
            }
        }
    }
}

// The board with this many squares.
scrabble::Extent extent_of(std::size_t squares) {
    for (int size = scrabble::smallest_board; size <= scrabble::board_size; ++size) {
        if (static_cast<std::size_t>(size) * static_cast<std::size_t>(size) == squares) {
            return scrabble::Extent::of(size);
        }
    }
    refuse("a layout must have " + std::to_string(scrabble::smallest_board) + " to " +
           std::to_string(scrabble::board_size) + " rows of as many squares, got " + std::to_string(squares) +
           " squares");
}

scrabble::Rules make_rules(const nb::bytes& counts, const nb::bytes& scores, const nb::bytes& vowels,
                           const nb::bytes& letter_premiums, const nb::bytes& word_premiums, int start_row,
                           int start_column) {
    constexpr int most_score = 30;
    if (counts.size() < 2 || counts.size() > scrabble::letter_slots || scores.size() != counts.size()) {
        refuse("a distribution must have 1 to " + std::to_string(scrabble::most_letters) +
               " letters beside the blank, each with a count and a score");
    }
    const scrabble::Extent extent = extent_of(letter_premiums.size());
    const int size = extent.size();
    if (word_premiums.size() != letter_premiums.size() || start_row < 0 || start_row >= size ||
        start_column < 0 || start_column >= size) {
        refuse("a layout must have a letter and a word premium for each square and start on one of them");
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
    layout.extent = extent;
    layout.start_row = start_row;
    layout.start_column = start_column;
    for (int i = 0; i < size * size; ++i) {
        const scrabble::Premium premium{letters_in(letter_premiums)[i], letters_in(word_premiums)[i]};
        if (premium.letter < 1 || premium.word < 1 || premium.letter > scrabble::most_premium ||
            premium.word > scrabble::most_premium) {
            refuse("a premium square must multiply by 1 to 4");
        }
        layout.squares[i / size][i % size] = premium;
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
    if (words != nullptr && !scrabble::has_word_maps) {
        refuse("a dictionary of this size must have no word map: moves are generated from the GADDAG");
    }
    return {rules, lexicon, words};
}

void bind_rules(nb::module_& module) {
    using scrabble::Dictionary;
    nb::class_<scrabble::Rules> rules(module, "ScrabbleRules", "Tiles, board and bonuses of a game.");
    // Whoever holds rules or a dictionary finds there the classes that fit it.
    rules.attr("core") = module;
    rules.def(nb::new_(&make_rules), nb::kw_only(), "counts"_a, "scores"_a, "vowels"_a, "letter_premiums"_a,
              "word_premiums"_a, "start_row"_a, "start_column"_a,
              "Take counts and scores by letter number, blank first, and premiums by square, row by row.");
    nb::class_<Dictionary> dictionary(module, "Dictionary",
                                      "Rules, lexicon and word map, shared by all threads.");
    dictionary.attr("core") = module;
    dictionary.def(nb::new_(&make_dictionary), nb::keep_alive<0, 2>(), nb::keep_alive<0, 3>(),
                   nb::keep_alive<0, 4>(), "rules"_a, "lexicon"_a, "words"_a.none() = nb::none(),
                   "Combine rules and words; without a word map, moves are generated from the GADDAG.");
}

// Moves that Python sees one by one, as they are asked for.
struct MoveList {
    std::vector<scrabble::Move> moves;

    template <typename Value>
    [[nodiscard]] nb::bytes column(Value scrabble::Move::* field) const {
        std::vector<Value> values;
        values.reserve(moves.size());
        for (const scrabble::Move& move : moves) {
            values.push_back(move.*field);
        }
        return to_bytes(values);
    }
    bool operator==(const MoveList&) const = default;
};

// Tiles of an exchange are put in order, as generators list them.
scrabble::Move make_move(scrabble::MoveKind kind, bool down, int line, int start, const nb::bytes& tiles) {
    const std::span<const Letter> letters = letters_in(tiles);
    scrabble::Move move;
    move.kind = kind;
    if (kind == scrabble::MoveKind::place) {
        if (line < 0 || line >= scrabble::board_size || start < 0 ||
            start + static_cast<long long>(letters.size()) > scrabble::board_size) {
            refuse("a move must be on the board, got " + std::to_string(letters.size()) + " squares from " +
                   std::to_string(start) + " of line " + std::to_string(line));
        }
        check_tiles(letters, scrabble::most_letters, "a move");
        move.direction = down ? scrabble::down : scrabble::across;
        move.line = static_cast<std::uint8_t>(line);
        move.start = static_cast<std::uint8_t>(start);
    } else if (letters.size() > scrabble::rack_size ||
               (kind == scrabble::MoveKind::pass && !letters.empty())) {
        refuse("a move must take its tiles from a rack, got " + std::to_string(letters.size()));
    } else {
        check_rack(letters, "the tiles of a move", scrabble::most_letters);
    }
    std::copy(letters.begin(), letters.end(), move.tiles.begin());
    move.length = static_cast<std::uint8_t>(letters.size());
    if (kind == scrabble::MoveKind::exchange) {
        std::sort(move.tiles.begin(), move.tiles.begin() + move.length);
        move.tiles_played = move.length;
    } else {
        move.tiles_played =
            static_cast<std::uint8_t>(move.length - std::count(letters.begin(), letters.end(), Letter{0}));
    }
    return move;
}

void bind_moves(nb::module_& module) {
    using scrabble::Move;
    nb::class_<Move>(module, "ScrabbleMove", "A move with its score and equity.")
        .def(
            "__init__",
            [](Move* self, scrabble::MoveKind kind, bool down, int line, int start, const nb::bytes& tiles) {
                new (self) Move(make_move(kind, down, line, start, tiles));
            },
            "kind"_a, nb::kw_only(), "down"_a = false, "line"_a = 0, "start"_a = 0,
            "tiles"_a = nb::bytes("", 0), "Take a move that has no score and no equity yet.")
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
    nb::class_<MoveList> moves(module, "ScrabbleMoves",
                               "Moves, best first; each becomes an object when it is asked for.");
    moves.attr("core") = module;
    moves.def("__len__", [](const MoveList& self) { return self.moves.size(); })
        .def("__getitem__",
             [](const MoveList& self, nb::ssize_t index) {
                 const auto count = static_cast<nb::ssize_t>(self.moves.size());
                 if (index < -count || index >= count) {
                     throw nb::index_error();
                 }
                 return self.moves[static_cast<std::size_t>(index < 0 ? index + count : index)];
             })
        .def("__getitem__",
             [](const MoveList& self, const nb::slice& places) {
                 const auto [start, stop, step, length] = places.compute(self.moves.size());
                 MoveList chosen;
                 nb::ssize_t at = start;
                 for (std::size_t i = 0; i < length; ++i, at += step) {
                     chosen.moves.push_back(self.moves[static_cast<std::size_t>(at)]);
                 }
                 return chosen;
             })
        .def(
            "__iter__",
            [](const MoveList& self) {
                return nb::make_iterator<nb::rv_policy::copy>(nb::type<MoveList>(), "iterator",
                                                              self.moves.begin(), self.moves.end());
            },
            nb::keep_alive<0, 1>())
        .def(
            "__eq__", [](const MoveList& self, const MoveList& other) { return self == other; },
            nb::is_operator())
        .def_prop_ro(
            "scores", [](const MoveList& self) { return self.column(&Move::score); },
            "Scores in points, as 32-bit integers.")
        .def_prop_ro(
            "equities", [](const MoveList& self) { return self.column(&Move::equity); },
            "Equities in thousandths of a point, as 32-bit integers.")
        .def(
            "find",
            [](const MoveList& self, const Move& move) -> std::optional<std::size_t> {
                const auto found =
                    std::find_if(self.moves.begin(), self.moves.end(),
                                 [&move](const Move& each) { return each.is_same_play(move); });
                return found == self.moves.end()
                           ? std::nullopt
                           : std::optional(static_cast<std::size_t>(found - self.moves.begin()));
            },
            "move"_a,
            "Return the place of a move, whichever way it is written; None if it is not among them.");
}

// Equities are summed in 32 bits.
scrabble::Surroundings surroundings_of(int bag, int opponent_score) {
    constexpr int most_score = 100'000;
    if (opponent_score < -most_score || opponent_score > most_score) {
        refuse("opponent_score must be -" + std::to_string(most_score) + " to " + std::to_string(most_score) +
               ", got " + std::to_string(opponent_score));
    }
    return {bag, opponent_score};
}

void bind_generator(nb::module_& module) {
    using scrabble::Move;
    using scrabble::MoveGenerator;
    nb::class_<MoveGenerator> generator(module, "MoveGenerator",
                                        "Finds the best moves; belongs to one thread.");
    generator.attr("core") = module;
    generator.def(nb::init<const scrabble::Dictionary&>(), nb::keep_alive<1, 2>(), "dictionary"_a)
        .def(
            "generate",
            [](MoveGenerator& self, const nb::bytes& squares, const nb::bytes& tiles,
               const scrabble::StaticValues& values, int bag, int opponent_score, std::size_t wanted) {
                const timing::Workspace::Use use(self.workspace());
                const scrabble::Board board = board_of(squares, self.dictionary());
                const scrabble::Rack rack = rack_of(tiles, self.dictionary().rules);
                const scrabble::Surroundings around = surroundings_of(bag, opponent_score);
                const Released released;
                const auto moves = self.generate(board, rack, values, around, wanted);
                return MoveList{{moves.begin(), moves.end()}};
            },
            "board"_a, "rack"_a, "values"_a, nb::kw_only(), "bag"_a, "opponent_score"_a = 0, "wanted"_a = 1,
            "Return the best moves, best first. The board is its squares row by row, the rack its tiles "
            "by number.")
        .def(
            "rate",
            [](const MoveGenerator& self, const nb::bytes& squares, const nb::bytes& tiles,
               const scrabble::StaticValues& values, const Move& move, int bag, int opponent_score) {
                const scrabble::Board board = board_of(squares, self.dictionary());
                const scrabble::Rack rack = rack_of(tiles, self.dictionary().rules);
                return self.rate(board, rack, values, surroundings_of(bag, opponent_score), move);
            },
            "board"_a, "rack"_a, "values"_a, "move"_a, nb::kw_only(), "bag"_a, "opponent_score"_a = 0,
            "Return a move with its score and equity, without generating any; None if it is illegal.")
        .def(
            "best_equities",
            [](MoveGenerator& self, const nb::bytes& squares, const std::vector<nb::bytes>& racks,
               const scrabble::StaticValues& values, int bag, const std::vector<int>& opponent_scores) {
                if (racks.size() != opponent_scores.size()) {
                    refuse("there must be an opponent's score for each rack, got " +
                           std::to_string(opponent_scores.size()) + " for " + std::to_string(racks.size()));
                }
                const timing::Workspace::Use use(self.workspace());
                const scrabble::Board board = board_of(squares, self.dictionary());
                std::vector<std::pair<scrabble::Rack, scrabble::Surroundings>> held;
                held.reserve(racks.size());
                for (std::size_t i = 0; i < racks.size(); ++i) {
                    held.emplace_back(rack_of(racks[i], self.dictionary().rules),
                                      surroundings_of(bag, opponent_scores[i]));
                }
                std::vector<scrabble::Equity> equities;
                equities.reserve(racks.size());
                const Released released;
                for (const auto& [each, around] : held) {
                    equities.push_back(self.generate(board, each, values, around, 1).front().equity);
                }
                return equities;
            },
            "board"_a, "racks"_a, "values"_a, nb::kw_only(), "bag"_a, "opponent_scores"_a,
            "Return the equity of the best move with each rack on the same board, in thousandths of a "
            "point.");
}

}  // namespace

void bind_scrabble(nb::module_& module) {
    module.attr("has_word_maps") = scrabble::has_word_maps;
    bind_rules(module);
    bind_moves(module);
    bind_generator(module);
    bind_scrabble_self_play(module);
    bind_scrabble_endgame(module);
    bind_scrabble_inference(module);
    bind_scrabble_pre_endgame(module);
    bind_scrabble_leave_sampler(module);
    bind_scrabble_simulation(module);
}

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
