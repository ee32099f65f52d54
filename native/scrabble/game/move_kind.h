// MoveKind: the kinds of moves, their directions and the unit of their equity, on boards of every size.
#pragma once

#include <cstdint>

namespace zeitnot::scrabble {

// Points in thousandths.
using Equity = std::int32_t;
constexpr Equity points = 1000;
constexpr Equity worst_equity = -1'000'000'000;

enum class MoveKind : std::uint8_t { pass, exchange, place };

// Lines are rows for words across (0) and columns for words down (1).
enum Direction : std::uint8_t { across = 0, down = 1 };

}  // namespace zeitnot::scrabble
