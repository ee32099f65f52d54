"""Pondering in a match: what the referee does about it, and real engines that do it."""

import pytest

from tests.chess.proxy.fixtures_proxy import debian_engine
from tests.lab.match.scenes import ScriptedPlayer, played, scrabble_plan, scripted_game, small_plan
from zeitnot.chess.match.player import BuiltInPlayer, settings_of
from zeitnot.errors import EngineFaultError, SettingError
from zeitnot.games import Fault, Participant, PlayedGame, RefereeRules
from zeitnot.turns import Limits, TurnRecord

STOCKFISH = "stockfish"
SHORT = RefereeRules(most_plies=14, margins_s=(9.0,))
"""Few moves, and no flag falls on a busy machine."""


def knights() -> tuple[ScriptedPlayer, ScriptedPlayer]:
    """Seat two who move their knights to and fro; White expects it, on every second turn wrongly."""
    expects = ("g8f6", "b8c6")
    white = ScriptedPlayer(("g1f3", "f3g1"), turn_s=0.5, expects=expects)
    return white, ScriptedPlayer(("g8f6", "f6g8"), turn_s=2.0)


def turns_of(games: list[PlayedGame], seat: int) -> list[TurnRecord]:
    return [turn.record for game in games for turn in game.turns if turn.seat == seat]


@pytest.mark.source("T12.match", "T12.free", "T12.miss")
def test_pondering_costs_no_own_time_by_the_referees_clock() -> None:
    white, black = knights()
    pondered = scripted_game(white, black, control="1:00+1", ponders=True)
    pondered.play()
    plain = scripted_game(*knights(), control="1:00+1")
    plain.play()
    assert white.pondered[:4] == ["begins", "hit after 2 s", "begins", "miss after 2 s"]
    assert pondered.left_s() == plain.left_s()
    assert [turn.referee_s for turn in pondered.turns] == [turn.referee_s for turn in plain.turns]


@pytest.mark.source("T12.match", "T12.free")
def test_the_side_that_has_moved_ponders_on_the_position_after_the_reply_with_its_own_clock() -> None:
    white, black = knights()
    scripted_game(white, black, control="1:00+1", ponders=True).play()
    request = white.pondering[0]
    assert [move.uci() for move in request.board.move_stack] == ["g1f3", "g8f6"]
    assert request.limits == Limits(ponder=True)
    assert request.clock is not None
    assert request.opponent is not None
    assert (request.clock.remaining_s, request.opponent.remaining_s) == (60.5, 60.0)
    assert request.clock == white.asked[1].clock  # it stood while the opponent thought


@pytest.mark.source("T12.match", "T12.hit", "T12.miss")
def test_the_records_tell_of_hits_and_misses() -> None:
    game = scripted_game(*knights(), ponders=True)
    game.play()
    white = [turn.record for turn in game.turns if turn.seat == 0]
    assert [record.ponder_hit for record in white] == [False, True, False, True]
    assert [record.pondered_s for record in white] == [None, 2.0, 2.0, 2.0]
    assert {turn.record.pondered_s for turn in game.turns if turn.seat == 1} == {None}


@pytest.mark.source("T12.miss")
def test_stopping_after_a_miss_is_not_charged() -> None:
    white, black = knights()
    white.expects, white.miss_s = ("b8c6",), 0.25
    game = scripted_game(white, black, control="1:00", ponders=True)
    game.play()
    assert white.pondered.count("miss after 2 s") == 3
    assert game.left_s() == (60 - 4 * 0.5, 60 - 4 * 2.0)


def test_nobody_ponders_unless_it_is_asked_for() -> None:
    white, black = knights()
    scripted_game(white, black).play()
    assert white.pondered == []


@pytest.mark.parametrize("reply", ["a1a8", "nonsense", "e2e4"])
def test_a_reply_that_is_not_legal_is_not_pondered_on(reply: str) -> None:
    white, black = knights()
    white.expects = (reply,)
    assert scripted_game(white, black, ponders=True).play().fault is None
    assert white.pondered == []


def test_pondering_ends_with_the_game() -> None:
    white = ScriptedPlayer(("f2f3", "g2g4"), expects=("e7e5", "a7a6"))
    black = ScriptedPlayer(("e7e5", "d8h4"), expects=("g2g4", "a2a3"))
    judged = scripted_game(white, black, ponders=True).play()
    assert judged.ending.words == "Black wins: checkmate"
    assert white.pondered == ["begins", "hit after 0.1 s", "begins", "miss after 0 s"]
    assert black.pondered == ["begins", "hit after 0.1 s"]


def test_an_engine_that_does_not_stop_pondering_loses() -> None:
    white, black = knights()
    white.expects = ("b8c6",)
    white.miss_fault = EngineFaultError("it must give an answer, got none", kind="stalled")
    judged = scripted_game(white, black, ponders=True).play()
    assert (judged.fault, judged.seat) == (Fault.STALL, 0)


@pytest.mark.source("T12.match", "T12.hit", "T12.free")
def test_in_work_time_pondering_gets_the_work_of_the_opponents_turn_and_repeats_to_the_bit() -> None:
    plan = small_plan("textbook", "uniform", ponder=True, rules=RefereeRules(most_plies=60))
    games = played(plan)
    again = played(plan)
    assert [game.turns for game in games] == [game.turns for game in again]
    hits = [record for seat in (0, 1) for record in turns_of(games, seat) if record.ponder_hit]
    assert len(hits) > 10
    for hit in hits:  # of the work of the whole search, the clock pays for what came after the hit
        assert hit.pondered_s is not None
        assert hit.used_s <= max(0.0, hit.nodes / 2_000 - hit.pondered_s) + 1e-9
    for game in games:
        for before, turn in zip(game.turns, game.turns[1:], strict=False):
            if turn.record.pondered_s is not None:
                assert turn.record.pondered_s == before.record.used_s
            assert turn.referee_s == turn.record.used_s  # which has no second of the pondering in it
    assert [game.turns for game in games] != [
        game.turns for game in played(small_plan("textbook", "uniform"))
    ]


@pytest.mark.source("T12.match")
@pytest.mark.parametrize("other", [STOCKFISH, f"{STOCKFISH}+textbook"])
def test_real_engines_ponder_by_the_wall(other: str) -> None:
    assert debian_engine(STOCKFISH)
    plan = small_plan("textbook", other, control="1+0.02", work_per_s=None, ponder=True, rules=SHORT)
    games = played(plan)
    assert [game.fault for game in games] == [None, None]
    for seat in (0, 1):
        records = turns_of(games, seat)
        assert sum(record.pondered_s is not None for record in records) >= len(records) // 2
    assert any(record.ponder_hit for seat in (0, 1) for record in turns_of(games, seat))


def test_a_policy_that_plans_otherwise_when_it_ponders_is_told_so() -> None:
    plan = small_plan("zeitnot+stockfish", "uniform", ponder=True)
    assert settings_of(plan.participants[0], plan) == {"ponders": True}
    assert settings_of(plan.participants[1], plan) == {}
    own = Participant.parse("zeitnot+stockfish:ponders=false")
    assert settings_of(own, plan) == {"ponders": "false"}
    assert BuiltInPlayer(plan.participants[0], plan)._engine.manager.policy.ponders  # type: ignore[attr-defined]


def test_a_game_in_which_both_ponder_needs_twice_the_cores() -> None:
    wall = small_plan(work_per_s=None, threads=2)
    assert (wall.cores, small_plan(work_per_s=None, threads=2, ponder=True).cores) == (2, 4)
    assert small_plan(ponder=True).cores == 1  # in work time one side works after the other


def test_scrabble_players_do_not_ponder() -> None:
    with pytest.raises(SettingError, match="pondering is not for scrabble"):
        scrabble_plan(ponder=True)
