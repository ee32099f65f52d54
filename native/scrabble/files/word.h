// Word: letter numbers, at most as many as fit on the largest board.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "scrabble/game/letter.h"

namespace zeitnot::scrabble {

constexpr std::size_t shortest_word = 2;
constexpr std::size_t longest_word = 21;

struct Word {
    std::array<Letter, longest_word> letters{};
    std::uint8_t length = 0;

    [[nodiscard]] std::span<const Letter> span() const { return std::span(letters).first(length); }
};

}  // namespace zeitnot::scrabble
