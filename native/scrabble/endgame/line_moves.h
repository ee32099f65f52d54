// The moves of one line for one rack, found once and remembered.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/endgame/grid.h"
#include "scrabble/endgame/held_tiles.h"
#include "scrabble/endgame/search_poll.h"
#include "scrabble/movegen/move_generator.h"

namespace zeitnot::scrabble::endgame {

// The moves of a line, best first by what they score and rid the rack of.
struct LineList {
    std::uint64_t key = 0;
    std::uint32_t epoch = 0;
    std::uint32_t first = 0;  // among all moves remembered
    std::uint32_t count = 0;
    std::int16_t best = no_move;      // of those that leave tiles on the rack
    std::int16_t best_out = no_move;  // of those that do not
    std::uint32_t best_at = 0;
    std::uint32_t best_out_at = 0;

    static constexpr std::int16_t no_move = INT16_MIN;
};

static_assert(sizeof(LineList) == 32);

// What a line allows depends on its tiles and on what crosses it, and few moves change a line: the same lines
// come again at thousands of nodes. The workspace of one thread.
class LineMoves {
  public:
    // Uses up to twice so much memory.
    LineMoves(const Dictionary& dictionary, Pulse& pulse, std::size_t megabytes);

    // What was found for the last endgame stays, as far as it can.
    void begin(const std::array<HeldTiles, 2>& held);

    [[nodiscard]] Gaps& gaps() { return gaps_; }

    // Fetches the lists of these lines, which are far away in memory, all at once.
    void prefetch(const Grid& grid, std::uint32_t lines, int player, TileMask held) const {
        for (; lines != 0; lines &= lines - 1) {
            const std::uint64_t key = grid.keys[std::countr_zero(lines)] ^ mask_keys_[player][held];
            __builtin_prefetch(&lists_[index_of(key)]);
        }
    }
    // Valid until the next call; the tiles of its moves are within the rack. Empty when the pulse says stop.
    const LineList& list(const Grid& grid, int line, int player, TileMask held);
    [[nodiscard]] std::span<const SmallMove> moves(const LineList& list) const {
        return std::span(moves_).subspan(list.first, list.count);
    }
    [[nodiscard]] SmallMove move(std::uint32_t at, TileMask held) const {
        SmallMove move = moves_[at];
        move.tiles = out_of(held, move.tiles);
        return move;
    }

  private:
    struct Walk;

    [[nodiscard]] std::size_t index_of(std::uint64_t key) const { return (key >> 20U) & (lists_.size() - 1); }
    [[nodiscard]] LineList& place(std::uint64_t key);
    // Doubles the room for lists, or else empties it.
    void make_room();
    void forget();
    // Appends the moves of a line, unordered.
    void find(const Grid& grid, int line, int player, TileMask held);
    // Sorts and values the moves that were appended.
    void finish(LineList& list, int player, TileMask held);
    static void note_best(LineList& list, const SmallMove& move, std::uint32_t at, bool is_out);

    const Dictionary& dictionary_;
    Pulse& pulse_;
    Gaps gaps_;
    std::array<HeldTiles, 2> held_;
    std::array<std::array<std::uint64_t, rack_size>, letter_slots> tile_keys_{};  // by letter and copy
    std::array<std::array<std::uint64_t, mask_count>, 2> mask_keys_{};            // of the tiles held
    std::size_t most_lists_;
    std::size_t most_moves_;
    std::vector<LineList> lists_;
    std::size_t list_count_ = 0;
    std::uint32_t epoch_ = 1;
    std::vector<SmallMove> moves_;
    LineList stopped_;
};

}  // namespace zeitnot::scrabble::endgame
