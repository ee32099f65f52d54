// WordGraph: builds the minimal graph of sibling lists that holds given words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/files/kwg.h"
#include "scrabble/game/letter.h"

namespace zeitnot::scrabble {

// Equal tails of lists are stored once, across all sets of words.
class WordGraph {
  public:
    // Identifies a list or the tail of one; 0 is the empty list.
    using List = std::uint32_t;

    WordGraph();

    // The words of a set must be added in ascending order, each once.
    void add(std::span<const Letter> word);
    // Finishes a set and starts the next.
    List finish();

    // Return KWG nodes: node 0 points to the first list, node 1 to the second. Lists are complete and in
    // depth-first order, as in common KWG files. Throws std::length_error if the format has no room.
    [[nodiscard]] std::vector<std::uint32_t> nodes(List first, List second) const;

  private:
    struct Arc {
        List children = 0;
        Letter letter = 0;
        bool accepts = false;
    };

    // The first arc of a list and the list after it, packed into one number: equal lists have equal tails.
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
    int table_shift_ = 0;                 // 64 minus the bits of the table index
    std::vector<std::vector<Arc>> open_;  // unfinished lists on the path to the latest word, by depth
    std::vector<Letter> latest_;
};

}  // namespace zeitnot::scrabble
