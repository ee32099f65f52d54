#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/arguments.h"
#include "bindings/bindings.h"
#include "bindings/interpreter.h"
#include "chess/evaluation.h"
#include "chess/move_generation.h"
#include "chess/position.h"
#include "chess/search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

using chess::Position;

// Upper limit of counts in a search's settings: sums and products of them cannot overflow.
constexpr int most_count = 1'000'000;
// Larger than the material any exchange can win or lose.
constexpr int most_threshold_cp = 1'000'000;

chess::Move legal_move(const Position& position, const std::string& text) {
    const chess::Move move = position.from_uci(text);
    if (!move) {
        throw nb::value_error(("a move must be legal, got '" + text + "' in " + position.fen()).c_str());
    }
    return move;
}

// A position with its history of moves, which repetition detection needs.
Position position_after(std::string_view fen, const std::vector<std::string>& moves, bool chess960) {
    Position position(fen, chess960);
    chess::Undo undo{};
    for (const std::string& text : moves) {
        position.make(legal_move(position, text), undo);
    }
    return position;
}

std::vector<std::string> move_texts(const Position& position) {
    std::vector<std::string> texts;
    for (const chess::Move move : chess::legal_moves(position)) {
        texts.push_back(position.to_uci(move));
    }
    return texts;
}

// Counts of legal moves, of captures and of checks among them.
std::tuple<int, int, int> move_counts(const Position& position) {
    int moves = 0;
    int captures = 0;
    int checks = 0;
    for (const chess::Move move : chess::legal_moves(position)) {
        ++moves;
        captures += position.capture(move) ? 1 : 0;
        checks += position.gives_check(move) ? 1 : 0;
    }
    return {moves, captures, checks};
}

nb::bytes feature_counts(const Position& position) {
    const chess::Trace trace = chess::Evaluator::trace(position);
    std::vector<std::int16_t> numbers(trace.times.begin(), trace.times.end());
    numbers.push_back(static_cast<std::int16_t>(trace.phase));
    numbers.push_back(static_cast<std::int16_t>(trace.endgame_scale));
    return nb::bytes(numbers.data(), numbers.size() * sizeof(std::int16_t));
}

chess::SearchLimits limits_in(const Position& position, const nb::int_& depth, std::uint64_t nodes,
                              const nb::int_& mate, const std::vector<std::string>& search_moves) {
    chess::SearchLimits limits;
    limits.depth = static_cast<int>(nearest_number(depth, 1, chess::most_plies - 1));
    limits.nodes = std::max<std::uint64_t>(1, nodes);
    limits.mate = static_cast<int>(nearest_number(mate, 0, chess::most_plies));
    for (const std::string& text : search_moves) {
        if (const chess::Move move = position.from_uci(text)) {
            limits.search_moves.push_back(move);
        }
    }
    return limits;
}

void bind_position(nb::module_& module) {
    nb::class_<Position>(module, "Position", "A chess position; moves are in UCI notation.")
        .def(nb::new_(&position_after), "fen"_a, "moves"_a = std::vector<std::string>(), nb::kw_only(),
             "chess960"_a = false, "Set up a position and play moves; raise ValueError if either is invalid.")
        .def("fen", &Position::fen, "Return the position as FEN.")
        .def("legal_moves", &move_texts, "Return the legal moves.")
        .def("move_counts", &move_counts, "Return the number of legal moves, captures and checks.")
        .def(
            "perft",
            [](const Position& self, const nb::int_& depth) {
                Position position = self;  // a copy, because other threads may use the original
                const auto plies = static_cast<int>(whole_number(depth, "depth", 0, chess::most_plies));
                const Released released;
                return chess::perft(position, plies);
            },
            "depth"_a, "Return the number of leaves of the tree of legal moves.")
        .def(
            "in_check", [](const Position& self) { return self.checkers() != 0; },
            "Return whether the side to move is in check.")
        .def(
            "exchange_wins",
            [](const Position& self, const std::string& text, const nb::int_& threshold_cp) {
                const long long least =
                    whole_number(threshold_cp, "threshold_cp", -most_threshold_cp, most_threshold_cp);
                return self.exchange_wins(legal_move(self, text), static_cast<int>(least));
            },
            "move"_a, "threshold_cp"_a,
            "Return whether the exchange started by the move wins at least the threshold.")
        .def(
            "gives_check",
            [](const Position& self, const std::string& text) {
                return self.gives_check(legal_move(self, text));
            },
            "move"_a, "Return whether the move gives check.")
        .def(
            "is_draw",
            [](const Position& self) {
                return self.repeated(0) || self.insufficient_material() || self.halfmove_clock() >= 100;
            },
            "Return whether the position is a draw by repetition, material or the fifty-move rule.")
        .def("key", &Position::key, "Return the hash key.")
        .def(
            "evaluate", [](const Position& self) { return chess::Evaluator().evaluate(self); },
            "Return the static evaluation in centipawns from the side to move.")
        .def("feature_counts", &feature_counts,
             "Return the feature counts of the evaluation as 16-bit integers, then phase (of 24) and endgame "
             "scale (of 64).");
}

void bind_settings(nb::module_& module) {
    using chess::AspirationSettings;
    using chess::QuiescenceSettings;
    using chess::SearchSettings;
    nb::class_<QuiescenceSettings> quiescence(module, "QuiescenceSettings",
                                              "Limits of the quiescence search.");
    quiescence.def(nb::init<>())
        .def_prop_rw(
            "move_limits", [](const QuiescenceSettings& self) { return self.move_limits; },
            [](QuiescenceSettings& self, const std::array<nb::int_, 4>& limits) {
                for (std::size_t i = 0; i < limits.size(); ++i) {
                    self.move_limits[i] =
                        static_cast<int>(whole_number(limits[i], "move_limits", 0, most_count));
                }
            })
        .def_rw("band_ends", &QuiescenceSettings::band_ends)
        .def_rw("budget_share", &QuiescenceSettings::budget_share)
        .def_rw("critical_share", &QuiescenceSettings::critical_share);
    bind_whole(quiescence, "depth_limit", &QuiescenceSettings::depth_limit, 0, most_count);
    bind_whole(quiescence, "critical_moves", &QuiescenceSettings::critical_moves, 0, most_count);
    bind_whole(quiescence, "soft_stop_depth", &QuiescenceSettings::soft_stop_depth, 0, most_count);
    bind_whole(quiescence, "check_depth", &QuiescenceSettings::check_depth, 0, most_count);
    bind_whole(quiescence, "node_interval", &QuiescenceSettings::node_interval, 0, most_count);
    bind_whole(quiescence, "move_interval", &QuiescenceSettings::move_interval, 1, most_count);
    nb::class_<AspirationSettings> aspiration(module, "AspirationSettings",
                                              "Aspiration windows of iterative deepening.");
    aspiration.def(nb::init<>())
        .def_rw("widens_later", &AspirationSettings::widens_later)
        .def_rw("tactical_swing_cp", &AspirationSettings::tactical_swing_cp);
    bind_whole(aspiration, "window_cp", &AspirationSettings::window_cp, 0, most_count);
    bind_whole(aspiration, "retries", &AspirationSettings::retries, 0, most_count);
    bind_whole(aspiration, "retries_tactical", &AspirationSettings::retries_tactical, 0, most_count);
    bind_whole(aspiration, "swing_after_depth", &AspirationSettings::swing_after_depth, 0, most_count);
    nb::class_<SearchSettings> settings(module, "ChessSearchSettings",
                                        "Settings that a budget makes inside a search.");
    settings.def(nb::init<>())
        .def_rw("quiescence", &SearchSettings::quiescence)
        .def_rw("aspiration", &SearchSettings::aspiration);
    bind_whole(settings, "node_interval", &SearchSettings::node_interval, 1, most_count);
    bind_whole(settings, "maximum_depth", &SearchSettings::maximum_depth, 1, most_count);
    bind_whole(settings, "break_off_depth", &SearchSettings::break_off_depth, 0, most_count);
    bind_whole(settings, "multi_pv", &SearchSettings::multi_pv, 1, most_count);
    bind_whole(settings, "gap_cp", &SearchSettings::gap_cp, 0, most_count);
    bind_whole(settings, "verification_depth", &SearchSettings::verification_depth, 0, most_count);
}

void bind_reports(nb::module_& module) {
    nb::enum_<chess::Bound>(module, "Bound", "How a score bounds the true value.")
        .value("NONE", chess::Bound::none, "No information.")
        .value("UPPER", chess::Bound::upper, "The value is at most the score.")
        .value("LOWER", chess::Bound::lower, "The value is at least the score.")
        .value("EXACT", chess::Bound::exact, "The value is the score.");
    nb::enum_<chess::SearchEnd>(module, "SearchEnd", "Why a search ended.")
        .value("STOPPED", chess::SearchEnd::stopped, "Its StopControl stopped it: a deadline or the caller.")
        .value("DEPTH", chess::SearchEnd::depth, "The requested depth was reached.")
        .value("NODES", chess::SearchEnd::nodes, "The requested nodes were searched.")
        .value("MATE", chess::SearchEnd::mate, "The requested mate was found.")
        .value("CALLBACK", chess::SearchEnd::callback, "The callback returned True.")
        .value("NO_MOVES", chess::SearchEnd::no_moves, "There was no legal move.")
        .value("SOFT_STOP", chess::SearchEnd::soft_stop, "The soft stop ended it between two root moves.");
    nb::class_<chess::SearchLine>(module, "SearchLine", "One variation of a report.")
        .def_ro("score_cp", &chess::SearchLine::score,
                "Score in centipawns from the side to move; scores beyond 31,000 are mates.")
        .def_prop_ro(
            "mate_in", [](const chess::SearchLine& self) { return chess::moves_to_mate(self.score); },
            "Moves to mate, negative when being mated, 0 when the score is not a mate.")
        .def_ro("bound", &chess::SearchLine::bound, "How the score bounds the true value.")
        .def_ro("selective_depth", &chess::SearchLine::selective_depth, "Deepest ply reached.")
        .def_ro("moves", &chess::SearchLine::moves, "Moves in UCI notation.");
    nb::class_<chess::Report>(module, "Report", "A finished iteration.")
        .def_ro("depth", &chess::Report::depth, "The finished depth; 0 if none was finished.")
        .def_ro("elapsed_s", &chess::Report::elapsed_s, "Seconds since the StopControl was started.")
        .def_ro("nodes", &chess::Report::nodes, "Nodes of all threads.")
        .def_ro("quiescence_nodes", &chess::Report::quiescence_nodes, "Nodes of the quiescence search.")
        .def_ro("best_move_share", &chess::Report::best_move_share, "Share of the nodes below the best move.")
        .def_ro("best_move_changes", &chess::Report::best_move_changes,
                "Changes of the best move within the iteration, mean over the threads.")
        .def_ro("fail_highs", &chess::Report::fail_highs, "Number of fail-highs of the aspiration window.")
        .def_ro("fail_lows", &chess::Report::fail_lows, "Number of fail-lows of the aspiration window.")
        .def_ro("soft_stopped", &chess::Report::soft_stopped, "Whether the soft stop was set.")
        .def_ro("permille_full", &chess::Report::permille_full, "Permille of the table in use.")
        .def_ro("lead_cp", &chess::Report::lead_cp,
                "Bound of the best move's lead if gap_cp is set: at least gap_cp + 1, or at most gap_cp.")
        .def_ro("lines", &chess::Report::lines, "Variations, best first.");
    nb::class_<chess::QuiescenceCuts>(module, "QuiescenceCuts",
                                      "How often quiescence was cut short, by reason.")
        .def_ro("by_moves", &chess::QuiescenceCuts::by_moves, "Cuts by the move limits.")
        .def_ro("by_soft_stop", &chess::QuiescenceCuts::by_soft_stop, "Cuts by the soft stop.")
        .def_ro("by_depth", &chess::QuiescenceCuts::by_depth, "Cuts by the depth limit.")
        .def_ro("budget_exceeded", &chess::QuiescenceCuts::budget_exceeded,
                "Whether quiescence used up its budget and set the soft stop.");
    nb::class_<chess::Looks>(module, "Looks", "How often the first thread looked at the clock, by reason.")
        .def_ro("nodes", &chess::Looks::nodes,
                "After nodes of the main search, and of quiescence if it has no interval of its own.")
        .def_ro("root_moves", &chess::Looks::root_moves, "Before the next root move.")
        .def_ro("quiescence_nodes", &chess::Looks::quiescence_nodes, "After nodes of quiescence.")
        .def_ro("quiescence_moves", &chess::Looks::quiescence_moves, "After moves of one quiescence node.");
    nb::class_<chess::SearchResult>(module, "SearchResult", "Result of a search.")
        .def_ro("best", &chess::SearchResult::best, "The best move; empty if there is no legal move.")
        .def_ro("ponder", &chess::SearchResult::ponder, "The expected reply; empty if unknown.")
        .def_ro("last", &chess::SearchResult::last, "The last finished iteration.")
        .def_ro("unfinished", &chess::SearchResult::unfinished,
                "The interrupted iteration, if it had found another best move than the last report; its only "
                "line is that move's.")
        .def_ro("end", &chess::SearchResult::end, "Why the search ended.")
        .def_ro("cuts", &chess::SearchResult::cuts, "Cuts of the quiescence search.")
        .def_ro("looks", &chess::SearchResult::looks, "Looks at the clock.")
        .def_ro("nodes", &chess::SearchResult::nodes, "Nodes of all threads.")
        .def_ro("elapsed_s", &chess::SearchResult::elapsed_s, "Seconds since the StopControl was started.")
        .def_ro("threads", &chess::SearchResult::threads,
                "Threads that searched; fewer than requested if the system refused to start more.");
}

std::size_t checked_hash(const nb::int_& megabytes) {
    return static_cast<std::size_t>(
        whole_number(megabytes, "hash_mb", 1, chess::TranspositionTable::most_megabytes));
}

int checked_threads(const nb::int_& threads) {
    return static_cast<int>(whole_number(threads, "threads", 1, timing::most_threads));
}

}  // namespace

void bind_chess(nb::module_& module) {
    bind_position(module);
    bind_settings(module);
    bind_reports(module);
    nb::class_<chess::Search>(module, "ChessSearch", "A chess search with its table and histories.")
        .def(
            "__init__",
            [](chess::Search* self, const nb::int_& hash_mb, const nb::int_& threads) {
                new (self) chess::Search(checked_hash(hash_mb), checked_threads(threads));
            },
            nb::kw_only(), "hash_mb"_a = 16, "threads"_a = 1)
        .def(
            "set_hash",
            [](chess::Search& self, const nb::int_& megabytes) {
                const std::size_t checked = checked_hash(megabytes);
                const Released released;
                self.set_hash(checked);
            },
            "megabytes"_a, "Resize and clear the table. After a MemoryError it has its old size.")
        .def(
            "set_threads",
            [](chess::Search& self, const nb::int_& threads) {
                const int checked = checked_threads(threads);
                const Released released;
                self.set_threads(checked);
            },
            "threads"_a, "Set the number of searching threads. After a MemoryError the old ones remain.")
        .def_prop_ro("hash_mb", &chess::Search::hash_megabytes, "Size of the table in MB.")
        .def_prop_ro("threads", &chess::Search::threads, "Number of threads that a search tries to use.")
        .def("settle", &chess::Search::settle, nb::call_guard<Released>(),
             "Wait for threads that run() did not wait for; call it before starting the control again.")
        .def("new_game", &chess::Search::new_game, nb::call_guard<Released>(),
             "Clear all learned state: the next search depends on its position alone.")
        .def(
            "run",
            [](chess::Search& self, const Position& position, const chess::SearchSettings& settings,
               std::shared_ptr<timing::StopControl> control, const chess::ReportCallback& on_iteration,
               const nb::int_& depth, std::uint64_t nodes, const nb::int_& mate,
               const std::vector<std::string>& search_moves) {
                const chess::SearchLimits limits = limits_in(position, depth, nodes, mate, search_moves);
                const Released released;
                return self.run(position, limits, settings, while_python_lasts(std::move(control)),
                                while_python_lasts(on_iteration));
            },
            "position"_a, "settings"_a, "control"_a, "on_iteration"_a, nb::kw_only(),
            "depth"_a = chess::most_plies - 1, "nodes"_a = std::numeric_limits<std::uint64_t>::max(),
            "mate"_a = 0, "search_moves"_a = std::vector<std::string>(),
            "Search until a limit, a deadline or the callback ends it. The control must have been started; "
            "the callback gets a Report after every iteration and returns True to stop.");
}

}  // namespace zeitnot::bindings
