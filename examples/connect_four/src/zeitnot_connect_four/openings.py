"""Openings: lines of columns after which the game is still open."""

from functools import cache
from pathlib import Path

from zeitnot.errors import DataError
from zeitnot_connect_four.board import WIDTH, Board
from zeitnot_connect_four.search import Search

PLIES = 4
"""Discs of the built-in openings: the first seat moves first, and nobody can have three in a line yet."""
DEPTH = 2
"""Depth of the search that judges whether an opening is balanced: one move of each side."""
BALANCE_CP = 6
"""Score up to which an opening is balanced: one disc in the middle, which the side that begins often has."""


@cache
def built_in_openings() -> tuple[str, ...]:
    """Return a line to every balanced position of four discs; of two mirror images only one is kept."""
    search, seen, found = Search(), set[tuple[int, int]](), []
    lines = [""]
    for _ in range(PLIES):
        lines = [f"{line}{column}" for line in lines for column in range(1, WIDTH + 1)]
    for line in lines:
        board, mirrored = Board.after(line), Board.after(_mirrored(line))
        key = min((board.own, board.taken), (mirrored.own, mirrored.taken))
        if key not in seen:
            seen.add(key)
            if _is_balanced(search, board):
                found.append(line)
    return tuple(found)


def read_openings(file: Path) -> tuple[str, ...]:
    """Read openings from a text file, a line of columns in each line; `#` begins a comment."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        cause = error.strerror if isinstance(error, OSError) else error.reason
        raise DataError(f"openings must be a text file ({cause}), got {str(file)!r}") from error
    found = [text for line in lines if (text := line.partition("#")[0].strip())]
    for text in found:
        check_opening(text)
    if not found:
        raise DataError(f"a file of openings must have a line of columns, got none in {str(file)!r}")
    return tuple(found)


def check_opening(line: str) -> None:
    """Refuse a line that cannot be played or that ends the game: raise a DataError."""
    if Board.after(line).is_over:
        raise DataError(f"an opening must leave something to play, got {line!r}")


def _mirrored(line: str) -> str:
    return "".join(str(WIDTH + 1 - int(column)) for column in line)


def _is_balanced(search: Search, board: Board) -> bool:
    score_cp = 0
    for found in search.deepen(board, lambda _: 1 << 30):
        score_cp = found.score_cp
        if found.depth >= DEPTH:
            break
    return abs(score_cp) <= BALANCE_CP
