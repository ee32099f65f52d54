#include "scrabble/endgame/line_moves.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

namespace {

constexpr std::size_t first_lists = 1U << 14U;
constexpr std::size_t bytes_of_mb = 1U << 20U;
// Moves are indexed with 32 bits.
constexpr std::size_t most_numbered = std::size_t{1} << 31U;

}  // namespace

LineMoves::LineMoves(const Dictionary& dictionary, SearchPoll& poll, std::size_t megabytes)
    : dictionary_(dictionary), poll_(poll), gaps_(dictionary.rules, dictionary.lexicon),
      most_lists_(std::bit_floor(megabytes * bytes_of_mb / sizeof(LineList))),
      most_moves_(std::min(megabytes * bytes_of_mb / sizeof(SmallMove), most_numbered)),
      lists_(std::min(first_lists, most_lists_)) {
}

void LineMoves::begin(LetterSet letters) {
    if (!gaps_.begin(letters)) {
        forget();
    }
}

void LineMoves::forget() {
    ++epoch_;
    list_count_ = 0;
    moves_.clear();
}

void LineMoves::make_room() {
    if (lists_.size() >= most_lists_ || moves_.size() > most_moves_) {
        forget();
        return;
    }
    const std::vector<LineList> before = std::exchange(lists_, std::vector<LineList>(2 * lists_.size()));
    for (const LineList& list : before) {
        if (list.epoch == epoch_) {
            place(list.key) = list;
        }
    }
}

LineList& LineMoves::place(std::uint64_t key) {
    std::size_t at = index_of(key);
    while (lists_[at].epoch == epoch_ && lists_[at].key != key) {
        at = (at + 1) & (lists_.size() - 1);
    }
    return lists_[at];
}

const LineList& LineMoves::list(const Grid& grid, int line, const HeldTiles& tiles, TileMask held) {
    const std::uint64_t key = grid.keys[line] ^ tiles.key(held);
    LineList* known = &place(key);
    if (known->epoch == epoch_) {
        return *known;
    }
    if (list_count_ > lists_.size() / 2 || moves_.size() > most_moves_) {
        make_room();
        known = &place(key);
    }
    LineList made{.key = key, .epoch = epoch_, .first = static_cast<std::uint32_t>(moves_.size())};
    const TileMask whole = tiles.whole();
    const LineList& of_whole = place(grid.keys[line] ^ tiles.key(whole));
    if (held != whole && of_whole.epoch == epoch_) {
        for (std::uint32_t at = of_whole.first; at < of_whole.first + of_whole.count; ++at) {
            SmallMove move = moves_[at];
            if ((move.tiles & ~held) == 0) {
                note_best(made, move, static_cast<std::uint32_t>(moves_.size()), move.tiles == held);
                move.tiles = within(held, move.tiles);
                moves_.push_back(move);
            }
        }
    } else {
        find(grid, line, tiles, held);
        if (poll_.stopped()) {
            moves_.resize(made.first);
            return stopped_;
        }
        finish(made, tiles, held);
    }
    made.count = static_cast<std::uint32_t>(moves_.size()) - made.first;
    ++list_count_;
    *known = made;
    return *known;
}

void LineMoves::finish(LineList& list, const HeldTiles& tiles, TileMask held) {
    const std::span<SmallMove> found = std::span(moves_).subspan(list.first);
    for (SmallMove& move : found) {
        move.order = move.score + 2 * tiles.points(move.tiles);
    }
    std::ranges::sort(found, [](const SmallMove& a, const SmallMove& b) {
        return a.order != b.order ? a.order > b.order : a.code < b.code;
    });
    for (std::uint32_t at = list.first; at < moves_.size(); ++at) {
        note_best(list, moves_[at], at, moves_[at].tiles == held);
        moves_[at].tiles = within(held, moves_[at].tiles);
    }
}

void LineMoves::note_best(LineList& list, const SmallMove& move, std::uint32_t at, bool is_out) {
    if (is_out) {
        if (move.score > list.best_out) {
            list.best_out = move.score;
            list.best_out_at = at;
        }
    } else if (list.best == LineList::no_move) {
        list.best = static_cast<std::int16_t>(move.order);
        list.best_at = at;
    }
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
