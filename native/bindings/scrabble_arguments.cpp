#include "bindings/scrabble_arguments.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "scrabble/game/bag.h"

namespace nb = nanobind;

namespace zeitnot::bindings {

using scrabble::Letter;

void check_tiles(std::span<const Letter> tiles, int highest, const char* what) {
    for (const Letter tile : tiles) {
        if (scrabble::letter_of(tile) > highest ||
            (tile & ~(scrabble::blank_bit | scrabble::letter_mask)) != 0) {
            refuse(std::string(what) + " must hold letters of the alphabet, got number " +
                   std::to_string(tile));
        }
    }
}

void check_rack(std::span<const Letter> tiles, const char* what) {
    if (tiles.size() > UINT8_MAX) {
        refuse(std::string(what) + " must be at most 255, got " + std::to_string(tiles.size()));
    }
    for (const Letter tile : tiles) {
        if (tile > scrabble::most_letters) {
            refuse(std::string(what) + " must be letters of an alphabet, got number " + std::to_string(tile));
        }
    }
}

scrabble::Rack rack_of(const nb::bytes& tiles, const scrabble::Rules& rules) {
    if (tiles.size() > scrabble::rack_size) {
        refuse("a rack must have at most 7 tiles, got " + std::to_string(tiles.size()));
    }
    scrabble::Rack rack;
    for (const Letter tile : letters_in(tiles)) {
        if (tile > rules.distribution.letters) {
            refuse("a rack must hold letters of the alphabet, got number " + std::to_string(tile));
        }
        rack.add(tile);
    }
    return rack;
}

scrabble::TileCounts unseen_of(const nb::bytes& counts, const scrabble::Rules& rules) {
    if (counts.size() != static_cast<std::size_t>(rules.distribution.letters) + 1) {
        refuse("unseen tiles must be counted for the blank and every letter");
    }
    scrabble::TileCounts unseen{};
    std::copy_n(letters_in(counts).begin(), counts.size(), unseen.begin());
    if (std::accumulate(unseen.begin(), unseen.end(), 0) > scrabble::most_tiles) {
        refuse("unseen tiles must fit a bag of 256");
    }
    return unseen;
}

scrabble::Board board_of(const nb::bytes& squares, const scrabble::Dictionary& dictionary) {
    if (squares.size() != scrabble::square_count) {
        refuse("a board must have 225 squares, got " + std::to_string(squares.size()));
    }
    check_tiles(letters_in(squares), dictionary.rules.distribution.letters, "a board");
    scrabble::Board board;
    for (int i = 0; i < scrabble::square_count; ++i) {
        const Letter tile = letters_in(squares)[i];
        if (tile == scrabble::blank_bit) {
            refuse("a blank on the board must stand for a letter");
        }
        if (tile != scrabble::empty_square) {
            board.put(i / scrabble::board_size, i % scrabble::board_size, tile);
        }
    }
    board.settle(dictionary.rules, dictionary.lexicon);
    return board;
}

}  // namespace zeitnot::bindings
