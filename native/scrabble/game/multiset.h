// Multiset: counts of the letters 1 to 31 in 128 bits, four bits each, so that adding letters is adding
// integers.
#pragma once

#include <cstdint>
#include <span>

#include "scrabble/game/letter.h"

namespace zeitnot::scrabble {

struct Multiset {
    std::uint64_t low = 0;   // letters 0 to 15
    std::uint64_t high = 0;  // letters 16 to 31

    [[nodiscard]] static constexpr Multiset of(Letter letter) {
        const std::uint64_t one = std::uint64_t{1} << (4 * (letter & 15U));
        return letter < 16 ? Multiset{one, 0} : Multiset{0, one};
    }

    [[nodiscard]] static constexpr Multiset of(std::span<const Letter> letters) {
        Multiset sum;
        for (const Letter letter : letters) {
            sum = sum + of(letter);
        }
        return sum;
    }

    [[nodiscard]] constexpr int count(Letter letter) const {
        return static_cast<int>(((letter < 16 ? low : high) >> (4 * (letter & 15U))) & 15U);
    }

    constexpr Multiset operator+(const Multiset& other) const { return {low + other.low, high + other.high}; }
    constexpr Multiset operator-(const Multiset& other) const { return {low - other.low, high - other.high}; }
    constexpr bool operator==(const Multiset&) const = default;
    [[nodiscard]] constexpr bool empty() const { return (low | high) == 0; }

    // The high bits of both halves must influence the low bits of the hash, and multiplication alone carries
    // upward only.
    [[nodiscard]] constexpr std::uint64_t hash() const {
        const std::uint64_t first = (low ^ (low >> 32U)) * 0x9E3779B97F4A7C15U;
        const std::uint64_t second = (high ^ (high >> 29U)) * 0xC2B2AE3D27D4EB4FU;
        std::uint64_t mixed = first ^ (second << 31U | second >> 33U);
        mixed = (mixed ^ (mixed >> 32U)) * 0xD6E8FEB86659FD93U;
        return mixed ^ (mixed >> 29U);
    }
};

}  // namespace zeitnot::scrabble
