"""SPRT: published likelihood ratios, a slow search for the same maximum, and error rates as promised."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lab.statistics.strategies import outcomes
from zeitnot.errors import SettingError
from zeitnot.lab import Pentanomial, Sprt, SprtVerdict, Trinomial, share_of_elo


# Published in commit messages of Stockfish, named by their hashes: bounds in <> are normalised Elo. A
# choice of bounds, signs and empty counts from 2968 such results, of which five differ by more than rounding.
@pytest.mark.parametrize(
    ("commit", "elo0", "elo1", "counts", "llr"),
    [
        ("b52f01471", -1.75, 0.25, (1721, 77704, 208246, 77189, 1732), 3.19),
        ("c85637b3f", -1.75, 0.25, (134, 5897, 13530, 6129, 118), 2.93),
        ("218c74ec4", 0.0, 2.0, (372, 17511, 39320, 17934, 399), 2.93),
        ("218c74ec4", 0.5, 2.5, (39, 11353, 31686, 11822, 33), 2.96),
        ("371b522e9", -0.5, 2.5, (32, 125, 358, 278, 79), 2.95),
        ("741aaf8a3", 0.0, 2.0, (72, 2067, 4002, 1847, 60), -2.94),
        ("c1fff7165", 0.5, 2.5, (24, 3579, 10585, 3502, 22), -1.91),
        ("d5bbc6b67", 0.0, 2.0, (0, 17, 167, 348, 44), 2.81),
        ("a169c78b6", 0.0, 10.0, (0, 1, 56, 82, 0), 2.95),
        ("3c04b5c42", -1.75, 0.25, (0, 0, 0, 2, 267), 2.19),
    ],
)
def test_normalised_ratios_are_those_of_stockfish_tests(
    commit: str, elo0: float, elo1: float, counts: tuple[int, ...], llr: float
) -> None:
    sprt = Sprt(elo0=elo0, elo1=elo1)
    assert sprt.llr(Pentanomial(counts=counts)) == pytest.approx(llr, abs=0.0051), commit


# The same, older: bounds in {} are logistic Elo.
@pytest.mark.parametrize(
    ("commit", "elo0", "elo1", "counts", "llr"),
    [
        ("3dca13a95", -0.5, 1.5, (21, 294, 819, 404, 46), 2.95),
        ("3dca13a95", 0.25, 1.75, (4, 149, 1191, 251, 5), 2.98),
        ("c6ce612f0", -1.5, 0.5, (66, 446, 912, 563, 109), 2.95),
        ("7d0a16e06", 0.25, 1.25, (25, 1383, 19438, 1408, 26), -2.96),
        ("f63d112c7", -1.0, 3.0, (863, 6282, 12251, 6283, 892), -2.93),
    ],
)
def test_logistic_ratios_are_those_of_stockfish_tests(
    commit: str, elo0: float, elo1: float, counts: tuple[int, ...], llr: float
) -> None:
    sprt = Sprt(elo0=elo0, elo1=elo1, model="logistic")
    assert sprt.llr(Pentanomial(counts=counts)) == pytest.approx(llr, abs=0.0051), commit


# From the tests of fastchess, app/tests/sprt_test.cpp, which asks for one part in a hundred; all but those of
# its Bayesian model, which there is none of here.
@pytest.mark.parametrize(
    ("sprt", "one", "llr"),
    [
        (Sprt(elo0=0, elo1=2), Trinomial(wins=36433, losses=36027, draws=68692), 0.92),
        (Sprt(elo0=-1.75, elo1=0.25), Trinomial(wins=10871, losses=10650, draws=20431), 2.30),
        (Sprt(elo0=0, elo1=10), Trinomial(wins=4250), 120.56),
        (Sprt(elo0=0.5, elo1=2.5, model="logistic"), Trinomial(wins=21404, losses=21184, draws=40708), -1.57),
        (Sprt(elo0=0, elo1=2, model="logistic"), Trinomial(wins=57433, losses=57030, draws=106593), -2.59),
        (Sprt(elo0=0, elo1=2), Pentanomial(counts=(365, 16618, 36229, 16974, 390)), 2.25),
        (Sprt(elo0=-1.75, elo1=0.25), Pentanomial(counts=(127, 4883, 10712, 5150, 104)), 3.01),
        (Sprt(elo0=0, elo1=5), Pentanomial(counts=(0, 0, 0, 0, 5550)), 111.82),
        (
            Sprt(elo0=0.5, elo1=2.5, model="logistic"),
            Pentanomial(counts=(223, 9863, 21279, 10037, 246)),
            -3.07,
        ),
        (
            Sprt(elo0=0, elo1=2, model="logistic"),
            Pentanomial(counts=(871, 26175, 55983, 26678, 821)),
            -4.98,
        ),
    ],
)
def test_ratios_are_those_of_fastchess(sprt: Sprt, one: Trinomial | Pentanomial, llr: float) -> None:
    assert sprt.llr(one) == pytest.approx(llr, rel=0.01)


def best_likelihood(counts: tuple[int, ...], off: Callable[[Any], float]) -> float:
    """Search the largest log-likelihood over all distributions for which `off` is 0, from several starts."""
    from scipy.optimize import minimize

    weights = np.array([each or 1e-3 for each in counts])
    seen = weights / weights.sum()
    found = []
    for start in (seen, np.full(len(counts), 1 / len(counts)), (seen + 1 / len(counts)) / 2):
        result = minimize(
            lambda logs: -float(weights @ logs) / weights.sum(),
            np.log(start),
            method="SLSQP",
            constraints=[
                {"type": "eq", "fun": lambda logs: np.exp(logs).sum() - 1},
                {"type": "eq", "fun": lambda logs: off(np.exp(logs))},
            ],
            options={"maxiter": 1000, "ftol": 1e-14},
        )
        if result.success:
            found.append(-result.fun * weights.sum())
    return float(max(found))


@pytest.mark.parametrize(
    "one",
    [
        Pentanomial(counts=(12, 40, 90, 55, 20)),
        Pentanomial(counts=(3, 1, 9, 30, 57)),
        Pentanomial(counts=(1, 30, 200, 45, 2)),
        Trinomial(wins=40, draws=100, losses=25),
        Trinomial(wins=5, draws=3, losses=60),
    ],
)
@pytest.mark.parametrize(("elo0", "elo1"), [(0.0, 10.0), (-30.0, 50.0), (-150.0, 150.0)])
def test_ratios_are_those_of_a_search_over_all_distributions(
    one: Trinomial | Pentanomial, elo0: float, elo1: float
) -> None:
    values = np.linspace(0, 1, len(one.counts))

    def mean_off(share: float) -> Callable[[Any], float]:
        return lambda chances: float(chances @ values) - share

    def t_value_off(elo: float) -> Callable[[Any], float]:
        t = elo * math.log(10) / 800

        def off(chances: Any) -> float:
            mean = float(chances @ values)
            variance_of_a_game = one.games_each * float(chances @ (values - mean) ** 2)
            return mean - 0.5 - t * math.sqrt(variance_of_a_game)

        return off

    logistic = [best_likelihood(one.counts, mean_off(share_of_elo(elo))) for elo in (elo0, elo1)]
    normalised = [best_likelihood(one.counts, t_value_off(elo)) for elo in (elo0, elo1)]
    assert Sprt(elo0=elo0, elo1=elo1, model="logistic").llr(one) == pytest.approx(
        logistic[1] - logistic[0], abs=1e-4
    )
    assert Sprt(elo0=elo0, elo1=elo1).llr(one) == pytest.approx(normalised[1] - normalised[0], abs=1e-4)


@given(outcomes, st.floats(-200, 199), st.floats(0.1, 100), st.sampled_from(["normalised", "logistic"]))
def test_swapping_sides_negates_the_ratio(
    one: Trinomial | Pentanomial, elo0: float, width: float, model: Any
) -> None:
    elo1 = min(elo0 + width, 200.0)
    here = Sprt(elo0=elo0, elo1=elo1, model=model).llr(one)
    there = Sprt(elo0=-elo1, elo1=-elo0, model=model).llr(one.swapped())
    assert math.isfinite(here)
    assert here == pytest.approx(-there, rel=1e-6, abs=1e-6)


def test_no_games_speak_for_neither() -> None:
    sprt = Sprt(elo0=0, elo1=5)
    assert sprt.llr(Pentanomial()) == sprt.llr(Trinomial()) == 0.0
    assert sprt.verdict(0.0) is SprtVerdict.GO_ON


def test_the_verdict_falls_at_the_bounds() -> None:
    sprt = Sprt(elo0=0, elo1=5, alpha=0.05, beta=0.1)
    assert (sprt.lower, sprt.upper) == pytest.approx((-2.2513, 2.8904), abs=1e-4)
    assert sprt.verdict(sprt.upper) is SprtVerdict.H1
    assert sprt.verdict(sprt.lower) is SprtVerdict.H0
    assert sprt.verdict(math.nextafter(sprt.upper, 0)) is SprtVerdict.GO_ON


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ({"elo0": 5.0, "elo1": 5.0}, "elo0 must be below elo1"),
        ({"elo0": 0.0, "elo1": math.nan}, "elo0 must be below elo1"),
        ({"elo0": 0.0, "elo1": 300.0}, "both within 200 of 0, got 0.0 and 300.0"),
        ({"elo0": 0.0, "elo1": 5.0, "alpha": 0.0}, "alpha must be above 0 and below 0.5, got 0.0"),
        ({"elo0": 0.0, "elo1": 5.0, "beta": 0.5}, "beta must be above 0 and below 0.5, got 0.5"),
        ({"elo0": 0.0, "elo1": 5.0, "model": "bayesian"}, "model must be 'normalised' or 'logistic'"),
    ],
)
def test_what_makes_no_test_is_refused(settings: dict[str, Any], rule: str) -> None:
    with pytest.raises(SettingError, match=rule):
        Sprt(**settings)


LEVEL = np.array([0.04, 0.22, 0.48, 0.22, 0.04])
"""Pairs between equals."""


def chances_at(elo: float) -> Any:
    """Tilt the pairs between equals until their normalised Elo is this."""
    values = np.linspace(0, 1, 5)

    def tilted(tilt: float) -> Any:
        chances = LEVEL * np.exp(tilt * values)
        return chances / chances.sum()

    def off(tilt: float) -> float:
        chances = tilted(tilt)
        mean = float(chances @ values)
        deviation = math.sqrt(2 * float(chances @ (values - mean) ** 2))
        return (mean - 0.5) / deviation * 800 / math.log(10) - elo

    from scipy.optimize import brentq

    return tilted(brentq(off, -5, 5))


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, SprtVerdict.H1), (40.0, SprtVerdict.H0)])
def test_the_share_of_wrong_verdicts_is_as_promised(truth: float, wrong: SprtVerdict) -> None:
    sprt = Sprt(elo0=0.0, elo1=40.0)
    runs, pairs_a_look = 400, 20
    rng = np.random.default_rng(6)
    chances = chances_at(truth)
    verdicts: list[SprtVerdict] = []
    for _ in range(runs):
        pairs = Pentanomial()
        verdict = SprtVerdict.GO_ON
        while verdict is SprtVerdict.GO_ON:
            drawn = rng.multinomial(pairs_a_look, chances)
            pairs = pairs.plus(Pentanomial(counts=tuple(int(each) for each in drawn)))
            verdict = sprt.verdict(sprt.llr(pairs))
        verdicts.append(verdict)
    promised = 0.05
    assert verdicts.count(wrong) / runs <= promised + 3 * math.sqrt(promised * (1 - promised) / runs)
    # Nor is the test so careful that it wastes games.
    assert verdicts.count(wrong) / runs > promised / 5
