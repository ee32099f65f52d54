"""GCG texts that somebody damaged: read or refused, and nothing else happens."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scrabble.random_games import RandomGame
from zeitnot.errors import DataError
from zeitnot.scrabble import gcg


@given(st.text(max_size=60) | st.binary(max_size=60))
def test_any_text_is_read_or_refused(data: str | bytes) -> None:
    with pytest.raises(DataError):
        gcg.parse(data)


@pytest.mark.parametrize("seed", range(4))
def test_a_broken_game_is_read_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    base = gcg.text(RandomGame(seed).play())
    refused = 0
    for _ in range(150):
        try:
            record = gcg.parse(damaged(base, rng))
        except DataError:
            refused += 1
        else:
            assert gcg.parse(gcg.text(record)).game.state == record.game.state
    assert refused > 75


def damaged(text: str, rng: random.Random) -> bytes:
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                lines[at] = ""
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                other = rng.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                words = lines[at].split(" ")
                words[rng.randrange(len(words))] = rng.choice(
                    ("", "+0", "-", "--", "(time)", "(challenge)", "+5", "-5", "(A)", "8H", "ZZ", ".")
                )
                lines[at] = " ".join(words)
            case _:
                place = rng.randrange(len(lines[at]) + 1)
                lines[at] = (
                    lines[at][:place] + chr(rng.choice((0, 9, 35, 49, 63, 0x661))) + lines[at][place + 1 :]
                )
    data = bytearray("\n".join(lines).encode())
    if rng.random() < 0.2:
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)
