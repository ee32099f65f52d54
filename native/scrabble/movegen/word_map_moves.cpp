// Words by the letters they are made of: for each slot the choices of tiles, for each choice one look-up.

#include <algorithm>
#include <cstring>

#include "scrabble/movegen/move_generator.h"

namespace zeitnot::scrabble {

namespace {

int product(const std::array<std::uint8_t, 8>& a, const std::array<std::uint8_t, 8>& b) {
    int sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

std::array<std::uint64_t, 2> halves(const WordRecord& record) {
    std::array<std::uint64_t, 2> both{};
    std::memcpy(both.data(), record.bytes.data(), sizeof both);
    return both;
}

bool same_where(const WordRecord& mask, const WordRecord& a, const WordRecord& b) {
    const auto [mask_low, mask_high] = halves(mask);
    const auto [a_low, a_high] = halves(a);
    const auto [b_low, b_high] = halves(b);
    return (((a_low ^ b_low) & mask_low) | ((a_high ^ b_high) & mask_high)) == 0;
}

}  // namespace

void MoveGenerator::play_words() {
    if (is_new_rack_) {
        look_up_own_words();
    }
    best_rest_alone_.fill(worst_equity);
    const std::span<const Choice> all = choices_.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!own_words_[i].words.empty() || own_words_[i].completions != 0) {
            best_rest_alone_[all[i].size] = std::max(best_rest_alone_[all[i].size], all[i].rest);
        }
    }
    find_slots();
    while (!slots_.empty()) {
        const Slot slot = next_slot();
        if (slot.bound < recorder_.threshold()) {
            break;
        }
        fill_slot(slot);
    }
}

void MoveGenerator::look_up_own_words() {
    const WordMap& words = *dictionary_.words;
    const std::span<Choice> all = choices_.all();
    for (const Choice& choice : all) {
        if (choice.size >= 2 && choice.blanks == 0) {
            words.prefetch(choice.letters);
        } else if (choice.size >= 2 && choice.blanks == 1) {
            words.prefetch_completions(choice.letters);
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Choice& choice = all[i];
        own_words_[i] = {};
        if (choice.size < 2) {
            continue;
        }
        if (choice.blanks == 0) {
            own_words_[i].words = words.find(choice.letters);
        } else {
            own_words_[i].completions = choice.blanks == 1 ? words.completions(choice.letters) : all_letters;
        }
    }
}

MoveGenerator::Fruitless& MoveGenerator::fruitless_with(const Multiset& through) {
    Fruitless& entry = fruitless_[through.hash() % fruitless_size];
    if (entry.rack_number != rack_number_ || !(entry.through == through)) {
        entry = {through, rack_number_, {}};
    }
    return entry;
}

void MoveGenerator::fill_slot(const Slot& slot) {
    const Pattern pattern = pattern_of(slot);
    const bool alone = pattern.through_letters.empty();
    Fruitless& fruitless = fruitless_with(pattern.through_letters);
    const Choice* all = choices_.all().data();
    std::array<const Choice*, most_choices>
        hopeful;  // all to be looked up, fetched while the others are judged
    std::size_t count = 0;
    for (const Choice& choice : choices_.of_size(slot.tiles)) {
        const int score = pattern.fixed_score + product(pattern.sorted, choice.scores);
        if (score * points + choice.rest < recorder_.threshold() ||
            fruitless.has(static_cast<std::size_t>(&choice - all)) || !fits_somewhere(pattern, choice)) {
            continue;
        }
        hopeful[count++] = &choice;
        if (!alone && choice.blanks == 0) {
            dictionary_.words->prefetch(choice.letters + pattern.through_letters);
        } else if (!alone && choice.blanks == 1) {
            dictionary_.words->prefetch_completions(choice.letters + pattern.through_letters);
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!try_choice(slot, pattern, *hopeful[i])) {
            fruitless.add(static_cast<std::size_t>(hopeful[i] - all));
        }
    }
}

// A cross word asks for a letter that the choice must have.
bool MoveGenerator::fits_somewhere(const Pattern& pattern, const Choice& choice) {
    if (choice.blanks > 0) {
        return true;
    }
    bool fits = true;
    for (int i = 0; i < pattern.restrictions; ++i) {
        fits = fits && (pattern.allowed[i] & choice.set) != 0;
    }
    return fits;
}

bool MoveGenerator::try_choice(const Slot& slot, const Pattern& pattern, const Choice& choice) {
    const WordMap& words = *dictionary_.words;
    const bool alone = pattern.through_letters.empty();
    const OwnWords& own = own_words_[static_cast<std::size_t>(&choice - choices_.all().data())];
    const Multiset letters = choice.letters + pattern.through_letters;
    if (choice.blanks == 0) {
        const std::span<const WordRecord> found = alone ? own.words : words.find(letters);
        try_words(slot, pattern, choice, found, 0, 0);
        return !found.empty();
    }
    const LetterSet every = all_letters & ((LetterSet{2} << dictionary_.rules.distribution.letters) - 1);
    LetterSet firsts = every;
    if (choice.blanks == 1) {
        firsts = every & (alone ? own.completions : words.completions(letters));
    }
    bool any = false;
    for (; firsts != 0; firsts &= firsts - 1) {
        const auto first = static_cast<Letter>(__builtin_ctz(firsts));
        const Multiset with_first = letters + Multiset::of(first);
        if (choice.blanks == 1) {
            try_words(slot, pattern, choice, words.find(with_first), first, 0);
            any = true;
            continue;
        }
        LetterSet seconds = words.completions(with_first) & (every << (first - 1U));
        for (; seconds != 0; seconds &= seconds - 1) {
            const auto second = static_cast<Letter>(__builtin_ctz(seconds));
            try_words(slot, pattern, choice, words.find(with_first + Multiset::of(second)), first, second);
            any = true;
        }
    }
    return any;
}

void MoveGenerator::try_words(const Slot& slot, const Pattern& pattern, const Choice& choice,
                              std::span<const WordRecord> words, Letter blank_letter, Letter second_blank) {
    for (const WordRecord& word : words) {
        if (!same_where(pattern.through_mask, word, pattern.through)) {
            continue;
        }
        bool fits = true;
        for (int i = 0; i < pattern.restrictions; ++i) {
            fits = fits && (pattern.allowed[i] & set_of(word.bytes[pattern.restricted[i]])) != 0;
        }
        if (!fits) {
            continue;
        }
        int score = pattern.fixed_score;
        for (int k = 0; k < pattern.placed; ++k) {
            score += scores_[word.bytes[pattern.places[k]]] * pattern.multiples[k];
        }
        if (blank_letter == 0) {
            record(slot, pattern, word, choice.rest, score, 0);
        } else {
            place_blanks(slot, pattern, choice, word, score, blank_letter, second_blank);
        }
    }
}

// Which of the places with its letter a blank takes: each in turn when all moves are wanted; else the one
// that loses least, and of equal ones the last, which is the better move in the order of moves.
void MoveGenerator::place_blanks(const Slot& slot, const Pattern& pattern, const Choice& choice,
                                 const WordRecord& word, int score, Letter blank_letter,
                                 Letter second_blank) {
    const auto loss = [&](int place, Letter letter) { return scores_[letter] * pattern.multiples[place]; };
    const auto is_place = [&](int place, Letter letter) {
        return word.bytes[pattern.places[place]] == letter;
    };
    const auto cheapest = [&](Letter letter, int not_at) {
        int best = -1;
        for (int place = 0; place < pattern.placed; ++place) {
            if (place != not_at && is_place(place, letter) &&
                (best < 0 || loss(place, letter) <= loss(best, letter))) {
                best = place;
            }
        }
        return best;
    };
    if (!every_blank_place_) {
        const int first = cheapest(blank_letter, -1);
        score -= loss(first, blank_letter);
        unsigned places = 1U << pattern.places[first];
        if (second_blank != 0) {
            const int second = cheapest(second_blank, first);
            score -= loss(second, second_blank);
            places |= 1U << pattern.places[second];
        }
        record(slot, pattern, word, choice.rest, score, places);
        return;
    }
    for (int first = 0; first < pattern.placed; ++first) {
        if (!is_place(first, blank_letter)) {
            continue;
        }
        const int score_first = score - loss(first, blank_letter);
        const unsigned places = 1U << pattern.places[first];
        if (second_blank == 0) {
            record(slot, pattern, word, choice.rest, score_first, places);
            continue;
        }
        for (int second = blank_letter == second_blank ? first + 1 : 0; second < pattern.placed; ++second) {
            if (is_place(second, second_blank)) {
                record(slot, pattern, word, choice.rest, score_first - loss(second, second_blank),
                       places | 1U << pattern.places[second]);
            }
        }
    }
}

void MoveGenerator::record(const Slot& slot, const Pattern& pattern, const WordRecord& word, Equity rest,
                           int score, unsigned blank_places) {
    const Equity equity = score * points + rest;
    if (equity < recorder_.threshold()) {
        return;
    }
    Move move;
    move.kind = MoveKind::place;
    move.direction = static_cast<std::uint8_t>(slot.direction_and_line / board_size);
    move.line = static_cast<std::uint8_t>(slot.direction_and_line % board_size);
    move.start = slot.start;
    move.length = slot.length;
    move.tiles_played = slot.tiles;
    move.score = score;
    move.equity = equity;
    for (int k = 0; k < pattern.placed; ++k) {
        const unsigned place = pattern.places[k];
        move.tiles[place] =
            static_cast<Letter>(word.bytes[place] | ((blank_places >> place & 1U) != 0 ? blank_bit : 0));
    }
    finish_and_record(move);
}

}  // namespace zeitnot::scrabble
