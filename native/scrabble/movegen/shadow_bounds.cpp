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
    std::array<int, most_premium> squares{};  // with a multiplier above 0, 1, 2, 3

    void add(int premium) {
        for (int less = 0; less < premium; ++less) {
            ++squares[less];
        }
    }
    [[nodiscard]] int most(const std::array<int, rack_size + 1>& top_scores) const {
        int sum = 0;
        for (const int count : squares) {
            sum += top_scores[count];
        }
        return sum;
    }
};

}  // namespace

// The most that words crossing the line can score: their tiles, and the best tile of the rack that fits.
void MoveGenerator::rate_crossings(int direction, int index) {
    const Board::Line& line = board_->line(direction, index);
    const auto& premiums = dictionary_.rules.premiums[direction][index];
    playable_ = Board::whole_line;
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
    const Board::Line& line = board_->line(direction, index);
    const auto& premiums = dictionary_.rules.premiums[direction][index];
    const Equity threshold = recorder_.threshold();
    const int size = dictionary_.rules.extent.size();
    const int first_anchor = __builtin_ctz(anchors);
    const int last_anchor = 31 - __builtin_clz(anchors);
    for (int start = 0; start <= last_anchor; ++start) {
        if (start > 0 && has(line.occupied, start - 1)) {
            continue;
        }
        int through = 0;
        int at = start;
        const auto pass_through = [&] {
            while (at < size && has(line.occupied, at)) {
                through += is_blank(line.tiles[at]) ? 0 : scores_[line.tiles[at]];
                ++at;
            }
        };
        pass_through();
        bool plays_through = at > start;
        if (at + tiles_ <= first_anchor) {  // even all tiles together do not reach an anchor
            continue;
        }
        int word = 1;
        LetterPremiums letters;
        int crossing = 0;
        bool touches = false;
        for (int tiles = 1; tiles <= tiles_ && at < size; ++tiles) {
            if (!has(playable_, at)) {
                break;
            }
            touches = touches || has(anchors, at);
            const bool crosses = line.cross_scores[at] != Board::no_cross;
            crossing += crossing_[at];
            word *= premiums[at].word;
            letters.add(premiums[at].letter);
            ++at;
            const int before = at;
            pass_through();
            plays_through = plays_through || at > before;
            // A single tile that forms words in both directions is generated across only.
            if (!touches || at - start < 2 || (tiles == 1 && direction == down && crosses)) {
                continue;
            }
            const Equity rest = plays_through ? best_rest_[tiles] : best_rest_alone_[tiles];
            if (rest == worst_equity) {
                continue;
            }
            const int tile_scores = letters.most(top_scores_);
            const int bonus = tiles == rack_size ? dictionary_.rules.bingo_points : 0;
            const Equity bound = ((through + tile_scores) * word + crossing + bonus) * points + rest;
            if (bound >= threshold) {
                slots_.push_back({bound, static_cast<std::uint8_t>(direction * board_size + index),
                                  static_cast<std::uint8_t>(start), static_cast<std::uint8_t>(tiles),
                                  static_cast<std::uint8_t>(at - start)});
            }
        }
    }
}

MoveGenerator::Pattern MoveGenerator::pattern_of(const Slot& slot) const {
    const int direction = slot.direction_and_line / board_size;
    const int index = slot.direction_and_line % board_size;
    const Board::Line& line = board_->line(direction, index);
    const auto& premiums = dictionary_.rules.premiums[direction][index];
    Pattern pattern;
    int word = 1;
    int through = 0;
    for (int i = 0; i < slot.length; ++i) {
        const int at = slot.start + i;
        const Letter tile = line.tiles[at];
        if (tile == empty_square) {
            word *= premiums[at].word;
            pattern.places[pattern.placed++] = static_cast<std::uint8_t>(i);
            continue;
        }
        if constexpr (has_word_maps) {
            pattern.through.bytes[i] = letter_of(tile);
            pattern.through_mask.bytes[i] = 0xFF;
            pattern.through_letters = pattern.through_letters + Multiset::of(letter_of(tile));
        }
        through += is_blank(tile) ? 0 : scores_[tile];
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
