// The smallest graph of sibling lists that holds given words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/files/kwg.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble {

// Equal ends of lists are kept once, whichever set of words they come from.
class WordGraph {
  public:
    // Names a list, or the end of one; 0 is the empty list.
    using List = std::uint32_t;

    WordGraph();

    // The words of a set come in ascending order, no word twice.
    void add(std::span<const Letter> word);
    // Ends the set and begins the next.
    List finish();

    // As KWG nodes: node 0 points to the first list, node 1 to the second. Lists stand in the order in which
    // a reader of all words meets them, each whole, as in the files in use. Throws std::length_error where
    // the format has no room.
    [[nodiscard]] std::vector<std::uint32_t> nodes(List first, List second) const;

  private:
    struct Arc {
        List children = 0;
        Letter letter = 0;
        bool accepts = false;
    };

    // The first arc of a list and what follows it, in one number: two lists are equal if these are.
    using Tail = std::uint64_t;
    static Tail tail_of(const Arc& arc, List next);
    static Arc arc_of(Tail tail);
    static List next_of(Tail tail);

    void close_below(std::size_t depth);
    List keep(std::span<const Arc> arcs);
    List keep(Tail tail);
    void grow();

    std::vector<Tail> tails_;             // by list
    std::vector<List> table_;             // open addressing over tails_
    int table_shift_ = 0;                 // what remains of a 64-bit hash
    std::vector<std::vector<Arc>> open_;  // lists on the way to the latest word, by depth
    std::vector<Letter> latest_;
};

}  // namespace zeitnot::scrabble
