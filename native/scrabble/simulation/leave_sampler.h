// Dynamic leaves: what tiles kept are worth with the tiles really unseen, by filling them up with draws.
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

// What a leave that was filled up is worth.
enum class FilledWorth : std::uint8_t {
    table,      // the leave table's word on six tiles, the most it knows: quick, and blind to the board
    best_move,  // equity of the best static move on the board
};

struct DrawSettings {
    FilledWorth worth = FilledWorth::best_move;
    std::uint64_t most_draws = UINT64_MAX;
    std::uint64_t seed = 1;
};

struct LeaveMeans {
    std::uint64_t draws = 0;     // that every leave has had
    std::vector<double> points;  // in the order of the leaves; nothing was learned without draws
};

// The workspace of one thread.
class LeaveSampler {
  public:
    LeaveSampler(const Dictionary& dictionary, const StaticValues& values);

    [[nodiscard]] const Dictionary& dictionary() const { return generator_.dictionary(); }

    [[nodiscard]] timing::Workspace& workspace() { return generator_.workspace(); }

    // Every draw is one order of the unseen tiles, and each leave takes as many from its front as it lacks
    // and the bag has: shared luck cancels in differences. The control must have been started; its units of
    // work are lists of all moves, or as much. A draw that is broken off does not count.
    LeaveMeans measure(const Board& board, std::span<const Rack> leaves, const TileCounts& unseen, int bag,
                       const DrawSettings& settings, timing::StopControl& control);

  private:
    [[nodiscard]] double worth(const Board& board, const Rack& rack, int bag, FilledWorth kind);

    MoveGenerator generator_;
    StaticValues values_;
};

}  // namespace zeitnot::scrabble
