// MoveGenerator: finds the best move, the best few, or all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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

namespace zeitnot::scrabble {

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

  private:
    // A placement of a given number of tiles, without the letters.
    struct Slot {
        Equity bound;
        std::uint8_t direction_and_line;
        std::uint8_t start;
        std::uint8_t tiles;
        std::uint8_t length;
    };

    // Details of a slot.
    struct Pattern {
        int placed = 0;
        std::array<std::uint8_t, rack_size> places{};     // of the placed tiles, in the word
        std::array<std::uint8_t, rack_size> multiples{};  // multipliers of their scores
        std::array<std::uint8_t, 8> sorted{};             // the multipliers, highest first
        int restrictions = 0;
        std::array<std::uint8_t, rack_size> restricted{};  // places where cross words limit the letters
        std::array<LetterSet, rack_size> allowed{};
        WordRecord through{};       // letters played through
        WordRecord through_mask{};  // all bits set there
        Multiset through_letters;
        int fixed_score = 0;  // part of the score that does not depend on the letters
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
        std::array<std::uint64_t, most_subsets / 64> subsets{};

        [[nodiscard]] bool has(std::size_t subset) const {
            return (subsets[subset / 64] >> (subset % 64) & 1U) != 0;
        }
        void add(std::size_t subset) { subsets[subset / 64] |= std::uint64_t{1} << (subset % 64); }
    };
    static constexpr std::size_t failed_lookups_size = 256;

    void take_rack(const Rack& rack);
    void record_pass();
    void record_exchanges();
    void finish_and_record(Move& move);

    // Shadow bounds: slots, best first.
    void find_slots();
    void find_slots_of_line(int direction, int index, Board::Mask anchors);
    void rate_crossings(int direction, int index);
    [[nodiscard]] Slot next_slot();
    [[nodiscard]] Pattern pattern_of(const Slot& slot) const;

    // Generation by looking up subsets in the word map.
    void generate_by_word_map();
    void look_up_rack_words();
    void fill_slot(const Slot& slot);
    [[nodiscard]] static bool fits_somewhere(const Pattern& pattern, const RackSubset& subset);
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
    void generate_by_gaddag(const Rack& rack);

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
    std::array<std::uint8_t, 32> scores_{};
    // For the current line: squares where some tile of the rack fits, and the most that crossing words can
    // score.
    Board::Mask playable_ = 0;
    std::array<std::int16_t, board_size> crossing_{};
    std::vector<Slot> slots_;
};

}  // namespace zeitnot::scrabble
