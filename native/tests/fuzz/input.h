// What libFuzzer calls with each input, and what the targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>

// A broken promise ends the program, and libFuzzer keeps the input.
inline void promise(bool kept) {
    if (!kept) {
        std::abort();
    }
}

// Returns what a reader makes of an input, or nothing if it refuses it; only a reader may refuse.
template <typename Read>
auto read_or_refused(const Read& read) -> std::optional<decltype(read())> {
    try {
        return read();
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
