#include "scrabble/endgame/gaps.h"

#include <array>
#include <bit>

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

constexpr std::size_t most_gaps = 1U << 16U;
constexpr std::size_t most_fits = 1U << 17U;
constexpr std::size_t most_numbers = 60'000;  // cells have 16 bits
constexpr int most_spare_letters = 3;

}  // namespace

Gaps::Gaps(const Rules& rules, const Lexicon& lexicon)
    : rules_(rules), lexicon_(lexicon), gaps_(most_gaps), known_fits_(most_fits) {
    fits_.reserve(most_numbers);
}

bool Gaps::begin(LetterSet letters) {
    // Letters that nobody holds only make cells differ more than necessary. A few are tolerated, so that
    // endgames with nearly the same tiles share the moves found for a line.
    const LetterSet both = letters | letters_;
    const bool near = std::popcount(both) <= std::popcount(letters) + most_spare_letters;
    if (near && both == letters_ && !full_ && fits_.size() < most_numbers / 2) {
        return true;
    }
    letters_ = near ? both : letters;
    ++epoch_;
    fits_.clear();
    full_ = false;
    return false;
}

const Gap& Gaps::gap(std::span<const Cell> line, int at) {
    static constexpr Gap alone;
    int first = at;
    int last = at;
    std::uint64_t key = 0x2545F4914F6CDD1DU;
    while (first > 0 && has_tile(line[first - 1])) {
        --first;
        key = (key ^ line[first]) * 0x9E3779B97F4A7C15U;
    }
    key ^= key >> 29U;
    while (last + 1 < board_size && has_tile(line[last + 1])) {
        ++last;
        key = (key + line[last]) * 0xD6E8FEB86659FD93U;
    }
    if (first == last) {
        return alone;
    }
    key ^= key >> 32U;
    std::size_t place = key & (most_gaps - 1);
    for (; gaps_[place].key != 0; place = (place + 1) & (most_gaps - 1)) {
        if (gaps_[place].key == key) {
            return gaps_[place].gap;
        }
    }
    if (++gap_count_ > most_gaps / 2) {
        gaps_.assign(most_gaps, {});
        gap_count_ = 1;
        place = key & (most_gaps - 1);
    }
    gaps_[place] = {key, work_out(line, first, at, last)};
    return gaps_[place].gap;
}

// The GADDAG holds every word reversed from each of its letters: a word with a letter in the gap that ends
// with these tiles is found by starting from the last of them.
Gap Gaps::work_out(std::span<const Cell> line, int first, int at, int last) const {
    Gap gap{.words = 0, .parts = 0, .score = 0};
    std::uint32_t behind = lexicon_.gaddag_root();
    for (int i = last; i > at; --i) {
        gap.score = static_cast<std::int16_t>(gap.score + rules_.distribution.score(tile_of(line[i])));
        const std::uint32_t arc = lexicon_.arc(behind, letter_of(tile_of(line[i])));
        behind = arc == 0 ? 0 : Lexicon::children(lexicon_.node(arc));
    }
    for (int i = first; i < at; ++i) {
        gap.score = static_cast<std::int16_t>(gap.score + rules_.distribution.score(tile_of(line[i])));
    }
    for (LetterSet left = lexicon_.letters(behind); left != 0; left &= left - 1) {
        const auto letter = lowest_letter(left);
        std::uint32_t arc = lexicon_.arc(behind, letter);
        for (int i = at - 1; i >= first && arc != 0; --i) {
            arc = lexicon_.arc(Lexicon::children(lexicon_.node(arc)), letter_of(tile_of(line[i])));
        }
        if (arc != 0) {
            gap.parts |= set_of(letter);
            gap.words |= Lexicon::accepts(lexicon_.node(arc)) ? set_of(letter) : 0;
        }
    }
    return gap;
}

Cell Gaps::cell(const Gap& own, const Gap& crossing) {
    const Fit fit{own.parts & crossing.words & letters_, crossing.score};
    if (fit.letters == 0) {
        return blocked_cell;
    }
    const std::uint64_t key = mixed(fit.letters ^ 0xA0761D6478BD642FU,
                                    static_cast<std::uint64_t>(fit.cross_score) ^ 0xE7037ED1A0B428DBU);
    std::size_t place = key & (most_fits - 1);
    for (; known_fits_[place].epoch == epoch_; place = (place + 1) & (most_fits - 1)) {
        if (known_fits_[place].fit == fit) {
            return known_fits_[place].cell;
        }
    }
    if (fits_.size() >= most_numbers) {
        full_ = true;
        return blocked_cell;
    }
    const auto cell = static_cast<Cell>(first_numbered_cell + fits_.size());
    fits_.push_back(fit);
    known_fits_[place] = {fit, epoch_, cell};
    return cell;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
