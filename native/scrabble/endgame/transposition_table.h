// TranspositionTable: results of endgame positions, shared by all threads without locks.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "scrabble/game/size.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

enum class Bound : std::uint8_t { upper = 1, lower = 2, exact = 3 };

struct TableEntry {
    int value = 0;  // points that the player on turn still gains
    int depth = 0;
    Bound bound = Bound::exact;
    bool complete = false;   // no line was cut off, so the value holds for any depth
    std::uint32_t move = 0;  // name of the best move, 0 if unknown

    [[nodiscard]] bool decides(int wanted_depth, int alpha, int beta) const {
        return (complete || depth >= wanted_depth) &&
               (bound == Bound::exact || (bound == Bound::lower ? value >= beta : value <= alpha));
    }
};

class TranspositionTable {
  public:
    // 64 GiB: more does not help, and the number of bytes cannot overflow.
    static constexpr std::size_t most_megabytes = std::size_t{1} << 16U;

    // Throws std::invalid_argument for an invalid size and std::bad_alloc if memory is short.
    explicit TranspositionTable(std::size_t megabytes);

    // Forgets earlier endgames, on which a search must not depend unless its caller wants it.
    void begin();

    [[nodiscard]] std::optional<TableEntry> find(std::uint64_t key) const;
    void keep(std::uint64_t key, const TableEntry& known);
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[index_of(key)]); }

  private:
    static constexpr int slots = 4;

    // The key is stored XORed with the data, so that an entry half written by another thread does not match.
    struct Slot {
        std::atomic<std::uint64_t> mixed_key{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        std::array<Slot, slots> slot;
    };

    [[nodiscard]] std::size_t index_of(std::uint64_t key) const {
        return static_cast<std::size_t>((static_cast<unsigned __int128>(key) * bucket_count_) >> 64U);
    }

    std::size_t bucket_count_;
    std::unique_ptr<Bucket[]> buckets_;
    unsigned epoch_ = 1;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
