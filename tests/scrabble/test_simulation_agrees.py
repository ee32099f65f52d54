"""The native simulation against one in plain Python: exactly without chance, within errors with it."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from tests.scrabble.fixtures_lexicons import World, enable1, large, small, tiny
from tests.scrabble.oracle import FULL_RACK
from tests.scrabble.plain_rollout import Known, Outcome, PlainMove
from tests.scrabble.simulation_cases import Case
from tests.scrabble.slow_game import MASK, Xoshiro

MOST_ERRORS = 4.0
"""Standard errors that two means may be apart."""


def shuffled(known: Known, rng: Random, count: int) -> Iterator[list[int]]:
    """Yield `count` random deals."""
    for _ in range(count):
        yield rng.sample(list(known.unseen), len(known.unseen))


def array(outcomes: list[Outcome]) -> npt.NDArray[np.float64]:
    """Return columns of equity and of wins."""
    return np.array(outcomes, dtype=np.float64)


def no_chance(_: int) -> int:
    raise AssertionError("nothing must be drawn")


@pytest.mark.parametrize("plies", [0, 1, 2, 5])
@pytest.mark.parametrize(
    ("world", "seed"), [*((tiny, seed) for seed in range(4)), (small, 1), (small, 2), (large, 3)]
)
def test_with_an_empty_bag_every_sample_is_what_plain_play_gives(
    world: Callable[[], World], seed: int, plies: int
) -> None:
    case = Case.make(world(), seed=seed, unseen=3 + seed % 5, plays=4)
    for move, arm in zip(case.moves, case.native_arms(20, plies=plies), strict=True):
        outcome = case.plain(plies).sample(case.known, PlainMove.of(move), list(case.known.unseen), no_chance)
        assert arm.equity_mean == pytest.approx(outcome.equity_pts, abs=1e-4)
        assert arm.win_mean == pytest.approx(outcome.win, abs=1e-6)
        assert arm.equity_variance == pytest.approx(0.0, abs=1e-6)
        assert arm.win_variance == pytest.approx(0.0, abs=1e-6)


def every_deal(known: Known) -> list[list[int]]:
    """List the deals, all as likely: which tiles lie in the bag, and in which order."""
    places = range(len(known.unseen))
    in_bag = len(places) - FULL_RACK
    return [
        [known.unseen[at] for at in places if at not in bag] + [known.unseen[at] for at in bag]
        for bag in permutations(places, in_bag)
    ]


@pytest.mark.parametrize(("seed", "unseen", "plies"), [(1, 8, 1), (3, 8, 2), (4, 8, 3), (5, 9, 1)])
def test_with_few_deals_the_means_are_exact_after_all_of_them(seed: int, unseen: int, plies: int) -> None:
    case = Case.make(tiny(), seed=seed, unseen=unseen, plays=3)
    plain, deals = case.plain(plies), every_deal(case.known)
    for move, arm in zip(case.moves, case.native_arms(4000, plies=plies), strict=True):
        exact = array(plain.outcomes(case.known, PlainMove.of(move), iter(deals), Random(1).randrange))
        assert arm.samples == len(deals)
        assert arm.equity_mean == pytest.approx(exact[:, 0].mean(), abs=1e-3)
        assert arm.win_mean == pytest.approx(exact[:, 1].mean(), abs=1e-5)
        assert arm.equity_variance == arm.win_variance == 0.0, "nothing is left to be known"


@pytest.mark.parametrize("seed", [1, 2])
def test_single_samples_are_the_eight_deals_and_no_other_values(seed: int) -> None:
    case = Case.make(tiny(), seed=seed, unseen=8, plays=3, arms=1)
    exact = case.plain(2).outcomes(
        case.known, PlainMove.of(case.moves[0]), iter(every_deal(case.known)), no_chance
    )
    seen = Counter(round(case.native_arms(1, plies=2, seed=each)[0].equity_mean, 2) for each in range(400))
    expected = Counter(round(outcome.equity_pts, 2) for outcome in exact)
    assert seen.keys() == expected.keys()
    for value, count in expected.items():
        assert seen[value] / 400 == pytest.approx(count / 8, abs=MOST_ERRORS * 0.5 / math.sqrt(400))


@pytest.mark.parametrize(
    ("world", "seed", "unseen", "plies"),
    [(tiny, 11, 11, 1), (tiny, 12, 12, 2), (tiny, 13, 30, 1), (enable1, 15, 11, 1)],
)
def test_means_and_variances_agree_within_their_errors(
    world: Callable[[], World], seed: int, unseen: int, plies: int
) -> None:
    case = Case.make(world(), seed=seed, unseen=unseen, plays=4, arms=2)
    plain_samples, samples, rng = 30, 3000, Random(seed)
    plain = case.plain(plies)
    for move, arm in zip(case.moves, case.native_arms(samples, plies=plies), strict=True):
        deals = shuffled(case.known, rng, plain_samples)
        outcomes = array(plain.outcomes(case.known, PlainMove.of(move), deals, rng.randrange))
        for slow, mean, variance in (
            (outcomes[:, 0], arm.equity_mean, arm.equity_variance),
            (outcomes[:, 1], arm.win_mean, arm.win_variance),
        ):
            error = math.sqrt(slow.var(ddof=1) / plain_samples + variance / samples)
            assert mean == pytest.approx(slow.mean(), abs=MOST_ERRORS * error + 1e-4)
            spread = ((slow - slow.mean()) ** 2).std() / math.sqrt(plain_samples)
            assert variance == pytest.approx(slow.var(ddof=1), abs=MOST_ERRORS * spread + 1e-4)


def dealt(case: Case, seed: int, deal: int) -> tuple[list[int], Xoshiro]:
    """Shuffle as the native simulation does."""
    random = Xoshiro((seed * 0x9E3779B97F4A7C15 + deal) & MASK)
    bag = list(case.known.unseen)
    for at in range(len(bag) - 1, 0, -1):
        other = random.below(at + 1)
        bag[at], bag[other] = bag[other], bag[at]
    return bag, random


@pytest.mark.parametrize(("seed", "unseen", "plies"), [(21, 12, 2), (22, 25, 2)])
def test_on_the_same_deals_means_variances_and_covariances_are_the_same(
    seed: int, unseen: int, plies: int
) -> None:
    case, samples = Case.make(tiny(), seed=seed, unseen=unseen, plays=3), 6
    plain = case.plain(plies)
    raw = np.array(
        [
            [
                plain.sample(case.known, PlainMove.of(move), bag, random.below)
                for bag, random in (dealt(case, seed, deal) for deal in range(samples))
            ]
            for move in case.moves
        ]
    )
    report = case.run(samples, plies=plies, seed=seed, win_pts=0.0, spread_weight=1.0)
    best = report.arms[0]
    for arm in report.arms:
        equity, win = raw[arm.index, :, 0], raw[arm.index, :, 1]
        assert arm.equity_mean == pytest.approx(equity.mean(), abs=1e-3)
        assert arm.win_mean == pytest.approx(win.mean(), abs=1e-5)
        assert arm.equity_variance == pytest.approx(equity.var(ddof=1), rel=1e-4, abs=1e-6)
        assert arm.win_variance == pytest.approx(win.var(ddof=1), rel=1e-4, abs=1e-6)
        shared = np.cov(equity, raw[best.index, :, 0])[0, 1]
        assert arm.covariance == pytest.approx(shared, rel=1e-3, abs=1e-3)


def test_tiles_exchanged_on_the_way_go_back_to_the_bag() -> None:
    case = Case.make(tiny(), seed=31, unseen=22, plays=3, arms=1, most_leave_pts=400)
    plain = case.plain(3)
    move = PlainMove.of(case.moves[0])
    found = [
        plain.sample(case.known, move, bag, random.below).equity_pts
        for bag, random in (dealt(case, 31, deal) for deal in range(12))
    ]
    assert sum(move.is_exchange for move in plain.known_best.values()) > 5
    assert case.native_arms(12, plies=3, seed=31)[0].equity_mean == pytest.approx(np.mean(found), abs=1e-3)
