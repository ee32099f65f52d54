// Random: reproducible random numbers on every platform, by xoshiro256** seeded with splitmix64.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zeitnot::scrabble {

class Random {
  public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t& word : state_) {
            seed += 0x9E3779B97F4A7C15U;
            std::uint64_t mixed = (seed ^ (seed >> 30U)) * 0xBF58476D1CE4E5B9U;
            mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
            word = mixed ^ (mixed >> 31U);
        }
    }

    std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17U;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Return a number in [0, bound). The bound is small compared with 2^32, so the bias is negligible.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
    }

    // Return a number in [0, 1).
    double share() {
        constexpr unsigned unused_bits = 11;
        constexpr double unit = 0x1p-53;
        return static_cast<double>(next() >> unused_bits) * unit;
    }

  private:
    std::array<std::uint64_t, 4> state_{};
};

}  // namespace zeitnot::scrabble
