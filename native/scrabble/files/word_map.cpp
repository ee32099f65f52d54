#include "scrabble/files/word_map.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace zeitnot::scrabble {

namespace {

constexpr std::uint32_t most_table_bits = 32;

bool is_word_of(const WordRecord& word, const Multiset& letters) {
    const auto* const end = std::find(word.bytes.begin(), word.bytes.end(), 0);
    const auto is_letter = [](std::uint8_t byte) { return byte <= word_map_letters; };
    return word.bytes.back() == 0 && std::all_of(word.bytes.begin(), end, is_letter) &&
           std::all_of(end, word.bytes.end(), [](std::uint8_t byte) { return byte == 0; }) &&
           Multiset::of({word.bytes.begin(), end}) == letters;
}

}  // namespace

WordMap WordMap::open(const std::string& path) {
    WordMap map;
    map.file_ = std::make_shared<const MappedFile>(path);
    try {
        map.adopt(map.file_->bytes());
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument(path + ": " + error.what());
    }
    return map;
}

WordMap WordMap::from_bytes(std::vector<std::byte> bytes) {
    WordMap map;
    map.owned_ = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    map.adopt(*map.owned_);
    return map;
}

void WordMap::adopt(std::span<const std::byte> bytes) {
    WordMapHeader header{};
    if (bytes.size() < sizeof header) {
        throw std::invalid_argument("a word map must have a header, got a file too short for one");
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != WordMapHeader::expected_magic) {
        throw std::invalid_argument("a word map must begin with its mark, got another kind of file");
    }
    if (header.group_bits < 1 || header.group_bits > most_table_bits || header.blank_bits < 1 ||
        header.blank_bits > most_table_bits || header.records >= WordMapHeader::most_records) {
        throw std::invalid_argument("a word map must have tables of possible sizes, got a damaged header");
    }
    const std::size_t groups = std::size_t{1} << header.group_bits;
    const std::size_t blanks = std::size_t{1} << header.blank_bits;
    size_ = sizeof header + (groups + blanks) * sizeof(std::uint64_t) + header.records * sizeof(WordRecord);
    if (bytes.size() != size_) {
        throw std::invalid_argument("a word map must be as long as its header says, got a truncated file");
    }
    const std::byte* at = bytes.data() + sizeof header;
    groups_ = reinterpret_cast<const std::uint64_t*>(at);
    blanks_ = groups_ + groups;
    records_ = reinterpret_cast<const WordRecord*>(blanks_ + blanks);
    record_count_ = header.records;
    groups_shift_ = 64 - header.group_bits;
    blanks_shift_ = 64 - header.blank_bits;
    groups_mask_ = groups - 1;
    blanks_mask_ = blanks - 1;
    check(groups, blanks);
    lay_sieve(groups);
}

void WordMap::lay_sieve(std::size_t groups) {
    std::vector<std::uint64_t> sieve(sieve_bits / 64);
    for (std::size_t i = 0; i < groups; ++i) {
        const std::uint64_t bit = groups_[i] % sieve_bits;
        sieve[bit / 64] |= std::uint64_t{groups_[i] != 0} << (bit % 64);
    }
    sieve_owned_ = std::make_shared<const std::vector<std::uint64_t>>(std::move(sieve));
    sieve_ = sieve_owned_->data();
}

// Checks that every look-up ends at an empty entry, and that its result lies inside the file and is made of
// the requested letters.
void WordMap::check(std::size_t groups, std::size_t blanks) const {
    bool room = false;
    for (std::size_t i = 0; i < groups; ++i) {
        if (groups_[i] == 0) {
            room = true;
            continue;
        }
        const std::span<const WordRecord> words = words_of(groups_[i]);
        const auto first = static_cast<std::size_t>(words.data() - records_);
        if (first == 0 || first + words.size() > record_count_) {
            throw std::invalid_argument("a word map's entries must lie inside it, got a damaged table");
        }
        for (const WordRecord& word : words) {
            if (!is_word_of(word, key_of(words.data() - 1))) {
                throw std::invalid_argument("a word map's words must fit their letters, got a damaged word");
            }
        }
    }
    if (!room || std::find(blanks_, blanks_ + blanks, 0U) == blanks_ + blanks) {
        throw std::invalid_argument("a word map's tables must have room, got a damaged table");
    }
}

}  // namespace zeitnot::scrabble
