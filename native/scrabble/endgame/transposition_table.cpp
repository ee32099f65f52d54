#include "scrabble/endgame/transposition_table.h"

#include <stdexcept>
#include <string>

#include "memory/available.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

// Layout of the data word, low to high: value 16, depth 7, complete 1, bound 2, epoch 14, move 24. Epoch 0 is
// an empty slot.
constexpr unsigned depth_shift = 16;
constexpr unsigned complete_shift = 23;
constexpr unsigned bound_shift = 24;
constexpr unsigned epoch_shift = 26;
constexpr unsigned move_shift = 40;
constexpr unsigned most_epochs = 16'383;
constexpr unsigned most_depth = 127;

constexpr unsigned epoch_of(std::uint64_t data) {
    return static_cast<unsigned>(data >> epoch_shift & most_epochs);
}

constexpr int depth_of(std::uint64_t data) {
    return static_cast<int>(data >> depth_shift & most_depth);
}

std::size_t checked_bytes(std::size_t megabytes) {
    if (megabytes < 1 || megabytes > TranspositionTable::most_megabytes) {
        throw std::invalid_argument("a table must have 1 to " +
                                    std::to_string(TranspositionTable::most_megabytes) + " MB, got " +
                                    std::to_string(megabytes));
    }
    const std::size_t bytes = megabytes << 20U;
    memory::check_available(bytes);
    return bytes;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t megabytes)
    : bucket_count_(checked_bytes(megabytes) / sizeof(Bucket)),
      buckets_(std::make_unique<Bucket[]>(bucket_count_)) {
}

void TranspositionTable::begin() {
    if (++epoch_ <= most_epochs) {
        return;
    }
    for (std::size_t i = 0; i < bucket_count_; ++i) {
        for (Slot& slot : buckets_[i].slot) {
            slot.data.store(0, std::memory_order_relaxed);
        }
    }
    epoch_ = 1;
}

std::optional<TableEntry> TranspositionTable::find(std::uint64_t key) const {
    for (const Slot& slot : buckets_[index_of(key)].slot) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if ((slot.mixed_key.load(std::memory_order_relaxed) ^ data) == key && epoch_of(data) == epoch_) {
            return TableEntry{static_cast<std::int16_t>(data & 0xFFFFU), depth_of(data),
                              static_cast<Bound>(data >> bound_shift & 3U),
                              (data >> complete_shift & 1U) != 0,
                              static_cast<std::uint32_t>(data >> move_shift)};
        }
    }
    return std::nullopt;
}

void TranspositionTable::keep(std::uint64_t key, const TableEntry& known) {
    const std::uint64_t data = static_cast<std::uint16_t>(known.value) |
                               static_cast<std::uint64_t>(known.depth) << depth_shift |
                               std::uint64_t{known.complete} << complete_shift |
                               static_cast<std::uint64_t>(known.bound) << bound_shift |
                               std::uint64_t{epoch_} << epoch_shift | std::uint64_t{known.move} << move_shift;
    // Slots of earlier endgames count as empty, so that results do not depend on them.
    Bucket& bucket = buckets_[index_of(key)];
    Slot* chosen = bucket.slot.data();
    int least_depth = most_depth + 1;
    for (Slot& slot : bucket.slot) {
        const std::uint64_t old = slot.data.load(std::memory_order_relaxed);
        const bool in_use = epoch_of(old) == epoch_;
        if (in_use && (slot.mixed_key.load(std::memory_order_relaxed) ^ old) == key) {
            chosen = &slot;
            break;
        }
        const int depth = in_use ? depth_of(old) : -1;
        if (depth < least_depth) {
            least_depth = depth;
            chosen = &slot;
        }
    }
    chosen->mixed_key.store(key ^ data, std::memory_order_relaxed);
    chosen->data.store(data, std::memory_order_relaxed);
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
