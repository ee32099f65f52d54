// Empty squares between tiles: which letters fit, found once and remembered.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/endgame/held_tiles.h"
#include "scrabble/files/lexicon.h"
#include "scrabble/game/letters.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble::endgame {

// A square as the words of one direction see it: a tile, or an empty square.
using Cell = std::uint16_t;
constexpr Cell free_cell = 0;      // touches no tile
constexpr Cell blocked_cell = 64;  // no letter fits
constexpr Cell first_numbered_cell = 65;

constexpr bool has_tile(Cell cell) {
    return cell != free_cell && cell < blocked_cell;
}

// An empty square and the tiles that touch it on one line.
struct Gap {
    LetterSet words = all_letters;  // letters that make a word with all the tiles
    LetterSet parts = all_letters;  // letters that are in some word beside all the tiles
    std::int16_t score = no_tiles;  // of the tiles

    static constexpr std::int16_t no_tiles = -1;
};

// What a numbered cell stands for.
struct Fit {
    LetterSet letters = 0;
    std::int16_t cross_score = Gap::no_tiles;
    bool operator==(const Fit&) const = default;
};

class Gaps {
  public:
    Gaps(const Rules& rules, const Lexicon& lexicon);

    // For an endgame with these letters. True: the cells of the last one still mean the same.
    bool begin(LetterSet letters);

    // Valid until the next call.
    const Gap& gap(std::span<const Cell> line, int at);
    // The cell of a square by the gap on its own line, and that on the line which crosses there.
    Cell cell(const Gap& own, const Gap& crossing);
    [[nodiscard]] const Fit& fit(Cell cell) const { return fits_[cell - first_numbered_cell]; }
    // Whether the numbers have run out: the cells given since are wrong, and begin() must come next.
    [[nodiscard]] bool full() const { return full_; }

  private:
    struct KnownGap {
        std::uint64_t key = 0;
        Gap gap;
    };
    struct KnownFit {
        Fit fit;
        std::uint32_t epoch = 0;
        Cell cell = 0;
    };

    [[nodiscard]] Gap work_out(std::span<const Cell> line, int first, int at, int last) const;

    const Rules& rules_;
    const Lexicon& lexicon_;
    LetterSet letters_ = 0;
    std::vector<KnownGap> gaps_;  // they do not depend on racks, so they stay from endgame to endgame
    std::size_t gap_count_ = 0;
    std::vector<KnownFit> known_fits_;
    std::uint32_t epoch_ = 0;
    std::vector<Fit> fits_;
    bool full_ = false;
};

}  // namespace zeitnot::scrabble::endgame
