// Worker: one searching thread with its own histories and a shared transposition table.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "chess/evaluation.h"
#include "chess/history.h"
#include "chess/move_picker.h"
#include "chess/position.h"
#include "chess/search.h"
#include "chess/search_settings.h"

namespace zeitnot::chess {

struct RootMove {
    Move move;
    Score score = -infinite_score;
    Score previous_score = -infinite_score;
    Bound bound = Bound::exact;
    int selective_depth = 0;
    std::uint64_t nodes = 0;
    std::array<Move, most_plies + 1> line{};
    int line_length = 0;
};

// The principal variation of a root move in UCI notation.
std::vector<std::string> line_text(const Position& position, const RootMove& root);

// The answer a search would give now.
struct AnswerSoFar {
    RootMove best;  // empty move: no legal move; score -infinite: no move has been searched yet
    int depth = 0;  // iteration in which it became the best
    Report last;    // of the last finished iteration
    QuiescenceCuts cuts;
    Looks looks;

    // Report of the iteration that is interrupted by answering.
    [[nodiscard]] Report unfinished_report(const std::vector<std::string>& line, std::uint64_t nodes,
                                           double elapsed_s) const;
};

class Worker {
  public:
    Worker(Search& search, int index);

    void new_game();

    // Prepares one search; every worker gets the same arguments.
    void prepare(const Position& position, const SearchLimits& limits, const SearchSettings& settings,
                 timing::StopControl& control);

    // Deepens until stopped. The first worker reports and decides; the others only fill the table.
    void deepen(const ReportCallback* report);

    [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t quiescence_nodes() const {
        return quiescence_nodes_.load(std::memory_order_relaxed);
    }
    [[nodiscard]] SearchEnd end() const { return end_; }
    [[nodiscard]] const std::optional<Report>& unfinished() const { return unfinished_; }

    // Once the search has ended.
    [[nodiscard]] AnswerSoFar final_answer() const;
    // Called from another thread during the search: ends the reports. Returns false if there is nothing to
    // answer yet.
    bool claim_answer();
    [[nodiscard]] AnswerSoFar answer_so_far() const;

  private:
    // State of one ply between the root and the current node.
    struct Frame {
        Move current;
        int moved_piece = no_piece;
        Move excluded;
        std::array<Move, 2> killers{};
        Score evaluation = no_score;
        PieceToHistory* continuation = nullptr;
        std::array<Move, most_plies + 1> line{};
        int line_length = 0;
        int double_extensions = 0;
    };

    // What is known about the position being searched.
    struct Node {
        Score alpha;
        Score beta;
        int depth;
        int ply;
        bool cut_node;
        bool in_check = false;
        bool improving = false;
        bool known = false;             // found in the table
        bool was_on_variation = false;  // on the principal variation now, or when the entry was stored
        TableEntry entry{};
        Score raw = no_score;         // static evaluation as computed
        Score evaluation = no_score;  // corrected, and replaced by the table's score where that is better
    };

    // A move of the move loop with what pruning and reductions need to know.
    struct Candidate {
        Move move;
        int number;  // from 1, in search order
        bool quiet;
        bool losing;  // a capture that loses material
        int history;
    };

    template <bool on_variation>
    Score search(Score alpha, Score beta, int depth, int ply, bool cut_node);
    template <bool on_variation>
    Score search_moves(Node& node);
    template <bool on_variation>
    Score search_move(const Node& node, const Candidate& candidate, const PickerContext& picking,
                      Score best_score, int extension);
    template <bool on_variation>
    Score quiescence(Score alpha, Score beta, int ply, int quiescence_depth);

    // Scores that make a search of the moves unnecessary, or no_score.
    Score settled(Node& node) const;
    Score prune(Node& node);
    Score null_move(const Node& node);
    [[nodiscard]] bool stands_without_passing(const Node& node, int depth);
    Score probable_cut(const Node& node);

    void judge(Node& node);
    [[nodiscard]] bool skip(const Node& node, const Candidate& candidate, bool& skip_quiets) const;
    // Extension of the table move if all others are clearly worse; a cutoff score is returned in `cut`.
    int singular_extension(const Node& node, bool on_variation, Score& cut);
    [[nodiscard]] static int reduction(const Node& node, const Candidate& candidate,
                                       const PickerContext& picking, bool gives_check);
    void conclude(const Node& node, Score best_score, Move best, const MoveList& quiets,
                  const MoveList& captures, Bound bound);

    [[nodiscard]] bool quiescence_ends(int quiescence_depth);
    Score stand(int ply, bool known, const TableEntry& entry, Score& raw);
    [[nodiscard]] bool hopeless(Move move, Score stand, Score alpha) const;

    Score evaluate() { return evaluator_.evaluate(position_); }
    [[nodiscard]] Score corrected(Score evaluation) const;
    void learn_correction(Score evaluation, Score score, int depth);
    [[nodiscard]] bool draw(int ply) const;
    [[nodiscard]] bool quiet(Move move) const {
        return !position_.capture(move) && move.kind() != Move::promotion;
    }
    void play(Move move, int ply, Undo& undo);
    void learn_quiet(Move best, int ply, int depth, const MoveList& tried);
    void learn_captures(Move best, int depth, const MoveList& tried);
    [[nodiscard]] PickerContext context(int ply, Move table_move) const;
    [[nodiscard]] int quiet_history(Move move, int ply) const;
    void extend_line(int ply, Move move);

    void aspirate(int depth);
    // Compares the score of a finished depth with the previous one.
    void note_swing(int depth);
    void measure_lead(int depth);
    void sort_root_moves(std::size_t from, std::size_t to);
    Score search_root(int depth, Score alpha, Score beta);
    Score search_root_move(const RootMove& root, int depth, int number, Score alpha, Score beta);

    void count_node() { count_node(until_look_, settings_.node_interval, looks_.nodes); }

    void count_quiescence_node() {
        const int interval = settings_.quiescence.node_interval;
        if (interval > 0) {
            count_node(until_quiescence_look_, interval, looks_.quiescence_nodes);
        } else {
            count_node();
        }
        quiescence_nodes_.store(quiescence_nodes() + 1, std::memory_order_relaxed);
    }

    // Each kind of node has its own countdown to the next look at the clock.
    void count_node(int& until_look, int interval, std::uint64_t& looks) {
        if (stopped()) {  // the search is unwinding: its last node has been counted
            return;
        }
        nodes_.store(nodes() + 1, std::memory_order_relaxed);
        if (--until_look <= 0) {
            until_look = interval;
            ++looks;
            poll();
        } else if (nodes() >= look_at_nodes_) {
            poll();
        }
    }

    [[nodiscard]] double share_of_nodes(std::uint64_t part) const {
        return static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(1, nodes()));
    }

    void poll();
    [[nodiscard]] std::uint64_t nodes_left();
    void adapt_wall_interval(std::uint64_t passed);
    // Looks at the clock between two root moves; returning true ends the depth.
    [[nodiscard]] bool ends_between_root_moves(int depth);
    void watch_quiescence();
    [[nodiscard]] bool stopped() const { return control_->stopped(); }
    [[nodiscard]] int quiescence_moves(int quiescence_depth) const;
    [[nodiscard]] std::size_t line_count() const;

    [[nodiscard]] Report make_report(int depth, std::size_t lines);
    // Keeps the result of an interrupted iteration if its best move was not reported.
    void keep_unfinished();
    // Makes the best move so far visible to other threads.
    void publish(const RootMove& best);
    // Reports a finished iteration to the caller; returning true ends the search.
    bool report_iteration(int depth, int deepest, const ReportCallback* report);

    Search& owner_;
    int index_;
    Position position_;
    Evaluator evaluator_;
    std::unique_ptr<History> history_;
    std::vector<Frame> frames_;
    std::vector<RootMove> root_moves_;
    SearchLimits limits_;
    SearchSettings settings_;
    timing::StopControl* control_ = nullptr;
    Report last_report_;
    std::optional<Report> unfinished_;
    std::mutex reporting_;  // held while the callback runs
    bool answered_ = false;
    bool failed_ = false;  // the callback threw: the caller gets the exception instead of an answer
    mutable std::mutex answer_mutex_;
    AnswerSoFar answer_;
    QuiescenceCuts cuts_;
    Looks looks_;
    SearchEnd end_ = SearchEnd::stopped;
    std::size_t line_index_ = 0;
    int root_depth_ = 0;
    int selective_depth_ = 0;
    int verified_plies_ = 0;  // no pruning at plies below this one while a null move is verified
    int until_look_ = 0;
    int until_quiescence_look_ = 0;
    int wall_interval_ = 1;            // most nodes between two looks at the wall clock
    std::uint64_t look_at_nodes_ = 0;  // node count that forces a look, whatever the countdowns say
    std::uint64_t polled_nodes_ = 0;
    double polled_s_ = 0.0;
    bool critical_ = false;
    bool tactical_ = false;
    Score finished_score_ = no_score;  // score of the last finished depth
    int widened_ = 0;
    int fail_highs_ = 0;
    int fail_lows_ = 0;
    std::optional<Score> lead_cp_;
    // Written by this thread; other threads read them for totals only.
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<std::uint64_t> quiescence_nodes_{0};
    std::atomic<std::uint32_t> best_move_changes_{0};
};

}  // namespace zeitnot::chess
