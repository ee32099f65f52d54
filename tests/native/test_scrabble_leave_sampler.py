"""Leave sampler: means over draws from the unseen tiles, against every draw gone through one by one."""

import math
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from zeitnot._native import FilledWorth, LeaveMeans, LeaveSampler, StopControl
from zeitnot.scrabble import Generator, Lexicon, Position, StaticEvaluation
from zeitnot.scrabble.generation import native_board
from zeitnot.scrabble.simulation import unseen_counts

LATE = (
    "3GOWNED2CZAR/8IF1E2A/8LI1R2V/S2HI3UT1E2E/O1JINK2T2BI1N/L4AQUIFERS1I/A5A1V2AM1N/N2BAWTIE1EL2G/"
    "dORADOs3T4/EX1TOP4Y4/ROUE6M4/3DUCI3A4/15/15/15 ODPEYLR/ 360/421 0"
)
"""Nine tiles unseen, two of them in the bag."""

LEAVES = ("", "D", "ER", "DELR", "DELOPR")
STANDARD_ERRORS = 4.5
"""How far a sampled mean may be off: less than one run in 100,000."""


@cache
def scene() -> tuple[Position, Generator]:
    return Position.from_cgp(LATE), Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())


def leave(text: str) -> bytes:
    return bytes(sorted(scene()[0].distribution.alphabet.rack(text)))


def measure(
    worth: FilledWorth, draws: int, *, seed: int = 1, control: StopControl | None = None
) -> LeaveMeans:
    position, generator = scene()
    if control is None:
        control = StopControl()
        control.start(soft_s=math.inf, hard_s=math.inf)
    return LeaveSampler(generator.dictionary, generator.evaluation.native).measure(
        native_board(position),
        [leave(text) for text in LEAVES],
        control,
        unseen=unseen_counts(position),
        bag=position.bag_count,
        worth=worth,
        most_draws=draws,
        seed=seed,
    )


def every_draw(worth: FilledWorth, kept: bytes) -> list[float]:
    """Value what each pair of unseen tiles, or each single one, makes of a leave."""
    position, generator = scene()
    leaves = generator.evaluation.leaves
    assert leaves is not None
    without_end = StaticEvaluation(leaves=leaves).native
    size = 6 if worth is FilledWorth.TABLE else 7
    worths = []
    for drawn in combinations(position.unseen, min(size - len(kept), position.bag_count)):
        rack = bytes(sorted([*kept, *drawn]))
        if worth is FilledWorth.TABLE:
            worths.append(leaves.value(rack) / 1000)
        else:
            best = generator.native.generate(
                native_board(position), rack, without_end, bag=position.bag_count
            )[0]
            worths.append(best.equity / 1000)
    return worths


@pytest.mark.source("M35.recomputed")
@pytest.mark.parametrize(("worth", "draws"), [(FilledWorth.TABLE, 40_000), (FilledWorth.BEST_MOVE, 2_000)])
def test_means_agree_with_all_draws_gone_through(worth: FilledWorth, draws: int) -> None:
    means = measure(worth, draws)
    assert means.draws == draws
    for text, mean in zip(LEAVES, means.points, strict=True):
        worths = every_draw(worth, leave(text))
        exact = math.fsum(worths) / len(worths)
        variance = math.fsum((each - exact) ** 2 for each in worths) / len(worths)
        assert mean == pytest.approx(exact, abs=STANDARD_ERRORS * math.sqrt(variance / draws) + 1e-6), text


def test_six_tiles_kept_are_the_table_s_own_word() -> None:
    leaves = scene()[1].evaluation.leaves
    assert leaves is not None
    assert measure(FilledWorth.TABLE, 3).points[-1] == pytest.approx(leaves.value(leave("DELOPR")) / 1000)


@pytest.mark.parametrize("worth", list(FilledWorth))
def test_a_seed_gives_the_same_means_again(worth: FilledWorth) -> None:
    once, again, other = (measure(worth, 20, seed=seed).points for seed in (3, 3, 4))
    assert once == again
    assert once != other


def test_shared_draws_make_differences_less_noisy() -> None:
    means = [measure(FilledWorth.BEST_MOVE, 5, seed=seed).points for seed in range(1, 120)]

    def variance(values: list[float]) -> float:
        mean = math.fsum(values) / len(values)
        return math.fsum((value - mean) ** 2 for value in values) / len(values)

    first, second = (LEAVES.index(text) for text in ("", "D"))
    apart = variance([mean[first] for mean in means]) + variance([mean[second] for mean in means])
    assert variance([mean[second] - mean[first] for mean in means]) < 0.8 * apart


@pytest.mark.source("M35.cost")
@pytest.mark.parametrize("worth", list(FilledWorth))
def test_in_work_time_it_stops_at_the_deadline_to_the_unit(worth: FilledWorth) -> None:
    control = StopControl(work_per_second=10.0)
    control.start(soft_s=math.inf, hard_s=0.7)
    means = measure(worth, 10**9, control=control)
    assert control.work() == 7
    done_in_a_list = {FilledWorth.TABLE: 7000, FilledWorth.BEST_MOVE: 10}[worth]
    assert means.draws == 7 * done_in_a_list // len(LEAVES)
    assert means.points == measure(worth, means.draws).points


def test_a_stop_ends_it_before_the_first_draw() -> None:
    control = StopControl()
    control.start(soft_s=math.inf, hard_s=math.inf)
    control.stop()
    means = measure(FilledWorth.TABLE, 10, control=control)
    assert means.draws == 0
    assert means.points == [0.0] * len(LEAVES)


def test_arguments_are_checked_at_the_border() -> None:
    position, generator = scene()
    sampler = LeaveSampler(generator.dictionary, generator.evaluation.native)
    control = StopControl()
    few = bytes([1, *[0] * 26])

    def refused(match: str, **wrong: object) -> None:
        right = {"leaves": [b""], "unseen": unseen_counts(position), "bag": 2} | wrong
        with pytest.raises(ValueError, match=match):
            sampler.measure(
                native_board(position),
                control=control,
                worth=FilledWorth.TABLE,
                most_draws=1,
                **right,  # type: ignore[arg-type]
            )

    refused("at least one tile", bag=0)
    refused("no more than are unseen, got 2", unseen=few)
    refused("counted for the blank and every letter", unseen=few[1:])
    refused("fit a bag of 256", unseen=bytes([255] * 27))
    refused("at most 7 tiles", leaves=[bytes(8)])
    refused("letters of the alphabet", leaves=[bytes([27])])
    assert Counter(position.unseen).total() == 9
