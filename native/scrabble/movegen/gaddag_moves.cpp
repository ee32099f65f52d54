// Words by walking the GADDAG: from an anchor back to the beginning of a word, then on to its end.

#include <algorithm>

#include "scrabble/movegen/gaddag_traversal.h"
#include "scrabble/movegen/move_generator.h"

namespace zeitnot::scrabble {

// The walk along one line from one anchor.
struct MoveGenerator::Walk {
    MoveGenerator& generator;
    const Lexicon& lexicon;
    TileCounts rack;
    std::array<std::uint8_t, letter_slots> strides{};
    std::array<Equity, most_choices> rest{};  // by the index of the tiles played
    const Board::Line* line = nullptr;
    const std::array<Premium, board_size>* premiums = nullptr;
    int direction = 0;
    int index = 0;
    int anchor = 0;
    int leftmost = 0;  // squares before it belong to anchors that were here already
    std::array<Letter, board_size> tiles{};

    // What the tiles laid so far come to.
    struct Sum {
        int main = 0;
        int word = 1;
        int crossing = 0;
        int played = 0;
        int played_index = 0;
    };

    [[nodiscard]] bool is_taken(int at) const {
        return at >= 0 && at < board_size && (line->occupied >> static_cast<unsigned>(at) & 1U) != 0;
    }

    // Calls next(sum, arc) with every tile that can stand on a square, the tile laid.
    template <typename Next>
    void lay(int at, std::uint32_t list, const Sum& sum, const Next& next) {
        if (is_taken(at)) {
            const std::uint32_t arc = lexicon.arc(list, letter_of(line->tiles[at]));
            if (arc != 0) {
                Sum after = sum;
                after.main += generator.dictionary_.rules.distribution.score(line->tiles[at]);
                next(after, arc);
            }
            return;
        }
        if (sum.played == generator.tiles_) {
            return;
        }
        for (std::uint32_t arc = list;; ++arc) {
            const std::uint32_t node = lexicon.node(arc);
            const Letter letter = Lexicon::letter(node);
            if (letter != 0 && (line->allowed[at] & set_of(letter)) != 0) {
                lay_tile(at, letter, letter, arc, sum, next);
                lay_tile(at, blank, static_cast<Letter>(letter | blank_bit), arc, sum, next);
            }
            if (Lexicon::last(node)) {
                break;
            }
        }
    }

    template <typename Next>
    void lay_tile(int at, Letter from_rack, Letter tile, std::uint32_t arc, const Sum& sum,
                  const Next& next) {
        if (rack[from_rack] == 0) {
            return;
        }
        const Premium premium = (*premiums)[at];
        const int score = premium.letter * generator.dictionary_.rules.distribution.score(tile);
        Sum after = sum;
        after.main += score;
        after.word *= premium.word;
        if (line->cross_scores[at] != Board::no_cross) {
            after.crossing += (line->cross_scores[at] + score) * premium.word;
        }
        ++after.played;
        after.played_index += strides[from_rack];
        --rack[from_rack];
        tiles[at] = tile;
        next(after, arc);
        tiles[at] = 0;
        ++rack[from_rack];
    }

    void record(int first, int last, const Sum& sum) const {
        // One tile that makes words both ways is one move: the one across.
        if (sum.played == 0 || first == last ||
            (sum.played == 1 && direction == down && crosses(first, last))) {
            return;
        }
        const Rules& rules = generator.dictionary_.rules;
        const int bonus = sum.played == rack_size ? rules.bingo_points : 0;
        const int score = sum.main * sum.word + sum.crossing + bonus;
        const Equity equity = score * points + rest[sum.played_index];
        if (equity < generator.recorder_.threshold()) {
            return;
        }
        Move move;
        move.kind = MoveKind::place;
        move.direction = static_cast<std::uint8_t>(direction);
        move.line = static_cast<std::uint8_t>(index);
        move.start = static_cast<std::uint8_t>(first);
        move.length = static_cast<std::uint8_t>(last - first + 1);
        move.tiles_played = static_cast<std::uint8_t>(sum.played);
        move.score = score;
        move.equity = equity;
        std::copy(tiles.begin() + first, tiles.begin() + last + 1, move.tiles.begin());
        generator.finish_and_record(move);
    }

    [[nodiscard]] bool crosses(int first, int last) const {
        for (int at = first; at <= last; ++at) {
            if (tiles[at] != 0) {
                return line->cross_scores[at] != Board::no_cross;
            }
        }
        return false;
    }
};

// Anchors in the order of their best slots; a slot belongs to the first anchor that it covers.
void MoveGenerator::walk_gaddag(const Rack& rack) {
    const Rules& rules = dictionary_.rules;
    Walk walk{*this, dictionary_.lexicon, rack.counts};
    int stride = 1;
    for (std::size_t i = 0; i < choices_.distinct().size(); ++i) {
        walk.strides[choices_.distinct()[i]] = static_cast<std::uint8_t>(stride);
        stride *= choices_.numbers()[i] + 1;
    }
    for (const Choice& choice : choices_.all()) {
        walk.rest[choice.played_index] = choice.rest;
    }
    find_slots();
    std::array<std::array<bool, board_size>, std::size_t{2} * board_size> walked{};
    while (!slots_.empty()) {
        const Slot slot = next_slot();
        if (slot.bound < recorder_.threshold()) {
            break;
        }
        walk.direction = slot.direction_and_line / board_size;
        walk.index = slot.direction_and_line % board_size;
        const unsigned anchors = board_->anchors(walk.direction, walk.index, rules);
        walk.anchor = __builtin_ctz(anchors >> slot.start) + slot.start;
        bool& done = walked[slot.direction_and_line][walk.anchor];
        if (done) {
            continue;
        }
        done = true;
        const unsigned before = anchors & ((1U << static_cast<unsigned>(walk.anchor)) - 1);
        walk.leftmost = before == 0 ? 0 : 32 - __builtin_clz(before);
        walk.line = &board_->line(walk.direction, walk.index);
        walk.premiums = &rules.premiums[walk.direction][walk.index];
        walk_left(walk, walk.anchor, dictionary_.lexicon.gaddag_root(), Walk::Sum{});
    }
}

}  // namespace zeitnot::scrabble
