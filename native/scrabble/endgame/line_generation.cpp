// Generation of the moves of one line by traversing the GADDAG.

#include <bit>

#include "scrabble/endgame/line_moves.h"
#include "scrabble/movegen/gaddag_traversal.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

// State of the traversal along one line.
struct LineMoves::Traversal {
    LineMoves& owner;
    const Lexicon& lexicon;
    const Distribution& distribution;
    const HeldTiles& tiles;
    TileMask held;
    int line;
    const std::array<Premium, board_size>* premiums;
    const Grid::Line* cells;
    LetterSet letters = 0;  // letters on the rack
    std::uint32_t taken = 0;
    std::uint32_t crossed = 0;
    std::array<LetterSet, board_size> allowed{};
    std::array<std::int16_t, board_size> cross_scores{};
    int anchor = 0;
    int pivot = 0;     // where words begin to be spelled
    int leftmost = 0;  // squares before it belong to earlier anchors
    std::array<std::uint8_t, board_size> placed{};

    // Score and tiles of the word so far.
    struct Partial {
        int main = 0;
        int word = 1;
        int crossing = 0;
        TileMask played = 0;
    };

    [[nodiscard]] int size() const { return owner.dictionary_.rules.extent.size(); }

    [[nodiscard]] bool is_taken(int at) const {
        return at >= 0 && at < board_size && (taken >> static_cast<unsigned>(at) & 1U) != 0;
    }

    // Every word is wanted, wherever it begins.
    static Partial starting_at(int /*first*/, const Partial& partial) { return partial; }
    static Partial starting_before(int /*square*/, const Partial& partial) { return partial; }

    void read_line() {
        for (int i = 0; i < size(); ++i) {
            const Cell cell = (*cells)[i];
            if (cell == free_cell) {
                allowed[i] = letters;
            } else if (cell >= first_numbered_cell) {
                const Fit& fit = owner.gaps_.fit(cell);
                allowed[i] = letters & fit.letters;
                if (fit.cross_score != Gap::no_tiles) {
                    crossed |= 1U << static_cast<unsigned>(i);
                    cross_scores[i] = fit.cross_score;
                }
            }
        }
    }

    // Places every tile that can stand on the square in turn and calls next(partial, arc).
    template <typename Next>
    void for_each_tile(int at, std::uint32_t list, const Partial& partial, const Next& next) {
        if (is_taken(at)) {
            const Letter tile = tile_of((*cells)[at]);
            const std::uint32_t arc = lexicon.arc(list, letter_of(tile));
            if (arc != 0) {
                Partial after = partial;
                after.main += distribution.score(tile);
                next(after, arc);
            }
            return;
        }
        if (partial.played == held || allowed[at] == 0) {
            return;
        }
        for (auto left = static_cast<LetterSet>(lexicon.letters(list) & allowed[at]);
             left != 0 && !owner.poll_.step(); left &= left - 1) {
            const Letter letter = lowest_letter(left);
            const std::uint32_t arc = lexicon.arc(list, letter);
            place_tile(at, letter, letter, arc, partial, next);
            place_tile(at, blank, static_cast<Letter>(letter | blank_bit), arc, partial, next);
        }
    }

    template <typename Next>
    void place_tile(int at, Letter from_rack, Letter tile, std::uint32_t arc, const Partial& partial,
                    const Next& next) {
        const unsigned free = held & tiles.group(from_rack) & ~partial.played;
        if (free == 0) {
            return;
        }
        const Premium premium = (*premiums)[at];
        const int score = premium.letter * distribution.score(tile);
        Partial after = partial;
        after.main += score;
        after.word *= premium.word;
        if ((crossed >> static_cast<unsigned>(at) & 1U) != 0) {
            after.crossing += (cross_scores[at] + score) * premium.word;
        }
        after.played = static_cast<TileMask>(after.played | (free & -free));
        placed[at] = static_cast<std::uint8_t>(small_tile(tile));
        next(after, arc);
        placed[at] = 0;
    }

    void record(int first, int last, const Partial& partial) const {
        // A single tile that forms words in both directions is generated across only.
        const int played = std::popcount(partial.played);
        if (played == 0 || first == last || (played == 1 && line >= board_size && crosses(first, last))) {
            return;
        }
        const Rules& rules = owner.dictionary_.rules;
        SmallMove move;
        int count = 0;
        int first_placed = 0;
        for (int at = last; at >= first; --at) {
            if (placed[at] != 0) {
                move.code = move.code << SmallMove::tile_bits | placed[at];
                first_placed = at;
                ++count;
            }
        }
        move.code <<= SmallMove::tiles_shift;
        move.code |= static_cast<unsigned>(line) |
                     static_cast<unsigned>(first_placed) << SmallMove::line_bits |
                     static_cast<unsigned>(count) << (SmallMove::line_bits + SmallMove::square_bits);
        const int bonus = played == rack_size ? rules.bingo_points : 0;
        move.score = static_cast<std::int16_t>(partial.main * partial.word + partial.crossing + bonus);
        move.tiles = partial.played;
        owner.moves_.push_back(move);
    }

    [[nodiscard]] bool crosses(int first, int last) const {
        for (int at = first; at <= last; ++at) {
            if (placed[at] != 0) {
                return (crossed >> static_cast<unsigned>(at) & 1U) != 0;
            }
        }
        return false;
    }
};

void LineMoves::find(const Grid& grid, int line, const HeldTiles& tiles, TileMask held) {
    const Rules& rules = dictionary_.rules;
    const int direction = line / board_size;
    Traversal traversal{.owner = *this,
                        .lexicon = dictionary_.lexicon,
                        .distribution = rules.distribution,
                        .tiles = tiles,
                        .held = held,
                        .line = line,
                        .premiums = &rules.premiums[direction][line % board_size],
                        .cells = &grid.lines[line],
                        .letters = tiles.letters(held),
                        .taken = grid.taken[line]};
    traversal.read_line();
    if (dictionary_.lexicon.gaddag_root() == 0) {
        return;
    }
    for (unsigned anchors = grid.anchors[line]; anchors != 0 && !poll_.stopped(); anchors &= anchors - 1) {
        traversal.anchor = std::countr_zero(anchors);
        if (traversal.allowed[traversal.anchor] != 0) {
            traversal.pivot = traversal.anchor;
            traverse_left(traversal, traversal.pivot, dictionary_.lexicon.gaddag_root(),
                          Traversal::Partial{});
        }
        traversal.leftmost = traversal.anchor + 1;  // all words that cover this anchor have been found
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
