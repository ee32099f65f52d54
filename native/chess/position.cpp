#include "chess/position.h"

#include <algorithm>

#include "chess/zobrist.h"

namespace zeitnot::chess {

namespace {

// Files of king and rook after castling, by side: to the right, to the left.
constexpr std::array<int, 2> king_file_after = {6, 2};
constexpr std::array<int, 2> rook_file_after = {5, 3};

struct CastlingSquares {
    Square king_to;
    Square rook_to;
};

CastlingSquares castling_squares(Move move) {
    const int side = move.to() > move.from() ? 0 : 1;
    const int rank = rank_of(move.from());
    return {make_square(king_file_after[side], rank), make_square(rook_file_after[side], rank)};
}

}  // namespace

void Position::put(int piece, Square square) {
    board_[square] = piece;
    by_type_[type_of(piece)] |= bit(square);
    by_color_[color_of(piece)] |= bit(square);
    key_ ^= zobrist::words.piece[piece][square];
    if (type_of(piece) == pawn) {
        pawn_key_ ^= zobrist::words.piece[piece][square];
    }
}

void Position::remove(Square square) {
    const int piece = board_[square];
    board_[square] = no_piece;
    by_type_[type_of(piece)] ^= bit(square);
    by_color_[color_of(piece)] ^= bit(square);
    key_ ^= zobrist::words.piece[piece][square];
    if (type_of(piece) == pawn) {
        pawn_key_ ^= zobrist::words.piece[piece][square];
    }
}

void Position::relocate(Square from, Square to) {
    const int piece = board_[from];
    remove(from);
    put(piece, to);
}

Bitboard Position::attackers_to(Square square, Bitboard occupied) const {
    return (pawn_attacks_from(black, square) & pieces(white, pawn)) |
           (pawn_attacks_from(white, square) & pieces(black, pawn)) |
           (knight_attacks(square) & by_type_[knight]) | (king_attacks(square) & by_type_[king]) |
           (bishop_attacks(occupied, square) & (by_type_[bishop] | by_type_[queen])) |
           (rook_attacks(occupied, square) & (by_type_[rook] | by_type_[queen]));
}

bool Position::attacked(Square square, Color by, Bitboard occupied) const {
    const Bitboard theirs = by_color_[by];
    if ((pawn_attacks_from(~by, square) & by_type_[pawn] & theirs) ||
        (knight_attacks(square) & by_type_[knight] & theirs) ||
        (king_attacks(square) & by_type_[king] & theirs)) {
        return true;
    }
    const Bitboard diagonal = (by_type_[bishop] | by_type_[queen]) & theirs & occupied;
    const Bitboard straight = (by_type_[rook] | by_type_[queen]) & theirs & occupied;
    return (diagonal && (bishop_attacks(occupied, square) & diagonal)) ||
           (straight && (rook_attacks(occupied, square) & straight));
}

void Position::update_checks() {
    const Square king_at = king_square(side_);
    const Bitboard theirs = by_color_[~side_];
    const Bitboard all = occupied();
    checkers_ = attackers_to(king_at, all) & theirs;
    pinned_ = 0;
    Bitboard snipers = (bishop_attacks(theirs, king_at) & (by_type_[bishop] | by_type_[queen]) & theirs) |
                       (rook_attacks(theirs, king_at) & (by_type_[rook] | by_type_[queen]) & theirs);
    while (snipers) {
        const Bitboard blockers = between(king_at, pop_first(snipers)) & all;
        if (blockers && !several(blockers)) {
            pinned_ |= blockers & by_color_[side_];
        }
    }
}

void Position::refresh() {
    key_ ^= zobrist::words.castling[castling_];
    if (en_passant_ != no_square) {
        key_ ^= zobrist::words.en_passant_file[file_of(en_passant_)];
    }
    if (side_ == black) {
        key_ ^= zobrist::words.side;
    }
    update_checks();
}

bool Position::legal(Move move) const {
    const Color us = side_;
    const Square king_at = king_square(us);
    if (move.kind() == Move::en_passant) {
        const Square taken = make_square(file_of(move.to()), rank_of(move.from()));
        const Bitboard after = (occupied() ^ bit(move.from()) ^ bit(taken)) | bit(move.to());
        const Bitboard theirs = by_color_[~us] & ~bit(taken);
        return !(attackers_to(king_at, after) & theirs & after);
    }
    if (move.kind() == Move::castling) {
        const auto [king_to, rook_to] = castling_squares(move);
        const Bitboard walkers = bit(move.from()) | bit(move.to());
        const Bitboard path =
            between(move.from(), king_to) | bit(king_to) | between(move.to(), rook_to) | bit(rook_to);
        if (path & occupied() & ~walkers) {
            return false;
        }
        // In Chess960 the castling rook itself may have shielded the king's target square.
        const Bitboard after = occupied() ^ walkers;
        Bitboard steps = between(move.from(), king_to) | bit(king_to);
        while (steps) {
            if (attacked(pop_first(steps), ~us, after | bit(rook_to))) {
                return false;
            }
        }
        return !attacked(king_to, ~us, after | bit(rook_to));
    }
    if (move.from() == king_at) {
        return !attacked(move.to(), ~us, occupied() ^ bit(king_at));
    }
    return !(pinned_ & bit(move.from())) || (line_through(king_at, move.from()) & bit(move.to()));
}

bool Position::gives_check(Move move) const {
    const Square enemy_king = king_square(~side_);
    const Square from = move.from();
    Bitboard after = (occupied() ^ bit(from)) | bit(move.to());
    if (move.kind() == Move::castling) {
        const auto [king_to, rook_to] = castling_squares(move);
        after = (occupied() ^ bit(from) ^ bit(move.to())) | bit(king_to) | bit(rook_to);
        return rook_attacks(after, rook_to) & bit(enemy_king);
    }
    if (move.kind() == Move::en_passant) {
        after ^= bit(move.to() ^ 8);
    }
    const PieceType type = move.kind() == Move::promotion ? move.promoted() : type_of(board_[from]);
    const Bitboard direct =
        type == pawn ? pawn_attacks_from(side_, move.to()) : piece_attacks(type, after, move.to());
    if (direct & bit(enemy_king)) {
        return true;
    }
    if (!line_through(enemy_king, from) && move.kind() != Move::en_passant) {
        return false;
    }
    const Bitboard own = by_color_[side_] & ~bit(from);
    return (bishop_attacks(after, enemy_king) & own & (by_type_[bishop] | by_type_[queen])) ||
           (rook_attacks(after, enemy_king) & own & (by_type_[rook] | by_type_[queen]));
}

void Position::make(Move move, Undo& undo) {
    undo = {key_,      pawn_key_,   checkers_,       pinned_,          no_piece,
            castling_, en_passant_, halfmove_clock_, plies_since_null_};
    push_history();
    const Color us = side_;
    const Square from = move.from();
    const Square to = move.to();
    ++halfmove_clock_;
    ++plies_since_null_;
    fullmove_number_ += us == black;
    if (en_passant_ != no_square) {
        key_ ^= zobrist::words.en_passant_file[file_of(en_passant_)];
        en_passant_ = no_square;
    }
    key_ ^= zobrist::words.castling[castling_];
    castling_ &= castling_kept_[from] & castling_kept_[to];
    key_ ^= zobrist::words.castling[castling_];
    if (move.kind() == Move::castling) {
        const auto [king_to, rook_to] = castling_squares(move);
        remove(from);
        remove(to);
        put(make_piece(us, king), king_to);
        put(make_piece(us, rook), rook_to);
    } else {
        const Square taken = move.kind() == Move::en_passant ? to ^ 8 : to;
        if (board_[taken] != no_piece) {
            undo.captured = board_[taken];
            remove(taken);
            halfmove_clock_ = 0;
        }
        const PieceType type = type_of(board_[from]);
        if (move.kind() == Move::promotion) {
            remove(from);
            put(make_piece(us, move.promoted()), to);
        } else {
            relocate(from, to);
        }
        if (type == pawn) {
            halfmove_clock_ = 0;
            // The en passant square belongs to the position only if some pawn attacks it.
            if ((from ^ to) == 16 && (pawn_attacks_from(us, to ^ 8) & pieces(~us, pawn))) {
                en_passant_ = to ^ 8;
                key_ ^= zobrist::words.en_passant_file[file_of(en_passant_)];
            }
        }
    }
    side_ = ~us;
    key_ ^= zobrist::words.side;
    update_checks();
}

void Position::unmake(Move move, const Undo& undo) {
    side_ = ~side_;
    const Color us = side_;
    const Square from = move.from();
    const Square to = move.to();
    if (move.kind() == Move::castling) {
        const auto [king_to, rook_to] = castling_squares(move);
        remove(king_to);
        remove(rook_to);
        put(make_piece(us, king), from);
        put(make_piece(us, rook), to);
    } else {
        if (move.kind() == Move::promotion) {
            remove(to);
            put(make_piece(us, pawn), from);
        } else {
            relocate(to, from);
        }
        if (undo.captured != no_piece) {
            put(undo.captured, move.kind() == Move::en_passant ? to ^ 8 : to);
        }
    }
    --ply_;
    fullmove_number_ -= us == black;
    key_ = undo.key;
    pawn_key_ = undo.pawn_key;
    checkers_ = undo.checkers;
    pinned_ = undo.pinned;
    castling_ = undo.castling;
    en_passant_ = undo.en_passant;
    halfmove_clock_ = undo.halfmove_clock;
    plies_since_null_ = undo.plies_since_null;
}

void Position::make_null(Undo& undo) {
    undo = {key_,      pawn_key_,   checkers_,       pinned_,          no_piece,
            castling_, en_passant_, halfmove_clock_, plies_since_null_};
    push_history();
    if (en_passant_ != no_square) {
        key_ ^= zobrist::words.en_passant_file[file_of(en_passant_)];
        en_passant_ = no_square;
    }
    ++halfmove_clock_;
    plies_since_null_ = 0;
    side_ = ~side_;
    key_ ^= zobrist::words.side;
    update_checks();
}

void Position::unmake_null(const Undo& undo) {
    side_ = ~side_;
    --ply_;
    key_ = undo.key;
    checkers_ = undo.checkers;
    pinned_ = undo.pinned;
    en_passant_ = undo.en_passant;
    halfmove_clock_ = undo.halfmove_clock;
    plies_since_null_ = undo.plies_since_null;
}

bool Position::repeated(int plies_from_root) const {
    const int reach = std::min({halfmove_clock_, plies_since_null_, ply_, history_size - 1});
    int found = 0;
    for (int back = 4; back <= reach; back += 2) {
        if (history_[static_cast<std::size_t>(ply_ - back) % history_size] == key_) {
            ++found;
            if (back < plies_from_root || found == 2) {
                return true;
            }
        }
    }
    return false;
}

bool Position::insufficient_material() const {
    if (by_type_[pawn] | by_type_[rook] | by_type_[queen]) {
        return false;
    }
    const Bitboard minors = by_type_[knight] | by_type_[bishop];
    if (!several(minors)) {
        return true;
    }
    constexpr Bitboard dark = 0xAA55AA55AA55AA55ULL;
    // Bishops of one square colour cannot mate, however many there are.
    return !by_type_[knight] && (!(minors & dark) || !(minors & ~dark));
}

bool Position::exchange_wins(Move move, int threshold) const {
    if (move.kind() == Move::castling) {
        return threshold <= 0;
    }
    const Square from = move.from();
    const Square to = move.to();
    int gain = move.kind() == Move::en_passant ? exchange_values[pawn] : exchange_values[type_of(board_[to])];
    PieceType standing = type_of(board_[from]);
    if (move.kind() == Move::promotion) {
        standing = move.promoted();
        gain += exchange_values[standing] - exchange_values[pawn];
    }
    int balance = gain - threshold;
    if (balance < 0) {
        return false;
    }
    balance -= exchange_values[standing];
    if (balance >= 0) {
        return true;
    }
    Bitboard all = (occupied() ^ bit(from)) | bit(to);
    if (move.kind() == Move::en_passant) {
        all ^= bit(to ^ 8);
    }
    const Bitboard diagonal = by_type_[bishop] | by_type_[queen];
    const Bitboard straight = by_type_[rook] | by_type_[queen];
    Bitboard attackers = attackers_to(to, all) & all;
    Color mover = ~side_;
    while (true) {
        const Bitboard mine = attackers & by_color_[mover];
        if (!mine) {
            break;
        }
        PieceType type = pawn;
        while (!(mine & by_type_[type])) {
            type = static_cast<PieceType>(type + 1);
        }
        all ^= bit(first(mine & by_type_[type]));
        if (type == pawn || type == bishop || type == queen) {
            attackers |= bishop_attacks(all, to) & diagonal;
        }
        if (type == rook || type == queen) {
            attackers |= rook_attacks(all, to) & straight;
        }
        attackers &= all;
        mover = ~mover;
        balance = -balance - 1 - exchange_values[type];
        if (balance >= 0) {
            // A king cannot capture a defended piece.
            if (type == king && (attackers & by_color_[mover])) {
                mover = ~mover;
            }
            break;
        }
    }
    return mover != side_;
}

bool Position::plausible(Move move) const {
    const Square from = move.from();
    const Square to = move.to();
    const int piece = board_[from];
    if (!move || piece == no_piece || color_of(piece) != side_) {
        return false;
    }
    const PieceType type = type_of(piece);
    if (move.kind() == Move::castling) {
        const int side = to > from ? 0 : 1;
        return type == king && !checkers_ && castling_rook(side_, side) == to && legal(move);
    }
    if (by_color_[side_] & bit(to)) {
        return false;
    }
    if (move.kind() == Move::en_passant) {
        return type == pawn && to == en_passant_ && (pawn_attacks_from(side_, from) & bit(to)) && legal(move);
    }
    const bool last_rank = relative_rank(side_, to) == 7;
    if (type == pawn) {
        if (last_rank != (move.kind() == Move::promotion)) {
            return false;
        }
        const int up = side_ == white ? 8 : -8;
        const bool push = to == from + up && board_[to] == no_piece;
        const bool two = to == from + 2 * up && relative_rank(side_, from) == 1 &&
                         board_[from + up] == no_piece && board_[to] == no_piece;
        const bool take = (pawn_attacks_from(side_, from) & bit(to) & by_color_[~side_]) != 0;
        if (!push && !two && !take) {
            return false;
        }
    } else if (move.kind() != Move::normal || !(piece_attacks(type, occupied(), from) & bit(to))) {
        return false;
    }
    if (checkers_ && type != king) {
        if (several(checkers_)) {
            return false;
        }
        const Square checker = first(checkers_);
        if (!((between(king_square(side_), checker) | checkers_) & bit(to))) {
            return false;
        }
    }
    return legal(move);
}

}  // namespace zeitnot::chess
