#include "chess/evaluation.h"

#include <algorithm>

#include "chess/endgame.h"

namespace zeitnot::chess {

namespace {

constexpr std::array<int, piece_type_count> phase_weights = {0, 1, 1, 2, 4, 0};
constexpr int full_phase = 24;
constexpr int unforced_divisor = 32;

// Attack units of a piece on a square next to the enemy king.
constexpr std::array<int, piece_type_count> danger_units = {0, 2, 2, 3, 4, 0};

int mirrored(Square square) {
    const int file = std::min(file_of(square), 7 - file_of(square));
    return rank_of(square) * 4 + file;
}

Bitboard fill_up(Color color, Bitboard squares) {
    if (color == white) {
        squares |= squares << 8;
        squares |= squares << 16;
        return squares | (squares << 32);
    }
    squares |= squares >> 8;
    squares |= squares >> 16;
    return squares | (squares >> 32);
}

Bitboard neighbour_files(Bitboard squares) {
    return ((squares & ~file_a) >> 1) | ((squares & ~file_h) << 1);
}

// Sums weights. With a trace it counts features instead, so that evaluation and tuner cannot disagree.
template <bool tracing>
class Sum {
  public:
    explicit Sum(Trace* trace) : trace_(trace) {}

    void add(Color color, int index, int times = 1) {
        if constexpr (tracing) {
            auto& count = trace_->times[index];
            count = static_cast<std::int16_t>(count + (color == white ? times : -times));
        } else {
            const int sign = color == white ? times : -times;
            middle += sign * weights[index].middle;
            end += sign * weights[index].end;
        }
    }

    int middle = 0;
    int end = 0;

  private:
    Trace* trace_;
};

struct Attacks {
    std::array<std::array<Bitboard, piece_type_count>, color_count> by{};
    std::array<Bitboard, color_count> all{};
    std::array<Bitboard, color_count> twice{};
    std::array<int, color_count> danger{};  // units brought against the enemy king
    std::array<int, color_count> attackers{};
};

template <bool tracing>
class Judge {
  public:
    Judge(const Position& position, Sum<tracing>& sum) : position_(position), sum_(sum) {
        for (const Color color : {white, black}) {
            const Square king_at = position.king_square(color);
            king_ring_[color] = king_attacks(king_at) | bit(king_at);
            const Bitboard by_pawns = pawn_attacks(color, position.pieces(color, pawn));
            note(color, pawn, by_pawns);
            note(color, king, king_attacks(king_at));
        }
    }

    void pawns(std::array<Bitboard, color_count>& passed_out) {
        for (const Color color : {white, black}) {
            pawns_of(color, passed_out[color]);
        }
    }

    void pieces(const std::array<Bitboard, color_count>& passed_pawns) {
        for (const Color color : {white, black}) {
            placement(color);
            for (const PieceType type : {knight, bishop, rook, queen}) {
                pieces_of(color, type);
            }
        }
        for (const Color color : {white, black}) {
            passed_of(color, passed_pawns[color]);
            king_of(color);
            threats_of(color);
        }
        sum_.add(position_.side(), feature::tempo);
    }

  private:
    void note(Color color, PieceType type, Bitboard squares) {
        attacks_.by[color][type] |= squares;
        attacks_.twice[color] |= attacks_.all[color] & squares;
        attacks_.all[color] |= squares;
    }

    void placement(Color color) {
        for (const PieceType type : {pawn, knight, bishop, rook, queen, king}) {
            Bitboard pieces = position_.pieces(color, type);
            while (pieces) {
                const Square square = relative_square(color, pop_first(pieces));
                if (type != king) {
                    sum_.add(color, feature::material + type);
                }
                sum_.add(color, feature::placement + type * 32 + mirrored(square));
            }
        }
    }

    void pawns_of(Color color, Bitboard& passed_out) {
        const Bitboard own = position_.pieces(color, pawn);
        const Bitboard other = position_.pieces(~color, pawn);
        const Bitboard own_attacks = pawn_attacks(color, own);
        const Bitboard other_attacks = pawn_attacks(~color, other);
        const Bitboard other_front = fill_up(~color, shift_up(~color, other));
        const Bitboard stopped = other_front | neighbour_files(other_front);
        passed_out = 0;
        Bitboard pawns = own;
        while (pawns) {
            const Square square = pop_first(pawns);
            const Bitboard here = bit(square);
            const int rank = relative_rank(color, square);
            const Bitboard file = file_mask(file_of(square));
            const Bitboard ahead = fill_up(color, shift_up(color, here));
            const bool half_open = !(ahead & other);
            if (ahead & own) {
                sum_.add(color, feature::pawn_doubled);
            } else if (!(here & stopped)) {
                passed_out |= here;
                sum_.add(color, feature::passed + rank);
            }
            const Bitboard neighbours = neighbour_files(file) & own;
            if (!neighbours) {
                sum_.add(color, feature::pawn_isolated + half_open);
            } else if (!(neighbours & ~neighbour_files(ahead)) &&
                       (shift_up(color, here) & (other_attacks | other))) {
                sum_.add(color, feature::pawn_backward + half_open);
            }
            if (neighbour_files(here) & own) {
                sum_.add(color, feature::pawn_phalanx + rank);
            }
            if (here & own_attacks) {
                sum_.add(color, feature::pawn_supported + rank);
            }
        }
    }

    void pieces_of(Color color, PieceType type) {
        const Color enemy = ~color;
        const Bitboard all = position_.occupied();
        const Bitboard own_pawns = position_.pieces(color, pawn);
        const Bitboard enemy_pawn_attacks = attacks_.by[enemy][pawn];
        const Bitboard safe =
            ~enemy_pawn_attacks & ~(position_.pieces(color, king) | (own_pawns & blocked_or_home(color)));
        Bitboard pieces = position_.pieces(color, type);
        if (type == bishop && several(pieces)) {
            sum_.add(color, feature::bishop_pair);
        }
        while (pieces) {
            const Square square = pop_first(pieces);
            Bitboard seen_through = all;
            if (type == bishop) {
                seen_through ^= position_.pieces(color, queen);
            } else if (type == rook) {
                seen_through ^= position_.pieces(color, queen) | position_.pieces(color, rook);
            }
            Bitboard squares = piece_attacks(type, seen_through, square);
            if (position_.pinned() & bit(square) && position_.side() == color) {
                squares &= line_through(position_.king_square(color), square);
            }
            note(color, type, squares);
            const int mobility = count(squares & safe);
            constexpr std::array<int, 6> runs = {0,
                                                 feature::mobility_knight,
                                                 feature::mobility_bishop,
                                                 feature::mobility_rook,
                                                 feature::mobility_queen,
                                                 0};
            sum_.add(color, runs[type] + mobility);
            const Bitboard on_king = squares & king_ring_[enemy];
            if (on_king) {
                attacks_.danger[color] += danger_units[type] * count(on_king);
                ++attacks_.attackers[color];
            }
            details(color, type, square, own_pawns);
        }
    }

    [[nodiscard]] Bitboard blocked_or_home(Color color) const {
        const Bitboard blocked = color == white ? position_.occupied() >> 8 : position_.occupied() << 8;
        return blocked | rank_mask(color == white ? 1 : 6) | rank_mask(color == white ? 2 : 5);
    }

    void details(Color color, PieceType type, Square square, Bitboard own_pawns) {
        if (type == rook) {
            const Bitboard file = file_mask(file_of(square));
            if (!(file & own_pawns)) {
                const bool open = !(file & position_.pieces(~color, pawn));
                sum_.add(color, open ? feature::rook_open_file : feature::rook_half_open_file);
            }
        } else if (type == knight || type == bishop) {
            const int rank = relative_rank(color, square);
            const Bitboard front = neighbour_files(fill_up(color, shift_up(color, bit(square))));
            if (rank >= 3 && rank <= 5 && !(front & position_.pieces(~color, pawn)) &&
                (attacks_.by[color][pawn] & bit(square))) {
                sum_.add(color, feature::outpost + (type == bishop));
            }
            if (type == bishop) {
                constexpr Bitboard dark = 0xAA55AA55AA55AA55ULL;
                sum_.add(color, feature::bad_bishop, count(own_pawns & (bit(square) & dark ? dark : ~dark)));
            }
        }
    }

    void passed_of(Color color, Bitboard pawns) {
        const Color enemy = ~color;
        while (pawns) {
            const Square square = pop_first(pawns);
            const int rank = relative_rank(color, square);
            const Bitboard ahead = fill_up(color, shift_up(color, bit(square)));
            const Square stop = color == white ? square + 8 : square - 8;
            if (position_.occupied() & bit(stop)) {
                sum_.add(color, feature::passed_blocked + rank);
            } else if (!(ahead & (position_.occupied() | attacks_.all[enemy]))) {
                sum_.add(color, feature::passed_free + rank);
            }
            if (rank >= 3) {
                sum_.add(color, feature::passed_own_king + distance(position_.king_square(color), stop),
                         rank - 2);
                sum_.add(color, feature::passed_enemy_king + distance(position_.king_square(enemy), stop),
                         rank - 2);
            }
        }
    }

    void king_of(Color color) {
        const Color enemy = ~color;
        const Square king_at = position_.king_square(color);
        const int middle_file = std::clamp(file_of(king_at), 1, 6);
        const Bitboard ahead = fill_up(color, rank_mask(rank_of(king_at)));
        for (int file = middle_file - 1; file <= middle_file + 1; ++file) {
            const int edge = std::min(file, 7 - file);
            const Bitboard column = file_mask(file);
            const Bitboard own = position_.pieces(color, pawn) & column & ahead;
            const Bitboard other = position_.pieces(enemy, pawn) & column & ahead;
            sum_.add(color, feature::shelter + edge * 8 + nearest_rank(color, own));
            sum_.add(color, feature::storm + edge * 8 + nearest_rank(color, other));
        }
        if (!(file_mask(file_of(king_at)) & position_.pieces(color, pawn))) {
            sum_.add(color, feature::king_open_file);
        }
        // Danger to this king from attack units and from checks that the enemy can give safely.
        const int units =
            attacks_.attackers[enemy] >= 2 || position_.pieces(enemy, queen) ? attacks_.danger[enemy] : 0;
        sum_.add(color, feature::king_danger + std::min(units, feature::king_danger_size - 1));
        const Bitboard safe = ~position_.pieces(enemy) &
                              (~attacks_.all[color] |
                               (attacks_.twice[enemy] & ~attacks_.twice[color] & attacks_.by[color][king]));
        const Bitboard all = position_.occupied() ^ position_.pieces(color, queen);
        const Bitboard diagonal = bishop_attacks(all, king_at) & safe;
        const Bitboard straight = rook_attacks(all, king_at) & safe;
        const Bitboard jumps = knight_attacks(king_at) & safe;
        check(color, 0, jumps & attacks_.by[enemy][knight]);
        check(color, 1, diagonal & attacks_.by[enemy][bishop]);
        check(color, 2, straight & attacks_.by[enemy][rook]);
        check(color, 3, (diagonal | straight) & attacks_.by[enemy][queen]);
    }

    void check(Color color, int which, Bitboard from) {
        if (from) {
            sum_.add(color, feature::safe_check + which);
        }
    }

    static int nearest_rank(Color color, Bitboard pawns) {
        if (!pawns) {
            return 0;
        }
        return color == white ? rank_of(first(pawns)) : 7 - rank_of(63 - std::countl_zero(pawns));
    }

    void threats_of(Color color) {
        const Color enemy = ~color;
        const Bitboard by_pawns = attacks_.by[color][pawn];
        for (const PieceType type : {knight, bishop, rook, queen}) {
            count_in(color, feature::threat_by_pawn + type - knight,
                     by_pawns & position_.pieces(enemy, type));
        }
        const Bitboard undefended = ~attacks_.all[enemy];
        const Bitboard by_minors = attacks_.by[color][knight] | attacks_.by[color][bishop];
        const Bitboard minors = position_.pieces(knight) | position_.pieces(bishop);
        const Bitboard theirs = position_.pieces(enemy);
        count_in(color, feature::threat_by_minor, by_minors & position_.pieces(enemy, pawn) & undefended);
        count_in(color, feature::threat_by_minor + 1, by_minors & minors & theirs);
        count_in(color, feature::threat_by_minor + 2, by_minors & position_.pieces(enemy, rook));
        count_in(color, feature::threat_by_minor + 3, by_minors & position_.pieces(enemy, queen));
        const Bitboard by_rooks = attacks_.by[color][rook];
        count_in(color, feature::threat_by_rook, by_rooks & minors & theirs & undefended);
        count_in(color, feature::threat_by_rook + 1, by_rooks & position_.pieces(enemy, queen));
        count_in(color, feature::hanging,
                 theirs & ~position_.pieces(enemy, pawn) & attacks_.all[color] & undefended);
        const Bitboard free = ~position_.occupied() & ~attacks_.by[enemy][pawn];
        const Bitboard pushes =
            shift_up(color, position_.pieces(color, pawn)) & free & (attacks_.all[color] | undefended);
        count_in(color, feature::push_threat, pawn_attacks(color, pushes) & theirs & ~position_.pieces(pawn));
    }

    void count_in(Color color, int index, Bitboard squares) {
        if (squares) {
            sum_.add(color, index, count(squares));
        }
    }

    const Position& position_;
    Sum<tracing>& sum_;
    Attacks attacks_;
    std::array<Bitboard, color_count> king_ring_{};
};

int phase_of(const Position& position) {
    int phase = 0;
    for (const PieceType type : {knight, bishop, rook, queen}) {
        phase += phase_weights[type] * count(position.pieces(type));
    }
    return std::min(phase, full_phase);
}

}  // namespace

Evaluator::Evaluator() : pawns_(pawn_entries) {
}

void Evaluator::clear() {
    std::fill(pawns_.begin(), pawns_.end(), PawnEntry{});
}

Score Evaluator::evaluate(const Position& position) {
    PawnEntry& entry = pawns_[position.pawn_key() % pawn_entries];
    Sum<false> sum(nullptr);
    Judge<false> judge(position, sum);
    if (entry.key != position.pawn_key() || entry.key == 0) {
        judge.pawns(entry.passed);
        entry.key = position.pawn_key();
        entry.middle = sum.middle;
        entry.end = sum.end;
    } else {
        sum.middle = entry.middle;
        sum.end = entry.end;
    }
    judge.pieces(entry.passed);
    const int phase = phase_of(position);
    const int end = sum.end * endgame_scale(position, sum.end) / 64;
    int score = (sum.middle * phase + end * (full_phase - phase)) / full_phase;
    score += bare_king_bonus(position);
    if (no_forced_win(position)) {
        score /= unforced_divisor;
    }
    // A lead is worth less and less as the fifty-move rule comes closer.
    score = score * (220 - std::min(position.halfmove_clock(), 100)) / 220;
    score = std::clamp(score, -mate_bound + 1, mate_bound - 1);
    return position.side() == white ? score : -score;
}

Trace Evaluator::trace(const Position& position) {
    Trace trace;
    Sum<true> sum(&trace);
    Judge<true> judge(position, sum);
    std::array<Bitboard, color_count> passed{};
    judge.pawns(passed);
    judge.pieces(passed);
    trace.phase = phase_of(position);
    int end = 0;
    for (int i = 0; i < feature::count; ++i) {
        end += trace.times[i] * weights[i].end;
    }
    trace.endgame_scale = endgame_scale(position, end);
    return trace;
}

}  // namespace zeitnot::chess
