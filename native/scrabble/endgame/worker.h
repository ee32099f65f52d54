// One thread of the endgame search.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "scrabble/endgame/grid.h"
#include "scrabble/endgame/held_tiles.h"
#include "scrabble/endgame/line_moves.h"
#include "scrabble/endgame/search_poll.h"
#include "scrabble/endgame/solver.h"
#include "scrabble/endgame/transposition_table.h"
#include "scrabble/game/game.h"

namespace zeitnot::scrabble::endgame {

constexpr int no_value = 1 << 20;

// A value, and whether any deeper search could change it.
struct Outcome {
    int value = 0;
    bool complete = false;
};

class Worker {
  public:
    Worker(const Dictionary& dictionary, Table& table, std::size_t lines_mb);

    // Ready for another endgame; the flag ends the search. The share, from 0 to below 1, is where among the
    // moves this thread begins.
    void begin(const EndgamePosition& position, timing::StopControl& control, std::atomic<bool>& ended,
               std::uint64_t most_nodes, double share);

    // Before any depth: the move that looks best, valued by greedy play.
    void look_first();
    // Searches all moves to a depth. When it was stopped, the answer may still be better than before.
    void search_depth(int depth);

    [[nodiscard]] const Outcome& answer() const { return answer_; }
    // The answer's moves, and after them greedy play to the end of the game.
    [[nodiscard]] std::vector<Move> line();
    [[nodiscard]] bool stopped() const { return pulse_.stopped(); }
    // Tells the control of all work done.
    void look() { pulse_.look(); }
    // As of the last look; may be asked by other threads.
    [[nodiscard]] std::uint64_t nodes() const { return pulse_.nodes(); }

  private:
    // Placements use up the tiles, and at most five passes or scoreless plays come between two of them.
    static constexpr int most_plies = 2 * rack_size * most_scoreless_turns + most_scoreless_turns;

    struct Node {
        Grid* grid = nullptr;    // without the move that leads here, until it is made
        SmallMove move;          // that leads here
        std::uint64_t hash = 0;  // of the tiles on the board
        std::array<TileMask, 2> held{};
        int turn = 0;
        int scoreless = 0;
        bool made = false;
        // When the pass is tried last: all plays that score are known not to be above alpha.
        bool plays_tried = false;
        bool plays_complete = false;
    };

    struct Window {
        int alpha;
        int beta;

        [[nodiscard]] bool is_null() const { return beta - alpha == 1; }
        [[nodiscard]] Bound bound(int value) const {
            if (value >= beta) {
                return Bound::lower;
            }
            return value > alpha ? Bound::exact : Bound::upper;
        }
    };
    // What is known before the moves of a node are tried.
    struct Hint {
        std::uint32_t move = 0;       // the best so far, by name
        bool plays_known = false;     // those that score are not above alpha
        bool plays_complete = false;  // and no deeper search could change that
    };
    struct Tried {
        Outcome outcome;
        std::uint32_t best = 0;
    };
    // Plays by which the other can go out, highest first, each on a line of its own.
    struct Threats {
        std::array<std::uint32_t, line_count> lines{};
        std::array<int, line_count> scores{};
        int count = 0;
    };

    // A game that goes on by greedy play.
    struct Greedy {
        Grid& grid;
        Grid* before = nullptr;  // the grid before the other's last move
        std::array<TileMask, 2> held{};
        int turn = 0;
        int scoreless = 0;
        int best_out = 0;  // of the player on turn, when his move has been found
    };

    [[nodiscard]] static std::uint64_t key_of(const Node& node);
    // Sets up the node after a move. False if the game is over; then the value is the mover's.
    bool step(int ply, const SmallMove& move, int& value);
    Grid& made(int ply);
    void play(Grid& grid, const SmallMove& move);
    // Begins to number what fits where anew. What the table holds stays good.
    void renumber();
    void search_root(int depth);

    // Whether there are the same plays as two plies ago, after two passes: they need no second look.
    [[nodiscard]] bool plays_known(int ply) const;
    Outcome search(int ply, int depth, Window window);
    Tried try_moves(int ply, int depth, Window window, const Hint& hint);
    Outcome try_move(int ply, int depth, Window window, const SmallMove& move, bool first);
    void find_threats(int ply, Threats& threats);
    // What a move can bring at most, because the other can go out after it; no_value if he cannot.
    [[nodiscard]] int most_value(int ply, const SmallMove& move, const Threats& threats) const;
    // Appends the moves of a node to the stack, the pass last.
    void list_moves(int ply, bool scoring, std::uint32_t known_move);
    // Lines without a move have none either where they are the same, before the other's last move.
    void note_empty(Grid& before, const Grid& here, int player, std::uint32_t empty) const;
    // Brings the best of the rest to the front.
    void pick(std::size_t at, std::size_t first, std::size_t end);
    void take_line(int ply, const SmallMove& move);

    // Both play what looks best until the game is over; what the player on turn gains by it. If going out
    // at once brings enough, the value is that, and it is exact as a bound.
    Outcome play_out(Greedy& state, std::vector<SmallMove>* line, int enough = no_value);
    [[nodiscard]] SmallMove greedy_move(Greedy& state);
    [[nodiscard]] Greedy greedy_at(int ply);
    static Move unpacked(const Grid& grid, const SmallMove& small);

    const Dictionary& dictionary_;
    Table& table_;
    Pulse pulse_;
    LineMoves lines_;
    std::array<HeldTiles, 2> held_;
    std::array<TileMask, 2> worthless_{};  // tiles without points: only plays of such can be scoreless
    std::vector<Grid> grids_;
    std::vector<Node> nodes_;
    std::vector<SmallMove> stack_;
    std::vector<SmallMove> root_moves_;  // the best of the last depth first
    std::vector<SmallMove> trials_;      // the same in the order of this thread
    double share_ = 0.0;
    std::vector<std::vector<SmallMove>> line_;  // best play from each ply on
    Grid scratch_;
    Outcome answer_;
    std::vector<SmallMove> answer_line_;
};

}  // namespace zeitnot::scrabble::endgame
