#include "scrabble/files/kwg_check.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace zeitnot::scrabble::kwg {

namespace {

// Marks of a node: entered and left, once for each side of the separator.
constexpr std::uint8_t begun = 1;
constexpr std::uint8_t done = 2;
constexpr int before_separator_shift = 2;

int shift_of(bool separator_allowed) {
    return separator_allowed ? before_separator_shift : 0;
}

[[noreturn]] void refuse(const std::string& rule, std::size_t index) {
    throw std::invalid_argument(rule + ", got node " + std::to_string(index));
}

}  // namespace

Check::Check(std::span<const std::uint32_t> nodes, std::uint32_t first_node)
    : nodes_(nodes), first_node_(first_node) {
    if (nodes.size() < first_node || nodes.size() > most_nodes) {
        throw std::invalid_argument("there must be " + std::to_string(first_node) + " to " +
                                    std::to_string(most_nodes) + " nodes, got " +
                                    std::to_string(nodes.size()));
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (children(nodes[i]) >= nodes.size()) {
            refuse("a child must be inside the file", i);
        }
    }
    if (!last(nodes.back())) {
        refuse("the last list must end inside the file", nodes.size() - 1);
    }
    marks_.resize(nodes.size());
}

void Check::below(std::uint32_t list, Zero zero) {
    if (list == 0) {
        return;
    }
    // Edges lead to the next sibling and to the first child, so every endless traversal is a cycle of this
    // graph.
    stack_.assign(1, {.index = list, .separator_allowed = zero == Zero::separator});
    while (!stack_.empty()) {
        const Visit visit = stack_.back();
        const int shift = shift_of(visit.separator_allowed);
        const int state = marks(visit) >> shift;
        if ((state & done) != 0) {
            stack_.pop_back();
        } else if ((state & begun) != 0) {
            marks(visit) |= static_cast<std::uint8_t>(done << shift);
            stack_.pop_back();
        } else {
            marks(visit) |= static_cast<std::uint8_t>(begun << shift);
            enter(visit, zero);
        }
    }
    check_siblings();
}

void Check::enter(const Visit& visit, Zero zero) {
    const std::uint32_t node = nodes_[visit.index];
    if (visit.index < first_node_) {
        refuse("a list must not hold a root", visit.index);
    }
    if (letter(node) > largest_alphabet) {
        refuse("a letter must be at most " + std::to_string(largest_alphabet), visit.index);
    }
    highest_letter_ = std::max(highest_letter_, letter(node));
    const bool is_separator = letter(node) == separator && zero != Zero::tile;
    if (is_separator && !visit.separator_allowed) {
        refuse("a separator must be in the GADDAG and once in a word", visit.index);
    }
    if (is_separator && accepts(node)) {
        refuse("a separator must not end a word", visit.index);
    }
    if (!last(node)) {
        follow({.index = visit.index + 1, .separator_allowed = visit.separator_allowed});
    }
    if (children(node) != 0) {
        follow({.index = children(node), .separator_allowed = visit.separator_allowed && !is_separator});
    }
}

void Check::follow(const Visit& visit) {
    const int state = marks(visit) >> shift_of(visit.separator_allowed);
    if ((state & done) != 0) {
        return;
    }
    if ((state & begun) != 0) {
        refuse("words must not go in circles", visit.index);
    }
    stack_.push_back(visit);
}

void Check::check_siblings() {
    std::uint64_t met = 0;
    for (std::size_t i = nodes_.size(); i-- > first_node_;) {
        if (last(nodes_[i])) {
            met = 0;
        }
        if (marks_[i] == 0) {
            continue;
        }
        const std::uint64_t bit = std::uint64_t{1} << letter(nodes_[i]);
        if ((met & bit) != 0) {
            refuse("siblings must have different letters", i);
        }
        met |= bit;
    }
}

}  // namespace zeitnot::scrabble::kwg
