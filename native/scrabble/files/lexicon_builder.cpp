#include "scrabble/files/lexicon_builder.h"

#include <algorithm>
#include <array>
#include <compare>
#include <stdexcept>
#include <string>

#include "scrabble/files/kwg.h"
#include "scrabble/files/word_graph.h"

namespace zeitnot::scrabble {

namespace {

constexpr std::size_t longest_path = longest_word + 1;  // including the separator
constexpr std::size_t word_letters = 10;                // letters that fit into 64 bits

// A path of the GADDAG as a number with the same sort order. The separator is 0 like unused places, which is
// unambiguous because no path ends with the separator.
struct Path {
    std::array<std::uint64_t, (longest_path + word_letters - 1) / word_letters> parts{};

    auto operator<=>(const Path&) const = default;

    void put(std::size_t place, Letter letter) {
        parts[place / word_letters] |= std::uint64_t{letter} << shift(place);
    }

    [[nodiscard]] Letter at(std::size_t place) const {
        return static_cast<Letter>(parts[place / word_letters] >> shift(place) & letter_mask);
    }

  private:
    static std::size_t shift(std::size_t place) {
        return (word_letters - 1 - place % word_letters) * letter_bits;
    }
};

void check(const Word& word) {
    if (word.length < shortest_word || word.length > longest_word) {
        throw std::invalid_argument("a word must have 2 to " + std::to_string(longest_word) +
                                    " letters, got " + std::to_string(word.length));
    }
    for (const Letter letter : word.span()) {
        if (letter == kwg::separator || letter > largest_alphabet) {
            throw std::invalid_argument("a letter must be from 1 to " + std::to_string(largest_alphabet) +
                                        ", got " + std::to_string(letter));
        }
    }
}

// The first `turn` letters reversed, then the separator and the rest, if there is a rest.
Path path_of(std::span<const Letter> word, std::size_t turn) {
    Path path;
    for (std::size_t i = 0; i < turn; ++i) {
        path.put(turn - 1 - i, word[i]);
    }
    for (std::size_t i = turn; i < word.size(); ++i) {
        path.put(i + 1, word[i]);
    }
    return path;
}

Path path_of(std::span<const Letter> word) {
    Path path;
    for (std::size_t i = 0; i < word.size(); ++i) {
        path.put(i, word[i]);
    }
    return path;
}

WordGraph::List add_all(WordGraph& graph, std::vector<Path>& paths) {
    std::ranges::sort(paths);
    const auto twice = std::ranges::unique(paths);
    paths.erase(twice.begin(), twice.end());
    std::array<Letter, longest_path> letters{};
    for (const Path& path : paths) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < longest_path; ++i) {
            letters[i] = path.at(i);
            length = letters[i] != 0 ? i + 1 : length;
        }
        graph.add(std::span(letters).first(length));
    }
    return graph.finish();
}

}  // namespace

std::vector<std::uint32_t> build_kwg(std::span<const Word> words) {
    std::size_t letters = 0;
    for (const Word& word : words) {
        check(word);
        letters += word.length;
    }
    WordGraph graph;
    std::vector<Path> paths;
    paths.reserve(letters);
    for (const Word& word : words) {
        paths.push_back(path_of(word.span()));
    }
    const WordGraph::List dawg = add_all(graph, paths);
    paths.clear();
    for (const Word& word : words) {
        for (std::size_t turn = 1; turn <= word.length; ++turn) {
            paths.push_back(path_of(word.span(), turn));
        }
    }
    const WordGraph::List gaddag = add_all(graph, paths);
    return graph.nodes(dawg, gaddag);
}

}  // namespace zeitnot::scrabble
