#include "scrabble/endgame/grid.h"

#include <bit>
#include <cstring>
#include <type_traits>

#include "scrabble/game/random.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

struct Salts {
    std::array<std::array<std::uint64_t, small_tiles>, square_count> tiles{};
    std::array<std::array<std::uint64_t, Grid::row_cells / 4 + 1>, line_count> lines{};
    // Masks for eight cells each: all bits of the cells whose square is in the byte.
    std::array<std::array<std::uint64_t, 2>, 256> cells{};

    Salts() {
        Random random(0x454E4447);
        for (auto& square : tiles) {
            for (std::uint64_t& salt : square) {
                salt = random.next();
            }
        }
        for (auto& line : lines) {
            for (std::uint64_t& salt : line) {
                salt = random.next();
            }
        }
        for (unsigned mask = 0; mask < cells.size(); ++mask) {
            for (unsigned square = 0; square < 8; ++square) {
                const std::uint64_t all = (mask >> square & 1U) != 0 ? 0xFFFF : 0;
                cells[mask][square / 4] |= all << (16 * (square % 4));
            }
        }
    }
};

const Salts salts;

int square_number(int line, int square) {
    return line < board_size ? line * board_size + square : square * board_size + line - board_size;
}

// Squares of `way` that are connected to `from` through neighbouring squares of `way`.
unsigned reached(unsigned from, unsigned way) {
    unsigned up = from & way;
    unsigned down = up;
    unsigned free_up = way;
    unsigned free_down = way;
    for (unsigned step = 1; step < Grid::row_cells; step *= 2) {
        up |= free_up & (up << step);
        free_up &= free_up << step;
        down |= free_down & (down >> step);
        free_down &= free_down >> step;
    }
    return up | down;
}

}  // namespace

void Grid::set(const Board& board, const Rules& rules, Gaps& gaps) {
    *this = Grid{};
    extent = rules.extent;
    for (int row = 0; row < extent.size(); ++row) {
        for (int column = 0; column < extent.size(); ++column) {
            if (board.at(row, column) != empty_square) {
                put(row, column, small_tile(board.at(row, column)));
            }
        }
    }
    settle(rules, gaps);
}

void Grid::settle(const Rules& rules, Gaps& gaps) {
    for (int row = 0; row < extent.size(); ++row) {
        for (int column = 0; column < extent.size(); ++column) {
            if (!has_tile(lines[row][column])) {
                renew(row, column, gaps);
            }
        }
    }
    if (hash == 0) {
        // The first play covers the start square, and goes across if the board is symmetric.
        const Cell start = gaps.cell({}, {});
        set_cell(rules.start_row, rules.start_column, start);
        if (!rules.symmetric) {
            set_cell(board_size + rules.start_column, rules.start_row, start);
        }
    }
    renew_keys(line_bit(line_count) - 1);
}

void Grid::put(int line, int square, unsigned tile) {
    const int crossing = crossing_line(line, square);
    const int place = place_on_line(line);
    for (const auto& [each, at] : {std::pair{line, square}, std::pair{crossing, place}}) {
        const auto bit = static_cast<Mask>(1U << static_cast<unsigned>(at));
        lines[each][at] = static_cast<Cell>(tile);
        taken[each] |= bit;
        blocked[each] &= static_cast<Mask>(~bit);
        anchors[each] &= static_cast<Mask>(~bit);
    }
    hash ^= salts.tiles[square_number(line, square)][tile];
}

void Grid::set_cell(int line, int square, Cell cell) {
    const unsigned bit = 1U << static_cast<unsigned>(square);
    lines[line][square] = cell;
    blocked[line] = static_cast<Mask>(cell == blocked_cell ? blocked[line] | bit : blocked[line] & ~bit);
    anchors[line] = static_cast<Mask>(cell > blocked_cell ? anchors[line] | bit : anchors[line] & ~bit);
}

LineMask Grid::renew(int line, int square, Gaps& gaps) {
    const int crossing = crossing_line(line, square);
    const int place = place_on_line(line);
    const Gap first = gaps.gap(lines[line], square);
    const Gap& second = gaps.gap(lines[crossing], place);
    if (first.score == Gap::no_tiles && second.score == Gap::no_tiles) {
        return 0;
    }
    set_cell(line, square, gaps.cell(first, second));
    set_cell(crossing, place, gaps.cell(second, first));
    return line_bit(line) | line_bit(crossing);
}

LineMask Grid::renew_ends(int line, int square, Gaps& gaps) {
    const unsigned free = ~static_cast<unsigned>(taken[line]) & extent.whole_line();
    const unsigned behind = free >> static_cast<unsigned>(square);
    const unsigned before = free & ((1U << static_cast<unsigned>(square)) - 1);
    LineMask changed = 0;
    if (behind != 0) {
        changed |= renew(line, square + std::countr_zero(behind), gaps);
    }
    if (before != 0) {
        changed |= renew(line, static_cast<int>(std::bit_width(before)) - 1, gaps);
    }
    return changed;
}

LineMask Grid::lines_at_ends(int line, int square) const {
    const unsigned free = ~(taken[line] | 1U << static_cast<unsigned>(square)) & extent.whole_line();
    const unsigned behind = free >> static_cast<unsigned>(square);
    const unsigned before = free & ((1U << static_cast<unsigned>(square)) - 1);
    const int shift = line < board_size ? board_size : 0;
    LineMask found = behind != 0 ? line_bit(std::countr_zero(behind) + square + shift) : 0;
    found |= before != 0 ? line_bit(static_cast<int>(std::bit_width(before)) - 1 + shift) : 0;
    return found;
}

LineMask Grid::changed_by(const SmallMove& move) const {
    const int line = move.line();
    const int place = place_on_line(line);
    LineMask changed = line_bit(line);
    if (move.is_pass()) {
        return 0;
    }
    unsigned free = ~static_cast<unsigned>(taken[line]) & extent.whole_line();
    free &= ~0U << static_cast<unsigned>(move.first());
    for (int i = 0; i < move.count() && free != 0; ++i, free &= free - 1) {
        const int crossing = crossing_line(line, std::countr_zero(free));
        changed |= line_bit(crossing) | lines_at_ends(crossing, place);
    }
    // The ends of the word itself: the next free squares after and before it.
    const int shift = line < board_size ? board_size : 0;
    const unsigned before =
        ~static_cast<unsigned>(taken[line]) & ((1U << static_cast<unsigned>(move.first())) - 1);
    changed |= free != 0 ? line_bit(std::countr_zero(free) + shift) : 0;
    changed |= before != 0 ? line_bit(static_cast<int>(std::bit_width(before)) - 1 + shift) : 0;
    return changed;
}

std::uint64_t Grid::hash_after(const SmallMove& move) const {
    const int line = move.line();
    std::uint64_t after = hash;
    int square = move.first();
    for (int i = 0; i < move.count(); ++square) {
        if (!has_tile(lines[line][square])) {
            after ^= salts.tiles[square_number(line, square)][move.tile(i++)];
        }
    }
    return after;
}

void Grid::play(const SmallMove& move, Gaps& gaps) {
    const int line = move.line();
    LineMask changed = line_bit(line);
    unsigned placed = 0;
    int square = move.first();
    for (int i = 0; i < move.count(); ++square) {
        if (!has_tile(lines[line][square])) {
            put(line, square, move.tile(i++));
            placed |= 1U << static_cast<unsigned>(square);
        }
    }
    changed |= renew_ends(line, move.first(), gaps);
    for (; placed != 0; placed &= placed - 1) {
        const int crossing = crossing_line(line, std::countr_zero(placed));
        changed |= line_bit(crossing);
        changed |= renew_ends(crossing, place_on_line(line), gaps);
    }
    renew_keys(changed);
}

void Grid::revive(int player) {
    auto& lines_live = live[player];
    lines_live = 0;
    for (int line = 0; line < line_count; ++line) {
        lines_live |= std::remove_reference_t<decltype(lines_live)>{anchors[line] != 0} << line;
    }
}

void Grid::renew_keys(LineMask changed) {
    LineMask playable = 0;
    for (LineMask left = changed; left != 0; left &= left - 1) {
        const int line = std::countr_zero(left);
        keys[line] = key_of(line);
        playable |= anchors[line] != 0 ? line_bit(line) : 0;
    }
    for (LineMask& lines_live : live) {
        lines_live = (lines_live & ~changed) | playable;
    }
}

std::uint64_t Grid::key_of(int line) const {
    // Tiles without a playable square next to them act as walls, and so does everything behind walls.
    const unsigned beside = static_cast<unsigned>(anchors[line] << 1U | anchors[line] >> 1U);
    const unsigned tiles = reached(taken[line] & beside, taken[line]);
    const unsigned empty = extent.whole_line() & ~static_cast<unsigned>(taken[line] | blocked[line]);
    const unsigned open = reached(anchors[line], empty | tiles);
    std::array<std::uint64_t, 2 * row_bytes> words{};
    std::memcpy(words.data(), lines[line].data(), sizeof(words));
    const auto& salt = salts.lines[line];
    std::array<std::uint64_t, row_bytes> parts{};
    for (std::size_t i = 0; i < row_bytes; ++i) {
        const auto& cells = salts.cells[open >> (8 * i) & 0xFFU];
        parts[i] =
            mixed((words[2 * i] & cells[0]) ^ salt[2 * i], (words[2 * i + 1] & cells[1]) ^ salt[2 * i + 1]);
    }
    std::uint64_t key = parts[0];
    for (std::size_t i = 1; i < row_bytes; ++i) {
        key = mixed(key ^ salt[2 * row_bytes], parts[i] + open * 0x9E3779B97F4A7C15U);
    }
    return key;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
