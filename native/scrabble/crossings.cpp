#include "scrabble/crossings.h"

namespace zeitnot::scrabble {

std::uint32_t walk_back(const Lexicon& lexicon, std::span<const Letter, board_size> tiles, int from, int to) {
    std::uint32_t list = lexicon.gaddag_root();
    for (int i = from; i >= to && list != 0; --i) {
        const std::uint32_t arc = lexicon.arc(list, letter_of(tiles[i]));
        list = arc == 0 ? 0 : Lexicon::children(lexicon.node(arc));
    }
    return list;
}

LetterSet fitting_letters(const Lexicon& lexicon, std::span<const Letter, board_size> tiles, int first,
                          int gap, int last) {
    if (last == gap) {  // the letter comes last: back through the tiles before it, once for all
        const std::uint32_t list = walk_back(lexicon, tiles, gap - 1, first);
        const std::uint32_t turn = list == 0 ? 0 : lexicon.arc(list, 0);
        return turn == 0 ? 0 : lexicon.accepting_letters(Lexicon::children(lexicon.node(turn)));
    }
    const std::uint32_t list = walk_back(lexicon, tiles, last, gap + 1);
    if (list == 0) {
        return 0;
    }
    if (first == gap) {
        return lexicon.accepting_letters(list);
    }
    LetterSet fitting = 0;
    LetterSet left = lexicon.letters(list) & all_letters;
    for (; left != 0; left &= left - 1) {
        const auto letter = static_cast<Letter>(__builtin_ctz(left));
        const std::uint32_t after = Lexicon::children(lexicon.node(lexicon.arc(list, letter)));
        // Back through the tiles before the gap: the last of them must end the word.
        std::uint32_t before = after;
        bool accepts = false;
        for (int i = gap - 1; i >= first; --i) {
            const std::uint32_t arc = before == 0 ? 0 : lexicon.arc(before, letter_of(tiles[i]));
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

}  // namespace zeitnot::scrabble
