// Grid: the board of an endgame, small enough to be copied at every node, with a hash key for every line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "scrabble/endgame/gaps.h"
#include "scrabble/endgame/small_move.h"
#include "scrabble/game/board.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

struct alignas(32) Grid {
    static constexpr std::size_t row_bytes = (board_size + 7) / 8;  // of a mask of squares
    static constexpr std::size_t row_cells = row_bytes * 8;         // a few more than needed
    using Line = std::array<Cell, row_cells>;
    using Mask = Board::Mask;

    std::array<Line, line_count> lines{};
    // Lines with the same key have the same moves: squares that no move can reach do not enter the key.
    std::array<std::uint64_t, line_count> keys{};
    std::array<Mask, line_count> taken{};    // squares with tiles
    std::array<Mask, line_count> blocked{};  // empty squares where no letter fits
    std::array<Mask, line_count> anchors{};  // other empty squares adjacent to a tile
    std::array<LineMask, 2> live{};          // by player: lines that may have a move
    std::uint64_t hash = 0;                  // hash of all tiles
    Extent extent;

    void set(const Board& board, const Rules& rules, Gaps& gaps);
    // Computes the cells of all empty squares.
    void settle(const Rules& rules, Gaps& gaps);
    // Hash of the board after the move.
    [[nodiscard]] std::uint64_t hash_after(const SmallMove& move) const;
    // Lines whose moves may differ after the move.
    [[nodiscard]] LineMask changed_by(const SmallMove& move) const;
    void play(const SmallMove& move, Gaps& gaps);
    // Lets a player try all lines again, after a draw.
    void revive(int player);

  private:
    void put(int line, int square, unsigned tile);
    // Updates both cells of an empty square next to a tile and returns the lines that changed.
    LineMask renew(int line, int square, Gaps& gaps);
    void set_cell(int line, int square, Cell cell);
    [[nodiscard]] LineMask lines_at_ends(int line, int square) const;
    // Updates the squares at both ends of the tiles on a line through a square.
    LineMask renew_ends(int line, int square, Gaps& gaps);
    void renew_keys(LineMask changed);
    [[nodiscard]] std::uint64_t key_of(int line) const;
};

// The line that crosses at a square, and the place of the square on it.
constexpr int crossing_line(int line, int square) {
    return line < board_size ? board_size + square : square;
}

constexpr int place_on_line(int line) {
    return line < board_size ? line : line - board_size;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
