"""Clocks that UCI cannot tell, games whose rules only the engine knows, and USI."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine, request, scripted
from tests.chess.uci_process import UciProcess
from tests.lab.match.scenes import SetTime
from zeitnot.chess.proxy.kept_clock import KeptClock
from zeitnot.chess.uci.commands import legal_text, ponder_text, position_line
from zeitnot.chess.unruled_board import UnruledBoard, UnruledGame, is_unruled
from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT
from zeitnot.clocks import ClockReading, TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.turns import Limits

FIRST, SECOND = "", "e2e4 e7e5"


def kept(control: str) -> tuple[KeptClock, SetTime]:
    time = SetTime()
    return KeptClock(TimeControl.parse(control), time), time


def reading(clock: KeptClock, moves: str, *, told_s: float | None = None) -> ClockReading:
    found = clock.begin(request(clock_s=told_s, moves=moves)).clock
    assert found is not None
    return found


def test_a_delay_that_uci_cannot_tell_is_kept() -> None:
    clock, time = kept("1:00 d5")
    first = reading(clock, FIRST, told_s=60.0)
    assert (first.remaining_s, first.free_s, first.extra_s) == (60.0, 5.0, 5.0)
    time.time_s = 8.0
    clock.end(8.0)
    assert reading(clock, SECOND).remaining_s == pytest.approx(57.0)


def test_the_time_that_the_interface_tells_corrects_the_clock() -> None:
    clock, _ = kept("1:00 d5")
    reading(clock, FIRST)
    clock.end(8.0)
    assert reading(clock, SECOND, told_s=50.0).remaining_s == 50.0


def test_a_byoyomi_period_is_entered_and_renewed_whatever_the_interface_tells() -> None:
    clock, _ = kept("0:10 byo 3x5")
    reading(clock, FIRST)
    clock.end(12.0)
    second = reading(clock, SECOND, told_s=1.0)
    assert (second.remaining_s, second.free_s, second.periods_left) == (5.0, 5.0, 3)


def test_an_hourglass_gains_what_the_opponent_uses() -> None:
    clock, time = kept("*60")
    reading(clock, FIRST)
    clock.end(10.0)
    time.time_s += 25.0
    found = clock.begin(request(clock_s=None, moves=SECOND))
    assert found.clock is not None
    assert found.opponent is not None
    assert (found.clock.remaining_s, found.opponent.remaining_s) == pytest.approx((75.0, 45.0))


def test_a_turn_of_the_opponent_that_was_not_seen_costs_nothing() -> None:
    clock, time = kept("*60")
    reading(clock, FIRST)
    clock.end(10.0)
    time.time_s += 25.0
    assert reading(clock, f"{SECOND} g1f3 b8c6").remaining_s == pytest.approx(50.0)


def pondered(clock: KeptClock, moves: str) -> None:
    clock.begin(replace(request(clock_s=None, moves=moves), limits=Limits(ponder=True)))


def test_pondering_that_was_hit_is_the_opponents_time_and_then_the_own() -> None:
    clock, time = kept("*60")
    reading(clock, FIRST)
    clock.end(10.0)
    pondered(clock, SECOND)
    time.time_s += 25.0
    clock.ponder_hit()
    clock.end(5.0)
    found = clock.begin(request(clock_s=None, moves=f"{SECOND} g1f3 b8c6"))
    assert found.clock is not None
    assert found.opponent is not None
    assert (found.clock.remaining_s, found.opponent.remaining_s) == pytest.approx((70.0, 50.0))


def test_pondering_that_was_not_hit_is_no_turn() -> None:
    clock, time = kept("1:00+2")
    reading(clock, FIRST)
    clock.end(10.0)
    pondered(clock, SECOND)
    time.time_s += 25.0
    clock.end(0.0)
    found = clock.begin(request(clock_s=None, moves="e2e4 c7c5"))
    assert found.clock is not None
    assert found.opponent is not None
    assert (found.clock.remaining_s, found.opponent.remaining_s) == pytest.approx((52.0, 37.0))


def test_a_game_set_back_begins_anew_and_searches_without_a_clock_are_left_alone() -> None:
    clock, _ = kept("1:00 d5")
    reading(clock, SECOND)
    clock.end(30.0)
    assert reading(clock, FIRST).remaining_s == 60.0
    fixed = request(clock_s=None, limits=Limits(nodes=5))
    assert clock.begin(fixed) is fixed


def test_a_control_without_a_clock_is_refused() -> None:
    with pytest.raises(SettingError, match="--clock must be a clock that runs"):
        KeptClock(TimeControl.parse("depth 5"))


def test_a_position_of_unknown_rules_is_passed_on_as_it_is_written() -> None:
    game = UnruledGame()
    game.set(["startpos", "moves", "e2e4", "N@f6"], chess960=True)
    board = game.board
    assert position_line(board.copy(stack=False)) == "position startpos moves e2e4 N@f6"
    assert (board.turn, board.ply(), board.chess960) == (chess.WHITE, 2, True)
    game.set(["fen", "9/9/9/9/4K4/9/9/9/9/4k4", "b", "-", "-", "0", "1"], chess960=False)
    assert game.board.turn == chess.BLACK
    shogi = UnruledGame(first=chess.BLACK)
    shogi.set(["startpos", "moves", "7g7f"], chess960=False)
    assert shogi.board.turn == chess.WHITE


@pytest.mark.parametrize("words", ["", "fen", "fen 8/8", "startpos moves " + "x" * 30, "board 3"])
def test_words_that_are_no_position_of_any_game_are_refused(words: str) -> None:
    game = UnruledGame()
    with pytest.raises(DataError):
        game.set(words.split(), chess960=False)
    assert position_line(game.board) == "position startpos"


def test_any_move_of_an_unknown_game_is_taken_unless_it_can_be_none() -> None:
    board = UnruledBoard("startpos", (), turn=chess.WHITE, chess960=False)
    assert legal_text(board, "P*5e") == "P*5e"
    assert legal_text(board, "a0a1", ("b0b1",)) == ""
    assert legal_text(board, "x" * 30) == ""
    assert ponder_text(board, "h2e2", "h9g7") == "h9g7"
    assert [is_unruled(name) for name in ("chess", "", "Crazyhouse", "shogi")] == [False, False, True, True]


@pytest.fixture(scope="module")
def fairy() -> Iterator[UciProcess]:
    with UciProcess(
        "--engine", debian_engine("fairy-stockfish"), "--policy", "uniform", command="wrap"
    ) as made:
        yield made


@pytest.mark.parametrize(
    ("variant", "moves"), [("crazyhouse", "e2e4 d7d5 e4d5 d8d5"), ("xiangqi", "h3e3"), ("chess", "e2e4")]
)
def test_a_real_engine_plays_other_games_under_our_clock(fairy: UciProcess, variant: str, moves: str) -> None:
    fairy.send("stop", f"setoption name UCI_Variant value {variant}", "debug on", "ucinewgame")
    fairy.ready()
    lines = fairy.ask(f"position startpos moves {moves}", "go wtime 900 btime 900", until="bestmove")
    assert any(line.startswith("info string plan by uniform: target") for line in lines)
    assert len(lines[-1].split()[1]) in (4, 5)
    assert not any("stood in" in line or "not legal" in line for line in lines)


def test_a_game_that_the_engine_does_not_know_is_refused_in_one_line(fairy: UciProcess) -> None:
    fairy.send("setoption name UCI_Variant value calvinball")
    assert [line for line in fairy.ready() if "calvinball" in line] == [
        "info string option UCI_Variant must be a game that the engine knows, got 'calvinball'"
    ]


def test_a_real_shogi_engine_is_managed_in_byoyomi_by_usi() -> None:
    arguments = ["--engine", debian_engine("fairy-stockfish"), "--policy", "uniform", "--usi"]
    with UciProcess(*arguments, command="wrap") as engine:
        lines = engine.ask("usi", until="usiok")
        assert lines[0].endswith(" + uniform")
        engine.ask("isready", until="readyok")
        engine.send("usinewgame", "debug on", "position startpos moves 7g7f")
        lines = engine.ask("go btime 700 wtime 900 byoyomi 300", until="bestmove")
        (plan,) = [line for line in lines if "plan by uniform" in line]
        assert lines[-1].split()[1] not in ("resign", "0000")
        assert "period" in plan
        engine.send("position startpos moves 7g7f 8c8d 2g2f")
        assert engine.ask("go btime 0 wtime 0 byoyomi 200", until="bestmove")[-1] != "bestmove resign"
        engine.send("gameover win")


def test_the_first_move_is_capped_and_the_next_is_not(tmp_path: Path) -> None:
    script = tmp_path / "engine.args"
    program, *words = scripted("sound")
    lines = [f"--engine {program}", *(f"--engine-arg={word}" for word in words), "# a comment"]
    script.write_text("\n".join([*lines, "--policy uniform --first-move 0.05"]))
    with UciProcess("--script", str(script), command="wrap") as engine:
        engine.send("debug on", "ucinewgame", "position startpos")
        first = engine.ask("go wtime 6000 btime 6000", until="bestmove")
        engine.send("position startpos moves d2d4 d7d5")
        second = engine.ask("go wtime 6000 btime 6000", until="bestmove")
    assert any("stopped by caller" in line for line in first)
    assert not any("stopped by caller" in line for line in second)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("--engine 'x", "--script must hold arguments as a shell reads them"),
        ("--script other", "--script must not name another script"),
        (None, "the script of --script must be a file that can be read"),
    ],
)
def test_a_bad_script_is_refused_in_one_line(
    text: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (tmp_path / "x.args").write_text(text)
    assert run(["wrap", "--script", str(tmp_path / "x.args")]) == EXIT_BAD_INPUT
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) == 1


def test_the_clock_alone_is_replaced() -> None:
    clock, _ = kept("1:00 d5")
    asked = replace(request(clock_s=30.0), lines=3)
    assert clock.begin(asked).lines == 3
