// Lexicon: the playable words, as a DAWG and a GADDAG in the KWG format.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scrabble/files/kwg.h"
#include "scrabble/files/mapped_file.h"
#include "scrabble/files/word.h"
#include "scrabble/game/letter.h"

namespace zeitnot::scrabble {

// Checked on construction, so that traversals need no checks. A list is identified by the index of its first
// node, 0 is the empty list; letter 0 is the separator of the GADDAG.
class Lexicon {
  public:
    // Maps the file, which must never be truncated while in use (see MappedFile). Errors contain its name.
    static Lexicon open(const std::string& path);
    // Throws std::invalid_argument with the reason.
    static Lexicon from_nodes(std::vector<std::uint32_t> nodes);

    Lexicon(Lexicon&&) noexcept = default;
    Lexicon& operator=(Lexicon&&) noexcept = default;
    Lexicon(const Lexicon&) = delete;
    Lexicon& operator=(const Lexicon&) = delete;
    ~Lexicon() = default;

    static constexpr std::uint32_t children(std::uint32_t node) { return kwg::children(node); }
    static constexpr bool last(std::uint32_t node) { return kwg::last(node); }
    static constexpr bool accepts(std::uint32_t node) { return kwg::accepts(node); }
    static constexpr Letter letter(std::uint32_t node) { return kwg::letter(node); }

    [[nodiscard]] std::uint32_t node(std::uint32_t index) const { return entries_[index].node; }
    [[nodiscard]] std::span<const std::uint32_t> nodes() const { return nodes_; }
    [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }
    [[nodiscard]] std::uint32_t dawg_root() const { return children(nodes_[0]); }
    [[nodiscard]] std::uint32_t gaddag_root() const { return children(nodes_[1]); }
    // The highest letter in use; an alphabet must have at least this many.
    [[nodiscard]] Letter highest_letter() const { return highest_letter_; }

    // Index of the node of a list with this letter, or 0.
    [[nodiscard]] std::uint32_t arc(std::uint32_t list, Letter letter) const;
    // Letters of a list, bit n for letter n, and those of them that end a word; never the separator.
    [[nodiscard]] std::uint64_t letters(std::uint32_t list) const;
    [[nodiscard]] std::uint64_t accepting_letters(std::uint32_t list) const;

    [[nodiscard]] bool has_word(std::span<const Letter> word) const;
    // Number of words of up to 21 letters in the DAWG.
    [[nodiscard]] std::size_t word_count() const;
    // Calls visit(std::span<const Letter>) with each of them in DAWG order. A visit that returns false ends
    // the traversal.
    template <std::invocable<std::span<const Letter>> Visitor>
    void for_each_word(Visitor&& visit) const {
        kwg::for_each_word<longest_word>(nodes_, dawg_root(), visit);
    }

  private:
    // A node, and the letters from it to the end of its list, with the separator as bit 0: so that a letter
    // is found without a walk along its list.
    struct Entry {
        std::uint32_t node = 0;
        std::uint32_t letters = 0;
    };

    Lexicon() = default;
    void check();
    void list_entries();
    [[nodiscard]] std::uint64_t set_of_list(std::uint32_t list) const {
        return large_sets_.empty() ? entries_[list].letters : large_sets_[list];
    }

    std::vector<std::uint32_t> owned_;
    std::optional<MappedFile> file_;
    std::span<const std::uint32_t> nodes_;  // points into one of the two
    std::vector<Entry> entries_;
    std::vector<std::uint64_t> large_sets_;  // for alphabets whose sets do not fit an entry; else empty
    bool ascending_ = true;                  // letters ascend along every list, as in all common files
    Letter highest_letter_ = 0;
};

inline std::uint32_t Lexicon::arc(std::uint32_t list, Letter letter) const {
    const std::uint64_t letters = set_of_list(list);
    const std::uint64_t wanted = std::uint64_t{1} << letter;
    if ((letters & wanted) == 0) {
        return 0;
    }
    if (ascending_) {
        return list + static_cast<std::uint32_t>(std::popcount(letters & (wanted - 1)));
    }
    while (Lexicon::letter(entries_[list].node) != letter) {
        ++list;
    }
    return list;
}

inline std::uint64_t Lexicon::letters(std::uint32_t list) const {
    constexpr std::uint64_t separator_bit = 1;
    return set_of_list(list) & ~separator_bit;
}

inline std::uint64_t Lexicon::accepting_letters(std::uint32_t list) const {
    if (list == 0) {
        return 0;
    }
    std::uint64_t set = 0;
    for (;; ++list) {
        const std::uint32_t node = entries_[list].node;
        set |= std::uint64_t{accepts(node)} << letter(node);
        if (last(node)) {
            return set;
        }
    }
}

}  // namespace zeitnot::scrabble
