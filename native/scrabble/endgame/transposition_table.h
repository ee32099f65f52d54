// Results of endgame positions already searched, shared by all threads without locks.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace zeitnot::scrabble::endgame {

enum class Bound : std::uint8_t { upper = 1, lower = 2, exact = 3 };

struct Known {
    int value = 0;  // points that the player on turn still gains
    int depth = 0;
    Bound bound = Bound::exact;
    bool complete = false;   // no line was cut off, so the value holds for any depth
    std::uint32_t move = 0;  // name of the best, 0 if none is known

    [[nodiscard]] bool decides(int wanted_depth, int alpha, int beta) const {
        return (complete || depth >= wanted_depth) &&
               (bound == Bound::exact || (bound == Bound::lower ? value >= beta : value <= alpha));
    }
};

class Table {
  public:
    // 64 GiB: more brings nothing, and the number of bytes is far from overflowing.
    static constexpr std::size_t most_megabytes = std::size_t{1} << 16U;

    // Throws std::invalid_argument for a size that is none, and std::bad_alloc for one that is not to be had.
    explicit Table(std::size_t megabytes);

    // Nothing of earlier endgames is found any more: masks of tiles mean other tiles now, and a search must
    // not depend on those before it.
    void begin();

    [[nodiscard]] std::optional<Known> find(std::uint64_t key) const;
    void keep(std::uint64_t key, const Known& known);
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[index_of(key)]); }

  private:
    static constexpr int slots = 4;

    // The key is stored mixed with the data: an entry half written by another thread does not match.
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
    unsigned epoch_ = 0;
};

}  // namespace zeitnot::scrabble::endgame
