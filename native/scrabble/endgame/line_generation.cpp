// The moves of a line, found by walking the GADDAG.

#include <bit>

#include "scrabble/endgame/line_moves.h"
#include "scrabble/movegen/gaddag_traversal.h"

namespace zeitnot::scrabble::endgame {

// The walk along one line: from an anchor back to the beginning of a word, then on to its end.
struct LineMoves::Walk {
    LineMoves& owner;
    const Lexicon& lexicon;
    const Distribution& distribution;
    const HeldTiles& tiles;
    TileMask held;
    int line;
    const std::array<Premium, board_size>* premiums;
    const Grid::Line* cells;
    LetterSet letters = 0;  // that the rack has
    std::uint32_t taken = 0;
    std::uint32_t crossed = 0;
    std::array<LetterSet, board_size> allowed{};
    std::array<std::int16_t, board_size> cross_scores{};
    int anchor = 0;
    int leftmost = 0;  // squares before it belong to anchors that were here already
    std::array<std::uint8_t, board_size> laid{};

    // What the tiles laid so far come to.
    struct Sum {
        int main = 0;
        int word = 1;
        int crossing = 0;
        TileMask played = 0;
    };

    [[nodiscard]] bool is_taken(int at) const {
        return at >= 0 && at < board_size && (taken >> static_cast<unsigned>(at) & 1U) != 0;
    }

    void read_line() {
        for (int i = 0; i < board_size; ++i) {
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

    // Calls next(sum, arc) with every tile that can stand on a square, the tile laid.
    template <typename Next>
    void lay(int at, std::uint32_t list, const Sum& sum, const Next& next) {
        if (is_taken(at)) {
            const Letter tile = tile_of((*cells)[at]);
            const std::uint32_t arc = lexicon.arc(list, letter_of(tile));
            if (arc != 0) {
                Sum after = sum;
                after.main += distribution.score(tile);
                next(after, arc);
            }
            return;
        }
        if (sum.played == held || allowed[at] == 0) {
            return;
        }
        for (std::uint32_t arc = list;; ++arc) {
            const std::uint32_t node = lexicon.node(arc);
            const Letter letter = Lexicon::letter(node);
            if ((allowed[at] & set_of(letter)) != 0 && letter != 0) {
                lay_tile(at, letter, letter, arc, sum, next);
                lay_tile(at, blank, static_cast<Letter>(letter | blank_bit), arc, sum, next);
            }
            if (Lexicon::last(node) || owner.pulse_.step()) {
                break;
            }
        }
    }

    template <typename Next>
    void lay_tile(int at, Letter from_rack, Letter tile, std::uint32_t arc, const Sum& sum,
                  const Next& next) {
        const unsigned free = held & tiles.group(from_rack) & ~sum.played;
        if (free == 0) {
            return;
        }
        const Premium premium = (*premiums)[at];
        const int score = premium.letter * distribution.score(tile);
        Sum after = sum;
        after.main += score;
        after.word *= premium.word;
        if ((crossed >> static_cast<unsigned>(at) & 1U) != 0) {
            after.crossing += (cross_scores[at] + score) * premium.word;
        }
        after.played = static_cast<TileMask>(after.played | (free & -free));
        laid[at] = static_cast<std::uint8_t>(small_tile(tile));
        next(after, arc);
        laid[at] = 0;
    }

    void record(int first, int last, const Sum& sum) const {
        // One tile that makes words both ways is one move: the one across.
        const int played = std::popcount(sum.played);
        if (played == 0 || first == last || (played == 1 && line >= board_size && crosses(first, last))) {
            return;
        }
        const Rules& rules = owner.dictionary_.rules;
        SmallMove move;
        int count = 0;
        int first_laid = 0;
        for (int at = last; at >= first; --at) {
            if (laid[at] != 0) {
                move.code = move.code << SmallMove::tile_bits | laid[at];
                first_laid = at;
                ++count;
            }
        }
        move.code <<= SmallMove::tiles_shift;
        move.code |= static_cast<unsigned>(line) | static_cast<unsigned>(first_laid) << SmallMove::line_bits |
                     static_cast<unsigned>(count) << (SmallMove::line_bits + SmallMove::square_bits);
        const int bonus = played == rack_size ? rules.bingo_points : 0;
        move.score = static_cast<std::int16_t>(sum.main * sum.word + sum.crossing + bonus);
        move.tiles = sum.played;
        owner.moves_.push_back(move);
    }

    [[nodiscard]] bool crosses(int first, int last) const {
        for (int at = first; at <= last; ++at) {
            if (laid[at] != 0) {
                return (crossed >> static_cast<unsigned>(at) & 1U) != 0;
            }
        }
        return false;
    }
};

void LineMoves::find(const Grid& grid, int line, int player, TileMask held) {
    const Rules& rules = dictionary_.rules;
    const int direction = line / board_size;
    Walk walk{.owner = *this,
              .lexicon = dictionary_.lexicon,
              .distribution = rules.distribution,
              .tiles = held_[player],
              .held = held,
              .line = line,
              .premiums = &rules.premiums[direction][line % board_size],
              .cells = &grid.lines[line],
              .letters = held_[player].letters(held),
              .taken = grid.taken[line]};
    walk.read_line();
    if (dictionary_.lexicon.gaddag_root() == 0) {
        return;
    }
    for (unsigned anchors = grid.anchors[line]; anchors != 0 && !pulse_.stopped(); anchors &= anchors - 1) {
        walk.anchor = std::countr_zero(anchors);
        if (walk.allowed[walk.anchor] != 0) {
            walk_left(walk, walk.anchor, dictionary_.lexicon.gaddag_root(), Walk::Sum{});
        }
        walk.leftmost = walk.anchor + 1;  // words that cover this anchor have been found
    }
}

}  // namespace zeitnot::scrabble::endgame
