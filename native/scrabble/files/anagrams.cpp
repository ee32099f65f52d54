#include "scrabble/files/anagrams.h"

#include <array>
#include <cstdint>

namespace zeitnot::scrabble {

namespace {

struct Finder {
    Finder(const Lexicon& words, bool use_all) : lexicon(words), all_tiles(use_all) {}

    const Lexicon& lexicon;
    bool all_tiles;
    std::array<std::uint8_t, largest_alphabet + 1> left{};
    std::size_t tiles = 0;
    Word word;
    std::vector<Word> found;

    void search(std::uint32_t list) {
        if (list == 0 || tiles == 0 || word.length == longest_word) {
            return;
        }
        for (std::uint32_t arc = list;; ++arc) {
            const std::uint32_t node = lexicon.node(arc);
            const Letter letter = Lexicon::letter(node);
            const Letter tile = left[letter] > 0 ? letter : blank;
            if (letter != 0 && left[tile] > 0) {
                --left[tile];
                --tiles;
                word.letters[word.length++] = letter;
                if (Lexicon::accepts(node) && (tiles == 0 || !all_tiles)) {
                    found.push_back(word);
                }
                search(Lexicon::children(node));
                word.letters[--word.length] = 0;
                ++tiles;
                ++left[tile];
            }
            if (Lexicon::last(node)) {
                return;
            }
        }
    }
};

}  // namespace

std::vector<Word> anagrams(const Lexicon& lexicon, std::span<const Letter> tiles, bool all_tiles) {
    Finder finder(lexicon, all_tiles);
    for (const Letter tile : tiles) {
        ++finder.left[tile];
        ++finder.tiles;
    }
    finder.search(lexicon.dawg_root());
    return finder.found;
}

}  // namespace zeitnot::scrabble
