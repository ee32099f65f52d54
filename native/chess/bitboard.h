// Sets of squares as 64-bit words, and the attacks of pieces.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace zeitnot::chess {

using Bitboard = std::uint64_t;
using Square = int;  // 0 = a1, 7 = h1, 63 = h8

enum Color : int { white, black };
enum PieceType : int { pawn, knight, bishop, rook, queen, king, no_piece_type };

constexpr int color_count = 2;
constexpr int piece_type_count = 6;
constexpr int square_count = 64;
constexpr Square no_square = 64;

constexpr Color operator~(Color color) {
    return static_cast<Color>(color ^ 1);
}

constexpr Bitboard bit(Square square) {
    return Bitboard{1} << square;
}

constexpr int file_of(Square square) {
    return square & 7;
}

constexpr int rank_of(Square square) {
    return square >> 3;
}

constexpr Square make_square(int file, int rank) {
    return rank * 8 + file;
}

// The rank from the given side's point of view, from 0.
constexpr int relative_rank(Color color, Square square) {
    return color == white ? rank_of(square) : 7 - rank_of(square);
}

constexpr Square relative_square(Color color, Square square) {
    return color == white ? square : square ^ 56;
}

constexpr Bitboard file_a = 0x0101010101010101ULL;
constexpr Bitboard file_h = file_a << 7;
constexpr Bitboard rank_1 = 0xFFULL;

constexpr Bitboard file_mask(int file) {
    return file_a << file;
}

constexpr Bitboard rank_mask(int rank) {
    return rank_1 << (8 * rank);
}

constexpr Bitboard shift_up(Color color, Bitboard squares) {
    return color == white ? squares << 8 : squares >> 8;
}

inline int count(Bitboard squares) {
    return std::popcount(squares);
}

inline Square first(Bitboard squares) {
    return std::countr_zero(squares);
}

inline Square pop_first(Bitboard& squares) {
    const Square square = first(squares);
    squares &= squares - 1;
    return square;
}

constexpr bool several(Bitboard squares) {
    return (squares & (squares - 1)) != 0;
}

constexpr Bitboard pawn_attacks(Color color, Bitboard pawns) {
    const Bitboard left = pawns & ~file_a;
    const Bitboard right = pawns & ~file_h;
    return color == white ? (left << 7) | (right << 9) : (left >> 9) | (right >> 7);
}

namespace tables {

struct Lines {
    // The lines through a square, without the square itself.
    std::array<Bitboard, square_count> file{};
    std::array<Bitboard, square_count> diagonal{};
    std::array<Bitboard, square_count> antidiagonal{};
    std::array<Bitboard, square_count> knight{};
    std::array<Bitboard, square_count> king{};
    std::array<std::array<Bitboard, square_count>, color_count> pawn{};
    // Attacks along a rank: by file and by the six inner squares of the rank's occupancy.
    std::array<std::array<std::uint8_t, 64>, 8> rank{};
    // Squares strictly between two squares, and the whole line through both; empty when they share no line.
    std::array<std::array<Bitboard, square_count>, square_count> between{};
    std::array<std::array<Bitboard, square_count>, square_count> line{};
};

extern const Lines lines;

}  // namespace tables

// Attacks along a file or diagonal (at most one square on each rank), by the o^(o-2r) trick: subtraction
// finds the first blocker, once in natural and once in byte-reversed order.
inline Bitboard line_attacks(Bitboard occupied, Square square, Bitboard line) {
    const Bitboard slider = bit(square);
    const Bitboard blockers = occupied & line;
    const Bitboard up = blockers - 2 * slider;
    const Bitboard down = __builtin_bswap64(__builtin_bswap64(blockers) - 2 * __builtin_bswap64(slider));
    return (up ^ down) & line;
}

inline Bitboard rank_attacks(Bitboard occupied, Square square) {
    const int shift = square & 56;
    const auto inner = static_cast<std::size_t>((occupied >> (shift + 1)) & 63);
    return Bitboard{tables::lines.rank[file_of(square)][inner]} << shift;
}

inline Bitboard bishop_attacks(Bitboard occupied, Square square) {
    return line_attacks(occupied, square, tables::lines.diagonal[square]) |
           line_attacks(occupied, square, tables::lines.antidiagonal[square]);
}

inline Bitboard rook_attacks(Bitboard occupied, Square square) {
    return line_attacks(occupied, square, tables::lines.file[square]) | rank_attacks(occupied, square);
}

inline Bitboard queen_attacks(Bitboard occupied, Square square) {
    return bishop_attacks(occupied, square) | rook_attacks(occupied, square);
}

inline Bitboard knight_attacks(Square square) {
    return tables::lines.knight[square];
}

inline Bitboard king_attacks(Square square) {
    return tables::lines.king[square];
}

inline Bitboard pawn_attacks_from(Color color, Square square) {
    return tables::lines.pawn[color][square];
}

inline Bitboard between(Square a, Square b) {
    return tables::lines.between[a][b];
}

inline Bitboard line_through(Square a, Square b) {
    return tables::lines.line[a][b];
}

inline Bitboard piece_attacks(PieceType type, Bitboard occupied, Square square) {
    switch (type) {
    case knight:
        return knight_attacks(square);
    case bishop:
        return bishop_attacks(occupied, square);
    case rook:
        return rook_attacks(occupied, square);
    case queen:
        return queen_attacks(occupied, square);
    case king:
        return king_attacks(square);
    default:
        return 0;
    }
}

}  // namespace zeitnot::chess
