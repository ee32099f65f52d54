// BestMoves: finds the best moves of racks on several threads, each with a generator of its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "scrabble/game/board.h"
#include "scrabble/game/dictionary.h"
#include "scrabble/inference/hidden_racks.h"
#include "scrabble/movegen/move_generator.h"
#include "scrabble/movegen/static_values.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

// Where the racks play, and by which values; all of it outlives the search.
struct BestMovePlan {
    const Dictionary& dictionary;
    const StaticValues& values;
    const Board& board;
    int bag;
    int exchanged;  // tiles; 0 if the racks did not exchange
};

class BestMoves {
  public:
    BestMoves(const BestMovePlan& plan, const HiddenRacks& hidden, int threads, timing::StopControl& control);

    // Finds the best equity of each rack, in their order, and what an exchange may have kept; returns whether
    // all were found. Otherwise the control has stopped the search.
    bool find(std::span<HiddenRack> racks);

  private:
    void work(MoveGenerator& generator) noexcept;
    void find_some(MoveGenerator& generator);

    BestMovePlan plan_;
    const HiddenRacks& hidden_;
    timing::StopControl& control_;
    std::vector<std::unique_ptr<MoveGenerator>> generators_;
    std::span<HiddenRack> racks_;
    std::atomic<std::size_t> next_{0};
    std::mutex failure_mutex_;
    std::exception_ptr failure_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
