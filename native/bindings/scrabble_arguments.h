// Checks of Python values before they reach native code, shared by the Scrabble bindings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <nanobind/nanobind.h>

#include "bindings/arguments.h"
#include "scrabble/game/board.h"
#include "scrabble/game/kept_tiles.h"
#include "scrabble/game/letters.h"
#include "scrabble/game/rack.h"
#include "scrabble/game/rules.h"
#include "scrabble/movegen/move_generator.h"
#include "scrabble/simulation/arms.h"

namespace zeitnot::bindings {

inline std::span<const scrabble::Letter> letters_in(const nanobind::bytes& bytes) {
    return {static_cast<const scrabble::Letter*>(bytes.data()), bytes.size()};
}

template <typename Values>
nanobind::bytes to_bytes(const Values& values) {
    return nanobind::bytes(values.data(), values.size() * sizeof(*values.data()));
}

// Checks that every tile of a board is within the alphabet.
inline void check_tiles(std::span<const scrabble::Letter> tiles, int highest, const char* what) {
    for (const scrabble::Letter tile : tiles) {
        if (scrabble::letter_of(tile) > highest ||
            (tile & ~(scrabble::blank_bit | scrabble::letter_mask)) != 0) {
            refuse(std::string(what) + " must hold letters of the alphabet, got number " +
                   std::to_string(tile));
        }
    }
}

// Checks rack tiles, where a blank has no letter yet.
inline void check_rack(std::span<const scrabble::Letter> tiles, const char* what,
                       int highest = scrabble::largest_alphabet) {
    if (tiles.size() > UINT8_MAX) {
        refuse(std::string(what) + " must be at most 255, got " + std::to_string(tiles.size()));
    }
    for (const scrabble::Letter tile : tiles) {
        if (tile > highest) {
            refuse(std::string(what) + " must be letters of an alphabet, got number " + std::to_string(tile));
        }
    }
}

inline scrabble::Utility utility_of(double win_pts, double spread_weight) {
    constexpr double most_pts = 1e6;
    return {finite_number(win_pts, "win_pts", -most_pts, most_pts),
            finite_number(spread_weight, "spread_weight", -most_pts, most_pts)};
}

}  // namespace zeitnot::bindings

// What depends on the size of board and alphabet, once for each.
namespace zeitnot::bindings::ZEITNOT_SIZE {

scrabble::Rack rack_of(const nanobind::bytes& tiles, const scrabble::Rules& rules);
// Reads the counts of the blank and of every letter.
scrabble::TileCounts unseen_of(const nanobind::bytes& counts, const scrabble::Rules& rules);
// Checks that tiles kept and returned, if a list of them is given, are among the unseen ones, and that the
// opponent can fill his rack without those returned.
void check_kept(const scrabble::KeptTiles* kept, const scrabble::TileCounts& unseen);
scrabble::Board board_of(const nanobind::bytes& squares, const scrabble::Dictionary& dictionary);
// Candidates may come from another position, so each one is checked against this one.
void check_playable(const scrabble::Board& board, const scrabble::Rack& rack, const scrabble::Move& move,
                    const scrabble::Rules& rules);

// Far beyond any real spread, and small enough to add the points of a game without overflow.
constexpr int most_spread = 1'000'000'000;

void bind_scrabble_endgame(nanobind::module_& module);
void bind_scrabble_inference(nanobind::module_& module);
void bind_scrabble_leave_sampler(nanobind::module_& module);
void bind_scrabble_pre_endgame(nanobind::module_& module);
void bind_scrabble_self_play(nanobind::module_& module);
void bind_scrabble_simulation(nanobind::module_& module);

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
