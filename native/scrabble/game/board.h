// The board with its tiles, and for every empty square what the words crossing it allow and score.
#pragma once

#include <array>
#include <cstdint>

#include "scrabble/files/lexicon.h"
#include "scrabble/game/letters.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble {

// Every square is kept twice, in its row and in its column, so that both directions read alike. A plain
// value: to take a move back, keep a copy.
class Board {
  public:
    using Mask = std::uint16_t;  // bit n is the n-th square of a line
    static constexpr Mask whole_line = (1U << board_size) - 1;
    static constexpr std::int16_t no_cross = -1;

    struct Line {
        std::array<Letter, board_size> tiles{};
        Mask occupied = 0;
        // For words along this line: the letters that the crossing words allow, and what these score so far.
        std::array<LetterSet, board_size> cross_sets{};
        std::array<std::int16_t, board_size> cross_scores{};
        // Letters that some word has beside the tiles that touch the square on this line; and those in both
        // sets.
        std::array<LetterSet, board_size> along_sets{};
        std::array<LetterSet, board_size> allowed{};
    };

    Board();

    [[nodiscard]] const Line& line(int direction, int index) const { return lines_[direction][index]; }
    [[nodiscard]] Letter at(int row, int column) const { return lines_[across][row].tiles[column]; }
    [[nodiscard]] int tiles_on_board() const { return tiles_on_board_; }

    // Empty squares of a line that touch a tile; on an empty board the start square.
    [[nodiscard]] Mask anchors(int direction, int index, const Rules& rules) const;

    // Puts one tile down, for setting up; settle() must follow the last one.
    void put(int row, int column, Letter tile);
    // Works out all the cross words.
    void settle(const Rules& rules, const Lexicon& lexicon);

    // Puts down the tiles of a move and renews the cross words that it changed.
    void play(const Move& move, const Rules& rules, const Lexicon& lexicon);

  private:
    // Sets of one empty square, for words along the direction.
    void renew_along(int direction, int line, int square, const Lexicon& lexicon);
    void renew_cross(int direction, int line, int index, const Rules& rules, const Lexicon& lexicon);
    // Both ends of the run of tiles through a square that crosses the direction.
    void renew_ends(int direction, int line, int index, const Rules& rules, const Lexicon& lexicon);

    std::array<std::array<Line, board_size>, 2> lines_;
    int tiles_on_board_ = 0;
};

}  // namespace zeitnot::scrabble
