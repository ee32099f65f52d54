#include "scrabble/game/board.h"

#include <algorithm>

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

bool is_taken(Board::Mask occupied, int square) {
    return square >= 0 && square < board_size && (occupied >> static_cast<unsigned>(square) & 1U) != 0;
}

struct Run {
    int first;
    int last;
};

// A square and the tiles adjacent to it on both sides.
Run run_around(Board::Mask occupied, int square) {
    Run run{square, square};
    while (is_taken(occupied, run.first - 1)) {
        --run.first;
    }
    while (is_taken(occupied, run.last + 1)) {
        ++run.last;
    }
    return run;
}

// Return the list of arcs after following the tiles of a line backwards from one square to another, or 0.
std::uint32_t follow_back(const Lexicon& lexicon, const Board::Line& line, int from, int to) {
    std::uint32_t list = lexicon.gaddag_root();
    for (int i = from; i >= to && list != 0; --i) {
        const std::uint32_t arc = lexicon.arc(list, letter_of(line.tiles[i]));
        list = arc == 0 ? 0 : Lexicon::children(lexicon.node(arc));
    }
    return list;
}

// Letters that make a word of the tiles first..gap-1 and gap+1..last. The GADDAG holds every word from each
// of its letters: back to its beginning, then after a separator on to its end.
LetterSet fitting_letters(const Lexicon& lexicon, const Board::Line& line, int first, int gap, int last) {
    if (last == gap) {  // the letter comes last: follow the tiles before it only once
        const std::uint32_t list = follow_back(lexicon, line, gap - 1, first);
        const std::uint32_t turn = list == 0 ? 0 : lexicon.arc(list, 0);
        return turn == 0 ? 0 : lexicon.accepting_letters(Lexicon::children(lexicon.node(turn)));
    }
    const std::uint32_t list = follow_back(lexicon, line, last, gap + 1);
    if (list == 0) {
        return 0;
    }
    if (first == gap) {
        return lexicon.accepting_letters(list);
    }
    LetterSet fitting = 0;
    LetterSet left = lexicon.letters(list) & all_letters;
    for (; left != 0; left &= left - 1) {
        const auto letter = lowest_letter(left);
        const std::uint32_t after = Lexicon::children(lexicon.node(lexicon.arc(list, letter)));
        // Follow the tiles before the gap backwards: the last one must end a word.
        std::uint32_t before = after;
        bool accepts = false;
        for (int i = gap - 1; i >= first; --i) {
            const std::uint32_t arc = before == 0 ? 0 : lexicon.arc(before, letter_of(line.tiles[i]));
            if (arc == 0) {
                accepts = false;
                break;
            }
            accepts = Lexicon::accepts(lexicon.node(arc));
            before = Lexicon::children(lexicon.node(arc));
        }
        fitting |= accepts ? set_of(letter) : 0;
    }
    return fitting;
}

// Letters that can follow the tiles first..last in some word: the GADDAG holds every word backwards from
// there.
LetterSet followers(const Lexicon& lexicon, const Board::Line& line, int first, int last) {
    LetterSet found = 0;
    LetterSet left = lexicon.letters(lexicon.gaddag_root());
    for (; left != 0; left &= left - 1) {
        const auto letter = lowest_letter(left);
        std::uint32_t arc = lexicon.arc(lexicon.gaddag_root(), letter);
        for (int i = last; i >= first && arc != 0; --i) {
            arc = lexicon.arc(Lexicon::children(lexicon.node(arc)), letter_of(line.tiles[i]));
        }
        found |= arc != 0 ? set_of(letter) : 0;
    }
    return found;
}

}  // namespace

Board::Board() {
    for (auto& direction : lines_) {
        for (Line& line : direction) {
            line.cross_sets.fill(all_letters);
            line.along_sets.fill(all_letters);
            line.allowed.fill(all_letters);
            line.cross_scores.fill(no_cross);
        }
    }
}

Board::Mask Board::anchors(int direction, int index, const Rules& rules) const {
    if (tiles_on_board_ == 0) {
        const int start_line = direction == across ? rules.start_row : rules.start_column;
        const int start_index = direction == across ? rules.start_column : rules.start_row;
        return index == start_line ? static_cast<Mask>(1U << start_index) : Mask{0};
    }
    const Mask own = lines_[direction][index].occupied;
    unsigned touching = own << 1U | own >> 1U;
    touching |= index > 0 ? lines_[direction][index - 1].occupied : 0U;
    touching |= index + 1 < board_size ? lines_[direction][index + 1].occupied : 0U;
    return static_cast<Mask>(touching & ~own & rules.extent.whole_line());
}

void Board::put(int row, int column, Letter tile) {
    lines_[across][row].tiles[column] = tile;
    lines_[across][row].occupied |= static_cast<Mask>(1U << column);
    lines_[down][column].tiles[row] = tile;
    lines_[down][column].occupied |= static_cast<Mask>(1U << row);
    ++tiles_on_board_;
}

void Board::settle(const Rules& rules, const Lexicon& lexicon) {
    for (int direction = 0; direction < 2; ++direction) {
        for (int line = 0; line < rules.extent.size(); ++line) {
            for (int index = 0; index < rules.extent.size(); ++index) {
                renew_cross(direction, line, index, rules, lexicon);
                renew_along(direction, line, index, lexicon);
            }
        }
    }
}

void Board::renew_along(int direction, int line, int square, const Lexicon& lexicon) {
    Line& own = lines_[direction][line];
    const auto [first, last] = run_around(own.occupied, square);
    // Next to a single tile nearly every letter is possible.
    LetterSet along = all_letters;
    if (last - square > 1) {
        along = lexicon.letters(follow_back(lexicon, own, last, square + 1));
    }
    if (square - first > 1 && along != 0) {
        along &= followers(lexicon, own, first, square - 1);
    }
    own.along_sets[square] = along;
    own.allowed[square] = along & own.cross_sets[square];
}

void Board::renew_cross(int direction, int line, int index, const Rules& rules, const Lexicon& lexicon) {
    Line& own = lines_[direction][line];
    const Line& crossing = lines_[1 - direction][index];
    const auto [first, last] = run_around(crossing.occupied, line);
    if (first == last || is_taken(crossing.occupied, line)) {
        own.cross_sets[index] = all_letters;
        own.cross_scores[index] = no_cross;
        own.allowed[index] = own.along_sets[index];
        return;
    }
    int score = 0;
    for (int i = first; i <= last; ++i) {
        score += i == line ? 0 : rules.distribution.score(crossing.tiles[i]);
    }
    own.cross_scores[index] = static_cast<std::int16_t>(score);
    own.cross_sets[index] = fitting_letters(lexicon, crossing, first, line, last);
    own.allowed[index] = own.along_sets[index] & own.cross_sets[index];
}

void Board::renew_ends(int direction, int line, int index, const Rules& rules, const Lexicon& lexicon) {
    const Line& crossing = lines_[1 - direction][index];
    const auto [first, last] = run_around(crossing.occupied, line);
    for (const int end : {first - 1, last + 1}) {
        if (end >= 0 && end < rules.extent.size()) {
            renew_cross(direction, end, index, rules, lexicon);
            renew_along(1 - direction, index, end, lexicon);
        }
    }
}

void Board::play(const Move& move, const Rules& rules, const Lexicon& lexicon) {
    const int direction = move.direction;
    for (int i = 0; i < move.length; ++i) {
        if (move.tiles[i] != 0) {
            const int index = move.start + i;
            put(direction == across ? move.line : index, direction == across ? index : move.line,
                move.tiles[i]);
        }
    }
    for (int i = 0; i < move.length; ++i) {
        if (move.tiles[i] != 0) {
            renew_ends(direction, move.line, move.start + i, rules, lexicon);
        }
    }
    // The word itself forms cross words at its two ends for the other direction.
    renew_ends(1 - direction, move.start, move.line, rules, lexicon);
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
