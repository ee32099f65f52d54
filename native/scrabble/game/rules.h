// Rules: tiles, board and bonuses of a game.
#pragma once

#include <array>

#include "scrabble/game/layout.h"
#include "scrabble/game/letters.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

struct Rules {
    Rules(const Distribution& tiles, const Layout& board);

    Distribution distribution;
    Extent extent;
    // Premium squares by direction, line and index, like the tiles of a board.
    std::array<std::array<std::array<Premium, board_size>, board_size>, 2> premiums{};
    int start_row;
    int start_column;
    // On a symmetric board the first move needs to be generated across only.
    bool symmetric = true;
    int bingo_points = 50;
    int exchange_least_bag = rack_size;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
