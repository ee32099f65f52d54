"""Words after `go` of USI that nobody knows cost themselves, not the game."""

import pytest

from zeitnot.chess.proxy.usi_words import readable_words
from zeitnot.turns import from_usi_go


@pytest.mark.parametrize(
    ("words", "kept", "left_out"),
    [
        ("btime 1000 wtime 900 byoyomi 50", "btime 1000 wtime 900 byoyomi 50", 0),
        ("ponder btime 1000 mate infinite", "ponder btime 1000 mate infinite", 0),
        ("btime 1000 searchmoves 7g7f wtime 900", "btime 1000 wtime 900", 2),
        ("btime x wtime 900", "wtime 900", 2),
        ("btime -20 byoyomi 500", "btime 0 byoyomi 500", 0),
        (f"btime {'9' * 5000} infinite", "infinite", 2),
        ("mate binc 100", "mate infinite binc 100", 0),
        ("btime", "", 1),
        ("", "", 0),
    ],
)
def test_words_that_cannot_be_read_are_left_out_and_told(words: str, kept: str, left_out: int) -> None:
    found, notices = readable_words(words.split())
    assert " ".join(found) == kept
    assert len(notices) == left_out
    assert all(": left out" in notice for notice in notices)
    from_usi_go(" ".join(found), black=True)
