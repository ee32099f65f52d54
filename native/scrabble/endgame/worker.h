// Worker: one thread of the endgame search.
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
#include "scrabble/endgame/small_move.h"
#include "scrabble/endgame/solver.h"
#include "scrabble/endgame/transposition_table.h"
#include "scrabble/game/game.h"

namespace zeitnot::scrabble::endgame {

constexpr int no_value = 1 << 20;

// A value, and whether a deeper search could still change it.
struct Outcome {
    int value = 0;
    bool complete = false;
};

class Worker {
  public:
    Worker(const Dictionary& dictionary, TranspositionTable& table, std::size_t lines_mb);

    // Prepares for another endgame; the flag ends the search. The share, in [0, 1), selects the root move at
    // which this thread starts.
    void begin(const EndgamePosition& position, timing::StopControl& control, std::atomic<bool>& ended,
               std::uint64_t most_nodes, double share);

    // Before the first depth: the move that greedy play prefers.
    void look_first();
    // Searches all moves to a depth. Even if stopped, the answer may have improved.
    void search_depth(int depth);

    [[nodiscard]] const Outcome& answer() const { return answer_; }
    // The moves of the answer, continued by greedy play to the end of the game.
    [[nodiscard]] std::vector<Move> line();
    [[nodiscard]] bool stopped() const { return poll_.stopped(); }
    // Reports all work to the control.
    void look() { poll_.look(); }
    // As of the last look at the clock; other threads may call it.
    [[nodiscard]] std::uint64_t nodes() const { return poll_.nodes(); }

  private:
    // Placements use up the tiles, and at most five passes or scoreless plays come between two of them.
    static constexpr int most_plies = 2 * rack_size * most_scoreless_turns + most_scoreless_turns;

    struct Node {
        Grid* grid = nullptr;    // until `made`, the grid without the move that leads here
        SmallMove move;          // the move that leads here
        std::uint64_t hash = 0;  // hash of the tiles on the board
        std::array<TileMask, 2> held{};
        int turn = 0;
        int scoreless = 0;
        bool made = false;
        // Set when the pass is tried last: all scoring plays are known not to exceed alpha.
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
        std::uint32_t move = 0;       // name of the best move so far
        bool plays_known = false;     // scoring plays do not exceed alpha
        bool plays_complete = false;  // no deeper search can change that
    };
    struct Tried {
        Outcome outcome;
        std::uint32_t best = 0;
    };
    // Plays with which the opponent can go out, highest first, each on a different line.
    struct Threats {
        std::array<std::uint32_t, line_count> lines{};
        std::array<int, line_count> scores{};
        int count = 0;
    };

    // State of a greedy playout.
    struct Greedy {
        Grid& grid;
        Grid* before = nullptr;  // the grid before the opponent's last move
        std::array<TileMask, 2> held{};
        int turn = 0;
        int scoreless = 0;
        int best_out = 0;  // best score for going out, once the move of the player on turn has been chosen
    };

    [[nodiscard]] static std::uint64_t key_of(const Node& node);
    // Sets up the node after a move. Returns false if the game is over, with its value for the mover.
    bool step(int ply, const SmallMove& move, int& value);
    Grid& made(int ply);
    void play(Grid& grid, const SmallMove& move);
    // Renumbers the cells when their numbers have run out. Table entries stay valid.
    void renumber();
    void search_root(int depth);

    // Whether the position differs from that of two plies ago only by two passes: its plays have been
    // searched.
    [[nodiscard]] bool plays_known(int ply) const;
    Outcome search(int ply, int depth, Window window);
    Tried try_moves(int ply, int depth, Window window, const Hint& hint);
    Outcome try_move(int ply, int depth, Window window, const SmallMove& move, bool first);
    void find_threats(int ply, Threats& threats);
    // Upper bound of a move's value because the opponent can go out after it; no_value if there is none.
    [[nodiscard]] int most_value(int ply, const SmallMove& move, const Threats& threats) const;
    // Appends the moves of a node to the stack, with the pass last.
    void list_moves(int ply, bool scoring, std::uint32_t known_move);
    // Marks lines without moves as dead, also in the grid before the opponent's last move if the line is the
    // same there.
    void note_empty(Grid& before, const Grid& here, int player, std::uint32_t empty) const;
    // Moves the best of the remaining moves to the front.
    void pick(std::size_t at, std::size_t first, std::size_t end);
    void take_line(int ply, const SmallMove& move);

    // Plays greedily to the end of the game and returns the gain of the player on turn. If going out at once
    // brings `enough`, that value is returned as a proven lower bound.
    Outcome play_out(Greedy& state, std::vector<SmallMove>* line, int enough = no_value);
    [[nodiscard]] SmallMove greedy_move(Greedy& state);
    [[nodiscard]] Greedy greedy_at(int ply);
    static Move unpacked(const Grid& grid, const SmallMove& small);

    const Dictionary& dictionary_;
    TranspositionTable& table_;
    SearchPoll poll_;
    LineMoves lines_;
    std::array<HeldTiles, 2> held_;
    std::array<TileMask, 2> worthless_{};  // tiles without points: only plays made of them can be scoreless
    std::vector<Grid> grids_;
    std::vector<Node> nodes_;
    std::vector<SmallMove> stack_;
    std::vector<SmallMove> root_moves_;  // the best of the last depth first
    std::vector<SmallMove> trials_;      // the same moves in the order of this thread
    double share_ = 0.0;
    std::vector<std::vector<SmallMove>> line_;  // principal variation from each ply
    Grid scratch_;
    Outcome answer_;
    std::vector<SmallMove> answer_line_;
};

}  // namespace zeitnot::scrabble::endgame
