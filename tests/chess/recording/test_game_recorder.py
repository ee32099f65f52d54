"""Whole games recorded turn by turn, with the tables that the turns before have left."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import chess
import numpy as np
import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine
from zeitnot.chess.recording.game_recorder import ChessGameRecorder
from zeitnot.chess.recording.recorder import ChessRecording, ChessTrace
from zeitnot.chess.recording.searcher import BuiltInSearcher
from zeitnot.chess.self_play import ruled_result
from zeitnot.errors import DataError
from zeitnot.games import GAME_NUMBERS, find_game
from zeitnot.lab import ReplayPlan, ShardStore, parse_entrants, run_replay
from zeitnot.learning import read_data
from zeitnot.learning.loss.rows import loss_rows
from zeitnot.turns import to_json_form

QUICK = ChessRecording(nodes=2000, judge_nodes=500, whole_games=True)


@pytest.fixture(scope="module")
def games() -> list[tuple[ChessTrace, ...]]:
    """Record two games."""
    recorder = ChessGameRecorder(QUICK)
    return [recorder.record(number) for number in range(2)]


def test_a_game_is_recorded_turn_by_turn_to_its_end(games: list[tuple[ChessTrace, ...]]) -> None:
    for number, traces in enumerate(games):
        assert {trace.game_number for trace in traces} == {number}
        assert [trace.number for trace in traces] == [GAME_NUMBERS * number + each.ply for each in traces]
        plies = traces[-1].ply + 1
        assert [trace.plies_to_come for trace in traces] == [plies - trace.ply for trace in traces]
        for before, after in pairwise(traces):
            board = chess.Board(before.fen)
            usual = [each.iteration for each in before.iterations if each.iteration.nodes <= QUICK.nodes // 4]
            board.push_uci((usual or [before.iterations[0].iteration])[-1].best_move)
            assert after.fen == board.fen()
            assert after.ply == before.ply + 1


def test_a_game_depends_on_its_number_alone(games: list[tuple[ChessTrace, ...]]) -> None:
    again = ChessGameRecorder(QUICK)
    assert again.record(1) == games[1]
    assert again.record(0) == games[0]
    other = ChessGameRecorder(replace(QUICK, seed=2, nodes=300, judge_nodes=100))
    assert {other.record(number)[0].fen for number in range(2)} != {traces[0].fen for traces in games}


def test_searches_find_what_the_turns_before_have_left(games: list[tuple[ChessTrace, ...]]) -> None:
    searcher = BuiltInSearcher()
    carried = fresh = changed = 0
    for place, trace in enumerate(games[0]):
        found = searcher.search(chess.Board(trace.fen), nodes=QUICK.nodes)
        nodes = [each.iteration.nodes for each in trace.iterations]
        if place < 2:  # the first turn of either side begins with an empty table
            assert nodes == [each.nodes for each in found]
            continue
        depths = min(len(nodes), len(found))
        carried, fresh = carried + nodes[depths - 1], fresh + found[depths - 1].nodes
        changed += nodes[:depths] != [each.nodes for each in found[:depths]]
    assert changed > 0.8 * len(games[0])
    assert carried < fresh


def test_the_table_of_a_turn_is_that_of_a_usual_turn_before_it(games: list[tuple[ChessTrace, ...]]) -> None:
    searcher = BuiltInSearcher()
    for before, trace in zip(games[0], games[0][2:], strict=False):
        board = chess.Board(trace.fen)
        searcher.search(chess.Board(before.fen), nodes=QUICK.nodes // 4)
        again = [each.nodes for each in searcher.search(board, nodes=QUICK.nodes, fresh=False)]
        if board.halfmove_clock < 4:  # repetitions are known to a whole game alone
            assert again == [each.iteration.nodes for each in trace.iterations]


def test_the_table_holds_as_many_earlier_turns_as_the_settings_say() -> None:
    settings = replace(QUICK, nodes=4000, judge_nodes=100, earlier_turns=1)
    traces = ChessGameRecorder(settings).record(0)[:30]
    searcher, compared = BuiltInSearcher(), 0
    for place in range(4, len(traces)):
        own_turns = [chess.Board(traces[each].fen) for each in (place - 4, place - 2, place)]
        if own_turns[-1].halfmove_clock >= 4:  # repetitions are known to a whole game alone
            continue
        searcher.search(own_turns[0], nodes=1000)
        searcher.search(own_turns[1], nodes=1000, fresh=False)
        again = searcher.search(own_turns[2], nodes=4000, fresh=False)
        assert [each.nodes for each in again] == [each.iteration.nodes for each in traces[place].iterations]
        compared += 1
    assert compared > 5


def test_a_game_to_the_end_ends_by_the_rules_alone() -> None:
    agreed = ChessGameRecorder(QUICK).record(3)
    played_on = ChessGameRecorder(replace(QUICK, to_the_end=True)).record(3)
    assert len(played_on) > len(agreed)
    assert [trace.fen for trace in played_on[: len(agreed)]] == [trace.fen for trace in agreed]
    board, usual = chess.Board(played_on[0].fen), QUICK.nodes // 4
    for trace in played_on:
        assert ruled_result(board) is None
        found = [each.iteration for each in trace.iterations]
        board.push_uci(([each for each in found if each.nodes <= usual] or found[:1])[-1].best_move)
    assert ruled_result(board) is not None


def test_losses_are_judged_and_the_last_move_loses_nothing(games: list[tuple[ChessTrace, ...]]) -> None:
    traces = [trace for game in games for trace in game]
    assert all(trace.iterations[-1].loss == 0.0 for trace in traces)
    assert sum(judged.loss > 0 for trace in traces for judged in trace.iterations) > 50


def test_a_uci_engine_plays_its_own_games() -> None:
    recorder = ChessGameRecorder(
        replace(QUICK, engine=(debian_engine("stockfish"),), nodes=1500, judge_nodes=500)
    )
    try:
        traces = recorder.record(0)
    finally:
        recorder.close()
    assert len(traces) > 20
    board = chess.Board(traces[-1].fen)
    board.push_uci(traces[-1].iterations[-1].iteration.best_move)
    assert board.is_valid()


@pytest.fixture(scope="module")
def folder(games: list[tuple[ChessTrace, ...]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep the two games in a data set."""
    path: Path = tmp_path_factory.mktemp("games") / "chess.data"
    for traces in reversed(games):
        with ShardStore(path, game="chess", settings=to_json_form(QUICK)) as store:
            store.add(traces)
    return path


def test_a_data_set_of_games_has_a_shard_for_each_and_goes_on(
    folder: Path, games: list[tuple[ChessTrace, ...]]
) -> None:
    assert sorted(each.name for each in folder.iterdir()) == ["games-000000.parquet", "games-000001.parquet"]
    assert read_data(folder).traces == (*games[0], *games[1])
    with ShardStore(folder, game="chess", settings=to_json_form(QUICK)) as store:
        assert store.numbers == {0, 1}
    single = to_json_form(replace(QUICK, whole_games=False))
    with pytest.raises(DataError, match="whole_games False instead of True"):
        ShardStore(folder, game="chess", settings=single)


def test_a_replay_plays_the_games_as_they_were(games: list[tuple[ChessTrace, ...]]) -> None:
    traces = games[0] + games[1]
    source = find_game("chess").recorded_games(traces, work_per_s=1000.0, longest_s=10.0)
    drawn = {source.draw(Random(number)).positions for number in range(40)}
    fens = {tuple(each.features for each in positions) for positions in drawn}
    sides = [game[seat::2] for game in games for seat in (0, 1)]
    assert fens == {tuple(trace.features for trace in side) for side in sides}
    plan = ReplayPlan(
        game="chess",
        traces=traces,
        entrants=parse_entrants("uniform"),
        control="10+0.1",
        work_per_s=1000.0,
    )
    assert set(run_replay(plan, games=20)["uniform"].traces) == {0, 1}
    single = replace(traces[0], number=1, game_number=None)
    with pytest.raises(DataError, match="whole games, or all single, got both"):
        find_game("chess").recorded_games([*traces, single], work_per_s=1.0, longest_s=1.0)


def test_the_turns_of_a_game_are_held_out_together_but_are_not_averaged(
    games: list[tuple[ChessTrace, ...]],
) -> None:
    thought_about = [trace for game in games for trace in game if trace.features.legal_moves != 1]
    rows = loss_rows(games[0] + games[1])
    assert len(rows) == sum(len(trace.iterations) for trace in thought_about)
    assert set(np.unique(rows.groups)) == {0, 1}
    assert len(np.unique(rows.positions)) == len(thought_about)
    assert np.array_equal(rows.expected_losses(), rows.losses)
