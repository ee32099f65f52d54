#include "scrabble/game/rules.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

Rules::Rules(const Distribution& tiles, const Layout& board)
    : distribution(tiles), extent(board.extent), start_row(board.start_row),
      start_column(board.start_column) {
    symmetric = start_row == start_column;
    for (int row = 0; row < board_size; ++row) {
        for (int column = 0; column < board_size; ++column) {
            const Premium premium = board.squares[row][column];
            const Premium mirrored = board.squares[column][row];
            premiums[0][row][column] = premium;
            premiums[1][column][row] = premium;
            symmetric = symmetric && premium.letter == mirrored.letter && premium.word == mirrored.word;
        }
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
