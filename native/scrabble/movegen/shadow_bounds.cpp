// Shadow bounds: an upper bound of the equity for every slot, found without touching the lexicon.

#include <algorithm>
#include <array>

#include "scrabble/movegen/move_generator.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

bool has(Board::Mask mask, int index) {
    return (mask >> static_cast<unsigned>(index) & 1U) != 0;
}

// Squares of a slot by letter multiplier: for a bound the highest tiles go on the highest premiums.
struct LetterPremiums {
    unsigned above = 0;  // squares with a multiplier above 1, 2, 3, a byte for each

    void add(int premium) {
        constexpr std::array<unsigned, most_premium + 1> steps{0, 0, 0x1, 0x101, 0x10101};
        above += steps[premium];
    }
    [[nodiscard]] int most(int tiles, const std::array<int, rack_size + 1>& top_scores) const {
        return top_scores[tiles] + top_scores[above & 0xFFU] + top_scores[above >> 8U & 0xFFU] +
               top_scores[above >> 16U];
    }
};

}  // namespace

// The most that words crossing the line can score: their tiles, and the best tile of the rack that fits.
void MoveGenerator::rate_crossings(int direction, int index) {
    const Board::Line& line = board_->line(direction, index);
    const auto& premiums = dictionary_.rules.premiums[direction][index];
    playable_ = static_cast<Board::Mask>(dictionary_.rules.extent.whole_line());
    for (int i = 0; i < dictionary_.rules.extent.size(); ++i) {
        crossing_[i] = 0;
        const LetterSet allowed = line.allowed[i];
        if (allowed == all_letters) {
            continue;
        }
        int best = 0;
        if ((allowed & rack_set_) != 0) {
            int at = 0;
            while ((allowed & set_of(rack_letters_[at])) == 0) {
                ++at;
            }
            best = scores_[rack_letters_[at]];
        } else if (blanks_ == 0 || allowed == 0) {
            playable_ &= static_cast<Board::Mask>(~(1U << static_cast<unsigned>(i)));
            continue;
        }
        if (line.cross_scores[i] != Board::no_cross) {
            crossing_[i] = static_cast<std::int16_t>((line.cross_scores[i] + premiums[i].letter * best) *
                                                     premiums[i].word);
        }
    }
}

void MoveGenerator::rate_words_alone() {
    best_rest_alone_.fill(worst_equity);
    for (const RackSubset& subset : subsets_.all()) {
        if (words_alone_.has(subset.played_index)) {
            best_rest_alone_[subset.size] = std::max(best_rest_alone_[subset.size], subset.rest);
        }
    }
}

void MoveGenerator::find_slots() {
    slots_.clear();
    const bool first_move = board_->tiles_on_board() == 0;
    for (int direction = 0; direction < 2; ++direction) {
        if (first_move && direction == down && dictionary_.rules.symmetric) {
            break;
        }
        for (int index = 0; index < dictionary_.rules.extent.size(); ++index) {
            const Board::Mask anchors = board_->anchors(direction, index, dictionary_.rules);
            if (anchors != 0) {
                rate_crossings(direction, index);
                find_slots_of_line(direction, index, anchors);
            }
        }
    }
}

void MoveGenerator::find_slots_of_line(int direction, int index, Board::Mask anchors) {
    const Board::Mask occupied = board_->line(direction, index).occupied;
    const int last_anchor = 31 - __builtin_clz(anchors);
    for (int start = 0; start <= last_anchor; ++start) {
        if (start == 0 || !has(occupied, start - 1)) {
            find_slots_from(direction, index, start, anchors);
        }
    }
}

void MoveGenerator::find_slots_from(int direction, int index, int start, Board::Mask anchors) {
    const Board::Line& line = board_->line(direction, index);
    const auto& premiums = dictionary_.rules.premiums[direction][index];
    const Equity threshold = recorder_.threshold();
    int through = 0;
    int at = start;
    const auto pass_through = [&] {
        for (; has(line.occupied, at); ++at) {
            through += is_blank(line.tiles[at]) ? 0 : scores_[line.tiles[at]];
        }
    };
    pass_through();
    bool plays_through = at > start;
    const unsigned ahead = static_cast<unsigned>(anchors) >> static_cast<unsigned>(at);
    const int before = ahead == 0 ? board_size : __builtin_ctz(ahead);
    if (before >= tiles_) {  // even all tiles together do not reach an anchor
        return;
    }
    // Before the first anchor there is no tile, every letter fits, and nothing crosses.
    int word = 1;
    LetterPremiums letters;
    for (const int anchor = at + before; at < anchor; ++at) {
        word *= premiums[at].word;
        letters.add(premiums[at].letter);
    }
    int crossing = 0;
    for (int tiles = before + 1; tiles <= tiles_ && has(playable_, at); ++tiles) {
        const bool crosses = line.cross_scores[at] != Board::no_cross;
        crossing += crossing_[at];
        word *= premiums[at].word;
        letters.add(premiums[at].letter);
        ++at;
        if (has(line.occupied, at)) {
            plays_through = true;
            pass_through();
        }
        const Equity rest = plays_through ? best_rest_[tiles] : best_rest_alone_[tiles];
        // A single tile that forms words in both directions is generated across only.
        const bool is_elsewhere = tiles == 1 && (at - start < 2 || (direction == down && crosses));
        if (is_elsewhere || rest == worst_equity) {
            continue;
        }
        const int tile_scores = letters.most(tiles, top_scores_);
        const int bonus = tiles == rack_size ? dictionary_.rules.bingo_points : 0;
        const Equity bound = ((through + tile_scores) * word + crossing + bonus) * points + rest;
        if (bound >= threshold) {
            slots_.push_back({bound, static_cast<std::uint8_t>(direction * board_size + index),
                              static_cast<std::uint8_t>(start), static_cast<std::uint8_t>(tiles),
                              static_cast<std::uint8_t>(at - start)});
        }
    }
}

MoveGenerator::Pattern MoveGenerator::pattern_of(const Slot& slot) const {
    const int direction = slot.direction_and_line / board_size;
    const int index = slot.direction_and_line % board_size;
    const Board::Line& line = board_->line(direction, index);
    const auto& premiums = dictionary_.rules.premiums[direction][index];
    Pattern pattern;
    const unsigned inside = (1U << static_cast<unsigned>(slot.length)) - 1;
    const unsigned taken = static_cast<unsigned>(line.occupied) >> static_cast<unsigned>(slot.start) & inside;
    int through = 0;
    for (unsigned left = taken; left != 0; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const Letter tile = line.tiles[slot.start + i];
        if constexpr (has_word_maps) {
            pattern.through.bytes[i] = letter_of(tile);
            pattern.through_mask.bytes[i] = 0xFF;
            pattern.through_letters = pattern.through_letters + Multiset::of(letter_of(tile));
        }
        through += is_blank(tile) ? 0 : scores_[tile];
    }
    int word = 1;
    for (unsigned left = ~taken & inside; left != 0; left &= left - 1) {
        const int i = __builtin_ctz(left);
        word *= premiums[slot.start + i].word;
        pattern.places[pattern.placed++] = static_cast<std::uint8_t>(i);
    }
    for (int k = 0; k < pattern.placed; ++k) {
        const int at = slot.start + pattern.places[k];
        int multiple = premiums[at].letter * word;
        if (line.cross_scores[at] != Board::no_cross) {
            multiple += premiums[at].letter * premiums[at].word;
            pattern.fixed_score += line.cross_scores[at] * premiums[at].word;
        }
        if (line.allowed[at] != all_letters) {
            pattern.restricted[pattern.restrictions] = pattern.places[k];
            pattern.allowed[pattern.restrictions++] = line.allowed[at];
        }
        pattern.multiples[k] = static_cast<Multiple>(multiple);
        int to = k;
        for (; to > 0 && pattern.sorted[to - 1] < multiple; --to) {
            pattern.sorted[to] = pattern.sorted[to - 1];
        }
        pattern.sorted[to] = static_cast<Multiple>(multiple);
    }
    pattern.fixed_score += through * word;
    pattern.fixed_score += slot.tiles == rack_size ? dictionary_.rules.bingo_points : 0;
    return pattern;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
