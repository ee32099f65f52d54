"""Turns in the background: watched while they run, stopped when somebody says so, and never left behind."""

from dataclasses import replace

import pytest

from tests.scrabble.fixtures_player import player, position_with_bag
from zeitnot.errors import DataError
from zeitnot.scrabble import Position
from zeitnot.scrabble.endgame import EndgameState
from zeitnot.scrabble.simulation import SimulationState
from zeitnot.scrabble.turn import BackgroundTurn, SearchState
from zeitnot.turns import Limits, Reason

HOURS = Limits(move_time_s=10_000.0)
WAIT_S = 30.0
WIDE = (
    "MUREIN1U3VAW1/5ULNAD1AZO1/2VEX2DE2TOO1/3P3OR2F1D1/3O4ANNULI1/3N1J2T2L1ES/3Y1IF1E3ASK/"
    "3MAGICS3N1E/1WHY2GO4E1E/1A5E4R1T/1B5R3GO2/1B5C3AI2/1L5I3ED2/1E5O7/TRIPE2n7 ?AHIIRT/QST 0/0 0"
)
"""An endgame with a blank and room everywhere: nobody solves it in time."""


def begun(position: Position) -> BackgroundTurn:
    one = player(rates=None)
    return BackgroundTurn(lambda timer, look: one.choose(position, limits=HOURS, timer=timer, on_state=look))


def until_seen(turn: BackgroundTurn) -> SearchState:
    for _ in range(1000):
        if turn.state is not None or turn.is_done_within(WAIT_S / 1000):
            break
    assert turn.state is not None
    return turn.state


@pytest.mark.parametrize("with_bag", [True, False], ids=["simulation", "endgame"])
def test_a_turn_that_is_stopped_plays_what_it_has_found(with_bag: bool) -> None:
    position = position_with_bag(60) if with_bag else Position.from_cgp(WIDE)
    with begun(position) as turn:
        state = until_seen(turn)
        assert isinstance(state, SimulationState if with_bag else EndgameState)
        assert not turn.is_done_within(0.0)
        turn.stop()
        choice = turn.result()
    assert choice.record.reason is Reason.CALLER
    assert choice.record.note.endswith(": caller")
    assert choice.record.used_s < WAIT_S
    assert (choice.simulation is not None) == with_bag


def test_a_stop_before_anything_was_searched_is_not_lost() -> None:
    with begun(position_with_bag(60)) as turn:
        turn.stop()
        assert turn.is_done_within(WAIT_S)
        assert turn.result().record.reason is Reason.CALLER


def test_the_search_does_not_outlive_its_turn() -> None:
    with begun(position_with_bag(60)) as turn:
        until_seen(turn)
        assert not turn.is_done_within(0.0)
    assert turn.is_done_within(0.0)


def test_work_time_ends_by_itself_and_says_so_to_who_waits() -> None:
    one = player()
    position, limits = position_with_bag(60), Limits(move_time_s=1.0)
    with BackgroundTurn(
        lambda timer, look: one.choose(position, limits=limits, timer=timer, on_state=look), one.rates
    ) as turn:
        assert turn.result() == player().choose(position, limits=limits)


def test_what_goes_wrong_is_raised_where_the_move_is_waited_for() -> None:
    with begun(replace(position_with_bag(60), rack=())) as turn, pytest.raises(DataError, match="rack"):
        turn.result()
