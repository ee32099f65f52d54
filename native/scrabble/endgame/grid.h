// The board of an endgame: small enough to be copied at every node, with a key for every line.
#pragma once

#include <array>
#include <cstdint>

#include "scrabble/endgame/gaps.h"
#include "scrabble/endgame/held_tiles.h"
#include "scrabble/game/board.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble::endgame {

struct alignas(32) Grid {
    static constexpr int row_cells = 16;  // one more than a line has, so that a line is 32 bytes
    using Line = std::array<Cell, row_cells>;
    using Mask = Board::Mask;

    std::array<Line, line_count> lines{};
    // Two lines with the same key allow the same moves: what no move can reach is left out of it.
    std::array<std::uint64_t, line_count> keys{};
    std::array<Mask, line_count> taken{};    // squares with tiles
    std::array<Mask, line_count> blocked{};  // empty squares that no letter fits
    std::array<Mask, line_count> anchors{};  // other empty squares that touch a tile
    std::array<std::uint32_t, 2> live{};     // by player: lines where he may have a move
    std::uint64_t hash = 0;                  // of all tiles

    void set(const Board& board, const Rules& rules, Gaps& gaps);
    // Works out all the empty squares.
    void settle(const Rules& rules, Gaps& gaps);
    // The hash that playing the move will lead to.
    [[nodiscard]] std::uint64_t hash_after(const SmallMove& move) const;
    // The lines that playing the move may change.
    [[nodiscard]] std::uint32_t changed_by(const SmallMove& move) const;
    void play(const SmallMove& move, Gaps& gaps);

  private:
    void put(int line, int square, unsigned tile);
    // Renews both cells of an empty square that touches a tile, and says which lines that concerns.
    std::uint32_t renew(int line, int square, Gaps& gaps);
    void set_cell(int line, int square, Cell cell);
    [[nodiscard]] std::uint32_t lines_at_ends(int line, int square) const;
    // Both ends of the tiles on a line through a square.
    std::uint32_t renew_ends(int line, int square, Gaps& gaps);
    void renew_keys(std::uint32_t changed);
    [[nodiscard]] std::uint64_t key_of(int line) const;
};

// The line through a square of another one, and the place on it.
constexpr int crossing_line(int line, int square) {
    return line < board_size ? board_size + square : square;
}

constexpr int place_on_line(int line) {
    return line < board_size ? line : line - board_size;
}

}  // namespace zeitnot::scrabble::endgame
