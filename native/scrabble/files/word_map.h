// WordMap: a hash table from multisets of letters to the words they make.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "scrabble/files/mapped_file.h"
#include "scrabble/game/letter.h"
#include "scrabble/game/multiset.h"

namespace zeitnot::scrabble {

// A word map holds words of up to 15 of the letters 1 to 31.
constexpr int word_map_letters = 31;
constexpr std::size_t word_map_longest = 15;

// The letters of a word, padded with zeros to 16 bytes; or, before the words of a group, the letters they
// share.
struct alignas(16) WordRecord {
    std::array<std::uint8_t, 16> bytes;
};

// The beginning of a word map file.
struct WordMapHeader {
    static constexpr std::array<char, 8> expected_magic{'Z', 'W', 'M', 'A', 'P', '0', '0', '2'};
    static constexpr std::uint64_t most_records = std::uint64_t{1} << 24U;

    std::array<char, 8> magic;
    std::uint32_t group_bits;  // the tables have 2^bits entries
    std::uint32_t blank_bits;
    std::uint64_t records;
    std::array<std::uint64_t, 5> reserved;  // aligns the tables to a cache line
};
static_assert(sizeof(WordMapHeader) == 64);

class WordMap {
  public:
    // Maps the file, which must never be truncated while in use (see MappedFile). Throws
    // std::invalid_argument with its name and the reason if it is damaged or not a word map.
    static WordMap open(const std::string& path);
    static WordMap from_bytes(std::vector<std::byte> bytes);

    // The words made of exactly these letters.
    [[nodiscard]] std::span<const WordRecord> find(const Multiset& letters) const {
        const std::uint64_t hash = letters.hash();
        if (!may_have(hash)) {
            return {};
        }
        const std::uint64_t print = hash & print_mask;
        for (std::uint64_t at = hash >> groups_shift_;; at = (at + 1) & groups_mask_) {
            const std::uint64_t entry = groups_[at];
            if (entry == 0) {
                return {};
            }
            if ((entry & print_mask) == print) {
                const std::span<const WordRecord> words = words_of(entry);
                if (key_of(words.data() - 1) == letters) {
                    return words;
                }
            }
        }
    }

    // Letters that make a word together with these. One look-up in billions returns a letter too many,
    // because only half of the hash is compared.
    [[nodiscard]] std::uint32_t completions(const Multiset& letters) const {
        const std::uint64_t hash = letters.hash();
        const std::uint64_t print = hash & print_mask;
        for (std::uint64_t at = hash >> blanks_shift_;; at = (at + 1) & blanks_mask_) {
            const std::uint64_t entry = blanks_[at];
            if (entry == 0) {
                return 0;
            }
            if ((entry & print_mask) == print) {
                return static_cast<std::uint32_t>(entry >> 32U);
            }
        }
    }

    // Start fetching what the look-up will touch.
    void prefetch(const Multiset& letters) const {
        const std::uint64_t hash = letters.hash();
        if (may_have(hash)) {
            __builtin_prefetch(&groups_[hash >> groups_shift_]);
        }
    }
    void prefetch_completions(const Multiset& letters) const {
        __builtin_prefetch(&blanks_[letters.hash() >> blanks_shift_]);
    }

    [[nodiscard]] std::size_t bytes() const { return size_; }

  private:
    // Entries of both tables hold the low half of the hash in their low half. The high half of a group is 24
    // bits for the index of its first word and 8 for their number; of a completion it is the set of letters.
    static constexpr std::uint64_t print_mask = 0xFFFFFFFFU;

    // A bit table that stays in the cache: most look-ups find nothing, and it tells so for nearly all of
    // them.
    static constexpr std::uint64_t sieve_bits = std::uint64_t{1} << 21U;

    WordMap() = default;

    [[nodiscard]] bool may_have(std::uint64_t hash) const {
        const std::uint64_t bit = hash % sieve_bits;
        return (sieve_[bit / 64] >> (bit % 64) & 1U) != 0;
    }
    void lay_sieve(std::size_t groups);

    void adopt(std::span<const std::byte> bytes);
    void check(std::size_t groups, std::size_t blanks) const;

    [[nodiscard]] std::span<const WordRecord> words_of(std::uint64_t entry) const {
        return {records_ + ((entry >> 32U) & 0xFFFFFFU), entry >> 56U};
    }

    [[nodiscard]] static Multiset key_of(const WordRecord* record) {
        Multiset key;
        __builtin_memcpy(&key, record->bytes.data(), sizeof key);
        return key;
    }

    std::shared_ptr<const MappedFile> file_;
    std::shared_ptr<const std::vector<std::byte>> owned_;
    std::shared_ptr<const std::vector<std::uint64_t>> sieve_owned_;
    const std::uint64_t* sieve_ = nullptr;
    const std::uint64_t* groups_ = nullptr;
    const std::uint64_t* blanks_ = nullptr;
    const WordRecord* records_ = nullptr;
    std::size_t record_count_ = 0;
    std::size_t size_ = 0;
    unsigned groups_shift_ = 63;
    unsigned blanks_shift_ = 63;
    std::uint64_t groups_mask_ = 0;
    std::uint64_t blanks_mask_ = 0;
};

}  // namespace zeitnot::scrabble
