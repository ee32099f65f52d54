#include "scrabble/files/kwg.h"

#include <limits>
#include <utility>

namespace zeitnot::scrabble::kwg {

namespace {

std::uint64_t sum_or_largest(std::uint64_t a, std::uint64_t b) {
    constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
    return a > largest - b ? largest : a + b;
}

}  // namespace

Counts count_words(std::span<const std::uint32_t> nodes, std::size_t most_word_letters) {
    std::vector<std::uint64_t> shorter(nodes.size(), 0);
    std::vector<std::uint64_t> counts(nodes.size(), 0);
    for (std::size_t letters = 1; letters <= most_word_letters + 1; ++letters) {
        // Siblings are adjacent, so a backward pass knows the rest of a list first.
        for (std::size_t i = nodes.size(); i-- > 0;) {
            const std::uint32_t node = nodes[i];
            std::uint64_t count = accepts(node);
            if (children(node) != 0) {
                count = sum_or_largest(count, shorter[children(node)]);
            }
            if (!last(node)) {
                count = sum_or_largest(count, counts[i + 1]);
            }
            counts[i] = count;
        }
        if (counts == shorter) {
            return {.words = std::move(counts), .whole = true};
        }
        std::swap(counts, shorter);
    }
    // The last pass allowed one letter more than the limit, to detect longer words.
    return {.words = std::move(counts), .whole = false};
}

}  // namespace zeitnot::scrabble::kwg
