#include "scrabble/movegen/move_generator.h"

#include <algorithm>

namespace zeitnot::scrabble {

namespace {

constexpr std::size_t most_slots = std::size_t{2} * board_size * board_size * rack_size;

// More blanks on a rack than any game in use has: the walk takes them as they come.
constexpr int most_looked_up_blanks = 2;

// Below everything else while the bag has tiles.
constexpr Equity pass_equity = -1000 * points;

}  // namespace

MoveGenerator::MoveGenerator(const Dictionary& dictionary) : dictionary_(dictionary) {
    slots_.reserve(most_slots);
    const Distribution& distribution = dictionary.rules.distribution;
    std::copy(distribution.scores.begin(), distribution.scores.end(), scores_.begin());
}

std::span<const Move> MoveGenerator::generate(const Board& board, const Rack& rack,
                                              const StaticValues& values, const Surroundings& around,
                                              std::size_t wanted) {
    board_ = &board;
    values_ = &values;
    around_ = around;
    every_blank_place_ = wanted > 1;
    recorder_.begin(wanted);
    take_rack(rack);
    record_pass();
    if (around.bag >= dictionary_.rules.exchange_least_bag) {
        record_exchanges();
    }
    if (dictionary_.words != nullptr && blanks_ <= most_looked_up_blanks) {
        play_words();
    } else {
        walk_gaddag(rack);
    }
    return recorder_.finish();
}

void MoveGenerator::take_rack(const Rack& rack) {
    // Simulations ask for the same rack on one board after another.
    is_new_rack_ = rack_number_ == 0 || !(rack == rack_);
    if (is_new_rack_) {
        rack_ = rack;
        ++rack_number_;
        choices_.set(rack, dictionary_.rules);
    }
    value_choices(choices_, *values_, around_);
    tiles_ = rack.tiles;
    blanks_ = rack.counts[blank];
    const Choice& whole = choices_.of_size(tiles_).front();
    rack_set_ = whole.set;
    for (int i = 0; i < rack_size; ++i) {
        top_scores_[i + 1] = top_scores_[i] + whole.scores[i];
    }
    rack_letter_count_ = 0;
    for (const Letter letter : choices_.distinct()) {
        if (letter != blank) {
            rack_letters_[rack_letter_count_++] = letter;
        }
    }
    std::sort(rack_letters_.begin(), rack_letters_.begin() + rack_letter_count_, [this](Letter a, Letter b) {
        return scores_[a] != scores_[b] ? scores_[a] > scores_[b] : a < b;
    });
    best_rest_.fill(worst_equity);
    for (const Choice& choice : choices_.all()) {
        best_rest_[choice.size] = std::max(best_rest_[choice.size], choice.rest);
    }
    best_rest_alone_ = best_rest_;
}

void MoveGenerator::record_pass() {
    Move pass;
    pass.equity = around_.bag == 0 ? choices_.of_size(0).front().rest : pass_equity;
    recorder_.record(pass);
}

void MoveGenerator::record_exchanges() {
    const std::span<const Letter> distinct = choices_.distinct();
    const std::span<const std::uint8_t> numbers = choices_.numbers();
    const Equity bag_value = values_->with_bag(around_.bag);
    for (const Choice& choice : choices_.all()) {
        if (choice.size == 0 || choice.leave + bag_value < recorder_.threshold()) {
            continue;
        }
        Move exchange;
        exchange.kind = MoveKind::exchange;
        exchange.equity = choice.leave + bag_value;
        int index = choice.played_index;
        for (std::size_t i = 0; i < distinct.size(); ++i) {
            for (int copies = index % (numbers[i] + 1); copies > 0; --copies) {
                exchange.tiles[exchange.length++] = distinct[i];
            }
            index /= numbers[i] + 1;
        }
        exchange.tiles_played = exchange.length;
        recorder_.record(exchange);
    }
}

// On the first play a vowel beside a square that multiplies letters gives the opponent something to play on.
void MoveGenerator::finish_and_record(Move& move) {
    if (board_->tiles_on_board() == 0) {
        const auto& premiums = dictionary_.rules.premiums[move.direction];
        int multiples = 0;
        for (int i = 0; i < move.length; ++i) {
            if ((dictionary_.rules.distribution.vowels & set_of(letter_of(move.tiles[i]))) == 0) {
                continue;
            }
            const int at = move.start + i;
            multiples += move.line > 0 ? premiums[move.line - 1][at].letter - 1 : 0;
            multiples += move.line + 1 < board_size ? premiums[move.line + 1][at].letter - 1 : 0;
        }
        move.equity -= multiples * values_->opening_vowel;
    }
    recorder_.record(move);
}

}  // namespace zeitnot::scrabble
