// Positions and moves as text: FEN and UCI.

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>
#include <vector>

#include "chess/move_generation.h"
#include "chess/position.h"
#include "chess/zobrist.h"

namespace zeitnot::chess {

namespace {

constexpr std::string_view piece_letters = "PNBRQKpnbrqk";
constexpr std::string_view start_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

[[noreturn]] void refuse(const std::string& rule) {
    throw std::invalid_argument("FEN: " + rule);
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        const auto begin = text.find_first_not_of(' ');
        if (begin == std::string_view::npos) {
            return words;
        }
        text.remove_prefix(begin);
        const auto end = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

int counter(std::string_view text, int most, const char* name) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) {
        refuse(std::string(name) + " must be a whole number, got '" + std::string(text) + "'");
    }
    return std::min(value, most);
}

std::string square_name(Square square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}

}  // namespace

Position::Position() : Position(start_fen) {
}

Position::Position(std::string_view fen, bool chess960) : chess960_(chess960) {
    const auto words = words_of(fen);
    if (words.size() < 2) {
        refuse("needs at least the board and the side to move, got '" + std::string(fen.substr(0, 100)) +
               "'");
    }
    board_.fill(no_piece);
    castling_kept_.fill(15);
    castling_rook_.fill(no_square);
    set_board(words[0]);
    if (words[1] != "w" && words[1] != "b") {
        refuse("the side to move must be w or b, got '" + std::string(words[1]) + "'");
    }
    side_ = words[1] == "w" ? white : black;
    check_sane();
    if (words.size() > 2) {
        set_castling(words[2]);
    }
    if (words.size() > 3) {
        set_en_passant(words[3]);
    }
    if (words.size() > 4) {
        halfmove_clock_ = counter(words[4], 1000, "the halfmove clock");
    }
    if (words.size() > 5) {
        fullmove_number_ = std::max(1, counter(words[5], 100'000, "the move number"));
    }
    plies_since_null_ = halfmove_clock_;
    refresh();
}

void Position::set_board(std::string_view field) {
    int file = 0;
    int rank = 7;
    for (const char letter : field) {
        if (letter == '/') {
            if (file != 8 || rank == 0) {
                refuse("every rank must have eight squares, and there must be eight ranks");
            }
            file = 0;
            --rank;
        } else if (letter >= '1' && letter <= '8') {
            file += letter - '0';
        } else {
            const auto piece = piece_letters.find(letter);
            if (piece == std::string_view::npos || file > 7) {
                refuse(std::string("a piece must be one of PNBRQKpnbrqk on a rank of eight, got '") + letter +
                       "'");
            }
            put(static_cast<int>(piece), make_square(file++, rank));
        }
        if (file > 8) {
            refuse("every rank must have eight squares");
        }
    }
    if (rank != 0 || file != 8) {
        refuse("every rank must have eight squares, and there must be eight ranks");
    }
}

void Position::check_sane() const {
    for (const Color color : {white, black}) {
        if (count(pieces(color, king)) != 1) {
            refuse("each side must have one king");
        }
        if (count(by_color_[color]) > 16) {
            refuse("each side may have sixteen pieces");
        }
    }
    if (by_type_[pawn] & (rank_mask(0) | rank_mask(7))) {
        refuse("pawns cannot stand on the first or last rank");
    }
    if (attacked(king_square(~side_), side_, occupied())) {
        refuse("the side that is not to move must not be in check");
    }
}

void Position::add_castling(Color color, Square rook_square) {
    const Square king_at = king_square(color);
    const int right = 2 * color + (rook_square > king_at ? 0 : 1);
    castling_ |= 1 << right;
    castling_rook_[right] = rook_square;
    castling_kept_[rook_square] &= ~(1 << right);
    castling_kept_[king_at] &= ~(3 << (2 * color));
}

void Position::set_castling(std::string_view field) {
    if (field == "-") {
        return;
    }
    for (const char letter : field) {
        const Color color = letter >= 'a' ? black : white;
        const char upper = static_cast<char>(color == black ? letter - 'a' + 'A' : letter);
        const int home = color == white ? 0 : 7;
        const Bitboard rooks = pieces(color, rook) & rank_mask(home);
        const Square king_at = king_square(color);
        Bitboard candidates = 0;
        if (upper == 'K' || upper == 'Q') {
            const Bitboard left = bit(king_at) - 1;
            candidates = rooks & (upper == 'K' ? ~left : left);
            if (candidates) {  // the outermost rook
                candidates = upper == 'K' ? bit(63 - std::countl_zero(candidates)) : bit(first(candidates));
            }
        } else if (upper >= 'A' && upper <= 'H') {
            candidates = rooks & bit(make_square(upper - 'A', home));
        } else {
            refuse(std::string("castling rights must be out of KQkq, files A-H, or -, got '") + letter + "'");
        }
        // Many GUIs write castling rights without king and rook on their home squares; such rights are
        // ignored.
        if (candidates && rank_of(king_at) == home) {
            add_castling(color, first(candidates));
        }
    }
}

void Position::set_en_passant(std::string_view field) {
    if (field == "-") {
        return;
    }
    const bool square =
        field.size() == 2 && field[0] >= 'a' && field[0] <= 'h' && (field[1] == '3' || field[1] == '6');
    if (!square) {
        refuse("the en passant square must be like e3 or -, got '" + std::string(field) + "'");
    }
    const Square target = make_square(field[0] - 'a', field[1] - '1');
    const bool right_side = relative_rank(side_, target) == 5;
    const bool pawn_passed =
        right_side && board_[target ^ 8] == make_piece(~side_, pawn) && board_[target] == no_piece;
    if (pawn_passed && (pawn_attacks_from(~side_, target) & pieces(side_, pawn))) {
        en_passant_ = target;
    }
}

std::string Position::fen() const {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const int piece = board_[make_square(file, rank)];
            if (piece == no_piece) {
                ++empty;
                continue;
            }
            if (empty != 0) {
                text += std::to_string(std::exchange(empty, 0));
            }
            text += piece_letters[piece];
        }
        if (empty != 0) {
            text += std::to_string(empty);
        }
        text += rank > 0 ? "/" : "";
    }
    text += side_ == white ? " w " : " b ";
    std::string rights;
    for (const Color color : {white, black}) {
        for (int side = 0; side < 2; ++side) {
            const Square rook_square = castling_rook(color, side);
            if (rook_square == no_square) {
                continue;
            }
            const char letter = chess960_ ? static_cast<char>('A' + file_of(rook_square)) : "KQ"[side];
            rights += static_cast<char>(color == white ? letter : letter - 'A' + 'a');
        }
    }
    text += rights.empty() ? "-" : rights;
    text += ' ' + (en_passant_ == no_square ? "-" : square_name(en_passant_));
    return text + ' ' + std::to_string(halfmove_clock_) + ' ' + std::to_string(fullmove_number_);
}

std::string Position::to_uci(Move move) const {
    if (!move) {
        return "0000";
    }
    Square to = move.to();
    if (move.kind() == Move::castling && !chess960_) {
        to = make_square(to > move.from() ? 6 : 2, rank_of(to));
    }
    std::string text = square_name(move.from()) + square_name(to);
    if (move.kind() == Move::promotion) {
        text += "nbrq"[move.promoted() - knight];
    }
    return text;
}

Move Position::from_uci(std::string_view text) const {
    for (const Move move : legal_moves(*this)) {
        if (to_uci(move) == text) {
            return move;
        }
    }
    return {};
}

}  // namespace zeitnot::chess
