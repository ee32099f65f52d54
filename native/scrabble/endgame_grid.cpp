#include "scrabble/endgame_grid.h"

#include <bit>
#include <cstring>

#include "scrabble/crossings.h"
#include "scrabble/random.h"

namespace zeitnot::scrabble::endgame {

namespace {

constexpr std::size_t most_known = 1U << 15U;
constexpr std::size_t most_numbers = 1U << 14U;
constexpr std::uint64_t start_key = 0x5851F42D4C957F2DU;  // of a line that holds the start of an empty board

struct Keys {
    std::array<std::array<std::uint64_t, 64>, square_count> tiles{};
    std::array<std::array<std::uint64_t, 5>, line_count> lines{};
};

const Keys& salts() {
    static const Keys made = [] {
        Keys keys;
        Random random(0x454E4447);
        for (auto& square : keys.tiles) {
            for (std::uint64_t& key : square) {
                key = random.next();
            }
        }
        for (auto& line : keys.lines) {
            for (std::uint64_t& key : line) {
                key = random.next();
            }
        }
        return keys;
    }();
    return made;
}

int square_number(int line, int square) {
    return line < board_size ? line * board_size + square : square * board_size + line - board_size;
}

}  // namespace

Crossings::Crossings(const Rules& rules, const Lexicon& lexicon)
    : rules_(rules), lexicon_(lexicon), known_(most_known), numbers_(most_numbers) {
    numbered_.reserve(most_numbers);
    clear();
}

// The numbers do not depend on racks: those of the last endgame are good for the next.
void Crossings::begin() {
    if (full_ || known_count_ > most_known / 4 || numbered_.size() > most_numbers / 4) {
        clear();
    }
}

void Crossings::clear() {
    ++epoch_;
    known_count_ = 0;
    full_ = false;
    numbered_.clear();
    numbered(Crossing{});  // the first: nothing fits
}

Cell Crossings::cell(std::span<const Cell> line, int gap) {
    int first = gap;
    int last = gap;
    std::uint64_t key = 0x2545F4914F6CDD1DU;
    while (first > 0 && has_tile(line[first - 1])) {
        --first;
        key = (key ^ line[first]) * 0x9E3779B97F4A7C15U;
    }
    key ^= key >> 29U;
    while (last + 1 < board_size && has_tile(line[last + 1])) {
        ++last;
        key = (key + line[last]) * 0xD6E8FEB86659FD93U;
    }
    if (first == last) {
        return free_cell;
    }
    key ^= key >> 32U;
    std::size_t at = key & (most_known - 1);
    for (; known_[at].epoch == epoch_; at = (at + 1) & (most_known - 1)) {
        if (known_[at].key == key) {
            return known_[at].cell;
        }
    }
    const Cell cell = numbered(work_out(line, first, gap, last));
    if (known_count_ < most_known / 2) {  // beyond that, work it out each time
        ++known_count_;
        known_[at] = {key, epoch_, cell};
    }
    return cell;
}

Crossing Crossings::work_out(std::span<const Cell> line, int first, int gap, int last) const {
    std::array<Letter, board_size> tiles{};
    int score = 0;
    for (int i = first; i <= last; ++i) {
        tiles[i] = i == gap ? empty_square : tile_of(line[i]);
        score += i == gap ? 0 : rules_.distribution.score(tiles[i]);
    }
    const LetterSet fitting = fitting_letters(lexicon_, tiles, first, gap, last);
    return fitting == 0 ? Crossing{} : Crossing{fitting, score};
}

Cell Crossings::numbered(const Crossing& crossing) {
    const std::uint64_t key = mixed(crossing.letters ^ 0xA0761D6478BD642FU,
                                    static_cast<std::uint64_t>(crossing.score) ^ 0xE7037ED1A0B428DBU);
    std::size_t at = key & (most_numbers - 1);
    for (; numbers_[at].epoch == epoch_; at = (at + 1) & (most_numbers - 1)) {
        if (numbers_[at].crossing == crossing) {
            return numbers_[at].cell;
        }
    }
    if (numbered_.size() >= most_numbers / 2) {
        full_ = true;
        return first_crossing;
    }
    const auto cell = static_cast<Cell>(first_crossing + numbered_.size());
    numbered_.push_back(crossing);
    numbers_[at] = {crossing, epoch_, cell};
    return cell;
}

void Grid::set(const Board& board, const Rules& rules, Crossings& crossings) {
    *this = Grid{};
    for (int row = 0; row < board_size; ++row) {
        for (int column = 0; column < board_size; ++column) {
            if (board.at(row, column) != empty_square) {
                put(row, column, small_tile(board.at(row, column)));
            }
        }
    }
    for (int line = 0; line < line_count; ++line) {
        const Board::Line& seen = board.line(line / board_size, line % board_size);
        for (int square = 0; square < board_size; ++square) {
            if (!has_tile(lines[line][square]) && seen.cross_scores[square] != Board::no_cross) {
                const LetterSet fitting = seen.cross_sets[square];
                lines[line][square] = crossings.numbered(
                    fitting == 0 ? Crossing{} : Crossing{fitting, seen.cross_scores[square]});
            }
        }
    }
    renew_keys((1U << static_cast<unsigned>(line_count)) - 1);
    if (board.tiles_on_board() == 0) {
        keys[rules.start_row] ^= start_key;
        keys[board_size + rules.start_column] ^= start_key;
    }
}

void Grid::put(int line, int square, unsigned tile) {
    lines[line][square] = static_cast<Cell>(tile);
    lines[crossing_line(line, square)][place_on_line(line)] = static_cast<Cell>(tile);
    hash ^= salts().tiles[square_number(line, square)][tile];
}

std::uint64_t Grid::hash_after(const SmallMove& move) const {
    const int line = move.line();
    std::uint64_t after = hash;
    int square = move.first();
    for (int i = 0; i < move.count(); ++square) {
        if (!has_tile(lines[line][square])) {
            after ^= salts().tiles[square_number(line, square)][move.tile(i++)];
        }
    }
    return after;
}

void Grid::play(const SmallMove& move, Crossings& crossings) {
    const int line = move.line();
    std::uint32_t changed = 1U << static_cast<unsigned>(line);
    std::uint32_t placed = 0;
    int square = move.first();
    for (int i = 0; i < move.count(); ++square) {
        if (!has_tile(lines[line][square])) {
            put(line, square, move.tile(i++));
            placed |= 1U << static_cast<unsigned>(square);
        }
    }
    changed |= renew_ends(line, move.first(), crossings);
    for (; placed != 0; placed &= placed - 1) {
        const int across_line = crossing_line(line, std::countr_zero(placed));
        changed |= 1U << static_cast<unsigned>(across_line);
        changed |= renew_ends(across_line, place_on_line(line), crossings);
    }
    renew_keys(changed);
    live[0] |= changed;
    live[1] |= changed;
}

std::uint32_t Grid::renew_ends(int line, int square, Crossings& crossings) {
    const Line& own = lines[line];
    int before = square;
    int behind = square;
    while (before >= 0 && has_tile(own[before])) {
        --before;
    }
    while (behind < board_size && has_tile(own[behind])) {
        ++behind;
    }
    std::uint32_t changed = 0;
    for (const int end : {before, behind}) {
        if (end >= 0 && end < board_size) {
            const int crossed = crossing_line(line, end);
            lines[crossed][place_on_line(line)] = crossings.cell(own, end);
            changed |= 1U << static_cast<unsigned>(crossed);
        }
    }
    return changed;
}

void Grid::renew_keys(std::uint32_t changed) {
    for (; changed != 0; changed &= changed - 1) {
        const int line = std::countr_zero(changed);
        std::array<std::uint64_t, 4> words{};
        std::memcpy(words.data(), lines[line].data(), sizeof(words));
        const auto& salt = salts().lines[line];
        keys[line] = mixed(words[0] ^ salt[0], words[1] ^ salt[1]) +
                     mixed(words[2] ^ salt[2], words[3] ^ salt[3]) * 0x9E3779B97F4A7C15U + salt[4];
    }
}

}  // namespace zeitnot::scrabble::endgame
