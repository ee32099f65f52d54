// Size: the largest board and alphabet that this compilation can hold.
//
// Everything that depends on it is compiled twice, in namespaces of its own: `standard`, where board and
// letter sets fit the smallest words and all sizes are constants, and `wide`, for larger or smaller boards
// and alphabets of up to 63 letters. A file that includes a board, a rack or a rule begins with
//
//     namespace zeitnot::scrabble::inline ZEITNOT_SIZE {
//
// and is listed in CMakeLists.txt and in scrabble/wide.cpp. Inside, no name needs to say which it is.
#pragma once

#ifdef ZEITNOT_WIDE
#define ZEITNOT_SIZE wide
#else
#define ZEITNOT_SIZE standard
#endif

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

#ifdef ZEITNOT_WIDE
constexpr int board_size = 21;  // of the largest board
constexpr int smallest_board = 2;
constexpr int most_letters = 63;
constexpr bool has_word_maps = false;  // their format ends at 31 letters
#else
constexpr int board_size = 15;
constexpr int smallest_board = board_size;
constexpr int most_letters = 31;
constexpr bool has_word_maps = true;
#endif

// The board in play: its rows and columns are the first ones of the largest board.
struct Extent {
#ifdef ZEITNOT_WIDE
    int lines = board_size;

    [[nodiscard]] static constexpr Extent of(int size) { return {size}; }
    [[nodiscard]] constexpr int size() const { return lines; }
#else
    [[nodiscard]] static constexpr Extent of(int /*size*/) { return {}; }
    // A member like the other one, so that callers need not know which it is.
    [[nodiscard]] constexpr int size() const {  // NOLINT(readability-convert-member-functions-to-static)
        return board_size;
    }
#endif
    // The squares of a line, bit n for square n.
    [[nodiscard]] constexpr unsigned whole_line() const { return (1U << static_cast<unsigned>(size())) - 1; }
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
