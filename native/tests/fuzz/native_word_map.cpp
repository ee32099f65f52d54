// Any bytes as a word map: refused with std::invalid_argument, or a map that answers every question.

#include <array>
#include <cstring>
#include <vector>

#include "scrabble/files/word_map.h"
#include "scrabble/game/multiset.h"
#include "tests/fuzz/input.h"

namespace {

using zeitnot::scrabble::Letter;
using zeitnot::scrabble::Multiset;
using zeitnot::scrabble::WordMap;

void use(const WordMap& map) {
    std::size_t letters = 0;
    for (Letter first = 1; first <= zeitnot::scrabble::word_map_letters; ++first) {
        for (Letter second = first; second <= zeitnot::scrabble::word_map_letters; ++second) {
            const std::array<Letter, 3> tiles{first, second, 1};
            const Multiset held = Multiset::of(tiles);
            map.prefetch(held);
            for (const auto& word : map.find(held)) {
                letters += word.bytes[0];
            }
            letters += map.completions(Multiset::of(first) + Multiset::of(second));
        }
    }
    promise(letters < SIZE_MAX);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::vector<std::byte> bytes(size);
    if (size != 0) {
        std::memcpy(bytes.data(), data, size);
    }
    const auto map = read_or_refused([&] { return WordMap::from_bytes(std::move(bytes)); });
    if (map.has_value()) {
        use(*map);
    }
    return 0;
}
