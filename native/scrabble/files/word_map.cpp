#include "scrabble/files/word_map.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace zeitnot::scrabble {

namespace {

constexpr std::array<char, 8> magic{'Z', 'W', 'M', 'A', 'P', '0', '0', '2'};

struct Header {
    std::array<char, 8> magic;
    std::uint32_t group_bits;  // tables have two to the power of this many entries
    std::uint32_t blank_bits;
    std::uint64_t records;
    std::array<std::uint64_t, 5> reserved;  // the tables begin on a cache line
};
static_assert(sizeof(Header) == 64);

constexpr std::uint32_t most_table_bits = 32;
constexpr std::uint64_t most_records = std::uint64_t{1} << 24U;
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
        Entry entry{Multiset::of(word), {}};
        std::copy(word.begin(), word.end(), entry.word.bytes.begin());
        entries.push_back(entry);
    });
    std::sort(entries.begin(), entries.end(), before);
    return entries;
}

// Room for so many entries at a load that keeps chains short.
std::uint32_t bits_for(std::size_t entries) {
    return std::max<std::uint32_t>(4, std::bit_width(entries + entries / 2));
}

// Open addressing; the low half of an entry is the low half of its hash.
class Table {
  public:
    explicit Table(std::uint32_t bits) : bits_(bits), entries_(std::size_t{1} << bits, 0) {}

    // A new entry for a group; others with the same print are told apart by the group's letters.
    void add(const Multiset& letters, std::uint64_t upper) {
        const std::uint64_t hash = letters.hash();
        std::uint64_t slot = hash >> (64 - bits_);
        while (entries_[slot] != 0) {
            slot = next(slot);
        }
        entries_[slot] = (hash & print_mask) | upper << 32U;
    }

    // A look-up takes the first entry with the print, so what has the same print is one entry.
    void merge(const Multiset& letters, LetterSet upper) {
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

bool is_word_of(const WordRecord& word, const Multiset& letters) {
    const auto* const end = std::find(word.bytes.begin(), word.bytes.end(), 0);
    const auto is_letter = [](std::uint8_t byte) { return byte < letter_slots; };
    return word.bytes.back() == 0 && std::all_of(word.bytes.begin(), end, is_letter) &&
           std::all_of(end, word.bytes.end(), [](std::uint8_t byte) { return byte == 0; }) &&
           Multiset::of({word.bytes.begin(), end}) == letters;
}

}  // namespace

std::vector<std::byte> WordMap::build(const Lexicon& lexicon) {
    if (lexicon.word_count() >= most_records / 2) {
        throw std::invalid_argument("a word map must have fewer than 8 million words");
    }
    const std::vector<Entry> entries = sorted_entries(lexicon);
    const std::size_t group_count = count_groups(entries);
    Table groups(bits_for(group_count));
    std::vector<WordRecord> records;
    records.reserve(entries.size() + group_count);
    std::vector<std::pair<Multiset, LetterSet>> made;  // letters less one, and the one
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
        for (Letter letter = 1; letter < letter_slots; ++letter) {
            if (letters.count(letter) > 0) {
                made.emplace_back(letters - Multiset::of(letter), set_of(letter));
            }
        }
    }
    Table blanks(bits_for(made.size()));
    for (const auto& [letters, missing] : made) {
        blanks.merge(letters, missing);
    }
    Header header{};
    header.magic = magic;
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
    Header header{};
    if (bytes.size() < sizeof header) {
        throw std::invalid_argument("a word map must have a header, got a file too short for one");
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != magic) {
        throw std::invalid_argument("a word map must begin with its mark, got another kind of file");
    }
    if (header.group_bits < 1 || header.group_bits > most_table_bits || header.blank_bits < 1 ||
        header.blank_bits > most_table_bits || header.records >= most_records) {
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

// A look-up ends at an empty entry, and what it finds lies inside the file and is made of the letters asked
// for.
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
