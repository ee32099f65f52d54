// Generation by traversing the GADDAG: from an anchor back to the beginning of a word, then on to its end.

#include <algorithm>

#include "scrabble/movegen/gaddag_traversal.h"
#include "scrabble/movegen/move_generator.h"

namespace zeitnot::scrabble {

// State of the traversal of one line from one anchor.
struct MoveGenerator::Traversal {
    MoveGenerator& generator;
    const Lexicon& lexicon;
    TileCounts rack;
    std::array<std::uint8_t, letter_slots> strides{};
    std::array<Equity, most_subsets> rest{};  // by the index of the tiles played
    const Board::Line* line = nullptr;
    const std::array<Premium, board_size>* premiums = nullptr;
    int direction = 0;
    int index = 0;
    int anchor = 0;
    int leftmost = 0;  // squares before it belong to earlier anchors
    std::array<Letter, board_size> tiles{};

    // Score and tiles of the word so far.
    struct Partial {
        int main = 0;
        int word = 1;
        int crossing = 0;
        int played = 0;
        int played_index = 0;
    };

    [[nodiscard]] bool is_taken(int at) const {
        return at >= 0 && at < board_size && (line->occupied >> static_cast<unsigned>(at) & 1U) != 0;
    }

    // Places every tile that can stand on the square in turn and calls next(partial, arc).
    template <typename Next>
    void for_each_tile(int at, std::uint32_t list, const Partial& partial, const Next& next) {
        if (is_taken(at)) {
            const std::uint32_t arc = lexicon.arc(list, letter_of(line->tiles[at]));
            if (arc != 0) {
                Partial after = partial;
                after.main += generator.dictionary_.rules.distribution.score(line->tiles[at]);
                next(after, arc);
            }
            return;
        }
        if (partial.played == generator.tiles_) {
            return;
        }
        for (std::uint32_t arc = list;; ++arc) {
            const std::uint32_t node = lexicon.node(arc);
            const Letter letter = Lexicon::letter(node);
            if (letter != 0 && (line->allowed[at] & set_of(letter)) != 0) {
                place_tile(at, letter, letter, arc, partial, next);
                place_tile(at, blank, static_cast<Letter>(letter | blank_bit), arc, partial, next);
            }
            if (Lexicon::last(node)) {
                break;
            }
        }
    }

    template <typename Next>
    void place_tile(int at, Letter from_rack, Letter tile, std::uint32_t arc, const Partial& partial,
                    const Next& next) {
        if (rack[from_rack] == 0) {
            return;
        }
        const Premium premium = (*premiums)[at];
        const int score = premium.letter * generator.dictionary_.rules.distribution.score(tile);
        Partial after = partial;
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

    void record(int first, int last, const Partial& partial) const {
        // A single tile that forms words in both directions is generated across only.
        if (partial.played == 0 || first == last ||
            (partial.played == 1 && direction == down && crosses(first, last))) {
            return;
        }
        const Rules& rules = generator.dictionary_.rules;
        const int bonus = partial.played == rack_size ? rules.bingo_points : 0;
        const int score = partial.main * partial.word + partial.crossing + bonus;
        const Equity equity = score * points + rest[partial.played_index];
        if (equity < generator.recorder_.threshold()) {
            return;
        }
        Move move;
        move.kind = MoveKind::place;
        move.direction = static_cast<std::uint8_t>(direction);
        move.line = static_cast<std::uint8_t>(index);
        move.start = static_cast<std::uint8_t>(first);
        move.length = static_cast<std::uint8_t>(last - first + 1);
        move.tiles_played = static_cast<std::uint8_t>(partial.played);
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

// Anchors are visited in the order of their best slots; a slot belongs to the first anchor it covers.
void MoveGenerator::generate_by_gaddag(const Rack& rack) {
    const Rules& rules = dictionary_.rules;
    Traversal traversal{*this, dictionary_.lexicon, rack.counts};
    int stride = 1;
    for (std::size_t i = 0; i < subsets_.distinct().size(); ++i) {
        traversal.strides[subsets_.distinct()[i]] = static_cast<std::uint8_t>(stride);
        stride *= subsets_.numbers()[i] + 1;
    }
    for (const RackSubset& subset : subsets_.all()) {
        traversal.rest[subset.played_index] = subset.rest;
    }
    find_slots();
    std::array<std::array<bool, board_size>, std::size_t{2} * board_size> visited{};
    while (!slots_.empty()) {
        const Slot slot = next_slot();
        if (slot.bound < recorder_.threshold()) {
            break;
        }
        traversal.direction = slot.direction_and_line / board_size;
        traversal.index = slot.direction_and_line % board_size;
        const unsigned anchors = board_->anchors(traversal.direction, traversal.index, rules);
        traversal.anchor = __builtin_ctz(anchors >> slot.start) + slot.start;
        bool& done = visited[slot.direction_and_line][traversal.anchor];
        if (done) {
            continue;
        }
        done = true;
        const unsigned before = anchors & ((1U << static_cast<unsigned>(traversal.anchor)) - 1);
        traversal.leftmost = before == 0 ? 0 : 32 - __builtin_clz(before);
        traversal.line = &board_->line(traversal.direction, traversal.index);
        traversal.premiums = &rules.premiums[traversal.direction][traversal.index];
        traverse_left(traversal, traversal.anchor, dictionary_.lexicon.gaddag_root(), Traversal::Partial{});
    }
}

}  // namespace zeitnot::scrabble
