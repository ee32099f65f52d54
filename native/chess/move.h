// A move in 16 bits, and a list of moves without allocation.

#pragma once

#include <array>
#include <cstdint>

#include "chess/bitboard.h"

namespace zeitnot::chess {

class Move {
  public:
    enum Kind : int { normal, promotion, en_passant, castling };

    constexpr Move() = default;

    constexpr Move(Square from, Square to, Kind kind = normal, PieceType promoted = knight)
        : bits_(static_cast<std::uint16_t>(from | (to << 6) | ((promoted - knight) << 12) | (kind << 14))) {}

    static constexpr Move from_bits(std::uint16_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }

    [[nodiscard]] constexpr Square from() const { return bits_ & 63; }

    // Castling is stored as king takes own rook, which also covers Chess960.
    [[nodiscard]] constexpr Square to() const { return (bits_ >> 6) & 63; }

    [[nodiscard]] constexpr Kind kind() const { return static_cast<Kind>(bits_ >> 14); }

    [[nodiscard]] constexpr PieceType promoted() const {
        return static_cast<PieceType>(((bits_ >> 12) & 3) + knight);
    }

    [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }

    constexpr explicit operator bool() const { return bits_ != 0; }

    friend constexpr bool operator==(Move, Move) = default;

  private:
    std::uint16_t bits_ = 0;
};

// No legal position has more than 218 moves; fifteen queens, which a FEN may set up, stay below this limit.
constexpr int most_moves = 448;

class MoveList {
  public:
    MoveList() noexcept {}

    void add(Move move) { moves_[size_++] = move; }

    [[nodiscard]] int size() const { return size_; }

    [[nodiscard]] bool empty() const { return size_ == 0; }

    void clear() { size_ = 0; }

    Move& operator[](int index) { return moves_[index]; }

    const Move& operator[](int index) const { return moves_[index]; }

    [[nodiscard]] const Move* begin() const { return moves_.data(); }

    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

  private:
    // In a union, so that constructing a list at every node does not clear it.
    union {
        std::array<Move, most_moves> moves_;
    };
    int size_ = 0;
};

}  // namespace zeitnot::chess
