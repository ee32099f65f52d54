// The board of an endgame: small enough to be copied at every node, with a key for every line.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/board.h"
#include "scrabble/endgame_tiles.h"
#include "scrabble/lexicon.h"
#include "scrabble/rules.h"

namespace zeitnot::scrabble::endgame {

// A square as the words of one direction see it: a tile, or empty with the number of what crosses it.
using Cell = std::uint16_t;
constexpr Cell free_cell = 0;  // empty, and no word crosses it
constexpr Cell first_crossing = 64;

constexpr bool has_tile(Cell cell) {
    return cell != free_cell && cell < first_crossing;
}

// What crosses an empty square: the letters that fit, and what the crossing tiles score.
struct Crossing {
    LetterSet letters = 0;
    std::int32_t score = 0;
    bool operator==(const Crossing&) const = default;
};

// Numbers crossings. Those that no letter fits are all one: nothing can be played there.
class Crossings {
  public:
    Crossings(const Rules& rules, const Lexicon& lexicon);

    // Makes room: cells given before must not be used any more.
    void begin();

    // The cell of the empty square `gap` in the middle of a line of cells that crosses it.
    Cell cell(std::span<const Cell> line, int gap);
    Cell numbered(const Crossing& crossing);
    [[nodiscard]] const Crossing& crossing(Cell cell) const { return numbered_[cell - first_crossing]; }
    // Whether the numbers have run out; grids made since are wrong.
    [[nodiscard]] bool full() const { return full_; }

  private:
    struct Known {
        std::uint64_t key = 0;
        std::uint32_t epoch = 0;
        Cell cell = 0;
    };
    struct Number {
        Crossing crossing;
        std::uint32_t epoch = 0;
        Cell cell = 0;
    };

    [[nodiscard]] Crossing work_out(std::span<const Cell> line, int first, int gap, int last) const;

    void clear();

    const Rules& rules_;
    const Lexicon& lexicon_;
    std::vector<Known> known_;     // by the tiles around the gap
    std::vector<Number> numbers_;  // by what fits
    std::vector<Crossing> numbered_;
    std::uint32_t known_count_ = 0;
    std::uint32_t epoch_ = 1;
    bool full_ = false;
};

struct alignas(32) Grid {
    static constexpr int row_cells = 16;  // one more than a line has, so that a line is 32 bytes
    using Line = std::array<Cell, row_cells>;

    std::array<Line, line_count> lines{};
    std::array<std::uint64_t, line_count> keys{};
    std::uint64_t hash = 0;               // of all tiles
    std::array<std::uint32_t, 2> live{};  // by player: lines where he may still have a move

    void set(const Board& board, const Rules& rules, Crossings& crossings);
    // The hash that playing the move will lead to.
    [[nodiscard]] std::uint64_t hash_after(const SmallMove& move) const;
    void play(const SmallMove& move, Crossings& crossings);

  private:
    void put(int line, int square, unsigned tile);
    // Renews what crosses the empty squares at both ends of the tiles of a line through a square; gives the
    // lines that this changed.
    std::uint32_t renew_ends(int line, int square, Crossings& crossings);
    void renew_keys(std::uint32_t changed);
};

// The line through a square of another one, and the place on it.
constexpr int crossing_line(int line, int square) {
    return line < board_size ? board_size + square : square;
}

constexpr int place_on_line(int line) {
    return line < board_size ? line : line - board_size;
}

}  // namespace zeitnot::scrabble::endgame
