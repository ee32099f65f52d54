#include "chess/bitboard.h"

namespace zeitnot::chess::tables {

namespace {

Bitboard step(Square square, int files, int ranks) {
    const int file = file_of(square) + files;
    const int rank = rank_of(square) + ranks;
    return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? bit(make_square(file, rank)) : 0;
}

Bitboard ray(Square square, int files, int ranks) {
    Bitboard squares = 0;
    for (int distance = 1; distance < 8; ++distance) {
        squares |= step(square, files * distance, ranks * distance);
    }
    return squares;
}

std::uint8_t rank_attacks_of(int file, int inner) {
    const int occupied = inner << 1;
    int attacks = 0;
    for (const int direction : {-1, 1}) {
        for (int f = file + direction; f >= 0 && f < 8; f += direction) {
            attacks |= 1 << f;
            if ((occupied >> f) & 1) {
                break;
            }
        }
    }
    return static_cast<std::uint8_t>(attacks);
}

void fill_pair(Lines& lines, Square a, Square b) {
    const int files = file_of(b) - file_of(a);
    const int ranks = rank_of(b) - rank_of(a);
    if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) {
        return;
    }
    const int df = (files > 0) - (files < 0);
    const int dr = (ranks > 0) - (ranks < 0);
    lines.line[a][b] = ray(a, df, dr) | ray(a, -df, -dr) | bit(a);
    lines.between[a][b] = ray(a, df, dr) & ray(b, -df, -dr);
}

Lines make_lines() {
    Lines lines;
    for (Square s = 0; s < square_count; ++s) {
        lines.file[s] = ray(s, 0, 1) | ray(s, 0, -1);
        lines.diagonal[s] = ray(s, 1, 1) | ray(s, -1, -1);
        lines.antidiagonal[s] = ray(s, 1, -1) | ray(s, -1, 1);
        for (const int a : {-2, -1, 1, 2}) {
            for (const int b : {-2, -1, 1, 2}) {
                if (std::abs(a) != std::abs(b)) {
                    lines.knight[s] |= step(s, a, b);
                }
            }
        }
        for (const int a : {-1, 0, 1}) {
            for (const int b : {-1, 0, 1}) {
                if (a != 0 || b != 0) {
                    lines.king[s] |= step(s, a, b);
                }
            }
        }
        for (const Color color : {white, black}) {
            lines.pawn[color][s] = pawn_attacks(color, bit(s));
        }
        for (Square other = 0; other < square_count; ++other) {
            if (other != s) {
                fill_pair(lines, s, other);
            }
        }
    }
    for (int file = 0; file < 8; ++file) {
        for (int inner = 0; inner < 64; ++inner) {
            lines.rank[file][inner] = rank_attacks_of(file, inner);
        }
    }
    return lines;
}

}  // namespace

const Lines lines = make_lines();

}  // namespace zeitnot::chess::tables
