// Generation by traversing the GADDAG, anchors with the best bounds first, and of a rack only the subsets
// that can still make a word worth recording.

#include <algorithm>
#include <bit>
#include <span>

#include "scrabble/movegen/gaddag_traversal.h"
#include "scrabble/movegen/move_generator.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// State of the traversal of one line from one anchor. A word is left as soon as no hopeful subset contains
// the tiles played so far.
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
    int pivot = 0;     // where words begin to be spelled
    int leftmost = 0;  // squares before it belong to earlier anchors
    std::array<Letter, board_size> tiles{};
    // Hopeful subsets of the words that begin at a square, and at a square or before it.
    std::array<SubsetSet, board_size> starting{};
    std::array<SubsetSet, board_size> starting_by{};

    // Score and tiles of the word so far.
    struct Partial {
        int main = 0;
        int word = 1;
        int crossing = 0;
        int played = 0;
        int played_index = 0;
        SubsetSet hopeful;  // those that contain the tiles played
    };

    [[nodiscard]] Partial starting_at(int first, Partial partial) const {
        partial.hopeful = partial.hopeful & starting[first];
        return partial;
    }
    [[nodiscard]] Partial starting_before(int square, Partial partial) const {
        partial.hopeful = partial.hopeful & starting_by[square - 1];
        return partial;
    }

    void visit(const Anchor& from) {
        direction = from.direction_and_line / board_size;
        index = from.direction_and_line % board_size;
        anchor = from.at;
        leftmost = from.leftmost;
        line = &generator.board_->line(direction, index);
        premiums = &generator.dictionary_.rules.premiums[direction][index];
        pivot = pivot_of(*this, anchor);
        starting.fill({});
        for (const Slot& slot : std::span(generator.slots_).subspan(from.first_slot, from.slots)) {
            starting[slot.start] |= generator.hopeful_subsets(slot);
        }
        SubsetSet any;
        for (int at = 0; at < board_size; ++at) {
            any |= starting[at];
            starting_by[at] = any;
        }
        Partial partial;
        partial.hopeful = any;
        traverse_left(*this, pivot, lexicon.gaddag_root(), partial);
    }

    [[nodiscard]] int size() const { return generator.dictionary_.rules.extent.size(); }

    [[nodiscard]] bool is_taken(int at) const {
        return at >= 0 && at < board_size && (line->occupied >> static_cast<unsigned>(at) & 1U) != 0;
    }

    // Places every tile that can stand on the square in turn and calls next(partial, arc).
    template <typename Next>
    void for_each_tile(int at, std::uint32_t list, const Partial& partial, const Next& next) {
        if (partial.hopeful.empty()) {
            return;
        }
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
        LetterSet left = static_cast<LetterSet>(lexicon.letters(list)) & line->allowed[at];
        if (rack[blank] == 0) {
            left &= generator.rack_set_;
        }
        for (; left != 0; left &= left - 1) {
            const Letter letter = lowest_letter(left);
            const std::uint32_t arc = lexicon.arc(list, letter);
            place_tile(at, letter, letter, arc, partial, next);
            place_tile(at, blank, static_cast<Letter>(letter | blank_bit), arc, partial, next);
        }
    }

    template <typename Next>
    void place_tile(int at, Letter from_rack, Letter tile, std::uint32_t arc, const Partial& partial,
                    const Next& next) {
        if (rack[from_rack] == 0) {
            return;
        }
        const int played_index = partial.played_index + strides[from_rack];
        const SubsetSet hopeful = partial.hopeful & generator.supersets_[played_index];
        if (hopeful.empty()) {
            return;
        }
        const Premium premium = (*premiums)[at];
        const int score = premium.letter * generator.dictionary_.rules.distribution.score(tile);
        Partial after = partial;
        after.hopeful = hopeful;
        after.played_index = played_index;
        after.main += score;
        after.word *= premium.word;
        if (line->cross_scores[at] != Board::no_cross) {
            after.crossing += (line->cross_scores[at] + score) * premium.word;
        }
        ++after.played;
        --rack[from_rack];
        tiles[at] = tile;
        next(after, arc);
        tiles[at] = 0;
        ++rack[from_rack];
    }

    void record(int first, int last, const Partial& partial) const {
        // A single tile that forms words in both directions is generated across only.
        if (partial.played == 0 || first == last || !partial.hopeful.has(partial.played_index) ||
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

// Finds which subsets are words by themselves; of the words that a subset makes only the first counts.
struct MoveGenerator::RackSpelling {
    const Lexicon& lexicon;
    const std::array<SubsetSet, most_subsets>& supersets;
    const std::array<std::uint8_t, letter_slots>& strides;
    LetterSet letters;
    TileCounts rack;
    SubsetSet words;

    void spell(std::uint32_t list, int played_index) {
        for (auto left = static_cast<LetterSet>(lexicon.letters(list) & letters); left != 0;
             left &= left - 1) {
            const Letter letter = lowest_letter(left);
            const std::uint32_t node = lexicon.node(lexicon.arc(list, letter));
            take(node, letter, played_index);
            take(node, blank, played_index);
        }
    }

    void take(std::uint32_t node, Letter tile, int played_before) {
        const int played_index = played_before + strides[tile];
        if (rack[tile] == 0 || supersets[played_index].within(words)) {
            return;
        }
        if (Lexicon::accepts(node)) {
            words.add(static_cast<std::size_t>(played_index));
        }
        --rack[tile];
        spell(Lexicon::children(node), played_index);
        ++rack[tile];
    }
};

// A slot belongs to the first anchor it covers. Slots are listed by line and start, so those of an anchor are
// neighbours.
void MoveGenerator::list_anchors() {
    anchors_.clear();
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const Slot& slot = slots_[i];
        const unsigned anchors = board_->anchors(slot.direction_and_line / board_size,
                                                 slot.direction_and_line % board_size, dictionary_.rules);
        const int at = __builtin_ctz(anchors >> slot.start) + slot.start;
        if (anchors_.empty() || anchors_.back().direction_and_line != slot.direction_and_line ||
            anchors_.back().at != at) {
            const unsigned before = anchors & ((1U << static_cast<unsigned>(at)) - 1);
            const int leftmost = before == 0 ? 0 : 32 - __builtin_clz(before);
            anchors_.push_back({.bound = slot.bound,
                                .first_slot = static_cast<std::uint32_t>(i),
                                .slots = 0,
                                .direction_and_line = slot.direction_and_line,
                                .at = static_cast<std::uint8_t>(at),
                                .leftmost = static_cast<std::uint8_t>(leftmost)});
        }
        anchors_.back().bound = std::max(anchors_.back().bound, slot.bound);
        ++anchors_.back().slots;
    }
    std::sort(anchors_.begin(), anchors_.end(),
              [](const Anchor& a, const Anchor& b) { return a.bound > b.bound; });
}

SubsetSet MoveGenerator::hopeful_subsets(const Slot& slot) {
    SubsetSet hopeful;
    if (slot.bound < recorder_.threshold()) {
        return hopeful;
    }
    const Pattern pattern = pattern_of(slot);
    const bool alone = pattern.placed == slot.length;
    for (const RackSubset& subset : subsets_.of_size(slot.tiles)) {
        if ((!alone || words_alone_.has(subset.played_index)) && may_count(pattern, subset)) {
            hopeful.add(subset.played_index);
        }
    }
    return hopeful;
}

void MoveGenerator::generate_by_gaddag(const Rack& rack) {
    Traversal traversal{*this, dictionary_.lexicon, rack.counts};
    int stride = 1;
    for (std::size_t i = 0; i < subsets_.distinct().size(); ++i) {
        traversal.strides[subsets_.distinct()[i]] = static_cast<std::uint8_t>(stride);
        stride *= subsets_.numbers()[i] + 1;
    }
    for (const RackSubset& subset : subsets_.all()) {
        traversal.rest[subset.played_index] = subset.rest;
    }
    if (is_new_rack_) {
        subsets_.list_supersets(supersets_);
        RackSpelling spelling{.lexicon = dictionary_.lexicon,
                              .supersets = supersets_,
                              .strides = traversal.strides,
                              .letters = blanks_ > 0 ? all_letters : rack_set_,
                              .rack = rack.counts,
                              .words = {}};
        spelling.spell(dictionary_.lexicon.dawg_root(), 0);
        words_alone_ = spelling.words;
    }
    rate_words_alone();
    find_slots();
    list_anchors();
    for (const Anchor& anchor : anchors_) {
        if (anchor.bound < recorder_.threshold()) {
            break;
        }
        traversal.visit(anchor);
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
