#include "chess/endgame.h"

#include <algorithm>

namespace zeitnot::chess {

namespace {

constexpr Bitboard dark = 0xAA55AA55AA55AA55ULL;

int value_of(const Position& position, Color color) {
    int sum = 0;
    for (const PieceType type : {knight, bishop, rook, queen}) {
        sum += exchange_values[type] * count(position.pieces(color, type));
    }
    return sum;
}

}  // namespace

int endgame_scale(const Position& position, int end) {
    const Color strong = end >= 0 ? white : black;
    const int value = value_of(position, strong);
    const int other_value = value_of(position, ~strong);
    if (!position.pieces(strong, pawn) && value - other_value <= exchange_values[bishop]) {
        return value < exchange_values[rook] ? 0 : 14;
    }
    const Bitboard bishops = position.pieces(bishop);
    const bool opposite = count(position.pieces(white, bishop)) == 1 &&
                          count(position.pieces(black, bishop)) == 1 && count(bishops & dark) == 1;
    if (opposite) {
        const bool bare = value == exchange_values[bishop] && other_value == exchange_values[bishop];
        return bare ? 24 : 44;
    }
    return std::min(64, 40 + 6 * count(position.pieces(strong, pawn)));
}

bool no_forced_win(const Position& position) {
    const Bitboard knights = position.pieces(knight);
    return position.occupied() == (knights | position.pieces(king)) && count(knights) == 2 &&
           (several(position.pieces(white, knight)) || several(position.pieces(black, knight)));
}

int bare_king_bonus(const Position& position) {
    for (const Color bare : {white, black}) {
        if (several(position.pieces(bare)) || !position.has_pieces(~bare)) {
            continue;
        }
        const Square lone = position.king_square(bare);
        const int file_to_edge = std::min(file_of(lone), 7 - file_of(lone));
        const int rank_to_edge = std::min(rank_of(lone), 7 - rank_of(lone));
        const int bonus =
            20 * (6 - file_to_edge - rank_to_edge) + 10 * (7 - distance(lone, position.king_square(~bare)));
        return bare == black ? bonus : -bonus;
    }
    return 0;
}

}  // namespace zeitnot::chess
