#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "bindings/scrabble_arguments.h"
#include "scrabble/files/anagrams.h"
#include "scrabble/files/leave_builder.h"
#include "scrabble/files/leaves.h"
#include "scrabble/files/lexicon.h"
#include "scrabble/files/lexicon_builder.h"
#include "scrabble/files/word_map.h"
#include "scrabble/files/word_map_builder.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

using scrabble::Letter;

std::span<const std::byte> raw(const nb::bytes& bytes) {
    return {static_cast<const std::byte*>(bytes.data()), bytes.size()};
}

std::vector<scrabble::Word> words_in(const std::vector<nb::bytes>& texts) {
    std::vector<scrabble::Word> words;
    words.reserve(texts.size());
    for (const nb::bytes& text : texts) {
        if (text.size() < scrabble::shortest_word || text.size() > scrabble::longest_word) {
            refuse("a word must have 2 to " + std::to_string(scrabble::longest_word) + " letters, got " +
                   std::to_string(text.size()));
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

nb::bytes make_leaves(const nb::bytes& counts, const nb::bytes& values) {
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
    const std::vector<std::byte> file = scrabble::make_klv(letters_in(counts), scrabble::rack_size - 1, next);
    if (used != given) {
        refuse("leaves must have " + std::to_string(used) + " values, got " + std::to_string(given));
    }
    return to_bytes(file);
}

}  // namespace

void bind_scrabble_files(nb::module_& module) {
    using scrabble::Leaves;
    using scrabble::Lexicon;
    using scrabble::WordMap;
    nb::class_<Lexicon>(module, "Lexicon", "The playable words; letters are numbers from 1.")
        .def_static("open", &Lexicon::open, "path"_a,
                    "Map a KWG file that is never truncated, such as those of the cache folder; raise "
                    "ValueError if it is invalid.")
        .def_static("from_bytes", &lexicon_from_bytes, "data"_a, "Read the contents of a KWG file.")
        .def_static(
            "build",
            [](const std::vector<nb::bytes>& words) {
                const std::vector<std::uint32_t> nodes = scrabble::build_kwg(words_in(words));
                return to_bytes(nodes);
            },
            "words"_a, "Return a KWG file with the given words.")
        .def(
            "has_word",
            [](const Lexicon& self, const nb::bytes& word) { return self.has_word(letters_in(word)); },
            "word"_a, "Return whether the word is in the lexicon.")
        .def("words", &all_words, "Return the words of up to 21 letters.")
        .def(
            "anagrams",
            [](const Lexicon& self, const nb::bytes& tiles, bool all_tiles) {
                check_rack(letters_in(tiles), "the tiles");
                return word_list(scrabble::anagrams(self, letters_in(tiles), all_tiles));
            },
            "tiles"_a, nb::kw_only(), "all_tiles"_a = true,
            "Return the words made of all the tiles, or of any of them.")
        .def_prop_ro("word_count", &Lexicon::word_count, "Number of words of up to 21 letters.")
        .def_prop_ro("node_count", &Lexicon::node_count, "Number of nodes in the file.")
        .def_prop_ro(
            "has_gaddag", [](const Lexicon& self) { return self.gaddag_root() != 0; },
            "Whether moves can be generated with it.")
        .def_prop_ro("highest_letter", &Lexicon::highest_letter, "The highest letter number in use.");
    nb::class_<WordMap>(module, "WordMap", "Hash table from multisets of letters to the words they make.")
        .def_static("open", &WordMap::open, "path"_a,
                    "Map a file that is never truncated, such as those of the cache folder; raise ValueError "
                    "if it is invalid.")
        .def_static(
            "from_bytes",
            [](const nb::bytes& bytes) {
                return WordMap::from_bytes({raw(bytes).begin(), raw(bytes).end()});
            },
            "data"_a, "Read the contents of a word map file.")
        .def_static(
            "build", [](const Lexicon& lexicon) { return to_bytes(scrabble::build_word_map(lexicon)); },
            "lexicon"_a, "Return the word map file of a lexicon.")
        .def_prop_ro("size", &WordMap::bytes, "Size of the file in bytes.");
    nb::class_<Leaves>(module, "Leaves", "Values of the tiles kept on a rack.")
        .def_static(
            "from_bytes", [](const nb::bytes& bytes) { return Leaves::from_bytes(raw(bytes)); }, "data"_a,
            "Read the contents of a KLV2 file.")
        .def_static(
            "make", &make_leaves, "counts"_a, "values"_a,
            "Return a KLV2 file of all leaves of up to six tiles of a bag, whose tiles are counted by "
            "letter, blank first; the values are 32-bit floats in table order.")
        .def(
            "to_bytes", [](const Leaves& self) { return to_bytes(self.to_file()); },
            "Return the contents of a KLV2 file.")
        .def(
            "value",
            [](const Leaves& self, const nb::bytes& tiles) {
                std::vector<Letter> sorted(letters_in(tiles).begin(), letters_in(tiles).end());
                check_rack(sorted, "the tiles of a leave");
                std::sort(sorted.begin(), sorted.end());
                return self.value(sorted);
            },
            "tiles"_a, "Return the value in thousandths of a point; 0 if the table lacks the leave.")
        .def(
            "tiles",
            [](const Leaves& self) {
                nb::list all;
                self.for_each_leave([&](std::span<const Letter> leave) {
                    all.append(nb::bytes(leave.data(), leave.size()));
                });
                return all;
            },
            "Return the leaves in table order.")
        .def(
            "values", [](const Leaves& self) { return to_bytes(self.values()); },
            "Return the values in table order, as 32-bit thousandths of a point.")
        .def_prop_ro("highest_letter", &Leaves::highest_letter, "The highest letter number in use.")
        .def_prop_ro("size", &Leaves::size, "Number of leaves in the table.");
}

}  // namespace zeitnot::bindings
