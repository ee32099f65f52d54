// MoveGenerator: finds the best move, the best few, or all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "scrabble/files/lexicon.h"
#include "scrabble/files/word_map.h"
#include "scrabble/game/board.h"
#include "scrabble/game/dictionary.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/rules.h"
#include "scrabble/movegen/move_recorder.h"
#include "scrabble/movegen/rack_subsets.h"
#include "scrabble/movegen/static_values.h"
#include "timing/workspace.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Belongs to one thread. Allocates nothing once its buffers have grown.
class MoveGenerator {
  public:
    explicit MoveGenerator(const Dictionary& dictionary);

    [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }
    // For callers that may be called from several threads.
    [[nodiscard]] timing::Workspace& workspace() { return workspace_; }

    // The best moves, best first; the span is valid until the next call. There is always at least the pass.
    std::span<const Move> generate(const Board& board, const Rack& rack, const StaticValues& values,
                                   const Surroundings& around, std::size_t wanted);
    // One move with its score and equity, as generate() rates it, or none if it is illegal. Generates
    // nothing.
    [[nodiscard]] std::optional<Move> rate(const Board& board, const Rack& rack, const StaticValues& values,
                                           const Surroundings& around, const Move& asked) const;

  private:
    // A placement of a given number of tiles, without the letters.
    struct Slot {
        Equity bound;
        std::uint8_t direction_and_line;
        std::uint8_t start;
        std::uint8_t tiles;
        std::uint8_t length;
    };

    // A multiplier of a tile's score by all the words that it belongs to.
    using Multiple = std::conditional_t<has_word_maps, std::uint8_t, std::uint16_t>;

    // Details of a slot.
    struct Pattern {
        int placed = 0;
        std::array<std::uint8_t, rack_size> places{};  // of the placed tiles, in the word
        std::array<Multiple, rack_size> multiples{};   // multipliers of their scores
        std::array<Multiple, 8> sorted{};              // the multipliers, highest first
        int restrictions = 0;
        std::array<std::uint8_t, rack_size> restricted{};  // places where cross words limit the letters
        std::array<LetterSet, rack_size> allowed{};
        WordRecord through{};       // letters played through
        WordRecord through_mask{};  // all bits set there
        Multiset through_letters;
        int fixed_score = 0;  // part of the score that does not depend on the letters

        // The most that the tiles of a subset can score here: the highest on the highest multipliers.
        [[nodiscard]] int most_score(const RackSubset& subset) const {
            int sum = fixed_score;
            for (std::size_t i = 0; i < sorted.size(); ++i) {
                sum += sorted[i] * subset.scores[i];
            }
            return sum;
        }
        // Whether the subset has a letter for every square with a cross word.
        [[nodiscard]] bool fits(const RackSubset& subset) const {
            bool all = true;
            for (int i = 0; i < restrictions; ++i) {
                all = all && (allowed[i] & subset.set) != 0;
            }
            return all || subset.blanks > 0;
        }
    };

    // Slots of the words whose first anchor is the same, one behind the other in slots_.
    struct Anchor {
        Equity bound;
        std::uint32_t first_slot;
        std::uint32_t slots;
        std::uint8_t direction_and_line;
        std::uint8_t at;
        std::uint8_t leftmost;  // squares before it belong to earlier anchors
    };

    // Words that a subset makes without tiles on the board, looked up once for each rack.
    struct RackWords {
        std::span<const WordRecord> words;
        LetterSet completions = 0;
    };

    // Subsets that make no word with certain letters on the board. Most look-ups find nothing, and many slots
    // share the letters they play through.
    struct FailedLookups {
        Multiset through;
        std::uint64_t rack_number = 0;  // entries of older racks are invalid
        SubsetSet subsets;
    };
    static constexpr std::size_t failed_lookups_size = 256;

    // Slots by their distance from the highest bound, about a point a step: the order need not be exact,
    // because a slot is skipped if it comes too late. Each list ends with no_slot; the last one is open.
    static constexpr int slot_steps = 128;
    static constexpr unsigned slot_step_bits = 10;
    static constexpr std::uint16_t no_slot = 0xFFFF;

    void take_rack(const Rack& rack);
    void record_pass();
    void record_exchanges();
    void finish_and_record(Move& move);

    // Shadow bounds.
    void rate_words_alone();
    void find_slots();
    void find_slots_of_line(int direction, int index, Board::Mask anchors);
    void find_slots_from(int direction, int index, int start, Board::Mask anchors);
    void rate_crossings(int direction, int index);
    [[nodiscard]] Pattern pattern_of(const Slot& slot) const;
    [[nodiscard]] bool may_count(const Pattern& pattern, const RackSubset& subset) const {
        return pattern.most_score(subset) * points + subset.rest >= recorder_.threshold() &&
               pattern.fits(subset);
    }

    // Generation by looking up subsets in the word map.
    void generate_by_word_map();
    void look_up_rack_words();
    void queue_slots();
    void fill_slot(const Slot& slot);
    FailedLookups& failed_lookups_with(const Multiset& through);
    // Whether the subset makes any word with the letters played through.
    bool try_subset(const Slot& slot, const Pattern& pattern, const RackSubset& subset);
    void try_words(const Slot& slot, const Pattern& pattern, const RackSubset& subset,
                   std::span<const WordRecord> words, Letter blank_letter, Letter second_blank);
    void place_blanks(const Slot& slot, const Pattern& pattern, const RackSubset& subset,
                      const WordRecord& word, int score, Letter blank_letter, Letter second_blank);
    void record(const Slot& slot, const Pattern& pattern, const WordRecord& word, Equity rest, int score,
                unsigned blank_places);

    // Generation by traversing the GADDAG from each anchor.
    struct Traversal;
    struct RackSpelling;
    void generate_by_gaddag(const Rack& rack);
    void list_anchors();
    // Subsets that may make a word worth recording in the slot.
    [[nodiscard]] SubsetSet hopeful_subsets(const Slot& slot);

    Dictionary dictionary_;
    timing::Workspace workspace_;
    const Board* board_ = nullptr;
    const StaticValues* values_ = nullptr;
    Surroundings around_;
    bool every_blank_place_ = false;
    MoveRecorder recorder_;
    RackSubsets subsets_;
    std::array<RackWords, most_subsets> rack_words_{};
    std::array<FailedLookups, failed_lookups_size> failed_lookups_{};
    Rack rack_;
    std::uint64_t rack_number_ = 0;  // incremented whenever the rack changes
    bool is_new_rack_ = true;
    LetterSet rack_set_ = 0;
    int blanks_ = 0;
    int tiles_ = 0;
    std::array<std::uint8_t, rack_size> rack_letters_{};  // distinct, highest score first
    int rack_letter_count_ = 0;
    std::array<int, rack_size + 1> top_scores_{};          // prefix sums of the tiles, highest first
    std::array<Equity, rack_size + 1> best_rest_{};        // best value for each subset size
    std::array<Equity, rack_size + 1> best_rest_alone_{};  // of those that are words by themselves
    std::array<std::uint8_t, letter_slots> scores_{};
    // For the current line: squares where some tile of the rack fits, and the most that crossing words can
    // score.
    Board::Mask playable_ = 0;
    std::array<std::int16_t, board_size> crossing_{};
    std::vector<Slot> slots_;
    Equity highest_bound_ = worst_equity;
    std::array<std::uint16_t, slot_steps> first_slots_{};
    std::vector<std::uint16_t> next_slots_;
    std::vector<Anchor> anchors_;
    std::array<SubsetSet, most_subsets> supersets_{};
    SubsetSet words_alone_;  // subsets that are words by themselves
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
