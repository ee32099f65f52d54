"""A Scrabble player under a policy that hangs or raises: it plays on, and says so."""

import time

import pytest

from tests.scrabble.fixtures_player import RATES, clock, knowledge, position_with_bag
from tests.turns.awkward import HANGS, HOOKS, RAISES, Awkward
from zeitnot.models import make_manager
from zeitnot.scrabble.player import Player, PlayerSettings
from zeitnot.scrabble.simulation import SimulationSettings
from zeitnot.scrabble.turn import BackgroundTurn
from zeitnot.turns import Patience

LATE_S = 20.0
"""Far below what the policies would take, far above what a busy machine adds."""


def awkward_player(hook: str, how: str, *, work: bool = False) -> Player:
    return Player(
        make_manager(Awkward(hook=hook, how=how), patience=Patience(hang_s=0.1)),
        knowledge(),
        settings=PlayerSettings(simulation=SimulationSettings(first_samples=5)),
        rates=RATES if work else None,
    )


@pytest.mark.parametrize("work", [False, True])
@pytest.mark.parametrize(("hook", "how"), [*zip(HOOKS, HANGS, strict=True), *zip(HOOKS, RAISES, strict=True)])
def test_a_turn_is_played_in_time(hook: str, how: str, *, work: bool) -> None:
    player = awkward_player(hook, how, work=work)
    began_s = time.monotonic()
    for ply in (0, 2):
        choice = player.choose(position_with_bag(40), clock=clock(4.0), ply=ply)
        assert choice.record.fault
        assert choice.record.samples > 0
    assert time.monotonic() - began_s < LATE_S


def test_a_turn_in_the_background_ends_while_its_policy_hangs() -> None:
    player = awkward_player("observe", "wait")
    with BackgroundTurn(
        lambda timer, look: player.choose(
            position_with_bag(40), clock=clock(600.0), timer=timer, on_state=look
        )
    ) as turn:
        turn.stop()
        assert turn.is_done_within(LATE_S)
        assert turn.result().chosen.score_pts > 0
