// Check: refuses KWG nodes that cannot be traversed safely.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/files/kwg.h"
#include "scrabble/game/letter.h"

namespace zeitnot::scrabble::kwg {

// Meaning of letter 0 below a root.
enum class Zero : std::uint8_t { refused, separator, tile };

// Ensures that no traversal below the roots can leave the nodes or run forever, and that all letters are
// valid. Throws std::invalid_argument with the broken rule.
class Check {
  public:
    // No list may contain a node before first_node.
    Check(std::span<const std::uint32_t> nodes, std::uint32_t first_node);
    void below(std::uint32_t list, Zero zero);

    // The highest letter found so far.
    [[nodiscard]] Letter highest_letter() const { return highest_letter_; }

  private:
    // A node can be reached both before and after the separator.
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
