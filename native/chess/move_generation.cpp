#include "chess/move_generation.h"

namespace zeitnot::chess {

namespace {

class Generator {
  public:
    Generator(const Position& position, Moves kind, MoveList& moves)
        : position_(position), kind_(kind), moves_(moves), us_(position.side()), them_(~position.side()),
          occupied_(position.occupied()), king_square_(position.king_square(us_)) {
        const Bitboard own = position.pieces(us_);
        const Bitboard other = position.pieces(them_);
        wanted_ = ~own;
        if (kind != Moves::all) {
            wanted_ = kind == Moves::noisy ? other : ~occupied_;
        }
    }

    void run() {
        king_moves();
        const Bitboard checkers = position_.checkers();
        if (several(checkers)) {
            return;
        }
        evasions_ = checkers ? between(king_square_, first(checkers)) | checkers : ~Bitboard{0};
        for (const PieceType type : {knight, bishop, rook, queen}) {
            piece_moves(type);
        }
        pawn_moves();
        if (!checkers && kind_ != Moves::noisy) {
            castling_moves();
        }
    }

  private:
    void king_moves() {
        Bitboard targets = king_attacks(king_square_) & wanted_;
        const Bitboard without_king = occupied_ ^ bit(king_square_);
        while (targets) {
            const Square to = pop_first(targets);
            if (!position_.attacked(to, them_, without_king)) {
                moves_.add(Move(king_square_, to));
            }
        }
    }

    void piece_moves(PieceType type) {
        Bitboard pieces = position_.pieces(us_, type);
        while (pieces) {
            const Square from = pop_first(pieces);
            Bitboard targets = piece_attacks(type, occupied_, from) & wanted_ & evasions_ & allowed(from);
            while (targets) {
                moves_.add(Move(from, pop_first(targets)));
            }
        }
    }

    void pawn_moves() {
        const Bitboard pawns = position_.pieces(us_, pawn);
        const int up = us_ == white ? 8 : -8;
        const Bitboard last_rank = rank_mask(us_ == white ? 7 : 0);
        const Bitboard third_rank = rank_mask(us_ == white ? 2 : 5);
        const Bitboard one = shift_up(us_, pawns) & ~occupied_;
        pushes(one & ~last_rank & evasions_, up);
        pushes(shift_up(us_, one & third_rank) & ~occupied_ & evasions_, 2 * up);
        promotions(one & last_rank & evasions_, up);
        captures(pawns, last_rank);
    }

    void pushes(Bitboard targets, int step) {
        if (kind_ == Moves::noisy) {
            return;
        }
        while (targets) {
            const Square to = pop_first(targets);
            if (allowed(to - step) & bit(to)) {
                moves_.add(Move(to - step, to));
            }
        }
    }

    void promotions(Bitboard targets, int step) {
        while (targets) {
            const Square to = pop_first(targets);
            if (allowed(to - step) & bit(to)) {
                promote(to - step, to, false);
            }
        }
    }

    void promote(Square from, Square to, bool capture) {
        if (kind_ != Moves::quiet) {
            moves_.add(Move(from, to, Move::promotion, queen));
        }
        // Underpromotions count as quiet unless they capture.
        if (kind_ == Moves::all || (kind_ == Moves::noisy) == capture) {
            for (const PieceType type : {knight, rook, bishop}) {
                moves_.add(Move(from, to, Move::promotion, type));
            }
        }
    }

    void captures(Bitboard pawns, Bitboard last_rank) {
        if (kind_ == Moves::quiet) {
            return;
        }
        Bitboard targets = pawn_attacks(us_, pawns) & position_.pieces(them_) & evasions_;
        while (targets) {
            const Square to = pop_first(targets);
            Bitboard sources = pawn_attacks_from(them_, to) & pawns;
            while (sources) {
                const Square from = pop_first(sources);
                if (!(allowed(from) & bit(to))) {
                    continue;
                }
                if (bit(to) & last_rank) {
                    promote(from, to, true);
                } else {
                    moves_.add(Move(from, to));
                }
            }
        }
        if (position_.en_passant() != no_square) {
            Bitboard sources = pawn_attacks_from(them_, position_.en_passant()) & pawns;
            while (sources) {
                const Move move(pop_first(sources), position_.en_passant(), Move::en_passant);
                if (position_.legal(move)) {
                    moves_.add(move);
                }
            }
        }
    }

    void castling_moves() {
        for (int side = 0; side < 2; ++side) {
            const Square rook_square = position_.castling_rook(us_, side);
            if (rook_square != no_square) {
                const Move move(king_square_, rook_square, Move::castling);
                if (position_.legal(move)) {
                    moves_.add(move);
                }
            }
        }
    }

    [[nodiscard]] Bitboard allowed(Square from) const {
        return position_.pinned() & bit(from) ? line_through(king_square_, from) : ~Bitboard{0};
    }

    const Position& position_;
    Moves kind_;
    MoveList& moves_;
    Color us_;
    Color them_;
    Bitboard occupied_;
    Square king_square_;
    Bitboard wanted_ = 0;
    Bitboard evasions_ = 0;
};

}  // namespace

void generate(const Position& position, Moves kind, MoveList& moves) {
    Generator(position, kind, moves).run();
}

MoveList legal_moves(const Position& position) {
    MoveList moves;
    generate(position, Moves::all, moves);
    return moves;
}

std::uint64_t perft(Position& position, int depth) {
    if (depth <= 0) {
        return 1;
    }
    const MoveList moves = legal_moves(position);
    if (depth == 1) {
        return static_cast<std::uint64_t>(moves.size());
    }
    std::uint64_t leaves = 0;
    Undo undo;
    for (const Move move : moves) {
        position.make(move, undo);
        leaves += perft(position, depth - 1);
        position.unmake(move, undo);
    }
    return leaves;
}

}  // namespace zeitnot::chess
