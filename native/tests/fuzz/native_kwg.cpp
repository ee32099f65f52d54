// Any bytes as a KWG file: refused with std::invalid_argument, or a lexicon that can be asked anything.

#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "scrabble/files/anagrams.h"
#include "scrabble/files/lexicon.h"
#include "scrabble/files/word_map.h"
#include "scrabble/files/word_map_builder.h"
#include "tests/fuzz/input.h"

namespace {

using zeitnot::scrabble::Letter;
using zeitnot::scrabble::Lexicon;

// A small file can hold more words than anybody can list.
constexpr std::size_t most_words = 2'000;

void use(const Lexicon& lexicon) {
    std::size_t listed = 0;
    std::size_t found = 0;
    lexicon.for_each_word([&](std::span<const Letter> word) {
        found += lexicon.has_word(word) ? 1 : 0;
        return ++listed < most_words;
    });
    promise(found == listed);
    const std::size_t words = lexicon.word_count();
    promise(words >= listed || listed == most_words);
    const std::array<Letter, 6> tiles{0, 1, 2, 3, 4, 63};
    if (words > most_words) {
        return;
    }
    zeitnot::scrabble::anagrams(lexicon, tiles, false);
    // Words that are too long, or letters that are too many, have no map; one that was built is a sound one.
    const auto map = read_or_refused([&] { return zeitnot::scrabble::build_word_map(lexicon); });
    if (map.has_value()) {
        zeitnot::scrabble::WordMap::from_bytes(*map);
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::uint32_t> nodes(size / sizeof(std::uint32_t));
    if (!nodes.empty()) {
        std::memcpy(nodes.data(), data, nodes.size() * sizeof(std::uint32_t));
    }
    const auto lexicon = read_or_refused([&] { return Lexicon::from_nodes(std::move(nodes)); });
    if (lexicon.has_value()) {
        use(*lexicon);
    }
    return 0;
}
