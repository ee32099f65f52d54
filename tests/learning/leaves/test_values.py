"""Leave values: what is made of means that are sure, unsure, or not there at all."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import numpy as np
import numpy.typing as npt
import pytest

from zeitnot.errors import DataError
from zeitnot.learning.leaves.values import LeaveShapes, Tally, leave_values

Floats = npt.NDArray[np.float64]
COUNTS = (2, 4, 4, 3, 5, 6, 4)
"""A bag so small that every rack can be looked at."""
NOISE_PTS = 20.0


def _choices(size: int) -> list[tuple[int, ...]]:
    return [
        tiles
        for tiles in combinations_with_replacement(range(len(COUNTS)), size)
        if all(number <= COUNTS[tile] for tile, number in Counter(tiles).items())
    ]


@dataclass(frozen=True, kw_only=True)
class Racks:
    """All racks of the bag with the leaves they hold, each as often as it can be chosen."""

    shapes: LeaveShapes
    contents: npt.NDArray[np.int64]
    chances: Floats
    rack: npt.NDArray[np.int64]
    leave: npt.NDArray[np.int64]
    ways: Floats

    def weights(self, racks: Floats) -> Floats:
        counts = np.bincount(self.leave, self.ways * racks[self.rack], len(self.shapes.sizes))
        return np.asarray(counts, dtype=np.float64)


@cache
def _racks() -> Racks:
    leaves = sorted(leave for size in range(1, 7) for leave in _choices(size))
    place = {leave: row for row, leave in enumerate(leaves)}
    racks = _choices(7)
    held = [
        (number, place[leave], prod(comb(rack.count(tile), leave.count(tile)) for tile in set(leave)))
        for number, rack in enumerate(racks)
        for size in range(1, 7)
        for leave in set(combinations(rack, size))
    ]
    chances = [prod(comb(count, rack.count(tile)) for tile, count in enumerate(COUNTS)) for rack in racks]
    rack, leave, ways = (np.array(column) for column in zip(*held, strict=True))
    return Racks(
        shapes=LeaveShapes([bytes(leave) for leave in leaves]),
        contents=np.array([[rack.count(tile) for tile in range(len(COUNTS))] for rack in racks]),
        chances=np.array(chances, dtype=np.float64) / sum(chances),
        rack=rack,
        leave=leave,
        ways=ways.astype(np.float64),
    )


@dataclass(frozen=True, kw_only=True)
class Sample:
    """True values, and what so many racks showed of them."""

    truth: Floats
    frequency: Floats
    tally: Tally

    @property
    def means(self) -> Floats:
        weights = self.tally.weights
        return np.divide(self.tally.sums, weights, out=np.zeros_like(weights), where=weights > 0)

    def error(self, values: Floats, sizes: range) -> float:
        among = np.isin(_racks().shapes.sizes, sizes)
        return float(np.average((values - self.truth)[among] ** 2, weights=self.frequency[among]))


def _sample(rng: np.random.Generator, number: int) -> Sample:
    """Tiles have a worth, pairs of them work together, and every rack has words that only it can make."""
    all_racks = _racks()
    tiles, kinds = all_racks.contents, len(COUNTS)
    pairs = np.einsum("ri,ij,rj->r", tiles, rng.normal(0, 3, (kinds, kinds)), tiles) / 4
    points = tiles @ rng.normal(0, 5, kinds) + pairs + rng.normal(0, 3, len(tiles))
    points -= all_racks.chances @ points
    frequency = all_racks.weights(all_racks.chances)
    seen = rng.multinomial(number, all_racks.chances).astype(np.float64)
    sums = seen * points + np.sqrt(seen) * rng.normal(0, NOISE_PTS, len(seen))
    return Sample(
        truth=all_racks.weights(all_racks.chances * points) / frequency,
        frequency=frequency,
        tally=Tally(
            weights=all_racks.weights(seen),
            sums=all_racks.weights(sums),
            racks=number,
            squares=float((seen * (points**2 + NOISE_PTS**2)).sum()),
        ),
    )


def _promises_alone(sample: Sample) -> Floats:
    """Believe single tiles and pairs, and nothing seen of more tiles."""
    known = _racks().shapes.sizes <= 2
    tally = Tally(
        weights=np.where(known, sample.tally.weights, 0.0),
        sums=np.where(known, sample.means, 0.0) * sample.tally.weights,
        racks=sample.tally.racks,
        squares=sample.tally.squares,
    )
    return leave_values(_racks().shapes, tally)


@pytest.mark.parametrize("number", [2_000, 20_000])
def test_values_are_nearer_to_the_truth_than_means_and_than_promises(number: int) -> None:
    rng = np.random.default_rng(1)
    errors = np.zeros(3)
    for _ in range(4):
        sample = _sample(rng, number)
        estimates = (leave_values(_racks().shapes, sample.tally), sample.means, _promises_alone(sample))
        errors += [sample.error(values, range(3, 7)) for values in estimates]
    values, means, promises = errors
    assert values < 0.7 * means
    assert values < 0.8 * promises


def test_values_of_few_tiles_are_hardly_worse_than_their_means() -> None:
    """They are seen so often that there is nothing to gain, and should be nothing to lose."""
    rng = np.random.default_rng(2)
    samples = [_sample(rng, 20_000) for _ in range(4)]
    values = sum(each.error(leave_values(_racks().shapes, each.tally), range(1, 4)) for each in samples)
    means = sum(each.error(each.means, range(1, 4)) for each in samples)
    assert values < 1.1 * means


def test_many_racks_find_the_truth() -> None:
    sample = _sample(np.random.default_rng(3), 3_000_000)
    values = leave_values(_racks().shapes, sample.tally)
    assert sample.error(values, range(1, 7)) < 0.03
    assert float(np.var(sample.truth)) > 100


def test_a_leave_never_seen_is_worth_what_its_parts_promise() -> None:
    leaves = [b"\x00", b"\x00\x01", b"\x00\x01\x02", b"\x00\x02", b"\x01", b"\x01\x02", b"\x02"]
    means = dict(zip(leaves, [10.0, 14.0, 0.0, 9.0, 3.0, 2.0, -2.0], strict=True))
    weights = np.array([1e9 if len(leave) < 3 else 0.0 for leave in leaves])
    sums = weights * np.array(list(means.values()))
    values = leave_values(LeaveShapes(leaves), Tally(weights=weights, sums=sums, racks=10**9, squares=1e9))
    found = dict(zip(leaves, values, strict=True))
    assert {leave: round(found[leave], 3) for leave in leaves if len(leave) < 3} == {
        leave: mean for leave, mean in means.items() if len(leave) < 3
    }
    # Pairs: (14 + 9 - 10), (14 + 2 - 3), (9 + 2 + 2); all say the same.
    assert found[b"\x00\x01\x02"] == pytest.approx(13.0, abs=1e-3)


def test_nothing_seen_is_worth_nothing() -> None:
    shapes = _racks().shapes
    nothing = np.zeros(len(shapes.sizes))
    values = leave_values(shapes, Tally(weights=nothing, sums=nothing, racks=0, squares=0.0))
    assert not values.any()


def test_shapes_know_leaves_without_a_tile() -> None:
    leaves = [b"\x00", b"\x00\x00", b"\x00\x00\x1f", b"\x00\x1f", b"\x1f"]
    shapes = LeaveShapes(leaves)
    whole = np.array([2])
    assert [leaves[int(shapes.without(whole, place)[0])] for place in range(3)] == [
        b"\x00\x1f",
        b"\x00\x1f",
        b"\x00\x00",
    ]
    assert shapes.without(np.array([0, 4]), 0).tolist() == [-1, -1]


def test_a_table_that_lacks_a_part_is_refused() -> None:
    with pytest.raises(DataError, match="must hold the parts of all its leaves"):
        LeaveShapes([b"\x01", b"\x01\x02"])
