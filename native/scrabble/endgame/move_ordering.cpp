// Move lists of a node: generation, order, and moves that cannot raise alpha.

#include <algorithm>
#include <bit>

#include "scrabble/endgame/worker.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

// Order keys beyond any score with tile points.
constexpr std::int32_t known_first = 1 << 28;
constexpr std::int32_t out_first = 1 << 20;
constexpr std::int32_t pass_last = -(1 << 28);

// Points by which a move comes earlier for each time that its cutoffs double.
constexpr std::int32_t cutoff_pts = 3;

// The first moves are selected one by one, because most nodes are cut off by then; the rest is sorted at
// once.
constexpr std::size_t most_picked = 6;

}  // namespace

void Worker::find_threats(int ply, Threats& threats) {
    const Node& node = nodes_[ply];
    const int other = 1 - node.turn;
    LineMask empty = 0;
    const HeldTiles& tiles = *node.racks.tiles[other];
    const TileMask held = node.racks.held[other];
    lines_.prefetch(*node.grid, node.grid->live[other], tiles, held);
    for (LineMask left = node.grid->live[other]; left != 0; left &= left - 1) {
        const int line = std::countr_zero(left);
        const LineList& list = lines_.list(*node.grid, line, tiles, held);
        if (list.count == 0) {
            empty |= line_bit(line);
        } else if (list.best_out != LineList::no_move) {
            int at = threats.count++;
            for (; at > 0 && threats.scores[at - 1] < list.best_out; --at) {
                threats.scores[at] = threats.scores[at - 1];
                threats.lines[at] = threats.lines[at - 1];
            }
            threats.scores[at] = list.best_out;
            threats.lines[at] = line_bit(line);
        }
    }
    note_empty(*node.grid, *node.grid, other, empty);
}

int Worker::most_value(int ply, const SmallMove& move, const Threats& threats) const {
    const Node& node = nodes_[ply];
    const HeldTiles& tiles = *node.racks.tiles[node.turn];
    const TileMask left = tiles.after(node.racks.held[node.turn], move.tiles);
    if (left == 0 || (move.score == 0 && node.scoreless + 1 >= most_scoreless_turns)) {
        return no_value;
    }
    const int rest = move.score - 2 * tiles.points(left);
    const LineMask changed = node.grid->changed_by(move);
    for (int i = 0; i < threats.count; ++i) {
        if ((threats.lines[i] & changed) == 0) {
            return rest - threats.scores[i];
        }
    }
    return no_value;
}

void Worker::list_moves(int ply, bool scoring, std::uint32_t known_move) {
    Grid& grid = made(ply);
    const Node& node = nodes_[ply];
    const int player = node.turn;
    const HeldTiles& tiles = *node.racks.tiles[player];
    const TileMask held = node.racks.held[player];
    const std::size_t first = stack_.size();
    if (scoring || (held & tiles.worthless()) != 0) {
        LineMask empty = 0;
        lines_.prefetch(grid, grid.live[player], tiles, held);
        for (LineMask left = grid.live[player]; left != 0; left &= left - 1) {
            const int line = std::countr_zero(left);
            const LineList& list = lines_.list(grid, line, tiles, held);
            if (list.count == 0) {
                empty |= line_bit(line);
            }
            const std::span<const SmallMove> moves = lines_.moves(list);
            stack_.insert(stack_.end(), moves.begin(), moves.end());
        }
        note_empty(grid, grid, player, empty);
        if (ply > 0) {
            note_empty(*nodes_[ply - 1].grid, grid, player, empty);
        }
    }
    if (!scoring) {
        const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(first);
        stack_.erase(
            std::remove_if(begin, stack_.end(), [](const SmallMove& each) { return each.score != 0; }),
            stack_.end());
    }
    const TileMask goes_out = bag_is_empty(node.racks) ? held : TileMask{0};
    for (std::size_t i = first; i < stack_.size(); ++i) {
        SmallMove& move = stack_[i];
        move.tiles = out_of(held, move.tiles);
        if (!wants_line_) {
            move.order += cutoff_pts * static_cast<int>(std::bit_width(cutoffs_[cutoffs_at(player, move)]));
        }
        move.order =
            move.name() == known_move ? known_first : move.order + (move.tiles == goes_out ? out_first : 0);
    }
    SmallMove pass;
    pass.order = pass.name() == known_move ? known_first : pass_last;
    stack_.push_back(pass);
}

void Worker::note_empty(Grid& before, const Grid& here, int player, LineMask empty) const {
    for (LineMask left = poll_.stopped() ? 0 : empty; left != 0; left &= left - 1) {
        const int line = std::countr_zero(left);
        if (before.keys[line] == here.keys[line]) {
            before.live[player] &= ~line_bit(line);
        }
    }
}

void Worker::pick(std::size_t at, std::size_t first, std::size_t end) {
    const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(at);
    const auto behind = stack_.begin() + static_cast<std::ptrdiff_t>(end);
    const auto before = [](const SmallMove& a, const SmallMove& b) {
        return a.order != b.order ? a.order > b.order : a.code < b.code;
    };
    if (at - first < most_picked) {
        std::iter_swap(begin, std::min_element(begin, behind, before));
    } else if (at - first == most_picked) {
        std::sort(begin, behind, before);
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
