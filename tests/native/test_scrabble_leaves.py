"""KLV2 files: every leave in its place with its value, against a reader in plain Python."""

import struct
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble import kwg_oracle as kwg
from zeitnot._native import Leaves
from zeitnot.scrabble import LetterDistribution
from zeitnot.scrabble.evaluation import MILLI, StaticEvaluation

ENGLISH_NODES = 2_209
ENGLISH_LEAVES = 914_624
"""Figures of the format's description, for all leaves of 1 to 6 tiles."""

leaves = st.lists(st.integers(0, 63), min_size=1, max_size=6).map(lambda tiles: bytes(sorted(tiles)))
points = st.floats(-200, 200, width=32)


def all_leaves(counts: tuple[int, ...], most: int = 6, first: int = 0) -> Iterator[bytes]:
    """Go through the leaves that a bag allows, a leave before those that add tiles to it."""
    for tile in range(first, len(counts)):
        if counts[tile] and most:
            yield bytes([tile])
            fewer = (*counts[:tile], counts[tile] - 1, *counts[tile + 1 :])
            for rest in all_leaves(fewer, most - 1, tile):
                yield bytes([tile]) + rest


@given(st.dictionaries(leaves, points, min_size=1, max_size=60))
def test_a_file_written_elsewhere_is_read(values: dict[bytes, float]) -> None:
    table = Leaves.from_bytes(kwg.klv_file(values))
    assert table.size == len(values)
    assert table.tiles() == sorted(values)
    for leave, value in values.items():
        assert abs(table.value(leave) - value * MILLI) <= 0.51
        assert table.value(leave[::-1]) == table.value(leave)


@given(st.dictionaries(leaves, points, min_size=1, max_size=60))
def test_a_table_that_is_written_and_read_is_the_same(values: dict[bytes, float]) -> None:
    table = Leaves.from_bytes(kwg.klv_file(values))
    again = Leaves.from_bytes(table.to_bytes())
    assert (again.tiles(), again.values()) == (table.tiles(), table.values())


@given(st.dictionaries(leaves, points, min_size=1, max_size=30), leaves)
def test_what_the_table_lacks_is_worth_nothing(values: dict[bytes, float], other: bytes) -> None:
    table = Leaves.from_bytes(kwg.klv_file(values))
    if other not in values:
        assert table.value(other) == 0
    assert table.value(b"") == 0


@given(st.integers(0, 2), st.lists(st.integers(1, 7), min_size=1, max_size=3), st.integers(0, 2**32))
def test_a_made_file_has_every_leave_of_the_bag_in_order(blanks: int, letters: list[int], seed: int) -> None:
    counts = blanks, *letters
    expected = list(all_leaves(counts))
    rng = Random(seed)
    values = [rng.uniform(-90, 90) for _ in expected]
    data = Leaves.make(bytes(counts), struct.pack(f"<{len(values)}f", *values))
    read = kwg.klv_values(data)
    assert list(read) == expected == sorted(expected)
    assert list(read.values()) == pytest.approx(values, rel=1e-6)
    table = Leaves.from_bytes(data)
    assert table.tiles() == expected
    assert list(np.frombuffer(table.values(), np.int32)) == [table.value(leave) for leave in expected]


@pytest.mark.parametrize("extra", [-1, 1])
def test_values_of_another_number_are_refused(extra: int) -> None:
    count = len(list(all_leaves((1, 2, 3)))) + extra
    with pytest.raises(ValueError, match=f"got {count}"):
        Leaves.make(bytes([1, 2, 3]), bytes(4 * count))


def test_english_has_the_figures_of_the_format() -> None:
    distribution = LetterDistribution.english()
    floats = np.random.default_rng(6).uniform(-50, 50, ENGLISH_LEAVES).astype(np.float32)
    data = Leaves.make(bytes(distribution.counts), floats.tobytes())
    nodes, values = kwg.klv_parts(data)
    assert len(nodes) == ENGLISH_NODES
    assert np.array_equal(np.array(values, np.float32), floats)
    assert nodes[1] == kwg.LAST
    table = Leaves.from_bytes(data)
    assert table.tiles() == list(all_leaves(distribution.counts))
    assert np.abs(np.frombuffer(table.values(), np.int32) - floats * MILLI).max() <= 0.51


def test_the_trained_leaves_are_all_there() -> None:
    table = StaticEvaluation.built_in().leaves
    assert table is not None
    assert table.size == ENGLISH_LEAVES
    assert table.value(bytes([0])) > table.value(bytes([19])) > table.value(bytes([17]))
