"""The clocks of a whole game."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clocks.strategies import controls, times_s
from zeitnot.clocks import ClockReading, GameClock, GameClockState, TimeControl, WorkTime
from zeitnot.errors import DataError, SettingError, StateError

BLITZ = TimeControl.fischer(180, 2)


def test_pressing_ends_one_turn_and_begins_the_next() -> None:
    source = WorkTime()
    game = GameClock(BLITZ, source)
    game.start()
    source.advance(10)
    assert game.press() == 10
    source.advance(5)
    assert game.to_move == 1
    assert [game.remaining_s(player) for player in (0, 1)] == [172, 175]
    assert game.press() == 5
    assert game.to_move == 0
    assert game.stop() == 0
    assert not game.running


def test_only_the_player_to_move_loses_time() -> None:
    game = GameClock(BLITZ, players=3)
    for seconds in (1, 2, 3, 4):
        game.spend(seconds)
    assert [clock.used_s for clock in game.clocks] == [5, 2, 3]
    assert game.to_move == 1


def test_the_player_whose_time_is_out_has_lost() -> None:
    source = WorkTime()
    game = GameClock(BLITZ, source)
    game.start()
    game.press()
    assert game.flagged_player is None
    source.advance(183)
    assert game.flagged_player == 1


def test_an_hourglass_moves_the_time_used_to_the_opponent() -> None:
    game = GameClock(TimeControl.parse("hourglass 1:00"))
    game.spend(20)
    assert [game.remaining_s(player) for player in (0, 1)] == [40, 80]
    game.spend(70)
    assert [game.remaining_s(player) for player in (0, 1)] == [110, 10]


def test_an_hourglass_flows_live() -> None:
    source = WorkTime()
    game = GameClock(TimeControl.parse("*60"), source)
    game.start()
    source.advance(20)
    assert [game.remaining_s(player) for player in (0, 1)] == [40, 80]
    assert game.reading() == ClockReading(remaining_s=40)
    assert game.reading(1) == ClockReading(remaining_s=80)
    game.press()
    assert game.reading() == ClockReading(remaining_s=80)


def test_a_pause_stops_both_clocks() -> None:
    source = WorkTime()
    game = GameClock(BLITZ, source)
    game.start()
    source.advance(10)
    game.pause()
    source.advance(100)
    assert not game.running
    game.start()
    source.advance(1)
    assert game.press() == 11


def test_players_may_have_different_controls() -> None:
    game = GameClock([BLITZ, TimeControl.sudden_death(60)])
    assert [game.remaining_s(player) for player in (0, 1)] == [180, 60]


@pytest.mark.parametrize("players", [0, 3])
def test_each_player_must_have_one_control(players: int) -> None:
    with pytest.raises(SettingError, match=f"each of {players} players must have one control, got 2"):
        GameClock([BLITZ, BLITZ], players=players)


def test_a_game_without_players_is_refused() -> None:
    with pytest.raises(SettingError, match="each of 0 players must have one control, got 0"):
        GameClock(BLITZ, players=0)


def test_one_player_alone_is_always_to_move() -> None:
    game = GameClock(BLITZ, players=1)
    game.spend(10)
    assert (game.to_move, game.remaining_s(0)) == (0, 172)


def test_an_hourglass_must_have_two_players_with_the_same_control() -> None:
    with pytest.raises(SettingError, match="an hourglass must have two players with the same control, got 3"):
        GameClock(TimeControl.parse("*60"), players=3)
    with pytest.raises(SettingError, match="an hourglass must have two players with the same control, got 2"):
        GameClock([TimeControl.parse("*60"), TimeControl.parse("*90")])


def test_a_game_that_has_not_begun_cannot_be_pressed() -> None:
    with pytest.raises(StateError):
        GameClock(BLITZ).press()


@given(control=controls, turns_s=st.lists(times_s(most_ms=100_000), max_size=12))
def test_a_restored_game_goes_on_as_the_old_one(control: TimeControl, turns_s: list[float]) -> None:
    old, new = GameClock(control), GameClock(control)
    for turn_s in turns_s:
        old.spend(turn_s)
    text = json.dumps(old.snapshot().to_json(), allow_nan=False)
    new.restore(GameClockState.from_json(json.loads(text)))
    for game in (old, new):
        game.spend(1.5)
    assert new.snapshot() == old.snapshot()


@given(turns_s=st.lists(times_s(most_ms=100_000), max_size=12))
def test_an_hourglass_neither_gains_nor_loses_time(turns_s: list[float]) -> None:
    game = GameClock(TimeControl.parse("*60"))
    for turn_s in turns_s:
        game.spend(turn_s)
    assert game.remaining_s(0) + game.remaining_s(1) == pytest.approx(120)


def test_a_state_that_does_not_name_the_player_to_move_means_the_first() -> None:
    game = GameClock(BLITZ)
    game.spend(10)
    game.restore(GameClockState(clocks=game.snapshot().clocks))
    assert game.to_move == 0


def test_a_state_of_another_game_is_refused() -> None:
    with pytest.raises(SettingError, match="the state must have 2 clocks"):
        GameClock(BLITZ).restore(GameClock(BLITZ, players=3).snapshot())
    with pytest.raises(SettingError, match=r"the state must have 2 clocks, got .*to_move=2"):
        GameClock(BLITZ).restore(replace(GameClock(BLITZ).snapshot(), to_move=2))
    with pytest.raises(DataError, match="clocks must be a list of clock states, got None"):
        GameClockState.from_json({"to_move": 0})
    with pytest.raises(DataError, match="to_move must be the number of a clock, got 2"):
        GameClockState.from_json(GameClock(BLITZ).snapshot().to_json() | {"to_move": 2})
