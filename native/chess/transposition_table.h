// Results of searched positions, shared by all threads without locks.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "chess/move.h"
#include "chess/position.h"
#include "chess/score.h"

namespace zeitnot::chess {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct TableEntry {
    Move move;
    Score score = no_score;
    Score evaluation = no_score;
    int depth = -1;
    Bound bound = Bound::none;
    bool on_principal_variation = false;

    // Whether the stored score alone decides a search with this window.
    [[nodiscard]] bool decides(Score alpha, Score beta) const {
        return score != no_score && (bound == Bound::exact || (bound == Bound::lower && score >= beta) ||
                                     (bound == Bound::upper && score <= alpha));
    }

    // Whether the stored score is a better estimate than a static evaluation: its bound lies beyond it.
    [[nodiscard]] bool sharpens(Score static_evaluation) const {
        return score != no_score && !is_mate(score) &&
               (bound == Bound::exact || (bound == Bound::lower && score > static_evaluation) ||
                (bound == Bound::upper && score < static_evaluation));
    }
};

class TranspositionTable {
  public:
    // 32 TiB: more than any machine has, and the number of bytes cannot overflow.
    static constexpr std::size_t most_megabytes = std::size_t{1} << 25;

    explicit TranspositionTable(std::size_t megabytes = 16);

    // Also clears the table. Throws std::invalid_argument for an invalid size and std::bad_alloc if memory is
    // short; the table then has its old size.
    void resize(std::size_t megabytes);
    void clear();

    // Entries of earlier searches are replaced first.
    void new_search() { generation_ = (generation_ + 1) & generation_mask; }

    [[nodiscard]] bool probe(Key key, int ply, TableEntry& entry) const;
    void store(Key key, int ply, const TableEntry& entry);

    void prefetch(Key key) const { __builtin_prefetch(&clusters_[index_of(key)]); }

    // Permille of the first entries that this search has written: UCI's hashfull.
    [[nodiscard]] int permille_full() const;

    [[nodiscard]] std::size_t megabytes() const { return megabytes_; }

  private:
    static constexpr int slots = 4;
    static constexpr std::uint8_t generation_mask = 31;

    // The key is stored XORed with the data, so that an entry half written by another thread does not match.
    struct Slot {
        std::atomic<std::uint64_t> mixed_key{0};
        std::atomic<std::uint64_t> data{0};
    };

    struct alignas(64) Cluster {
        Slot slot[slots];
    };

    void take(std::unique_ptr<Cluster[]> clusters, std::size_t count);

    [[nodiscard]] std::size_t index_of(Key key) const {
        return static_cast<std::size_t>((static_cast<unsigned __int128>(key) * cluster_count_) >> 64);
    }

    std::size_t megabytes_ = 0;
    std::size_t cluster_count_ = 0;
    std::unique_ptr<Cluster[]> clusters_;
    std::uint8_t generation_ = 0;
};

}  // namespace zeitnot::chess
