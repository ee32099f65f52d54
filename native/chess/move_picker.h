// Returns the moves of a position one by one, the most promising first.

#pragma once

#include <array>

#include "chess/history.h"
#include "chess/move.h"
#include "chess/move_generation.h"
#include "chess/position.h"

namespace zeitnot::chess {

struct PickerContext {
    const History* history = nullptr;
    const PieceToHistory* after_last = nullptr;      // continuation of the previous move
    const PieceToHistory* after_own_last = nullptr;  // continuation of the own move before that
    Move table_move;
    std::array<Move, 2> killers{};
    Move counter;
};

class MovePicker {
  public:
    // For the main search: all moves.
    MovePicker(const Position& position, const PickerContext& context);

    // For quiescence: noisy moves, then checks if wanted; all evasions when in check.
    static MovePicker noisy(const Position& position, const PickerContext& context, bool checks = false);

    // Returns an empty move when there are no more moves. With skip_quiets, quiet moves are left out.
    [[nodiscard]] Move next(bool skip_quiets = false);

    // Whether the last move returned is a losing capture.
    [[nodiscard]] bool losing() const { return stage_ == Stage::losing; }

  private:
    enum class Stage { table, make_noisy, noisy, checks, killers, make_quiet, quiet, losing, done };

    void make(Moves kind);
    void score_noisy();
    void score_quiet();
    [[nodiscard]] Move pick_best();
    [[nodiscard]] Move next_check();
    [[nodiscard]] bool special(Move move) const;

    const Position& position_;
    const PickerContext& context_;
    Stage stage_ = Stage::table;
    bool only_noisy_ = false;
    bool checks_ = false;
    int next_ = 0;
    int killer_ = 0;
    int losing_next_ = 0;
    MoveList moves_;
    MoveList losing_;
    std::array<int, most_moves> scores_;
};

}  // namespace zeitnot::chess
