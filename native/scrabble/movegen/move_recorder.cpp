#include "scrabble/movegen/move_recorder.h"

#include <algorithm>

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

namespace {

bool better(const Move& a, const Move& b) {
    return a.better_than(b);
}

}  // namespace

void MoveRecorder::begin(std::size_t wanted) {
    moves_.clear();
    wanted_ = std::max<std::size_t>(1, wanted);
    threshold_ = worst_equity;
}

void MoveRecorder::record(const Move& move) {
    if (moves_.size() < wanted_) {
        moves_.push_back(move);
        if (moves_.size() < wanted_) {
            return;
        }
        std::make_heap(moves_.begin(), moves_.end(), better);  // the worst in front
    } else if (move.better_than(moves_.front())) {
        std::pop_heap(moves_.begin(), moves_.end(), better);
        moves_.back() = move;
        std::push_heap(moves_.begin(), moves_.end(), better);
    }
    threshold_ = moves_.front().equity;
}

std::span<const Move> MoveRecorder::finish() {
    std::sort(moves_.begin(), moves_.end(), better);
    return moves_;
}

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
