#include "chess/move_picker.h"

#include <utility>

namespace zeitnot::chess {

MovePicker::MovePicker(const Position& position, const PickerContext& context)
    : position_(position), context_(context) {
    if (!position_.plausible(context_.table_move)) {
        stage_ = Stage::make_noisy;
    }
}

MovePicker MovePicker::noisy(const Position& position, const PickerContext& context, bool checks) {
    MovePicker picker(position, context);
    picker.only_noisy_ = !position.checkers();
    picker.checks_ = checks;
    const Move move = context.table_move;
    if (picker.stage_ == Stage::table && picker.only_noisy_ && !position.capture(move) &&
        move.kind() != Move::promotion) {
        picker.stage_ = Stage::make_noisy;
    }
    return picker;
}

bool MovePicker::special(Move move) const {
    return move == context_.table_move || move == context_.killers[0] || move == context_.killers[1] ||
           move == context_.counter;
}

void MovePicker::make(Moves kind) {
    moves_.clear();
    next_ = 0;
    generate(position_, kind, moves_);
}

void MovePicker::score_noisy() {
    for (int i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
        const PieceType victim = position_.captured_type(move);
        int score = exchange_values[victim] * 16;
        if (victim != no_piece_type) {
            score += context_.history->capture[position_.piece_on(move.from())][move.to()][victim];
        }
        if (move.kind() == Move::promotion) {
            score += exchange_values[move.promoted()] * 16;
        }
        scores_[i] = score;
    }
}

void MovePicker::score_quiet() {
    const auto& own = context_.history->quiet[position_.side()];
    for (int i = 0; i < moves_.size(); ++i) {
        const Move move = moves_[i];
        const int piece = position_.piece_on(move.from());
        int score = own[move.from()][move.to()];
        if (context_.after_last != nullptr) {
            score += (*context_.after_last)[piece][move.to()];
        }
        if (context_.after_own_last != nullptr) {
            score += (*context_.after_own_last)[piece][move.to()];
        }
        scores_[i] = score;
    }
}

// Selection sort on demand: most nodes try only a few moves.
Move MovePicker::pick_best() {
    int best = next_;
    for (int i = next_ + 1; i < moves_.size(); ++i) {
        if (scores_[i] > scores_[best]) {
            best = i;
        }
    }
    std::swap(scores_[next_], scores_[best]);
    std::swap(moves_[next_], moves_[best]);
    return moves_[next_++];
}

Move MovePicker::next(bool skip_quiets) {
    switch (stage_) {
    case Stage::table:
        stage_ = Stage::make_noisy;
        return context_.table_move;
    case Stage::make_noisy:
        make(Moves::noisy);
        score_noisy();
        stage_ = Stage::noisy;
        [[fallthrough]];
    case Stage::noisy:
        while (next_ < moves_.size()) {
            const Move move = pick_best();
            if (move == context_.table_move) {
                continue;
            }
            if (!only_noisy_ && !position_.exchange_wins(move, 0)) {
                losing_.add(move);
                continue;
            }
            return move;
        }
        if (only_noisy_) {
            if (!checks_) {
                stage_ = Stage::done;
                return {};
            }
            make(Moves::quiet);
            stage_ = Stage::checks;
            return next_check();
        }
        stage_ = Stage::killers;
        [[fallthrough]];
    case Stage::killers:
        while (!skip_quiets && killer_ < 3) {
            const int index = killer_++;
            const Move move = index < 2 ? context_.killers[index] : context_.counter;
            const bool again = move == context_.table_move || (index > 0 && move == context_.killers[0]) ||
                               (index > 1 && move == context_.killers[1]);
            if (move && !again && !position_.capture(move) && move.kind() != Move::promotion &&
                position_.plausible(move)) {
                return move;
            }
        }
        stage_ = Stage::make_quiet;
        [[fallthrough]];
    case Stage::make_quiet:
        if (!skip_quiets) {
            make(Moves::quiet);
            score_quiet();
        }
        stage_ = Stage::quiet;
        [[fallthrough]];
    case Stage::quiet:
        while (!skip_quiets && next_ < moves_.size()) {
            const Move move = pick_best();
            // Underpromotions are never returned in the killer stage.
            if (!special(move) || (move != context_.table_move && move.kind() == Move::promotion)) {
                return move;
            }
        }
        stage_ = Stage::losing;
        [[fallthrough]];
    case Stage::losing:
        if (losing_next_ < losing_.size()) {
            return losing_[losing_next_++];
        }
        stage_ = Stage::done;
        [[fallthrough]];
    case Stage::done:
        break;
    case Stage::checks:
        return next_check();
    }
    return {};
}

// In generation order: there are only a few.
Move MovePicker::next_check() {
    while (next_ < moves_.size()) {
        const Move move = moves_[next_++];
        if (position_.gives_check(move)) {
            return move;
        }
    }
    stage_ = Stage::done;
    return {};
}

}  // namespace zeitnot::chess
