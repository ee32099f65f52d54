// Checks of Python values before they reach native code, shared by the Scrabble bindings.
#pragma once

#include <cstddef>
#include <span>

#include <nanobind/nanobind.h>

#include "bindings/arguments.h"
#include "scrabble/game/board.h"
#include "scrabble/game/letters.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/rules.h"
#include "scrabble/movegen/move_generator.h"

namespace zeitnot::bindings {

inline std::span<const scrabble::Letter> letters_in(const nanobind::bytes& bytes) {
    return {static_cast<const scrabble::Letter*>(bytes.data()), bytes.size()};
}

template <typename Values>
nanobind::bytes to_bytes(const Values& values) {
    return nanobind::bytes(values.data(), values.size() * sizeof(*values.data()));
}

// Checks that every tile of a board is within the alphabet.
void check_tiles(std::span<const scrabble::Letter> tiles, int highest, const char* what);
// Checks rack tiles, where a blank has no letter yet.
void check_rack(std::span<const scrabble::Letter> tiles, const char* what);

scrabble::Rack rack_of(const nanobind::bytes& tiles, const scrabble::Rules& rules);
// Reads the counts of the blank and of every letter.
scrabble::TileCounts unseen_of(const nanobind::bytes& counts, const scrabble::Rules& rules);
scrabble::Board board_of(const nanobind::bytes& squares, const scrabble::Dictionary& dictionary);

}  // namespace zeitnot::bindings
