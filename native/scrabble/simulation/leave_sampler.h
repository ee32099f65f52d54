// LeaveSampler: values of leaves given the tiles that are really unseen, found by drawing from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/game/board.h"
#include "scrabble/game/rack.h"
#include "scrabble/movegen/move_generator.h"
#include "scrabble/movegen/static_values.h"
#include "timing/stop_control.h"

namespace zeitnot::scrabble {

// How a refilled leave is valued.
enum class FilledWorth : std::uint8_t {
    table,      // the leave table's value of six tiles, the most it covers: fast, but blind to the board
    best_move,  // equity of the best static move on the board
};

struct LeaveMeans {
    std::uint64_t draws = 0;     // completed by every leave
    std::vector<double> points;  // in the order of the leaves; meaningless without draws
};

}  // namespace zeitnot::scrabble

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

struct DrawSettings {
    FilledWorth worth = FilledWorth::best_move;
    std::uint64_t most_draws = UINT64_MAX;
    std::uint64_t seed = 1;
};

// Belongs to one thread.
class LeaveSampler {
  public:
    LeaveSampler(const Dictionary& dictionary, const StaticValues& values);

    [[nodiscard]] const Dictionary& dictionary() const { return generator_.dictionary(); }

    [[nodiscard]] timing::Workspace& workspace() { return generator_.workspace(); }

    // Every draw is one order of the unseen tiles, and each leave is refilled from its front as far as the
    // bag allows, so that luck cancels in differences. The control must have been started; its unit of work
    // is one generation of all moves. An interrupted draw does not count.
    LeaveMeans measure(const Board& board, std::span<const Rack> leaves, const TileCounts& unseen, int bag,
                       const DrawSettings& settings, timing::StopControl& control);

  private:
    [[nodiscard]] double worth(const Board& board, const Rack& rack, int bag, FilledWorth kind);

    MoveGenerator generator_;
    StaticValues values_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
