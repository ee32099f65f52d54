// SelfPlay: games of static evaluation against itself, for statistics, leave values and win chances.
#pragma once

#include <cstdint>

#include "scrabble/files/leaves.h"
#include "scrabble/game/game.h"
#include "scrabble/movegen/move_generator.h"
#include "scrabble/movegen/static_values.h"
#include "scrabble/simulation/tallies.h"

namespace zeitnot::scrabble::inline ZEITNOT_SIZE {

static_assert(most_unseen >= most_tiles);

// Belongs to one thread.
class SelfPlay {
  public:
    explicit SelfPlay(const Dictionary& dictionary) : dictionary_(dictionary), generator_(dictionary) {}

    [[nodiscard]] timing::Workspace& workspace() { return generator_.workspace(); }

    // Games come in pairs with swapped seats: games 2k and 2k + 1 deal the same tiles.
    GameResult play(const StaticValues& first, const StaticValues& second, std::uint64_t seed,
                    std::uint64_t game);

    // Plays one game and draws this many random racks on each of its boards.
    void tally_leaves(const StaticValues& values, std::uint64_t seed, int racks, LeaveTally& tally);

    void tally_swings(const StaticValues& values, std::uint64_t seed, SwingTally& tally);

  private:
    void tally_board(const Game& game, const StaticValues& values, int racks, Random& random,
                     LeaveTally& tally);
    static void add_rack(const Rack& rack, double points_over, const Leaves& leaves, LeaveTally& tally);

    const Dictionary& dictionary_;
    MoveGenerator generator_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE
