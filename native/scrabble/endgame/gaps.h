// Gaps: cache of the letters that fit into an empty square between tiles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/endgame/small_move.h"
#include "scrabble/files/lexicon.h"
#include "scrabble/game/letters.h"
#include "scrabble/game/rules.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

// Hash of two words: the XOR of both halves of their product.
constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

// A square as seen by words of one direction: a tile, or an empty square.
using Cell = std::uint16_t;
constexpr Cell free_cell = 0;               // adjacent to no tile
constexpr Cell blocked_cell = small_tiles;  // no letter fits
constexpr Cell first_numbered_cell = blocked_cell + 1;

constexpr bool has_tile(Cell cell) {
    return cell != free_cell && cell < blocked_cell;
}

// An empty square and the tiles adjacent to it on one line.
struct Gap {
    LetterSet words = all_letters;  // letters that make a word with all the adjacent tiles
    LetterSet parts = all_letters;  // letters that some word contains next to all the adjacent tiles
    std::int16_t score = no_tiles;  // sum of the adjacent tiles

    static constexpr std::int16_t no_tiles = -1;
};

// Meaning of a numbered cell.
struct Fit {
    LetterSet letters = 0;
    std::int16_t cross_score = Gap::no_tiles;
    bool operator==(const Fit&) const = default;
};

class Gaps {
  public:
    Gaps(const Rules& rules, const Lexicon& lexicon);

    // Prepares for an endgame with these letters. Returns true if cells of the last endgame keep their
    // meaning.
    bool begin(LetterSet letters);

    // The reference is valid until the next call.
    const Gap& gap(std::span<const Cell> line, int at);
    // Cell of a square from the gap on its own line and the gap on the crossing line.
    Cell cell(const Gap& own, const Gap& crossing);
    [[nodiscard]] const Fit& fit(Cell cell) const { return fits_[cell - first_numbered_cell]; }
    // Whether the numbers have run out: cells returned since then are wrong, and begin() must be called next.
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
    std::vector<KnownGap> gaps_;  // independent of the racks, so kept from endgame to endgame
    std::size_t gap_count_ = 0;
    std::vector<KnownFit> known_fits_;
    std::uint32_t epoch_ = 0;
    std::vector<Fit> fits_;
    bool full_ = false;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
