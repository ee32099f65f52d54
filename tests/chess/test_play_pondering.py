"""Pondering against a person: the engine thinks on the reply it expects while he thinks."""

import threading
from collections.abc import Callable
from pathlib import Path

import chess
import pytest

from tests.chess.fixtures_play import Answer, Table, table
from zeitnot.chess.background_search import BackgroundSearch

CLOCK = "3:00"


def searching() -> bool:
    """Return whether any search still runs."""
    return any(thread.name == "search" and thread.is_alive() for thread in threading.enumerate())


def seen(search: BackgroundSearch | None) -> None:
    """Wait until a search has found something: there must be one."""
    assert search is not None
    while search.thinking.last_iteration is None:
        assert not search.is_done_within(0.001)


def game(*answers: str, clock: str = CLOCK, keep_in: Path | None = None) -> Table:
    """Play against an engine that ponders; `expected` and `other` stand for moves that are, or are not."""
    words: list[Answer] = []
    played = table(words, clock=clock, policy="textbook", ponders=True, keep_in=keep_in)
    session = played.session

    def expected() -> str:
        seen(session._pondering)
        assert session._expected is not None
        return session._expected.uci()

    def other() -> str:
        wrong = expected()
        return next(move.uci() for move in played.game.board.legal_moves if move.uci() != wrong)

    def interrupt() -> str:
        seen(session._pondering)
        raise KeyboardInterrupt

    typed: dict[str, Callable[[], str]] = {"expected": expected, "other": other, "^C": interrupt}
    played.screen.answers.extend(typed.get(answer, answer) for answer in answers)
    return played


@pytest.mark.source("T12.play", "T12.hit", "T12.free")
def test_on_the_expected_reply_the_search_goes_on_and_costs_only_its_own_time() -> None:
    played = game("e2e4", "expected")
    played.session.run()
    first, second = (turn.record for turn in played.session._engine_turns)
    assert first is not None
    assert second is not None
    assert second.ponder_hit
    assert second.pondered_s is not None
    assert second.pondered_s > 0
    assert "after pondering for" in played.screen.said[-2]
    assert played.game.left_s(chess.BLACK) == pytest.approx(180 - first.used_s - second.used_s)
    assert not searching()


@pytest.mark.source("T12.play", "T12.miss")
def test_on_another_reply_the_engine_thinks_as_if_it_had_not_pondered() -> None:
    played = game("e2e4", "other")
    played.session.run()
    first, second = (turn.record for turn in played.session._engine_turns)
    assert first is not None
    assert second is not None
    assert not second.ponder_hit
    assert "pondering" not in played.text
    assert played.game.left_s(chess.BLACK) == pytest.approx(180 - first.used_s - second.used_s)
    assert not searching()


@pytest.mark.source("T12.play")
def test_the_screen_says_modestly_that_the_engine_ponders() -> None:
    played = game("e2e4", "expected", "why")
    played.session.run()
    assert "ponders" not in played.screen.prompts[0]
    assert played.screen.prompts[1].endswith("engine ponders > ")
    assert any("the expected reply came after" in line for line in played.screen.said)
    assert played.session._expected is not None


@pytest.mark.source("T12.play")
@pytest.mark.parametrize("end", ["^C", "quit", "resign"])
def test_the_game_can_be_left_while_the_engine_ponders(end: str, tmp_path: Path) -> None:
    kept = tmp_path / "games.pgn"
    played = game("e2e4", end, keep_in=kept)
    played.session.run()
    assert not searching()
    assert "1. e4" in kept.read_text(encoding="utf-8")


@pytest.mark.source("T12.play", "T12.miss")
def test_a_move_can_be_taken_back_while_the_engine_ponders() -> None:
    played = game("e2e4", "undo", "d2d4", "expected")
    played.session.run()
    assert played.game.played[0].move.uci() == "d2d4"
    assert len(played.game.played) == 4
    record = played.session._engine_turns[-1].record
    assert record is not None
    assert record.ponder_hit
    assert not searching()


def test_hints_and_other_commands_leave_the_pondering_alone() -> None:
    played = game("e2e4", "hint", "clock", "flip", "pgn", "help", "expected")
    played.session.run()
    record = played.session._engine_turns[-1].record
    assert record is not None
    assert record.ponder_hit


def test_a_search_to_a_depth_waits_for_the_reply_however_early_it_ends() -> None:
    played = game("e2e4", "expected", "expected", clock="depth 3")
    played.session.run()
    records = [turn.record for turn in played.session._engine_turns]
    assert [record.ponder_hit for record in records if record] == [False, True, True]


def test_nothing_is_pondered_on_unless_it_is_asked_for() -> None:
    played = table(["e2e4"], clock=CLOCK, policy="textbook")
    played.session.run()
    assert not any("ponders" in prompt for prompt in played.screen.prompts)


@pytest.mark.source("T12.play")
def test_a_reply_that_ends_the_game_is_not_pondered_on() -> None:
    played = game("e2e4")
    board = chess.Board("7k/5K2/8/6Q1/8/8/8/8 b - - 0 1")
    played.game.board = board  # the only reply is a move that is followed by mate
    assert played.session.opponent.ponder_request(played.game, "") is None
    request = played.session.opponent.ponder_request(played.game, "h8h7")
    assert request is not None
    assert request.limits.ponder
    played.game.board = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    assert played.session.opponent.ponder_request(played.game, "d1d8") is None


@pytest.mark.source("T12.play", "T12.miss")
def test_pondering_ends_when_a_move_is_taken_back() -> None:
    played = game("e2e4", "undo", "resign")
    prompts = played.screen.prompts
    played.session.run()
    assert "ponders" in prompts[1]
    assert "ponders" not in prompts[2]
