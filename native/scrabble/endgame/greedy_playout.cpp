// Greedy playout: values the leaves of the search and completes its lines to the end of the game.

#include <bit>

#include "scrabble/endgame/worker.h"

namespace zeitnot::scrabble::endgame {

namespace {

// Not going out costs twice the remaining tiles, and the turn on top; the same figure as in StaticValues.
constexpr int not_out_pts = 10;

}  // namespace

Worker::Greedy Worker::greedy_at(int ply) {
    const Node& node = nodes_[ply];
    scratch_ = *node.grid;
    if (!node.made) {
        play(scratch_, node.move);
    }
    Grid* const before = ply > 0 ? nodes_[ply - 1].grid : nullptr;
    return {.grid = scratch_,
            .before = before,
            .held = node.held,
            .turn = node.turn,
            .scoreless = node.scoreless};
}

SmallMove Worker::greedy_move(Greedy& state) {
    const int player = state.turn;
    const TileMask held = state.held[player];
    const int other_points = held_[1 - player].points(state.held[1 - player]);
    state.best_out = LineList::no_move;
    const int out_worth = 2 * (other_points + held_[player].points(held)) + not_out_pts;
    SmallMove best;
    int best_worth = INT16_MIN;
    std::uint32_t empty = 0;
    lines_.prefetch(state.grid, state.grid.live[player], player, held);
    for (std::uint32_t left = state.grid.live[player]; left != 0; left &= left - 1) {
        const int line = std::countr_zero(left);
        const LineList& list = lines_.list(state.grid, line, player, held);
        if (list.count == 0) {
            empty |= 1U << static_cast<unsigned>(line);
            continue;
        }
        if (list.best > best_worth) {
            best_worth = list.best;
            best = lines_.move(list.best_at, held);
        }
        if (list.best_out > state.best_out) {
            state.best_out = list.best_out;
            if (list.best_out + out_worth > best_worth) {
                best_worth = list.best_out + out_worth;
                best = lines_.move(list.best_out_at, held);
            }
        }
    }
    note_empty(state.grid, state.grid, player, empty);
    if (state.before != nullptr) {
        note_empty(*state.before, state.grid, player, empty);
        state.before = nullptr;
    }
    return best;
}

Outcome Worker::play_out(Greedy& state, std::vector<SmallMove>* line, int enough) {
    int gain = 0;
    int sign = 1;
    while (true) {
        const SmallMove move = greedy_move(state);
        const int player = state.turn;
        const int out = state.best_out + 2 * held_[1 - player].points(state.held[1 - player]);
        if (out >= enough) {
            return {out, true};
        }
        enough = no_value;  // applies to the first mover only
        state.held[player] = held_[player].after(state.held[player], move.tiles);
        state.scoreless = move.score == 0 ? state.scoreless + 1 : 0;
        gain += sign * move.score;
        if (line != nullptr) {
            line->push_back(move);
        }
        const int other_points = held_[1 - player].points(state.held[1 - player]);
        if (state.held[player] == 0) {
            return {gain + sign * 2 * other_points, false};
        }
        if (state.scoreless >= most_scoreless_turns) {
            return {gain + sign * (other_points - held_[player].points(state.held[player])), false};
        }
        if (!move.is_pass()) {
            play(state.grid, move);
        }
        state.turn = 1 - player;
        sign = -sign;
    }
}

std::vector<Move> Worker::line() {
    Greedy state = greedy_at(0);
    std::vector<SmallMove> moves = answer_line_;
    bool over = false;
    for (const SmallMove& move : moves) {
        const int player = state.turn;
        state.held[player] = held_[player].after(state.held[player], move.tiles);
        state.scoreless = move.score == 0 ? state.scoreless + 1 : 0;
        if (!move.is_pass()) {
            play(state.grid, move);
        }
        over = state.held[player] == 0 || state.scoreless >= most_scoreless_turns;
        state.turn = 1 - player;
    }
    if (!over) {
        poll_.finish([&] { play_out(state, &moves); });
    }
    std::vector<Move> line;
    Grid grid = grids_[0];
    for (const SmallMove& small : moves) {
        line.push_back(unpacked(grid, small));
        if (!small.is_pass()) {
            play(grid, small);
        }
    }
    return line;
}

Move Worker::unpacked(const Grid& grid, const SmallMove& small) {
    Move move;
    move.equity = small.score * points;
    if (small.is_pass()) {
        return move;
    }
    const Grid::Line& cells = grid.lines[small.line()];
    int start = small.first();
    while (start > 0 && has_tile(cells[start - 1])) {
        --start;
    }
    int end = start;
    for (int laid = 0; end < board_size && (has_tile(cells[end]) || laid < small.count()); ++end) {
        if (!has_tile(cells[end])) {
            move.tiles[end - start] = tile_of(small.tile(laid++));
        }
    }
    move.kind = MoveKind::place;
    move.direction = static_cast<std::uint8_t>(small.line() / board_size);
    move.line = static_cast<std::uint8_t>(small.line() % board_size);
    move.start = static_cast<std::uint8_t>(start);
    move.length = static_cast<std::uint8_t>(end - start);
    move.tiles_played = static_cast<std::uint8_t>(small.count());
    move.score = small.score;
    return move;
}

}  // namespace zeitnot::scrabble::endgame
