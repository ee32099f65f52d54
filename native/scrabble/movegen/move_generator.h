// Move generation: the best move, the best few, or all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/files/lexicon.h"
#include "scrabble/files/word_map.h"
#include "scrabble/game/board.h"
#include "scrabble/game/move.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/rules.h"
#include "scrabble/movegen/static_values.h"
#include "timing/workspace.h"

namespace zeitnot::scrabble {

// What all threads share and nobody changes.
struct Dictionary {
    const Rules& rules;
    const Lexicon& lexicon;
    const WordMap* words = nullptr;  // without it words are found by walking the GADDAG
};

// Keeps the best moves given to it.
class Recorder {
  public:
    static constexpr std::size_t all = static_cast<std::size_t>(-1);

    void begin(std::size_t wanted);
    // Moves below this need not be given.
    [[nodiscard]] Equity threshold() const { return threshold_; }
    void record(const Move& move);
    // Best first.
    std::span<const Move> finish();

  private:
    std::vector<Move> moves_;
    std::size_t wanted_ = 1;
    Equity threshold_ = worst_equity;
};

// The workspace of one thread. Nothing is allocated once it has grown to its use.
class MoveGenerator {
  public:
    explicit MoveGenerator(const Dictionary& dictionary);

    [[nodiscard]] const Dictionary& dictionary() const { return dictionary_; }
    // For callers that cannot know who else calls.
    [[nodiscard]] timing::Workspace& workspace() { return workspace_; }

    // The best moves, best first, valid until the next call; there is always one, if only the pass.
    std::span<const Move> generate(const Board& board, const Rack& rack, const StaticValues& values,
                                   const Surroundings& around, std::size_t wanted);

  private:
    // A place for so many tiles: everything but the letters is settled by it.
    struct Slot {
        Equity bound;
        std::uint8_t direction_and_line;
        std::uint8_t start;
        std::uint8_t tiles;
        std::uint8_t length;
    };

    // A slot looked at closely.
    struct Pattern {
        int placed = 0;
        std::array<std::uint8_t, rack_size> places{};     // in the word, of the tiles placed
        std::array<std::uint8_t, rack_size> multiples{};  // of their scores
        std::array<std::uint8_t, 8> sorted{};             // the multiples, highest first
        int restrictions = 0;
        std::array<std::uint8_t, rack_size> restricted{};  // places where a cross word limits the letters
        std::array<LetterSet, rack_size> allowed{};
        WordRecord through{};       // letters played through
        WordRecord through_mask{};  // all bits there
        Multiset through_letters;
        int fixed_score = 0;  // whatever the letters are
    };

    // The words that a choice makes by itself, looked up once for each rack.
    struct OwnWords {
        std::span<const WordRecord> words;
        LetterSet completions = 0;
    };

    // Choices that make no word with certain letters on the board. Most look-ups find nothing, and many slots
    // have the same letters to play through.
    struct Fruitless {
        Multiset through;
        std::uint64_t rack_number = 0;  // what was found for older racks is forgotten
        std::array<std::uint64_t, most_choices / 64> choices{};

        [[nodiscard]] bool has(std::size_t choice) const {
            return (choices[choice / 64] >> (choice % 64) & 1U) != 0;
        }
        void add(std::size_t choice) { choices[choice / 64] |= std::uint64_t{1} << (choice % 64); }
    };
    static constexpr std::size_t fruitless_size = 256;

    void take_rack(const Rack& rack);
    void record_pass();
    void record_exchanges();
    void finish_and_record(Move& move);

    // Slots, best first.
    void find_slots();
    void find_slots_of_line(int direction, int index, Board::Mask anchors);
    void rate_crossings(int direction, int index);
    [[nodiscard]] Slot next_slot();
    [[nodiscard]] Pattern pattern_of(const Slot& slot) const;

    // Words by the letters they are made of.
    void play_words();
    void look_up_own_words();
    void fill_slot(const Slot& slot);
    [[nodiscard]] static bool fits_somewhere(const Pattern& pattern, const Choice& choice);
    Fruitless& fruitless_with(const Multiset& through);
    // Whether the choice makes any word with the letters played through.
    bool try_choice(const Slot& slot, const Pattern& pattern, const Choice& choice);
    void try_words(const Slot& slot, const Pattern& pattern, const Choice& choice,
                   std::span<const WordRecord> words, Letter blank_letter, Letter second_blank);
    void place_blanks(const Slot& slot, const Pattern& pattern, const Choice& choice, const WordRecord& word,
                      int score, Letter blank_letter, Letter second_blank);
    void record(const Slot& slot, const Pattern& pattern, const WordRecord& word, Equity rest, int score,
                unsigned blank_places);

    // Words by walking the GADDAG from each anchor.
    struct Walk;
    void walk_gaddag(const Rack& rack);

    Dictionary dictionary_;
    timing::Workspace workspace_;
    const Board* board_ = nullptr;
    const StaticValues* values_ = nullptr;
    Surroundings around_;
    bool every_blank_place_ = false;
    Recorder recorder_;
    Choices choices_;
    std::array<OwnWords, most_choices> own_words_{};
    std::array<Fruitless, fruitless_size> fruitless_{};
    Rack rack_;
    std::uint64_t rack_number_ = 0;  // counts the racks that differ from the one before
    bool is_new_rack_ = true;
    LetterSet rack_set_ = 0;
    int blanks_ = 0;
    int tiles_ = 0;
    std::array<std::uint8_t, rack_size> rack_letters_{};  // distinct, highest score first
    int rack_letter_count_ = 0;
    std::array<int, rack_size + 1> top_scores_{};          // sums of the highest tiles
    std::array<Equity, rack_size + 1> best_rest_{};        // of the choices of each size
    std::array<Equity, rack_size + 1> best_rest_alone_{};  // of those that make a word by themselves
    std::array<std::uint8_t, 32> scores_{};
    // Of the line at hand: squares that some tile of the rack fits, and what crossing words bring at most.
    Board::Mask playable_ = 0;
    std::array<std::int16_t, board_size> crossing_{};
    std::vector<Slot> slots_;
};

}  // namespace zeitnot::scrabble
