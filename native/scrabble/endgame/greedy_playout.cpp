// Greedy playout: values the leaves of the search and completes its lines to the end of the game.

#include <bit>

#include "scrabble/endgame/worker.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

// Not going out costs twice the remaining tiles, and the turn on top; the same figure as in StaticValues.
constexpr int not_out_pts = 10;

}  // namespace

Worker::Greedy Worker::greedy_at(int ply) {
    const Node& node = nodes_[ply];
    scratch_ = *node.grid;
    if (!node.made) {
        play(scratch_, node.move);
        if (node.drew) {
            scratch_.revive(1 - node.turn);
        }
    }
    Grid* const before = ply > 0 ? nodes_[ply - 1].grid : nullptr;
    return {.grid = scratch_,
            .before = before,
            .racks = node.racks,
            .turn = node.turn,
            .scoreless = node.scoreless};
}

SmallMove Worker::greedy_move(Greedy& state) {
    const int player = state.turn;
    const HeldTiles& tiles = *state.racks.tiles[player];
    const TileMask held = state.racks.held[player];
    const bool can_go_out = bag_is_empty(state.racks);
    int out_worth = 2 * tiles.points(held);
    if (can_go_out) {
        out_worth += 2 * state.racks.points(1 - player) + not_out_pts;
    }
    int best_out = LineList::no_move;
    SmallMove best;
    int best_worth = INT16_MIN;
    LineMask empty = 0;
    lines_.prefetch(state.grid, state.grid.live[player], tiles, held);
    for (LineMask left = state.grid.live[player]; left != 0; left &= left - 1) {
        const int line = std::countr_zero(left);
        const LineList& list = lines_.list(state.grid, line, tiles, held);
        if (list.count == 0) {
            empty |= line_bit(line);
            continue;
        }
        if (list.best > best_worth) {
            best_worth = list.best;
            best = lines_.move(list.best_at, held);
        }
        if (list.best_out > best_out) {
            best_out = list.best_out;
            if (list.best_out + out_worth > best_worth) {
                best_worth = list.best_out + out_worth;
                best = lines_.move(list.best_out_at, held);
            }
        }
    }
    state.best_out = can_go_out ? best_out : LineList::no_move;
    note_empty(state.grid, state.grid, player, empty);
    if (state.before != nullptr) {
        note_empty(*state.before, state.grid, player, empty);
        state.before = nullptr;
    }
    return best;
}

bool Worker::play_on(Greedy& state, const SmallMove& move) {
    const int player = state.turn;
    const bool drew = use_tiles(state.racks, player, move, playout_tiles_);
    state.scoreless = move.score == 0 ? state.scoreless + 1 : 0;
    state.turn = 1 - player;
    if (state.racks.held[player] == 0 || state.scoreless >= most_scoreless_turns) {
        return true;
    }
    if (!move.is_pass()) {
        play(state.grid, move);
    }
    if (drew) {
        state.grid.revive(player);
    }
    return false;
}

Outcome Worker::play_out(Greedy& state, std::vector<SmallMove>* line, int enough) {
    int gain = 0;
    int sign = 1;
    while (true) {
        const SmallMove move = greedy_move(state);
        const int player = state.turn;
        const int out = state.best_out + 2 * state.racks.points(1 - player);
        if (out >= enough) {
            return {out, true};
        }
        enough = no_value;  // applies to the first mover only
        gain += sign * move.score;
        if (line != nullptr) {
            line->push_back(move);
        }
        if (play_on(state, move)) {
            const int other_points = state.racks.points(1 - player);
            const bool is_out = state.racks.held[player] == 0;
            return {gain + sign * (is_out ? 2 * other_points : other_points - state.racks.points(player)),
                    false};
        }
        sign = -sign;
    }
}

std::vector<Move> Worker::line() {
    Greedy state = greedy_at(0);
    std::vector<SmallMove> moves = answer_line_;
    bool over = false;
    for (const SmallMove& move : moves) {
        over = play_on(state, move);
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

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
