#include "chess/transposition_table.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "memory/available.h"

namespace zeitnot::chess {

namespace {

// Layout of the data word, low to high: move 16, score 16, evaluation 16, depth 8, generation 5, variation 1,
// bound 2.
constexpr int score_shift = 16;
constexpr int evaluation_shift = 32;
constexpr int depth_shift = 48;
constexpr int generation_shift = 56;
constexpr int variation_shift = 61;
constexpr int bound_shift = 62;

std::uint64_t word16(int value) {
    return static_cast<std::uint16_t>(static_cast<std::int16_t>(value));
}

int signed16(std::uint64_t data, int shift) {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(data >> shift));
}

int depth_of(std::uint64_t data) {
    return static_cast<int>((data >> depth_shift) & 255) - 1;
}

// Mate scores are stored relative to the position, not to the root.
Score to_table(Score score, int ply) {
    if (score == no_score) {
        return score;
    }
    const Score mated = score <= -mate_bound ? score - ply : score;
    return score >= mate_bound ? score + ply : mated;
}

Score from_table(Score score, int ply) {
    if (score == no_score) {
        return score;
    }
    const Score mated = score <= -mate_bound ? score + ply : score;
    return score >= mate_bound ? score - ply : mated;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t megabytes) {
    resize(megabytes);
}

void TranspositionTable::resize(std::size_t megabytes) {
    constexpr std::size_t clusters_of_mb = std::size_t{1024} * 1024 / sizeof(Cluster);
    if (megabytes < 1 || megabytes > most_megabytes) {
        throw std::invalid_argument("a table must have 1 to " + std::to_string(most_megabytes) + " MB, got " +
                                    std::to_string(megabytes));
    }
    const std::size_t count = megabytes * clusters_of_mb;
    memory::check_available(count * sizeof(Cluster), cluster_count_ * sizeof(Cluster));
    // The old table is freed first, because both may not fit into memory. If the new one does not fit, a
    // table of the old size, or else the smallest, takes its place.
    const std::size_t old_count = cluster_count_;
    take(std::make_unique<Cluster[]>(1), 1);
    try {
        take(std::make_unique<Cluster[]>(count), count);
    } catch (const std::bad_alloc&) {
        if (old_count > 0) {
            take(std::make_unique<Cluster[]>(old_count), old_count);
        }
        throw;
    }
    megabytes_ = megabytes;
}

void TranspositionTable::take(std::unique_ptr<Cluster[]> clusters, std::size_t count) {
    clusters_ = std::move(clusters);
    cluster_count_ = count;
    generation_ = 0;
}

void TranspositionTable::clear() {
    for (std::size_t i = 0; i < cluster_count_; ++i) {
        for (Slot& slot : clusters_[i].slot) {
            slot.mixed_key.store(0, std::memory_order_relaxed);
            slot.data.store(0, std::memory_order_relaxed);
        }
    }
    generation_ = 0;
}

bool TranspositionTable::probe(Key key, int ply, TableEntry& entry) const {
    for (const Slot& slot : clusters_[index_of(key)].slot) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if ((slot.mixed_key.load(std::memory_order_relaxed) ^ data) != key || data == 0) {
            continue;
        }
        entry.move = Move::from_bits(static_cast<std::uint16_t>(data));
        entry.score = from_table(signed16(data, score_shift), ply);
        entry.evaluation = signed16(data, evaluation_shift);
        entry.depth = depth_of(data);
        entry.bound = static_cast<Bound>(data >> bound_shift);
        entry.on_principal_variation = (data >> variation_shift) & 1;
        return true;
    }
    return false;
}

void TranspositionTable::store(Key key, int ply, const TableEntry& entry) {
    Cluster& cluster = clusters_[index_of(key)];
    Slot* chosen = nullptr;
    int least = 1 << 30;
    Move move = entry.move;
    for (Slot& slot : cluster.slot) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if ((slot.mixed_key.load(std::memory_order_relaxed) ^ data) == key) {
            // A deeper result of the current search is worth more than a shallow bound.
            const bool current = ((data >> generation_shift) & generation_mask) == generation_;
            if (entry.bound != Bound::exact && current && entry.depth < depth_of(data) - 3) {
                return;
            }
            move = move ? move : Move::from_bits(static_cast<std::uint16_t>(data));
            chosen = &slot;
            break;
        }
        const int age = (generation_ - static_cast<int>(data >> generation_shift)) & generation_mask;
        const int worth = data == 0 ? -1000 : depth_of(data) - 8 * age;
        if (worth < least) {
            least = worth;
            chosen = &slot;
        }
    }
    const std::uint64_t data =
        move.bits() | (word16(to_table(entry.score, ply)) << score_shift) |
        (word16(entry.evaluation) << evaluation_shift) |
        (static_cast<std::uint64_t>(std::clamp(entry.depth + 1, 0, 255)) << depth_shift) |
        (static_cast<std::uint64_t>(generation_) << generation_shift) |
        (static_cast<std::uint64_t>(entry.on_principal_variation) << variation_shift) |
        (static_cast<std::uint64_t>(entry.bound) << bound_shift);
    chosen->data.store(data, std::memory_order_relaxed);
    chosen->mixed_key.store(key ^ data, std::memory_order_relaxed);
}

int TranspositionTable::permille_full() const {
    int used = 0;
    const std::size_t looked_at = std::min<std::size_t>(250, cluster_count_);
    if (looked_at == 0) {
        return 0;
    }
    for (std::size_t i = 0; i < looked_at; ++i) {
        for (const Slot& slot : clusters_[i].slot) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            used += data != 0 && ((data >> generation_shift) & generation_mask) == generation_;
        }
    }
    return used * 1000 / static_cast<int>(looked_at * slots);
}

}  // namespace zeitnot::chess
