// A chess position: pieces, side to move, castling, en passant, counters, hash keys; makes and unmakes moves.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "chess/bitboard.h"
#include "chess/move.h"

namespace zeitnot::chess {

using Key = std::uint64_t;

constexpr int no_piece = 12;

constexpr int make_piece(Color color, PieceType type) {
    return color * piece_type_count + type;
}

constexpr PieceType type_of(int piece) {
    return static_cast<PieceType>(piece == no_piece ? no_piece_type : piece % piece_type_count);
}

constexpr Color color_of(int piece) {
    return piece >= piece_type_count ? black : white;
}

// State that a move destroys and unmake() restores.
struct Undo {
    Key key;
    Key pawn_key;
    Bitboard checkers;
    Bitboard pinned;
    int captured;
    int castling;
    Square en_passant;
    int halfmove_clock;
    int plies_since_null;
};

class Position {
  public:
    // The starting position.
    Position();

    // Throws std::invalid_argument with the reason if the text is not a playable position.
    explicit Position(std::string_view fen, bool chess960 = false);

    [[nodiscard]] std::string fen() const;

    [[nodiscard]] Color side() const { return side_; }

    [[nodiscard]] bool chess960() const { return chess960_; }

    [[nodiscard]] int piece_on(Square square) const { return board_[square]; }

    [[nodiscard]] Bitboard occupied() const { return by_color_[white] | by_color_[black]; }

    [[nodiscard]] Bitboard pieces(Color color) const { return by_color_[color]; }

    [[nodiscard]] Bitboard pieces(PieceType type) const { return by_type_[type]; }

    [[nodiscard]] Bitboard pieces(Color color, PieceType type) const {
        return by_color_[color] & by_type_[type];
    }

    [[nodiscard]] Square king_square(Color color) const { return first(pieces(color, king)); }

    [[nodiscard]] Key key() const { return key_; }

    [[nodiscard]] Key pawn_key() const { return pawn_key_; }

    [[nodiscard]] Bitboard checkers() const { return checkers_; }

    // Pieces of the side to move that may move only along the line to their king.
    [[nodiscard]] Bitboard pinned() const { return pinned_; }

    [[nodiscard]] Square en_passant() const { return en_passant_; }

    [[nodiscard]] int halfmove_clock() const { return halfmove_clock_; }

    [[nodiscard]] int fullmove_number() const { return fullmove_number_; }

    [[nodiscard]] Bitboard attackers_to(Square square, Bitboard occupied) const;

    [[nodiscard]] bool attacked(Square square, Color by, Bitboard occupied) const;

    // Side 0 castles with the rook to the right of the king, side 1 with the rook to the left. Returns
    // no_square without the castling right.
    [[nodiscard]] Square castling_rook(Color color, int side) const {
        return castling_ & (1 << (2 * color + side)) ? castling_rook_[2 * color + side] : no_square;
    }

    [[nodiscard]] bool has_pieces(Color color) const {
        return (by_color_[color] & ~by_type_[pawn] & ~by_type_[king]) != 0;
    }

    // Whether the side has exactly one knight or bishop besides king and pawns.
    [[nodiscard]] bool has_one_minor(Color color) const {
        const Bitboard minors = by_type_[knight] | by_type_[bishop];
        const Bitboard own = by_color_[color] & ~by_type_[pawn] & ~by_type_[king];
        return (own & ~minors) == 0 && own != 0 && !several(own);
    }

    [[nodiscard]] bool capture(Move move) const {
        return move.kind() == Move::en_passant ||
               (move.kind() != Move::castling && board_[move.to()] != no_piece);
    }

    // Type of the captured piece, or no_piece_type.
    [[nodiscard]] PieceType captured_type(Move move) const {
        if (move.kind() == Move::castling) {
            return no_piece_type;
        }
        return move.kind() == Move::en_passant ? pawn : type_of(board_[move.to()]);
    }

    // Whether a pseudo-legal move leaves the own king safe.
    [[nodiscard]] bool legal(Move move) const;

    [[nodiscard]] bool gives_check(Move move) const;

    // Whether a move from the hash table, which may belong to another position, is legal here.
    [[nodiscard]] bool plausible(Move move) const;

    // Static exchange evaluation: whether the exchange on the target square wins at least the threshold, in
    // centipawns.
    [[nodiscard]] bool exchange_wins(Move move, int threshold) const;

    void make(Move move, Undo& undo);
    void unmake(Move move, const Undo& undo);
    void make_null(Undo& undo);
    void unmake_null(const Undo& undo);

    // Whether this position has occurred before, within the reach of the fifty-move counter. Inside the
    // search one repetition is a draw; positions from before the root must have occurred twice.
    [[nodiscard]] bool repeated(int plies_from_root) const;

    [[nodiscard]] bool insufficient_material() const;

    // Moves in UCI notation: castling is written as the king's two steps, or as king takes rook in Chess960.
    [[nodiscard]] std::string to_uci(Move move) const;

    // Return the legal move with this UCI notation, or an empty move.
    [[nodiscard]] Move from_uci(std::string_view text) const;

  private:
    static constexpr int history_size = 1024;

    void put(int piece, Square square);
    void remove(Square square);
    void relocate(Square from, Square to);
    void refresh();
    void set_board(std::string_view field);
    void set_castling(std::string_view field);
    void add_castling(Color color, Square rook_square);
    void set_en_passant(std::string_view field);
    void check_sane() const;
    void update_checks();
    void push_history() { history_[static_cast<std::size_t>(ply_++) % history_size] = key_; }

    std::array<Bitboard, piece_type_count> by_type_{};
    std::array<Bitboard, color_count> by_color_{};
    std::array<int, square_count> board_{};
    Color side_ = white;
    int castling_ = 0;
    std::array<Square, 4> castling_rook_{};
    std::array<int, square_count> castling_kept_{};
    Square en_passant_ = no_square;
    int halfmove_clock_ = 0;
    int fullmove_number_ = 1;
    int plies_since_null_ = 0;
    bool chess960_ = false;
    Key key_ = 0;
    Key pawn_key_ = 0;
    Bitboard checkers_ = 0;
    Bitboard pinned_ = 0;
    int ply_ = 0;
    std::array<Key, history_size> history_{};
};

// Piece values for exchanges and pruning, in centipawns.
constexpr std::array<int, 7> exchange_values = {100, 320, 330, 500, 950, 20'000, 0};

}  // namespace zeitnot::chess
