// Static play against itself: games for statistics, and what leaves and positions turn out to be worth.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "scrabble/files/leaves.h"
#include "scrabble/game/game.h"
#include "scrabble/movegen/move_generator.h"
#include "scrabble/movegen/static_values.h"

namespace zeitnot::scrabble {

struct GameResult {
    std::array<int, 2> scores{};  // by player, whatever his seat
    std::array<int, 2> bingos{};
    std::array<int, 2> exchanges{};
    int turns = 0;
    bool first_moved_first = true;
};

// How the best moves of random racks compare with others on the same board, by the leaves that the racks
// hold.
struct LeaveTally {
    explicit LeaveTally(std::size_t leaves) : weights(leaves), sums(leaves) {}

    std::vector<double> weights;
    std::vector<double> sums;  // weighted points
    std::uint64_t racks = 0;
    double squares = 0.0;  // of the points, unweighted
};

constexpr int most_unseen = most_tiles;
constexpr int most_swing = 1000;

// How the spread still changed for the player on turn, by tiles unseen; and after the move, by tiles in the
// bag.
struct SwingTally {
    SwingTally() : swings(static_cast<std::size_t>(most_unseen) * (2 * most_swing + 1)) {}

    std::vector<std::uint32_t> swings;  // rows of unseen tiles, columns from -1000 to 1000
    // After plays that left so many tiles in the bag, the last for all that left more: what came in the end
    // less what score and leave had promised.
    std::array<std::uint64_t, pre_endgame_sizes + 1> plays{};
    std::array<double, pre_endgame_sizes + 1> errors{};
};

// The workspace of one thread.
class SelfPlay {
  public:
    explicit SelfPlay(const Dictionary& dictionary) : dictionary_(dictionary), generator_(dictionary) {}

    [[nodiscard]] timing::Workspace& workspace() { return generator_.workspace(); }

    // Games in pairs with the seats swapped: games 2k and 2k + 1 deal the same tiles.
    GameResult play(const StaticValues& first, const StaticValues& second, std::uint64_t seed,
                    std::uint64_t game);

    // One game, and on each of its boards so many random racks.
    void tally_leaves(const StaticValues& values, std::uint64_t seed, int racks, LeaveTally& tally);

    void tally_swings(const StaticValues& values, std::uint64_t seed, SwingTally& tally);

  private:
    void tally_board(const Game& game, const StaticValues& values, int racks, Random& random,
                     LeaveTally& tally);
    static void add_rack(const Rack& rack, double points_over, const Leaves& leaves, LeaveTally& tally);

    const Dictionary& dictionary_;
    MoveGenerator generator_;
};

}  // namespace zeitnot::scrabble
