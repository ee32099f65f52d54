// The nodes of KWG files: a graph of sibling lists, packed into 32-bit words.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/game/letters.h"

namespace zeitnot::scrabble::kwg {

// Bits 0-21 first child (0: none), bit 22 last sibling, bit 23 a word ends here, bits 24-31 letter.
constexpr std::uint32_t child_mask = 0x3FFFFF;
constexpr std::uint32_t last_bit = 0x400000;
constexpr std::uint32_t accepts_bit = 0x800000;
constexpr int letter_shift = 24;

constexpr std::size_t most_nodes = child_mask + 1;
constexpr std::uint32_t root_nodes = 2;  // node 0 points to the DAWG, node 1 to the GADDAG

// In a GADDAG, where the reversed beginning of a word ends and the rest follows.
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

// Calls visit(std::span<const Letter>) with every word below the list, up to so many letters, a word before
// its continuations; a visit that returns false is the last.
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

// What letter 0 means in the part of the graph below a root.
enum class Zero : std::uint8_t { refused, separator, tile };

// How many words each list holds when entered at each node, of at most so many letters; stops at the largest
// number rather than overflow. `whole` is false where longer words were left out.
struct Counts {
    std::vector<std::uint64_t> words;
    bool whole = true;
};

Counts count_words(std::span<const std::uint32_t> nodes, std::size_t most_word_letters);

// Makes sure that no walk below the roots can leave the nodes or go on for ever, and that letters are
// letters. Throws std::invalid_argument with the rule broken.
class Check {
  public:
    // Lists must not reach in front of the first node that can be in one.
    Check(std::span<const std::uint32_t> nodes, std::uint32_t first_node);
    void below(std::uint32_t list, Zero zero);

    // The highest letter met so far.
    [[nodiscard]] Letter highest_letter() const { return highest_letter_; }

  private:
    // A node can be met before the separator and behind it.
    struct Visit {
        std::uint32_t index;
        bool separator_allowed;
    };

    [[nodiscard]] std::uint8_t& marks(const Visit& visit) { return marks_[visit.index]; }
    void enter(const Visit& visit, Zero zero);
    void follow(const Visit& visit);
    void check_siblings();

    std::span<const std::uint32_t> nodes_;
    std::uint32_t first_node_;
    std::vector<std::uint8_t> marks_;
    std::vector<Visit> stack_;
    Letter highest_letter_ = 0;
};

}  // namespace zeitnot::scrabble::kwg
