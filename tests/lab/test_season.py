"""The simulated season: no policy loses a game, a byoyomi period or overtime points by its own fault."""

from dataclasses import dataclass
from random import Random

import pytest

from tests.lab.season import (
    GAMES,
    KINDS,
    LAG_SHOWS,
    KindOfControl,
    Line,
    failures,
    season,
    slow_line,
    unknown_line,
    usual_line,
)
from zeitnot.monitors import Deadline, Monitor
from zeitnot.policies.registry import built_in_names, plain_policy
from zeitnot.turns import Budget, Overhead, Safety, Trail, Turn

BUILT_IN = built_in_names()
UNGUARDED = Safety(floor_s=0.0, largest_share=1.0, unknown_share=0.0)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_turn_of_a_season_is_longer_than_the_clock_can_bear(name: str) -> None:
    policy = plain_policy(name)
    assert failures(season(policy, games=GAMES, line=usual_line)) == []
    assert failures(season(policy, games=GAMES, line=slow_line, seed=1)) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_line_slower_than_assumed_is_known_from_the_second_turn(name: str) -> None:
    played = season(plain_policy(name), games=GAMES, line=unknown_line, kinds=LAG_SHOWS)
    assert failures(played, from_turn=1) == []


@dataclass(frozen=True, slots=True, kw_only=True)
class Greedy:
    """Takes all there is."""

    def plan(self, turn: Turn) -> Budget:
        return Budget.same_target_and_limit(Trail.start("all", turn.clock.bearable_s))

    def monitor(self, turn: Turn, budget: Budget) -> Monitor:
        return Deadline(budget.limit_s)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_season_would_catch_a_greedy_policy_without_guards_on_every_control(kind: KindOfControl) -> None:
    def told_nothing_is_lost(rng: Random) -> Line:
        return Line(latency=usual_line(rng).latency, told=Overhead(mean_s=0.0, worst_s=0.0))

    played = season(Greedy(), games=20, line=told_nothing_is_lost, kinds=(kind,), safety=UNGUARDED)
    assert failures(played) != []


def test_the_same_greedy_policy_is_saved_by_the_guards() -> None:
    assert failures(season(Greedy(), games=2 * GAMES, line=usual_line)) == []


def test_a_season_is_the_same_every_time() -> None:
    policy = plain_policy("uniform")
    first, second = (list(season(policy, games=18, line=slow_line)) for _ in range(2))
    assert first == second
