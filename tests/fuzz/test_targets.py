"""Every reader of input from outside: seeds are read, kept findings and damaged seeds are read or refused.

What finds new faults is `python -m tests.fuzz`, with coverage; this is its short slice, the same every time.
"""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.findings import findings_of
from tests.fuzz.registry import TARGETS
from tests.fuzz.target import Target, outcome_of
from tests.scrabble.damage import damaged

HOSTILE = (
    *(b"[" * 50_000, b"9" * 5_000, b"\xff", b"\x00", b'{"a":' * 5_000, b"--", b"0000", b"1e999"),
    *(b"(" * 999, "\ud800".encode("utf-8", "surrogatepass"), "²٣İ\u2028".encode(), b"\r", b"\\"),
    *(b"%s%n{}",),
)
FOUND = [
    pytest.param(target, path, id=f"{target.name}-{path.name}")
    for target in TARGETS.values()
    for path in findings_of(target.name)
]


@cache
def seeds_of(name: str) -> list[bytes]:
    return list(TARGETS[name].seeds())


def mutated(target: Target, rng: Random) -> bytes:
    """Damage a seed: its lines, its bytes, or by words of the format and what parsers dislike."""
    data = rng.choice(seeds_of(target.name))
    if rng.random() < 0.3:
        data = with_other_lines(data, rng)
    inserted = [*HOSTILE, *(word.encode() for word in 3 * target.words)]
    for _ in range(rng.choice((0, 0, 1, 2))):
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.choice(inserted) + data[at:]
    return damaged(data, rng) if rng.random() < 0.7 else data


def with_other_lines(data: bytes, rng: Random) -> bytes:
    """Lose a line, have one twice, or swap two."""
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            lines[at] = b""
        case 1:
            lines.insert(at, lines[other])
        case _:
            lines[at], lines[other] = lines[other], lines[at]
    return b"\n".join(lines)


@pytest.mark.parametrize("name", TARGETS)
def test_sound_input_is_read(name: str) -> None:
    for seed in seeds_of(name):
        outcome = outcome_of(TARGETS[name], seed)
        assert not outcome.finding, outcome.details
        assert not outcome.refused, seed[:200]


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_input_is_read_or_refused(name: str) -> None:
    target, rng, refused = TARGETS[name], Random(name), 0
    for _ in range(target.tries):
        data = mutated(target, rng)
        outcome = outcome_of(target, data)
        assert not outcome.finding, f"{data[:300]!r}\n{outcome.details}"
        refused += outcome.refused
    assert refused > target.tries // 10 or not target.refuses


@pytest.mark.parametrize(("target", "path"), FOUND)
def test_what_was_found_once_is_read_or_refused(target: Target, path: Path) -> None:
    outcome = outcome_of(target, path.read_bytes())
    assert not outcome.finding, outcome.details
