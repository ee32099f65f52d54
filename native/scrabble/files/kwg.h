// The nodes of KWG files: a graph of sibling lists, packed into 32-bit words.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/game/letter.h"

namespace zeitnot::scrabble::kwg {

// Bits 0-21 first child (0: none), bit 22 last sibling, bit 23 a word ends here, bits 24-31 letter.
constexpr std::uint32_t child_mask = 0x3FFFFF;
constexpr std::uint32_t last_bit = 0x400000;
constexpr std::uint32_t accepts_bit = 0x800000;
constexpr int letter_shift = 24;

constexpr std::size_t most_nodes = child_mask + 1;
constexpr std::uint32_t root_nodes = 2;  // node 0 points to the DAWG, node 1 to the GADDAG

// In a GADDAG, separates the reversed beginning of a word from the rest.
constexpr Letter separator = 0;

constexpr std::uint32_t children(std::uint32_t node) {
    return node & child_mask;
}

constexpr bool last(std::uint32_t node) {
    return (node & last_bit) != 0;
}

constexpr bool accepts(std::uint32_t node) {
    return (node & accepts_bit) != 0;
}

constexpr Letter letter(std::uint32_t node) {
    return static_cast<Letter>(node >> letter_shift);
}

// Calls visit(std::span<const Letter>) with every word of a list, up to a length, each word before its
// extensions. A visit that returns false ends the traversal.
template <std::size_t most_word_letters, std::invocable<std::span<const Letter>> Visitor>
void for_each_word(std::span<const std::uint32_t> nodes, std::uint32_t list, Visitor& visit) {
    std::array<Letter, most_word_letters> word{};
    std::array<std::uint32_t, most_word_letters> path{list};
    std::size_t depth = list != 0 ? 1 : 0;
    while (depth != 0) {
        const std::uint32_t node = nodes[path[depth - 1]];
        word[depth - 1] = letter(node);
        if (accepts(node)) {
            const auto found = std::span<const Letter>(word).first(depth);
            if constexpr (std::predicate<Visitor&, std::span<const Letter>>) {
                if (!visit(found)) {
                    return;
                }
            } else {
                visit(found);
            }
        }
        if (children(node) != 0 && depth < most_word_letters) {
            path[depth++] = children(node);
            continue;
        }
        while (depth != 0 && last(nodes[path[depth - 1]])) {
            --depth;
        }
        if (depth != 0) {
            ++path[depth - 1];
        }
    }
}

// Number of words, up to a length, from each node to the end of its list; saturates instead of overflowing.
// `whole` is false if longer words were left out.
struct Counts {
    std::vector<std::uint64_t> words;
    bool whole = true;
};

Counts count_words(std::span<const std::uint32_t> nodes, std::size_t most_word_letters);

}  // namespace zeitnot::scrabble::kwg
