#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "bindings/bindings.h"
#include "chess/evaluation.h"
#include "chess/move_generation.h"
#include "chess/position.h"
#include "chess/search.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace zeitnot::bindings {

namespace {

using chess::Position;

chess::Move legal_move(const Position& position, const std::string& text) {
    const chess::Move move = position.from_uci(text);
    if (!move) {
        throw nb::value_error(("a move must be legal, got '" + text + "' in " + position.fen()).c_str());
    }
    return move;
}

// A position with the moves that led to it, which repetitions need.
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

nb::bytes feature_counts(const Position& position) {
    const chess::Trace trace = chess::Evaluator::trace(position);
    std::vector<std::int16_t> numbers(trace.times.begin(), trace.times.end());
    numbers.push_back(static_cast<std::int16_t>(trace.phase));
    numbers.push_back(static_cast<std::int16_t>(trace.endgame_scale));
    return nb::bytes(numbers.data(), numbers.size() * sizeof(std::int16_t));
}

chess::SearchLimits limits_in(const Position& position, int depth, std::uint64_t nodes, int mate,
                              const std::vector<std::string>& search_moves) {
    chess::SearchLimits limits;
    limits.depth = std::clamp(depth, 1, chess::most_plies - 1);
    limits.nodes = std::max<std::uint64_t>(1, nodes);
    limits.mate = mate;
    for (const std::string& text : search_moves) {
        if (const chess::Move move = position.from_uci(text)) {
            limits.search_moves.push_back(move);
        }
    }
    return limits;
}

void bind_position(nb::module_& module) {
    nb::class_<Position>(module, "Position", "A chess position; moves are written as in UCI.")
        .def(nb::new_(&position_after), "fen"_a, "moves"_a = std::vector<std::string>(), nb::kw_only(),
             "chess960"_a = false,
             "Set up a position and play moves; a ValueError says what is wrong with either.")
        .def("fen", &Position::fen, "Write the position as FEN.")
        .def("legal_moves", &move_texts, "List the legal moves.")
        .def(
            "perft", [](Position& self, int depth) { return chess::perft(self, depth); }, "depth"_a,
            nb::call_guard<nb::gil_scoped_release>(), "Count the leaves of the tree of legal moves.")
        .def(
            "in_check", [](const Position& self) { return self.checkers() != 0; },
            "Tell whether a king is in check.")
        .def(
            "exchange_wins",
            [](const Position& self, const std::string& text, int threshold_cp) {
                return self.exchange_wins(legal_move(self, text), threshold_cp);
            },
            "move"_a, "threshold_cp"_a,
            "Tell whether the exchange that the move begins wins at least so much.")
        .def(
            "gives_check",
            [](const Position& self, const std::string& text) {
                return self.gives_check(legal_move(self, text));
            },
            "move"_a, "Tell whether a move gives check.")
        .def(
            "is_draw",
            [](const Position& self) {
                return self.repeated(0) || self.insufficient_material() || self.halfmove_clock() >= 100;
            },
            "Tell whether the position is drawn by threefold repetition, material or the fifty-move rule.")
        .def("key", &Position::key, "The hash key.")
        .def(
            "evaluate", [](const Position& self) { return chess::Evaluator().evaluate(self); },
            "Evaluate statically, in centipawns from the side to move.")
        .def("feature_counts", &feature_counts,
             "Count the features of the evaluation: 16-bit integers, then phase (of 24) and endgame scale "
             "(of 64).");
}

void bind_settings(nb::module_& module) {
    nb::class_<chess::QuiescenceSettings>(module, "QuiescenceSettings", "Limits of the quiescence search.")
        .def(nb::init<>())
        .def_rw("depth_limit", &chess::QuiescenceSettings::depth_limit)
        .def_rw("move_limits", &chess::QuiescenceSettings::move_limits)
        .def_rw("band_ends", &chess::QuiescenceSettings::band_ends)
        .def_rw("budget_share", &chess::QuiescenceSettings::budget_share)
        .def_rw("critical_share", &chess::QuiescenceSettings::critical_share)
        .def_rw("critical_moves", &chess::QuiescenceSettings::critical_moves)
        .def_rw("soft_stop_depth", &chess::QuiescenceSettings::soft_stop_depth)
        .def_rw("node_interval", &chess::QuiescenceSettings::node_interval)
        .def_rw("move_interval", &chess::QuiescenceSettings::move_interval);
    nb::class_<chess::AspirationSettings>(module, "AspirationSettings", "Windows of the iterative deepening.")
        .def(nb::init<>())
        .def_rw("window_cp", &chess::AspirationSettings::window_cp)
        .def_rw("retries", &chess::AspirationSettings::retries)
        .def_rw("retries_tactical", &chess::AspirationSettings::retries_tactical)
        .def_rw("widens_later", &chess::AspirationSettings::widens_later);
    nb::class_<chess::SearchSettings>(module, "ChessSearchSettings", "What a budget sets inside a search.")
        .def(nb::init<>())
        .def_rw("node_interval", &chess::SearchSettings::node_interval)
        .def_rw("maximum_depth", &chess::SearchSettings::maximum_depth)
        .def_rw("multi_pv", &chess::SearchSettings::multi_pv)
        .def_rw("verification_depth", &chess::SearchSettings::verification_depth)
        .def_rw("quiescence", &chess::SearchSettings::quiescence)
        .def_rw("aspiration", &chess::SearchSettings::aspiration);
}

void bind_reports(nb::module_& module) {
    nb::enum_<chess::Bound>(module, "Bound", "What a score says of the true value.")
        .value("NONE", chess::Bound::none, "Nothing.")
        .value("UPPER", chess::Bound::upper, "It is at most this.")
        .value("LOWER", chess::Bound::lower, "It is at least this.")
        .value("EXACT", chess::Bound::exact, "It is this.");
    nb::enum_<chess::SearchEnd>(module, "SearchEnd", "What ended a search.")
        .value("STOPPED", chess::SearchEnd::stopped, "Its StopControl: a deadline or the caller.")
        .value("DEPTH", chess::SearchEnd::depth, "The depth asked for was reached.")
        .value("NODES", chess::SearchEnd::nodes, "The nodes asked for were spent.")
        .value("MATE", chess::SearchEnd::mate, "The mate asked for was found.")
        .value("CALLBACK", chess::SearchEnd::callback, "The callback said so.")
        .value("NO_MOVES", chess::SearchEnd::no_moves, "There was no legal move.");
    nb::class_<chess::SearchLine>(module, "SearchLine", "One variation of a report.")
        .def_ro("score_cp", &chess::SearchLine::score,
                "In centipawns from the side to move; mates lie beyond 31,000.")
        .def_prop_ro(
            "mate_in", [](const chess::SearchLine& self) { return chess::moves_to_mate(self.score); },
            "Moves to mate, negative when being mated, 0 when the score is no mate.")
        .def_ro("bound", &chess::SearchLine::bound, "What the score says.")
        .def_ro("selective_depth", &chess::SearchLine::selective_depth, "Deepest ply reached.")
        .def_ro("moves", &chess::SearchLine::moves, "The moves, as UCI writes them.");
    nb::class_<chess::Report>(module, "Report", "A finished iteration.")
        .def_ro("depth", &chess::Report::depth, "The depth finished; 0 when none was.")
        .def_ro("elapsed_s", &chess::Report::elapsed_s, "Since the StopControl was started.")
        .def_ro("nodes", &chess::Report::nodes, "Visited by all threads.")
        .def_ro("quiescence_nodes", &chess::Report::quiescence_nodes, "Visited in quiescence.")
        .def_ro("best_move_share", &chess::Report::best_move_share, "Share of the nodes below the best move.")
        .def_ro("best_move_changes", &chess::Report::best_move_changes,
                "Changes of best move inside the iteration, mean over the threads.")
        .def_ro("fail_highs", &chess::Report::fail_highs, "Aspiration windows exceeded.")
        .def_ro("fail_lows", &chess::Report::fail_lows, "Aspiration windows missed below.")
        .def_ro("soft_stopped", &chess::Report::soft_stopped, "Whether the soft stop was set.")
        .def_ro("permille_full", &chess::Report::permille_full, "How full the table is.")
        .def_ro("lines", &chess::Report::lines, "The variations, best first.");
    nb::class_<chess::QuiescenceCuts>(module, "QuiescenceCuts", "Why quiescence was cut short, counted.")
        .def_ro("by_moves", &chess::QuiescenceCuts::by_moves, "By the move limits.")
        .def_ro("by_soft_stop", &chess::QuiescenceCuts::by_soft_stop, "By the soft stop.")
        .def_ro("by_depth", &chess::QuiescenceCuts::by_depth, "By the depth limit.")
        .def_ro("budget_exceeded", &chess::QuiescenceCuts::budget_exceeded,
                "Whether quiescence used up its budget and set the soft stop.");
    nb::class_<chess::SearchResult>(module, "SearchResult", "What a search found.")
        .def_ro("best", &chess::SearchResult::best, "The move; empty when there is none.")
        .def_ro("ponder", &chess::SearchResult::ponder, "The expected answer; empty when unknown.")
        .def_ro("last", &chess::SearchResult::last, "The last finished iteration.")
        .def_ro("unfinished", &chess::SearchResult::unfinished,
                "The iteration that was broken off, when it had found another move than the last one "
                "reported; its one line is that move's.")
        .def_ro("end", &chess::SearchResult::end, "What ended the search.")
        .def_ro("cuts", &chess::SearchResult::cuts, "Cuts of the quiescence search.")
        .def_ro("nodes", &chess::SearchResult::nodes, "Visited by all threads.")
        .def_ro("elapsed_s", &chess::SearchResult::elapsed_s, "Since the StopControl was started.");
}

}  // namespace

void bind_chess(nb::module_& module) {
    bind_position(module);
    bind_settings(module);
    bind_reports(module);
    nb::class_<chess::Search>(module, "ChessSearch", "A chess search with its table and histories.")
        .def(nb::init<std::size_t, int>(), nb::kw_only(), "hash_mb"_a = 16, "threads"_a = 1)
        .def("set_hash", &chess::Search::set_hash, "megabytes"_a, nb::call_guard<nb::gil_scoped_release>(),
             "Resize the table; its contents are lost.")
        .def("set_threads", &chess::Search::set_threads, "threads"_a,
             nb::call_guard<nb::gil_scoped_release>(), "Set the number of searching threads.")
        .def("settle", &chess::Search::settle, nb::call_guard<nb::gil_scoped_release>(),
             "Wait for threads that an answer did not wait for; call it before a control is started again.")
        .def("new_game", &chess::Search::new_game, nb::call_guard<nb::gil_scoped_release>(),
             "Forget everything: the next search depends on its position alone.")
        .def(
            "run",
            [](chess::Search& self, const Position& position, const chess::SearchSettings& settings,
               std::shared_ptr<timing::StopControl> control, const chess::ReportCallback& on_iteration,
               int depth, std::uint64_t nodes, int mate, const std::vector<std::string>& search_moves) {
                const chess::SearchLimits limits = limits_in(position, depth, nodes, mate, search_moves);
                const nb::gil_scoped_release released;
                return self.run(position, limits, settings, std::move(control), on_iteration);
            },
            "position"_a, "settings"_a, "control"_a, "on_iteration"_a, nb::kw_only(),
            "depth"_a = chess::most_plies - 1, "nodes"_a = std::numeric_limits<std::uint64_t>::max(),
            "mate"_a = 0, "search_moves"_a = std::vector<std::string>(),
            "Search until a limit, a deadline or the callback ends it. The control must be started before; "
            "the callback "
            "gets a Report after every iteration and returns True to stop.");
}

}  // namespace zeitnot::bindings
