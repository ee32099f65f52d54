// Generation by word map: for each slot the subsets of the rack, for each subset one look-up.

#include <algorithm>
#include <cstring>

#include "scrabble/movegen/move_generator.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

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

void MoveGenerator::generate_by_word_map() {
    if (is_new_rack_) {
        look_up_rack_words();
    }
    rate_words_alone();
    find_slots();
    queue_slots();
    for (int step = 0; step < slot_steps; ++step) {
        if (highest_bound_ - (step << slot_step_bits) < recorder_.threshold()) {
            break;
        }
        for (std::size_t i = first_slots_[step]; i != no_slot; i = next_slots_[i]) {
            if (slots_[i].bound >= recorder_.threshold()) {
                fill_slot(slots_[i]);
            }
        }
    }
}

void MoveGenerator::queue_slots() {
    highest_bound_ = worst_equity;
    for (const Slot& slot : slots_) {
        highest_bound_ = std::max(highest_bound_, slot.bound);
    }
    first_slots_.fill(no_slot);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const int step = std::min((highest_bound_ - slots_[i].bound) >> slot_step_bits, slot_steps - 1);
        next_slots_[i] = first_slots_[step];
        first_slots_[step] = static_cast<std::uint16_t>(i);
    }
}

void MoveGenerator::look_up_rack_words() {
    const WordMap& words = *dictionary_.words;
    const std::span<RackSubset> all = subsets_.all();
    for (const RackSubset& subset : all) {
        if (subset.size >= 2 && subset.blanks == 0) {
            words.prefetch(subset.letters);
        } else if (subset.size >= 2 && subset.blanks == 1) {
            words.prefetch_completions(subset.letters);
        }
    }
    words_alone_ = {};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const RackSubset& subset = all[i];
        rack_words_[i] = {};
        if (subset.size < 2) {
            continue;
        }
        if (subset.blanks == 0) {
            rack_words_[i].words = words.find(subset.letters);
        } else {
            rack_words_[i].completions = subset.blanks == 1 ? words.completions(subset.letters) : all_letters;
        }
        if (!rack_words_[i].words.empty() || rack_words_[i].completions != 0) {
            words_alone_.add(subset.played_index);
        }
    }
}

MoveGenerator::FailedLookups& MoveGenerator::failed_lookups_with(const Multiset& through) {
    FailedLookups& entry = failed_lookups_[through.hash() % failed_lookups_size];
    if (entry.rack_number != rack_number_ || !(entry.through == through)) {
        entry = {through, rack_number_, {}};
    }
    return entry;
}

void MoveGenerator::fill_slot(const Slot& slot) {
    const Pattern pattern = pattern_of(slot);
    const bool alone = pattern.through_letters.empty();
    FailedLookups& failed = failed_lookups_with(pattern.through_letters);
    const RackSubset* all = subsets_.all().data();
    // The most that any tiles score here, by both bounds: subsets with too little beside it come last.
    const Equity slot_score = slot.bound - (alone ? best_rest_alone_ : best_rest_)[slot.tiles];
    const Equity most_score =
        std::min(slot_score, pattern.most_score(subsets_.of_size(tiles_).front()) * points);
    // Subsets to look up, prefetched while the others are examined.
    std::array<const RackSubset*, most_subsets> hopeful;
    std::size_t count = 0;
    for (const std::size_t position : subsets_.by_rest(slot.tiles)) {
        const RackSubset& subset = all[position];
        if (most_score + subset.rest < recorder_.threshold()) {
            break;
        }
        if (failed.subsets.has(position) || !may_count(pattern, subset)) {
            continue;
        }
        hopeful[count++] = &subset;
        if (!alone && subset.blanks == 0) {
            dictionary_.words->prefetch(subset.letters + pattern.through_letters);
        } else if (!alone && subset.blanks == 1) {
            dictionary_.words->prefetch_completions(subset.letters + pattern.through_letters);
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!try_subset(slot, pattern, *hopeful[i])) {
            failed.subsets.add(static_cast<std::size_t>(hopeful[i] - all));
        }
    }
}

bool MoveGenerator::try_subset(const Slot& slot, const Pattern& pattern, const RackSubset& subset) {
    const WordMap& words = *dictionary_.words;
    const bool alone = pattern.through_letters.empty();
    const RackWords& own = rack_words_[static_cast<std::size_t>(&subset - subsets_.all().data())];
    const Multiset letters = subset.letters + pattern.through_letters;
    if (subset.blanks == 0) {
        const std::span<const WordRecord> found = alone ? own.words : words.find(letters);
        try_words(slot, pattern, subset, found, 0, 0);
        return !found.empty();
    }
    const LetterSet every = all_letters & ((LetterSet{2} << dictionary_.rules.distribution.letters) - 1);
    LetterSet firsts = every;
    if (subset.blanks == 1) {
        firsts = every & (alone ? own.completions : words.completions(letters));
    }
    bool any = false;
    for (; firsts != 0; firsts &= firsts - 1) {
        const auto first = lowest_letter(firsts);
        const Multiset with_first = letters + Multiset::of(first);
        if (subset.blanks == 1) {
            try_words(slot, pattern, subset, words.find(with_first), first, 0);
            any = true;
            continue;
        }
        LetterSet seconds = words.completions(with_first) & (every << (first - 1U));
        for (; seconds != 0; seconds &= seconds - 1) {
            const auto second = lowest_letter(seconds);
            try_words(slot, pattern, subset, words.find(with_first + Multiset::of(second)), first, second);
            any = true;
        }
    }
    return any;
}

void MoveGenerator::try_words(const Slot& slot, const Pattern& pattern, const RackSubset& subset,
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
            record(slot, pattern, word, subset.rest, score, 0);
        } else {
            place_blanks(slot, pattern, subset, word, score, blank_letter, second_blank);
        }
    }
}

// Chooses the place of a blank among the places with its letter. For several moves every place is tried; for
// the best move only the one that loses least, and of equal ones the last, which comes first in the order of
// moves.
void MoveGenerator::place_blanks(const Slot& slot, const Pattern& pattern, const RackSubset& subset,
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
        record(slot, pattern, word, subset.rest, score, places);
        return;
    }
    for (int first = 0; first < pattern.placed; ++first) {
        if (!is_place(first, blank_letter)) {
            continue;
        }
        const int score_first = score - loss(first, blank_letter);
        const unsigned places = 1U << pattern.places[first];
        if (second_blank == 0) {
            record(slot, pattern, word, subset.rest, score_first, places);
            continue;
        }
        for (int second = blank_letter == second_blank ? first + 1 : 0; second < pattern.placed; ++second) {
            if (is_place(second, second_blank)) {
                record(slot, pattern, word, subset.rest, score_first - loss(second, second_blank),
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

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
