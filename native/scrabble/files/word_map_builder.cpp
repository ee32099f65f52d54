#include "scrabble/files/word_map_builder.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "scrabble/files/word_map.h"
#include "scrabble/game/letter.h"
#include "scrabble/game/multiset.h"

namespace zeitnot::scrabble {

namespace {

constexpr std::uint64_t most_anagrams = 255;

struct Entry {
    Multiset letters;
    WordRecord word;
};

bool before(const Entry& a, const Entry& b) {
    if (a.letters.low != b.letters.low) {
        return a.letters.low < b.letters.low;
    }
    if (a.letters.high != b.letters.high) {
        return a.letters.high < b.letters.high;
    }
    return a.word.bytes < b.word.bytes;
}

std::vector<Entry> sorted_entries(const Lexicon& lexicon) {
    std::vector<Entry> entries;
    lexicon.for_each_word([&](std::span<const Letter> word) {
        if (word.size() > word_map_longest) {
            return;  // too long for the boards that word maps serve
        }
        Entry entry{Multiset::of(word), {}};
        std::copy(word.begin(), word.end(), entry.word.bytes.begin());
        entries.push_back(entry);
    });
    std::sort(entries.begin(), entries.end(), before);
    return entries;
}

// Table size for this many entries, with a load that keeps chains short.
std::uint32_t bits_for(std::size_t entries) {
    return std::max<std::uint32_t>(4, std::bit_width(entries + entries / 2));
}

// Open addressing; the low half of an entry is the low half of its hash.
class Table {
  public:
    explicit Table(std::uint32_t bits) : bits_(bits), entries_(std::size_t{1} << bits, 0) {}

    // Adds a group. Groups with the same half hash are distinguished by their letters.
    void add(const Multiset& letters, std::uint64_t upper) {
        const std::uint64_t hash = letters.hash();
        std::uint64_t slot = hash >> (64 - bits_);
        while (entries_[slot] != 0) {
            slot = next(slot);
        }
        entries_[slot] = (hash & print_mask) | upper << 32U;
    }

    // Look-ups take the first entry with the same half hash, so such entries are merged.
    void merge(const Multiset& letters, std::uint32_t upper) {
        const std::uint64_t hash = letters.hash();
        std::uint64_t slot = hash >> (64 - bits_);
        while (entries_[slot] != 0 && (entries_[slot] & print_mask) != (hash & print_mask)) {
            slot = next(slot);
        }
        entries_[slot] |= (hash & print_mask) | std::uint64_t{upper} << 32U;
    }

    [[nodiscard]] const std::vector<std::uint64_t>& entries() const { return entries_; }
    [[nodiscard]] std::uint32_t bits() const { return bits_; }

  private:
    static constexpr std::uint64_t print_mask = 0xFFFFFFFFU;

    [[nodiscard]] std::uint64_t next(std::uint64_t slot) const {
        return (slot + 1) & ((std::uint64_t{1} << bits_) - 1);
    }

    std::uint32_t bits_;
    std::vector<std::uint64_t> entries_;
};

std::size_t count_groups(const std::vector<Entry>& entries) {
    std::size_t groups = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        groups += static_cast<std::size_t>(i == 0 || !(entries[i].letters == entries[i - 1].letters));
    }
    return groups;
}

void append(std::vector<std::byte>& out, const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    out.insert(out.end(), first, first + size);
}

}  // namespace

std::vector<std::byte> build_word_map(const Lexicon& lexicon) {
    if (lexicon.word_count() >= WordMapHeader::most_records / 2) {
        throw std::invalid_argument("a word map must have fewer than 8 million words");
    }
    if (lexicon.highest_letter() > word_map_letters) {
        throw std::invalid_argument("a word map must have letters from 1 to 31, got " +
                                    std::to_string(lexicon.highest_letter()));
    }
    const std::vector<Entry> entries = sorted_entries(lexicon);
    const std::size_t group_count = count_groups(entries);
    Table groups(bits_for(group_count));
    std::vector<WordRecord> records;
    records.reserve(entries.size() + group_count);
    std::vector<std::pair<Multiset, std::uint32_t>> made;  // letters without one, and that one
    for (std::size_t i = 0; i < entries.size();) {
        const Multiset letters = entries[i].letters;
        WordRecord key{};
        std::memcpy(key.bytes.data(), &letters, sizeof letters);
        records.push_back(key);
        const std::uint64_t first = records.size();
        for (; i < entries.size() && entries[i].letters == letters; ++i) {
            records.push_back(entries[i].word);
        }
        const std::uint64_t size = records.size() - first;
        if (size > most_anagrams) {
            throw std::invalid_argument("a word map must have at most 255 words of the same letters");
        }
        groups.add(letters, first | size << 24U);
        for (Letter letter = 1; letter <= word_map_letters; ++letter) {
            if (letters.count(letter) > 0) {
                made.emplace_back(letters - Multiset::of(letter), std::uint32_t{1} << letter);
            }
        }
    }
    Table blanks(bits_for(made.size()));
    for (const auto& [letters, missing] : made) {
        blanks.merge(letters, missing);
    }
    WordMapHeader header{};
    header.magic = WordMapHeader::expected_magic;
    header.group_bits = groups.bits();
    header.blank_bits = blanks.bits();
    header.records = records.size();
    std::vector<std::byte> bytes;
    append(bytes, &header, sizeof header);
    append(bytes, groups.entries().data(), groups.entries().size() * sizeof(std::uint64_t));
    append(bytes, blanks.entries().data(), blanks.entries().size() * sizeof(std::uint64_t));
    append(bytes, records.data(), records.size() * sizeof(WordRecord));
    return bytes;
}

}  // namespace zeitnot::scrabble
