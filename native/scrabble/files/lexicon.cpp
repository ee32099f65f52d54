#include "scrabble/files/lexicon.h"

#include <bit>
#include <stdexcept>
#include <utility>

#include "scrabble/files/kwg_check.h"

namespace zeitnot::scrabble {

static_assert(std::endian::native == std::endian::little, "KWG files are mapped as they are");

Lexicon Lexicon::open(const std::string& path) {
    Lexicon lexicon;
    const std::span<const std::byte> bytes = lexicon.file_.emplace(path).bytes();
    try {
        if (bytes.size() % sizeof(std::uint32_t) != 0) {
            throw std::invalid_argument("the size must be a multiple of 4 bytes, got " +
                                        std::to_string(bytes.size()));
        }
        // Pages are aligned to far more than 4 bytes.
        lexicon.nodes_ = {reinterpret_cast<const std::uint32_t*>(bytes.data()),
                          bytes.size() / sizeof(std::uint32_t)};
        lexicon.check();
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(path + ": " + error.what());
    }
    return lexicon;
}

Lexicon Lexicon::from_nodes(std::vector<std::uint32_t> nodes) {
    Lexicon lexicon;
    lexicon.owned_ = std::move(nodes);
    lexicon.nodes_ = lexicon.owned_;
    lexicon.check();
    return lexicon;
}

void Lexicon::check() {
    kwg::Check check(nodes_, kwg::root_nodes);
    check.below(dawg_root(), kwg::Zero::refused);
    check.below(gaddag_root(), kwg::Zero::separator);
    highest_letter_ = check.highest_letter();
    list_entries();
}

void Lexicon::list_entries() {
    constexpr int most_entry_letters = 31;
    constexpr std::uint64_t entry_set = 0xFFFFFFFFU;
    entries_.resize(nodes_.size());
    large_sets_.resize(highest_letter_ > most_entry_letters ? nodes_.size() : 0);
    std::uint64_t behind = 0;
    for (std::size_t i = nodes_.size(); i-- > kwg::root_nodes;) {
        if (last(nodes_[i])) {
            behind = 0;
        }
        // Nodes that no word reaches may have any letter.
        const std::uint64_t own = std::uint64_t{1} << letter_of(letter(nodes_[i]));
        ascending_ = ascending_ && (behind & (own - 1)) == 0;
        behind |= own;
        entries_[i] = {.node = nodes_[i], .letters = static_cast<std::uint32_t>(behind & entry_set)};
        if (!large_sets_.empty()) {
            large_sets_[i] = behind;
        }
    }
}

bool Lexicon::has_word(std::span<const Letter> word) const {
    std::uint32_t list = dawg_root();
    bool accepted = false;
    for (const Letter letter : word) {
        const bool is_letter = letter != kwg::separator && letter <= highest_letter_;
        const std::uint32_t found = is_letter ? arc(list, letter) : 0;
        if (found == 0) {
            return false;
        }
        accepted = accepts(nodes_[found]);
        list = children(nodes_[found]);
    }
    return accepted;
}

std::size_t Lexicon::word_count() const {
    return dawg_root() == 0 ? 0 : kwg::count_words(nodes_, longest_word).words[dawg_root()];
}

}  // namespace zeitnot::scrabble
