// Game: a two-player game played by the rules.
#pragma once

#include <array>
#include <cstdint>

#include "scrabble/game/bag.h"
#include "scrabble/game/board.h"
#include "scrabble/game/dictionary.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/random.h"
#include "scrabble/game/surroundings.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

constexpr int most_scoreless_turns = 6;

class Game {
  public:
    Game(const Dictionary& dictionary, std::uint64_t seed, int first_seat);

    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] const Rack& rack(int seat) const { return racks_[seat]; }
    [[nodiscard]] int score(int seat) const { return scores_[seat]; }
    [[nodiscard]] int on_turn() const { return on_turn_; }
    [[nodiscard]] int turns() const { return turns_; }
    [[nodiscard]] int bag() const { return bag_.tiles(); }
    [[nodiscard]] int unseen() const { return bag_.tiles() + racks_[1 - on_turn_].tiles; }
    [[nodiscard]] bool over() const { return over_; }
    [[nodiscard]] Surroundings surroundings() const;

    // Plays a legal move of the seat on turn.
    void play(const Move& move);

  private:
    void end();

    const Dictionary* dictionary_;
    Random random_;
    Bag bag_;
    Board board_;
    std::array<Rack, 2> racks_{};
    std::array<int, 2> scores_{};
    int on_turn_;
    int turns_ = 0;
    int scoreless_ = 0;
    bool over_ = false;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
