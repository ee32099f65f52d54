// Board: the tiles, and for every empty square the letters and scores that crossing words allow.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "scrabble/files/lexicon.h"
#include "scrabble/game/letters.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Every square is stored twice, in its row and in its column, so that both directions use the same code. A
// plain value: to undo a move, keep a copy.
class Board {
  public:
    using Mask =
        std::conditional_t<(board_size > 16), std::uint32_t, std::uint16_t>;  // bit n: square n of a line
    static constexpr Mask whole_line = (1U << board_size) - 1;
    static constexpr std::int16_t no_cross = -1;

    struct Line {
        std::array<Letter, board_size> tiles{};
        Mask occupied = 0;
        // For words along this line: letters that the crossing words allow, and the score of the crossing
        // tiles.
        std::array<LetterSet, board_size> cross_sets{};
        std::array<std::int16_t, board_size> cross_scores{};
        // Letters that some word has next to the adjacent tiles of this line; and the intersection of both
        // sets.
        std::array<LetterSet, board_size> along_sets{};
        std::array<LetterSet, board_size> allowed{};
    };

    Board();

    [[nodiscard]] const Line& line(int direction, int index) const { return lines_[direction][index]; }
    [[nodiscard]] Letter at(int row, int column) const { return lines_[across][row].tiles[column]; }
    [[nodiscard]] int tiles_on_board() const { return tiles_on_board_; }

    // Empty squares of a line that are adjacent to a tile; on an empty board the start square.
    [[nodiscard]] Mask anchors(int direction, int index, const Rules& rules) const;

    // Places one tile during set-up. settle() must be called after the last one.
    void put(int row, int column, Letter tile);
    // Computes all cross sets.
    void settle(const Rules& rules, const Lexicon& lexicon);

    // Places the tiles of a move and updates the cross sets that it changes.
    void play(const Move& move, const Rules& rules, const Lexicon& lexicon);

  private:
    // Updates the sets of one empty square for words along the direction.
    void renew_along(int direction, int line, int square, const Lexicon& lexicon);
    void renew_cross(int direction, int line, int index, const Rules& rules, const Lexicon& lexicon);
    // Updates both ends of the run of tiles that crosses the direction at a square.
    void renew_ends(int direction, int line, int index, const Rules& rules, const Lexicon& lexicon);

    std::array<std::array<Line, board_size>, 2> lines_;
    int tiles_on_board_ = 0;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
