#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "scrabble/anagrams.h"
#include "scrabble/generator.h"
#include "scrabble/leave_builder.h"
#include "scrabble/leaves.h"
#include "scrabble/lexicon.h"
#include "scrabble/lexicon_builder.h"
#include "scrabble/self_play.h"
#include "scrabble/simulation.h"
#include "scrabble/word_map.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

using scrabble::Letter;

constexpr scrabble::Equity most_value = 10'000 * scrabble::points;

std::span<const Letter> letters_in(const nb::bytes& bytes) {
    return {static_cast<const Letter*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> raw(const nb::bytes& bytes) {
    return {static_cast<const std::byte*>(bytes.data()), bytes.size()};
}

template <typename Values>
nb::bytes to_bytes(const Values& values) {
    return nb::bytes(values.data(), values.size() * sizeof(*values.data()));
}

[[noreturn]] void refuse(const std::string& message) {
    throw nb::value_error(message.c_str());
}

std::vector<scrabble::Word> words_in(const std::vector<nb::bytes>& texts) {
    std::vector<scrabble::Word> words;
    words.reserve(texts.size());
    for (const nb::bytes& text : texts) {
        if (text.size() < scrabble::shortest_word || text.size() > scrabble::longest_word) {
            refuse("a word must have 2 to 15 letters, got " + std::to_string(text.size()));
        }
        scrabble::Word word;
        word.length = static_cast<std::uint8_t>(text.size());
        std::copy_n(letters_in(text).begin(), text.size(), word.letters.begin());
        words.push_back(word);
    }
    return words;
}

nb::list word_list(const std::vector<scrabble::Word>& words) {
    nb::list texts;
    for (const scrabble::Word& word : words) {
        texts.append(nb::bytes(word.letters.data(), word.length));
    }
    return texts;
}

scrabble::Lexicon lexicon_from_bytes(const nb::bytes& bytes) {
    if (bytes.size() % sizeof(std::uint32_t) != 0) {
        refuse("a lexicon must be whole 32-bit nodes, got " + std::to_string(bytes.size()) + " bytes");
    }
    std::vector<std::uint32_t> nodes(bytes.size() / sizeof(std::uint32_t));
    std::copy_n(static_cast<const std::byte*>(bytes.data()), bytes.size(),
                std::as_writable_bytes(std::span(nodes)).begin());
    return scrabble::Lexicon::from_nodes(std::move(nodes));
}

nb::list all_words(const scrabble::Lexicon& lexicon) {
    constexpr std::size_t most_words = 10'000'000;
    if (lexicon.word_count() > most_words) {
        refuse("a lexicon must have at most 10 million words to list them");
    }
    nb::list texts;
    lexicon.for_each_word(
        [&](std::span<const Letter> word) { texts.append(nb::bytes(word.data(), word.size())); });
    return texts;
}

// The tiles of somebody's list, each within the alphabet.
void check_tiles(std::span<const Letter> tiles, int highest, const char* what) {
    for (const Letter tile : tiles) {
        if (scrabble::letter_of(tile) > highest ||
            (tile & ~(scrabble::blank_bit | scrabble::letter_mask)) != 0) {
            refuse(std::string(what) + " must hold letters of the alphabet, got number " +
                   std::to_string(tile));
        }
    }
}

// Tiles as they stand on a rack: no blank stands for anything.
void check_rack(std::span<const Letter> tiles, const char* what) {
    if (tiles.size() > UINT8_MAX) {
        refuse(std::string(what) + " must be at most 255, got " + std::to_string(tiles.size()));
    }
    for (const Letter tile : tiles) {
        if (tile > scrabble::most_letters) {
            refuse(std::string(what) + " must be letters of an alphabet, got number " + std::to_string(tile));
        }
    }
}

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

scrabble::Rack rack_of(const nb::bytes& tiles, const scrabble::Rules& rules) {
    if (tiles.size() > scrabble::rack_size) {
        refuse("a rack must have at most 7 tiles, got " + std::to_string(tiles.size()));
    }
    scrabble::Rack rack;
    for (const Letter tile : letters_in(tiles)) {
        if (tile > rules.distribution.letters) {
            refuse("a rack must hold letters of the alphabet, got number " + std::to_string(tile));
        }
        rack.add(tile);
    }
    return rack;
}

scrabble::Board board_of(const nb::bytes& squares, const scrabble::Dictionary& dictionary) {
    if (squares.size() != scrabble::square_count) {
        refuse("a board must have 225 squares, got " + std::to_string(squares.size()));
    }
    check_tiles(letters_in(squares), dictionary.rules.distribution.letters, "a board");
    scrabble::Board board;
    for (int i = 0; i < scrabble::square_count; ++i) {
        const Letter tile = letters_in(squares)[i];
        if (tile == scrabble::blank_bit) {
            refuse("a blank on the board must stand for a letter");
        }
        if (tile != scrabble::empty_square) {
            board.put(i / scrabble::board_size, i % scrabble::board_size, tile);
        }
    }
    board.settle(dictionary.rules, dictionary.lexicon);
    return board;
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

nb::bytes make_leaves(const scrabble::Rules& rules, const nb::bytes& values) {
    const std::size_t given = values.size() / sizeof(float);
    std::size_t used = 0;
    const auto next = [&](std::span<const Letter> /*leave*/) {
        float value = 0.0F;
        if (used < given) {
            std::memcpy(&value, static_cast<const float*>(values.data()) + used, sizeof value);
        }
        ++used;
        return value;
    };
    const std::vector<std::byte> file = scrabble::make_klv(rules.distribution, scrabble::rack_size - 1, next);
    if (used != given) {
        refuse("leaves must have " + std::to_string(used) + " values, got " + std::to_string(given));
    }
    return to_bytes(file);
}

void bind_files(nb::module_& module) {
    using scrabble::Leaves;
    using scrabble::Lexicon;
    using scrabble::WordMap;
    nb::class_<Lexicon>(module, "Lexicon", "The words that may be played; letters are numbers from 1.")
        .def_static("open", &Lexicon::open, "path"_a,
                    "Map a KWG file; a ValueError says what is wrong with it.")
        .def_static("from_bytes", &lexicon_from_bytes, "data"_a, "Read the contents of a KWG file.")
        .def_static(
            "build",
            [](const std::vector<nb::bytes>& words) {
                const std::vector<std::uint32_t> nodes = scrabble::build_kwg(words_in(words));
                return to_bytes(nodes);
            },
            "words"_a, "Make the KWG file of some words.")
        .def(
            "has_word",
            [](const Lexicon& self, const nb::bytes& word) { return self.has_word(letters_in(word)); },
            "word"_a, "Tell whether a word may be played.")
        .def("words", &all_words, "List the words of up to 15 letters.")
        .def(
            "anagrams",
            [](const Lexicon& self, const nb::bytes& tiles, bool all_tiles) {
                check_rack(letters_in(tiles), "the tiles");
                return word_list(scrabble::anagrams(self, letters_in(tiles), all_tiles));
            },
            "tiles"_a, nb::kw_only(), "all_tiles"_a = true, "List the words of all the tiles, or of some.")
        .def_prop_ro("word_count", &Lexicon::word_count, "Words of up to 15 letters.")
        .def_prop_ro("node_count", &Lexicon::node_count, "Nodes of the file.")
        .def_prop_ro(
            "has_gaddag", [](const Lexicon& self) { return self.gaddag_root() != 0; },
            "Whether moves can be generated with it.")
        .def_prop_ro("highest_letter", &Lexicon::highest_letter, "No letter has a higher number.");
    nb::class_<WordMap>(module, "WordMap", "From letters to the words they make.")
        .def_static("open", &WordMap::open, "path"_a, "Map a file; a ValueError says what is wrong with it.")
        .def_static(
            "from_bytes",
            [](const nb::bytes& bytes) {
                return WordMap::from_bytes({raw(bytes).begin(), raw(bytes).end()});
            },
            "data"_a, "Read the contents of a file.")
        .def_static(
            "build", [](const Lexicon& lexicon) { return to_bytes(WordMap::build(lexicon)); }, "lexicon"_a,
            "Make the file for a lexicon.")
        .def_prop_ro("size", &WordMap::bytes, "Bytes of the file.");
    nb::class_<Leaves>(module, "Leaves", "What the tiles kept on a rack are worth.")
        .def_static("open", &Leaves::open, "path"_a,
                    "Read a KLV2 file; a ValueError says what is wrong with it.")
        .def_static(
            "from_bytes", [](const nb::bytes& bytes) { return Leaves::from_bytes(raw(bytes)); }, "data"_a,
            "Read the contents of a KLV2 file.")
        .def_static("make", &make_leaves, "rules"_a, "values"_a,
                    "Make the KLV2 file of all leaves of up to six tiles: 32-bit floats in its order.")
        .def(
            "value",
            [](const Leaves& self, const nb::bytes& tiles) {
                std::vector<Letter> sorted(letters_in(tiles).begin(), letters_in(tiles).end());
                check_rack(sorted, "the tiles of a leave");
                std::sort(sorted.begin(), sorted.end());
                return self.value(sorted);
            },
            "tiles"_a, "Thousandths of a point; 0 for what the table lacks.")
        .def(
            "tiles",
            [](const Leaves& self) {
                nb::list all;
                self.for_each_leave([&](std::span<const Letter> leave) {
                    all.append(nb::bytes(leave.data(), leave.size()));
                });
                return all;
            },
            "The leaves in the order of the table.")
        .def(
            "values", [](const Leaves& self) { return to_bytes(self.values()); },
            "Their values, 32-bit thousandths of a point.")
        .def_prop_ro("size", &Leaves::size, "Leaves of the table.");
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
                const scrabble::Board board = board_of(squares, self.dictionary());
                const scrabble::Rack rack = rack_of(tiles, self.dictionary().rules);
                const nb::gil_scoped_release released;
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
        .def(nb::init<std::size_t>(), "leaves"_a)
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
               std::uint64_t first_game, std::uint64_t games) {
                std::vector<GameResult> results;
                results.reserve(games);
                for (std::uint64_t game = first_game; game < first_game + games; ++game) {
                    results.push_back(self.play(first, second, seed, game));
                }
                return results;
            },
            "first"_a, "second"_a, nb::kw_only(), "seed"_a, "first_game"_a, "games"_a,
            nb::call_guard<nb::gil_scoped_release>(),
            "Play games; 2k and 2k + 1 deal the same tiles with the seats swapped.")
        .def(
            "tally_leaves",
            [](SelfPlay& self, const StaticValues& values, LeaveTally& tally, std::uint64_t seed,
               std::uint64_t games, int racks) {
                if (values.leaves == nullptr || values.leaves->size() != tally.weights.size()) {
                    throw std::invalid_argument("a tally must be as long as the leaves");
                }
                for (std::uint64_t game = 0; game < games; ++game) {
                    self.tally_leaves(values, seed + game, racks, tally);
                }
            },
            "values"_a, "tally"_a, nb::kw_only(), "seed"_a, "games"_a, "racks"_a,
            nb::call_guard<nb::gil_scoped_release>(),
            "Play games, and on each board compare so many random racks.")
        .def(
            "tally_swings",
            [](SelfPlay& self, const StaticValues& values, SwingTally& tally, std::uint64_t seed,
               std::uint64_t games) {
                for (std::uint64_t game = 0; game < games; ++game) {
                    self.tally_swings(values, seed + game, tally);
                }
            },
            "values"_a, "tally"_a, nb::kw_only(), "seed"_a, "games"_a,
            nb::call_guard<nb::gil_scoped_release>(),
            "Play games and count how the spread changed after every position.");
}

scrabble::KnownPosition known_position(const scrabble::Dictionary& dictionary, const nb::bytes& squares,
                                       const nb::bytes& tiles, const nb::bytes& unseen, int spread,
                                       int scoreless_turns) {
    const scrabble::Distribution& distribution = dictionary.rules.distribution;
    if (unseen.size() != static_cast<std::size_t>(distribution.letters) + 1) {
        refuse("unseen tiles must be counted for the blank and every letter");
    }
    scrabble::KnownPosition position;
    position.board = board_of(squares, dictionary);
    position.rack = rack_of(tiles, dictionary.rules);
    std::copy_n(letters_in(unseen).begin(), unseen.size(), position.unseen.begin());
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

void bind_simulation(nb::module_& module) {
    using scrabble::ArmState;
    using scrabble::Simulation;
    using scrabble::SimulationReport;
    nb::enum_<scrabble::Sampling>(module, "Sampling", "How samples are shared among the arms.")
        .value("ROUND_ROBIN", scrabble::Sampling::round_robin, "Alike.")
        .value("TOP_TWO", scrabble::Sampling::top_two, "Between the leader and who is least surely worse.")
        .value("BY_GAP", scrabble::Sampling::by_gap, "By the squared ratio of noise to gap.");
    nb::class_<scrabble::WinTable>(module, "WinChances", "Chances to win by tiles unseen and spread.")
        .def(nb::new_([](const nb::bytes& data) {
                 std::vector<float> chances(data.size() / sizeof(float));
                 std::memcpy(chances.data(), data.data(), chances.size() * sizeof(float));
                 return scrabble::WinTable(std::move(chances));
             }),
             "data"_a, "32-bit floats: rows of tiles unseen from 0, columns of the spread from -500 to 500.")
        .def("chance", &scrabble::WinTable::chance, "unseen"_a, "spread"_a, "Of the player on turn.");
    nb::class_<ArmState>(module, "ArmState", "A candidate as it stands.")
        .def_ro("index", &ArmState::index, "In the order given.")
        .def_ro("samples", &ArmState::samples, "Drawn so far.")
        .def_ro("equity_mean", &ArmState::equity_mean, "Points gained.")
        .def_ro("equity_variance", &ArmState::equity_variance, "Of one sample.")
        .def_ro("covariance", &ArmState::covariance,
                "Of the value that chooses, of one sample with the best arm's on the same deal.")
        .def_ro("win_mean", &ArmState::win_mean, "Chance to win.")
        .def_ro("win_variance", &ArmState::win_variance, "Of one sample.");
    nb::class_<SimulationReport>(module, "SimulationReport", "A simulation at a checkpoint.")
        .def_ro("elapsed_s", &SimulationReport::elapsed_s, "Since the StopControl was started.")
        .def_ro("samples", &SimulationReport::samples, "Over all arms.")
        .def_ro("arms", &SimulationReport::arms, "Best first.");
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
               std::uint64_t first_samples, double batch_s, scrabble::Sampling sampling, bool by_win) {
                const scrabble::KnownPosition position =
                    known_position(self.dictionary(), squares, tiles, unseen, spread, scoreless_turns);
                for (const scrabble::Move& move : moves) {
                    check_playable(position, move);
                }
                const scrabble::SimulationSettings settings{plies,         threads, seed,     most_samples,
                                                            first_samples, batch_s, sampling, by_win};
                const nb::gil_scoped_release released;
                return self.run(position, moves, settings, control, on_check);
            },
            "board"_a, "rack"_a, "moves"_a, "control"_a, "on_check"_a, nb::kw_only(), "unseen"_a,
            "spread"_a = 0, "scoreless_turns"_a = 0, "plies"_a = 2, "threads"_a = 1, "seed"_a = 1,
            "most_samples"_a = UINT64_MAX, "first_samples"_a = 50, "batch_s"_a = 0.01,
            "sampling"_a = scrabble::Sampling::by_gap, "by_win"_a = true,
            "Sample until the control, the samples or the callback end it; the callback gets a report at "
            "every "
            "checkpoint and returns True to stop.");
}

}  // namespace

void bind_scrabble(nb::module_& module) {
    bind_files(module);
    bind_rules(module);
    bind_generator(module);
    bind_self_play(module);
    bind_simulation(module);
}

}  // namespace zeitnot::bindings
