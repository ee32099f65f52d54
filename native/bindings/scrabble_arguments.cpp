#include "bindings/scrabble_arguments.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "scrabble/game/bag.h"

namespace nb = nanobind;

namespace zeitnot::bindings::ZEITNOT_SIZE {

using scrabble::Letter;

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

void check_kept(const scrabble::KeptTiles* kept, const scrabble::TileCounts& unseen) {
    if (kept == nullptr) {
        return;
    }
    const int tiles = std::accumulate(unseen.begin(), unseen.end(), 0);
    for (const scrabble::WeightedKept& entry : kept->entries()) {
        scrabble::TileCounts left = unseen;
        for (const scrabble::Kept& part : {entry.kept, entry.returned}) {
            for (const Letter tile : part.letters()) {
                if (left[tile]-- == 0) {
                    refuse("tiles kept must be among the unseen ones");
                }
            }
        }
        if (entry.returned.count > 0 && tiles - entry.returned.count < scrabble::rack_size) {
            refuse("tiles returned must leave a rack of other unseen tiles");
        }
    }
}

scrabble::Board board_of(const nb::bytes& squares, const scrabble::Dictionary& dictionary) {
    const int size = dictionary.rules.extent.size();
    if (squares.size() != static_cast<std::size_t>(size) * static_cast<std::size_t>(size)) {
        refuse("a board must have " + std::to_string(size * size) + " squares, got " +
               std::to_string(squares.size()));
    }
    check_tiles(letters_in(squares), dictionary.rules.distribution.letters, "a board");
    scrabble::Board board;
    for (int i = 0; i < size * size; ++i) {
        const Letter tile = letters_in(squares)[i];
        if (tile == scrabble::blank_bit) {
            refuse("a blank on the board must stand for a letter");
        }
        if (tile != scrabble::empty_square) {
            board.put(i / size, i % size, tile);
        }
    }
    board.settle(dictionary.rules, dictionary.lexicon);
    return board;
}

void check_playable(const scrabble::Board& board, const scrabble::Rack& rack, const scrabble::Move& move,
                    const scrabble::Rules& rules) {
    const int size = rules.extent.size();
    scrabble::TileCounts left = rack.counts;
    bool fits =
        move.kind != scrabble::MoveKind::place || (move.line < size && move.start + move.length <= size);
    for (int i = 0; fits && i < move.length; ++i) {
        const Letter tile = move.tiles[i];
        if (move.kind == scrabble::MoveKind::place) {
            const scrabble::Board::Line& line = board.line(move.direction, move.line);
            fits = (tile == 0) != (line.tiles[move.start + i] == scrabble::empty_square);
        }
        if (move.kind == scrabble::MoveKind::exchange || tile != 0) {
            std::uint8_t& count = left[scrabble::rack_tile(tile) % scrabble::letter_slots];
            fits = fits && count > 0;
            --count;
        }
    }
    if (!fits) {
        refuse("a candidate must be a move of the position that is simulated or solved");
    }
}

}  // namespace zeitnot::bindings::ZEITNOT_SIZE
