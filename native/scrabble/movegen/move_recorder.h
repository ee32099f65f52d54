// MoveRecorder: keeps the best moves of a generation.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scrabble/game/move.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Keeps the best moves recorded.
class MoveRecorder {
  public:
    static constexpr std::size_t all = static_cast<std::size_t>(-1);

    void begin(std::size_t wanted);
    // Moves with less equity need not be recorded.
    [[nodiscard]] Equity threshold() const { return threshold_; }
    void record(const Move& move);
    // Best first.
    std::span<const Move> finish();

  private:
    std::vector<Move> moves_;
    std::size_t wanted_ = 1;
    Equity threshold_ = worst_equity;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
