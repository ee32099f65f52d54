// Worker: one thread of the endgame search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
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

namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame {

// A value, and whether a deeper search could still change it.
struct Outcome {
    int value = 0;
    bool complete = false;
};

// Values of interest: those between alpha and beta.
struct Window {
    int alpha = -no_value;
    int beta = no_value;

    // Ends that no value reaches are left out.
    [[nodiscard]] static Window between(int alpha, int beta) {
        return {alpha <= -most_gain ? -no_value : std::min(alpha, most_gain),
                beta >= most_gain ? no_value : std::max(beta, -most_gain)};
    }

    [[nodiscard]] bool is_null() const { return beta - alpha == 1; }
    [[nodiscard]] Bound bound(int value) const {
        if (value >= beta) {
            return Bound::lower;
        }
        return value > alpha ? Bound::exact : Bound::upper;
    }
};

class Worker {
  public:
    Worker(const Dictionary& dictionary, TranspositionTable& table, std::size_t lines_mb);

    // Prepares for another endgame; the flag ends the search. The share, in [0, 1), selects the root move at
    // which this thread starts.
    void begin(const EndgamePosition& position, timing::StopControl& control, std::atomic<bool>& ended,
               std::uint64_t most_nodes, double share);

    // Looks in at intervals; begin() removes it. Returning true ends the search.
    void watch(const std::function<bool()>& watch) { poll_.watch(watch); }
    // Forgets which moves were good, on which a search must not depend unless its caller wants it.
    void forget() { cutoffs_.assign(cutoffs_.size(), 0); }

    // Limits the answer to values of interest; begin() removes the limits.
    void narrow(Window window) { window_ = window; }

    // Before the first depth: the move that greedy play prefers.
    void look_first();
    // Searches all moves to a depth. Even if stopped, the answer may have improved.
    void search_depth(int depth);

    [[nodiscard]] const Outcome& answer() const { return answer_; }
    // The moves of the answer, continued by greedy play to the end of the game.
    [[nodiscard]] std::vector<Move> line();
    // Instead of all that: deepens until the value is complete, and returns that of the last completed depth,
    // nothing if there is none. The move named by the hint is tried first, and moves that were good in
    // earlier calls come early.
    std::optional<Outcome> deepen(Window window, int most_depth, std::uint32_t hint);
    // Name of the best move found by deepen(), 0 if unknown.
    [[nodiscard]] std::uint32_t best_move() const;

    [[nodiscard]] bool stopped() const { return poll_.stopped(); }
    // Reports all work to the control.
    void look() { poll_.look(); }
    // As of the last look at the clock; other threads may call it.
    [[nodiscard]] std::uint64_t nodes() const { return poll_.nodes(); }

  private:
    // Placements use up the tiles, and at most five passes or scoreless plays come between two of them.
    static constexpr int most_plies = (2 * rack_size + most_bag + 1) * most_scoreless_turns;
    static constexpr std::size_t remembered_moves = std::size_t{1} << 14U;  // of each player

    // The tiles of both players, as masks of what each held after his last draw.
    struct Racks {
        std::array<const HeldTiles*, 2> tiles{};
        std::array<TileMask, 2> held{};
        int drawn = 0;  // tiles that have left the bag
        int draws = 0;

        [[nodiscard]] int points(int player) const { return tiles[player]->points(held[player]); }
    };
    // What players hold after each draw of a line.
    using DrawnTiles = std::array<HeldTiles, most_bag>;

    struct Node {
        Grid* grid = nullptr;    // until `made`, the grid without the move that leads here
        SmallMove move;          // the move that leads here
        std::uint64_t hash = 0;  // hash of the tiles on the board
        Racks racks;
        int turn = 0;
        int scoreless = 0;
        bool made = false;
        bool drew = false;  // whether the move that leads here drew tiles
        // Set when the pass is tried last: all scoring plays are known not to exceed alpha.
        bool plays_tried = false;
        bool plays_complete = false;
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
        std::array<LineMask, line_count> lines{};
        std::array<int, line_count> scores{};
        int count = 0;
    };

    // State of a greedy playout.
    struct Greedy {
        Grid& grid;
        Grid* before = nullptr;  // the grid before the opponent's last move
        Racks racks;
        int turn = 0;
        int scoreless = 0;
        int best_out = 0;  // best score for going out, once the move of the player on turn has been chosen
    };

    [[nodiscard]] std::uint64_t key_of(const Node& node) const;
    [[nodiscard]] bool bag_is_empty(const Racks& racks) const { return racks.drawn == bag_tiles_; }
    // Takes the tiles of a move off a rack and fills it from the bag. Returns whether tiles were drawn.
    bool use_tiles(Racks& racks, int mover, const SmallMove& move, DrawnTiles& drawn) const;
    // Sets up the node after a move. Returns false if the game is over, with its value for the mover.
    bool step(int ply, const SmallMove& move, int& value);
    Grid& made(int ply);
    void play(Grid& grid, const SmallMove& move);
    // Plays a move of the greedy playout and passes the turn. Returns whether the game is over.
    bool play_on(Greedy& state, const SmallMove& move);
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
    void note_empty(Grid& before, const Grid& here, int player, LineMask empty) const;
    // The place where a player's move is remembered if it was good.
    [[nodiscard]] static std::size_t cutoffs_at(int player, const SmallMove& move) {
        return (move.name() >> 1U) % remembered_moves + static_cast<std::size_t>(player) * remembered_moves;
    }
    void remember(const Node& node, const SmallMove& move, int depth);
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
    std::array<HeldTiles, 2> held_;  // at the root
    DrawnTiles drawn_tiles_;         // on the line that is searched
    DrawnTiles playout_tiles_;       // in the greedy playout
    std::array<Letter, most_bag> bag_{};
    std::array<std::uint64_t, most_bag + 1> bag_keys_{};  // by tiles drawn
    int bag_tiles_ = 0;
    LetterSet letters_ = 0;
    Window window_;
    std::uint32_t root_hint_ = 0;
    bool wants_line_ = true;
    std::vector<Grid> grids_;
    std::vector<Node> nodes_;
    std::vector<SmallMove> stack_;
    std::vector<SmallMove> root_moves_;   // the best of the last depth first
    std::vector<SmallMove> trials_;       // the same moves in the order of this thread
    std::vector<std::uint32_t> cutoffs_;  // by player and move: how often and how deep it was enough
    double share_ = 0.0;
    std::vector<std::vector<SmallMove>> line_;  // principal variation from each ply
    Grid scratch_;
    Outcome answer_;
    std::vector<SmallMove> answer_line_;
};

}  // namespace zeitnot::scrabble::inline ZEITNOT_SIZE::endgame
