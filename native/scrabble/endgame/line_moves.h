// LineMoves: cache of the moves of a line, by line and rack.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/endgame/grid.h"
#include "scrabble/endgame/held_tiles.h"
#include "scrabble/endgame/search_poll.h"
#include "scrabble/endgame/small_move.h"
#include "scrabble/movegen/move_generator.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

// Moves of a line, ordered by score plus twice the points that leave the rack.
struct LineList {
    std::uint64_t key = 0;
    std::uint32_t epoch = 0;
    std::uint32_t first = 0;  // index of the first one among all cached moves
    std::uint32_t count = 0;
    std::int16_t best = no_move;      // of those that leave tiles on the rack
    std::int16_t best_out = no_move;  // of those that empty the rack
    std::uint32_t best_at = 0;
    std::uint32_t best_out_at = 0;

    static constexpr std::int16_t no_move = INT16_MIN;
};

static_assert(sizeof(LineList) == 32);

// The moves of a line depend on its tiles and on the tiles crossing it, and a move changes few lines: the
// same lines recur at thousands of nodes. Belongs to one thread.
class LineMoves {
  public:
    // Uses up to twice this much memory.
    LineMoves(const Dictionary& dictionary, SearchPoll& poll, std::size_t megabytes);

    // Prepares for an endgame with these letters and keeps the moves of the last one where possible.
    void begin(LetterSet letters);

    [[nodiscard]] Gaps& gaps() { return gaps_; }

    // Prefetches the lists of these lines together, because they are scattered in memory.
    void prefetch(const Grid& grid, LineMask lines, const HeldTiles& tiles, TileMask held) const {
        for (; lines != 0; lines &= lines - 1) {
            const std::uint64_t key = grid.keys[std::countr_zero(lines)] ^ tiles.key(held);
            __builtin_prefetch(&lists_[index_of(key)]);
        }
    }
    // The reference is valid until the next call; tile masks of its moves are relative to the rack. Empty if
    // the search was stopped.
    const LineList& list(const Grid& grid, int line, const HeldTiles& tiles, TileMask held);
    [[nodiscard]] std::span<const SmallMove> moves(const LineList& list) const {
        return std::span(moves_).subspan(list.first, list.count);
    }
    [[nodiscard]] SmallMove move(std::uint32_t at, TileMask held) const {
        SmallMove move = moves_[at];
        move.tiles = out_of(held, move.tiles);
        return move;
    }

  private:
    struct Traversal;

    [[nodiscard]] std::size_t index_of(std::uint64_t key) const { return (key >> 20U) & (lists_.size() - 1); }
    [[nodiscard]] LineList& place(std::uint64_t key);
    // Doubles the table of lists, or clears it when the limit is reached.
    void make_room();
    void forget();
    // Appends the moves of a line in any order.
    void find(const Grid& grid, int line, const HeldTiles& tiles, TileMask held);
    // Sorts the appended moves and notes the best ones.
    void finish(LineList& list, const HeldTiles& tiles, TileMask held);
    static void note_best(LineList& list, const SmallMove& move, std::uint32_t at, bool is_out);

    const Dictionary& dictionary_;
    SearchPoll& poll_;
    Gaps gaps_;
    std::size_t most_lists_;
    std::size_t most_moves_;
    std::vector<LineList> lists_;
    std::size_t list_count_ = 0;
    std::uint32_t epoch_ = 1;
    std::vector<SmallMove> moves_;
    LineList stopped_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
