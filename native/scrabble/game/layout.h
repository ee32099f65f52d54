// Layout: the premium squares of a board.
#pragma once

#include <array>
#include <cstdint>

#include "scrabble/game/letters.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

constexpr int most_premium = 4;

struct Premium {
    std::uint8_t letter = 1;
    std::uint8_t word = 1;
};

struct Layout {
    Extent extent;
    std::array<std::array<Premium, board_size>, board_size> squares{};
    int start_row = board_size / 2;
    int start_column = board_size / 2;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
