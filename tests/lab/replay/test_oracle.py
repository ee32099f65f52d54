"""The oracle: the best spending of a clock by one who knows every loss."""

import itertools
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lab.replay.made_up_data import chess_traces, scrabble_traces
from zeitnot.clocks import Clock, TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import Stop
from zeitnot.lab import (
    ORACLE,
    Oracle,
    PolicySums,
    ReplayPlan,
    figures_of,
    has_oracle,
    parse_entrants,
    run_replay,
)

LOSSES = st.lists(st.lists(st.floats(0.0, 10.0), min_size=1, max_size=4), min_size=1, max_size=5)
CONTROLS = ("0:04", "0:03+1", "3/0:04", "2/0:04, 0:02+1", "0:04 d1", "0:04 b1")


def turns_of(losses: list[list[float]]) -> list[list[Stop]]:
    """Make turns that can stop after 0, 1, 2 ... seconds, with what is lost there."""
    return [[Stop(used_s=float(s), loss=loss) for s, loss in enumerate(turn)] for turn in losses]


def best_by_trying(control: TimeControl, turns: list[list[Stop]]) -> float:
    """Try every way on a real clock."""
    best = float("inf")
    for way in itertools.product(*turns):
        clock = Clock(control)
        for stop in way:
            clock.spend(stop.used_s)
        if not clock.flagged:
            best = min(best, sum(stop.loss for stop in way) + clock.penalty_pts)
    return best


@pytest.mark.parametrize("control", CONTROLS)
@settings(max_examples=30)
@given(losses=LOSSES)
def test_nothing_on_a_real_clock_is_better_and_nothing_worse_is_needed(
    control: str, losses: list[list[float]]
) -> None:
    clock, turns = TimeControl.parse(control), turns_of(losses)
    assert Oracle(clock).play(turns).cost == pytest.approx(best_by_trying(clock, turns))


@settings(max_examples=30)
@given(losses=LOSSES)
def test_overtime_is_bought_when_it_saves_more_than_it_costs(losses: list[list[float]]) -> None:
    clock = TimeControl.parse("0:03 -3/min")
    turns = turns_of([[3 * loss for loss in turn] for turn in losses])
    assert Oracle(clock).play(turns).cost == pytest.approx(best_by_trying(clock, turns))


def test_a_clock_whose_time_depends_on_its_use_has_no_oracle() -> None:
    for control in ("1:00 3x0:10", "hourglass 1:00"):
        assert not has_oracle(TimeControl.parse(control))
        with pytest.raises(SettingError, match="without byoyomi or hourglass"):
            Oracle(TimeControl.parse(control))
    assert not has_oracle(TimeControl.parse("depth 8"))


def replayed(game: str, control: str, work_per_s: float) -> dict[str, PolicySums]:
    plan = ReplayPlan(
        game=game,
        traces=chess_traces() if game == "chess" else scrabble_traces(),
        entrants=parse_entrants("learned,uniform"),
        control=control,
        work_per_s=work_per_s,
        oracle=True,
    )
    return run_replay(plan, games=40)


@pytest.mark.parametrize(
    ("game", "control", "work_per_s"),
    [("chess", "10+0.1", 20_000.0), ("chess", "40/4", 20_000.0), ("scrabble", "2:00 -10/min", 100.0)],
)
def test_no_policy_loses_less_than_the_oracle_and_the_way_begins_with_even_shares(
    game: str, control: str, work_per_s: float
) -> None:
    figures = {each.policy: each for each in figures_of(replayed(game, control, work_per_s))}
    assert list(figures) == ["learned", "uniform", ORACLE]
    oracle = figures[ORACLE]
    assert oracle.cost.mean <= min(figures["learned"].cost.mean, figures["uniform"].cost.mean)
    shares = {name: each.share for name, each in figures.items() if each.share is not None}
    assert (shares["uniform"].mean, shares["uniform"].error) == (0.0, 0.0)
    assert (shares[ORACLE].mean, shares[ORACLE].error) == (1.0, 0.0)
    way = figures["uniform"].cost.mean - oracle.cost.mean
    saved = figures["uniform"].cost.mean - figures["learned"].cost.mean
    assert shares["learned"].mean == pytest.approx(saved / way)
    assert oracle.used_s + oracle.left_s == pytest.approx(
        figures["uniform"].used_s + figures["uniform"].left_s, rel=0.05
    )
    assert sum(phase.turns for phase in oracle.phases.values()) == sum(
        phase.turns for phase in figures["uniform"].phases.values()
    )


def test_the_error_of_a_share_is_that_of_other_traces() -> None:
    """Compare the error with what drawing the traces anew gives."""
    sums = replayed("chess", "10+0.1", 20_000.0)
    (learned, *_), rng = figures_of(sums), Random(1)
    numbers = sorted({number for own in sums.values() for number in own.traces})
    drawn = []
    for _ in range(400):
        taken = rng.choices(numbers, k=len(numbers))

        def cost(name: str, taken: list[int] = taken) -> float:
            traces = sums[name].traces
            return sum(traces[number].cost for number in taken if number in traces)

        drawn.append((cost("uniform") - cost("learned")) / (cost("uniform") - cost(ORACLE)))
    mean = sum(drawn) / len(drawn)
    spread = (sum((each - mean) ** 2 for each in drawn) / len(drawn)) ** 0.5
    assert learned.share is not None
    assert learned.share.error == pytest.approx(1.96 * spread, rel=0.35)


def test_another_policy_of_that_name_is_refused() -> None:
    plan = ReplayPlan(
        game="chess",
        traces=chess_traces(10),
        entrants=parse_entrants("uniform"),
        control="10+0",
        work_per_s=1000.0,
    )
    other = replace(plan.entrants[0], name=ORACLE)
    with pytest.raises(SettingError, match="no other policy of that name"):
        replace(plan, oracle=True, entrants=(other,))
