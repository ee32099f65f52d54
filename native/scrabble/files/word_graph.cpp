#include "scrabble/files/word_graph.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace zeitnot::scrabble {

namespace {

constexpr int list_bits = 23;  // one more than a node index needs
constexpr std::uint64_t list_mask = (std::uint64_t{1} << list_bits) - 1;
constexpr int first_table_bits = 12;
constexpr std::uint64_t hash_factor = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio

[[noreturn]] void refuse_size() {
    throw std::length_error("a word graph must have at most " + std::to_string(kwg::most_nodes) + " nodes");
}

}  // namespace

WordGraph::WordGraph()
    : tails_(1), table_(std::size_t{1} << first_table_bits), table_shift_(64 - first_table_bits), open_(1) {
}

WordGraph::Tail WordGraph::tail_of(const Arc& arc, List next) {
    return ((Tail{arc.children} << list_bits | next) << letter_bits | arc.letter) << 1 | Tail{arc.accepts};
}

WordGraph::Arc WordGraph::arc_of(Tail tail) {
    return {.children = static_cast<List>(tail >> (list_bits + letter_bits + 1)),
            .letter = static_cast<Letter>(tail >> 1 & letter_mask),
            .accepts = (tail & 1) != 0};
}

WordGraph::List WordGraph::next_of(Tail tail) {
    return static_cast<List>(tail >> (letter_bits + 1) & list_mask);
}

void WordGraph::add(std::span<const Letter> word) {
    const auto differing = std::mismatch(word.begin(), word.end(), latest_.begin(), latest_.end()).first;
    const auto shared = static_cast<std::size_t>(differing - word.begin());
    close_below(shared);
    if (open_.size() <= word.size()) {
        open_.resize(word.size() + 1);
    }
    for (std::size_t depth = shared; depth < word.size(); ++depth) {
        open_[depth].push_back({.letter = word[depth]});
    }
    open_[word.size() - 1].back().accepts = true;
    latest_.assign(word.begin(), word.end());
}

WordGraph::List WordGraph::finish() {
    close_below(0);
    const List root = keep(open_[0]);
    open_[0].clear();
    latest_.clear();
    return root;
}

void WordGraph::close_below(std::size_t depth) {
    for (std::size_t below = latest_.size(); below > depth; --below) {
        open_[below - 1].back().children = keep(open_[below]);
        open_[below].clear();
    }
}

WordGraph::List WordGraph::keep(std::span<const Arc> arcs) {
    List list = 0;
    for (std::size_t i = arcs.size(); i-- > 0;) {
        list = keep(tail_of(arcs[i], list));
    }
    return list;
}

WordGraph::List WordGraph::keep(Tail tail) {
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = tail * hash_factor >> table_shift_;
    for (; table_[slot] != 0; slot = (slot + 1) & mask) {
        if (tails_[table_[slot]] == tail) {
            return table_[slot];
        }
    }
    // Every tail needs its own node, so the node limit also limits the tails.
    if (tails_.size() > kwg::most_nodes) {
        refuse_size();
    }
    const auto list = static_cast<List>(tails_.size());
    tails_.push_back(tail);
    table_[slot] = list;
    if (tails_.size() > table_.size() / 2) {
        grow();
    }
    return list;
}

void WordGraph::grow() {
    table_.assign(table_.size() * 2, 0);
    --table_shift_;
    const std::size_t mask = table_.size() - 1;
    for (List list = 1; list < tails_.size(); ++list) {
        std::size_t slot = tails_[list] * hash_factor >> table_shift_;
        while (table_[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        table_[slot] = list;
    }
}

std::vector<std::uint32_t> WordGraph::nodes(List first, List second) const {
    std::vector<std::uint32_t> index(tails_.size());
    std::vector<List> content(kwg::root_nodes);  // by node
    std::vector<List> open;                      // remainders of the lists on the path to the last one placed
    const auto place = [&](List list) {
        if (list == 0 || index[list] != 0) {
            return;
        }
        open.push_back(list);
        index[list] = static_cast<std::uint32_t>(content.size());
        for (List end = list; end != 0; end = next_of(tails_[end])) {
            content.push_back(end);
        }
    };
    for (const List root : {first, second}) {
        place(root);
        while (!open.empty()) {
            const List end = open.back();
            if (end == 0) {
                open.pop_back();
                continue;
            }
            open.back() = next_of(tails_[end]);
            place(arc_of(tails_[end]).children);
        }
    }
    if (content.size() > kwg::most_nodes) {
        refuse_size();
    }
    std::vector<std::uint32_t> nodes{index[first] | kwg::last_bit, index[second] | kwg::last_bit};
    nodes.reserve(content.size());
    for (std::size_t i = kwg::root_nodes; i < content.size(); ++i) {
        const Arc arc = arc_of(tails_[content[i]]);
        nodes.push_back(index[arc.children] | (next_of(tails_[content[i]]) == 0 ? kwg::last_bit : 0) |
                        (arc.accepts ? kwg::accepts_bit : 0) |
                        std::uint32_t{arc.letter} << kwg::letter_shift);
    }
    return nodes;
}

}  // namespace zeitnot::scrabble
