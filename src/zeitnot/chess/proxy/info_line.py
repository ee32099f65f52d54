"""InfoLine: one `info` line of an engine, parsed as far as it is valid."""

from dataclasses import dataclass
from typing import Literal

from zeitnot.chess.iterations import mate_cp

Bound = Literal["", "lower", "upper"]

_NUMBERS = ("depth", "seldepth", "multipv", "nodes")
_BOUNDS: dict[str, Bound] = {"lowerbound": "lower", "upperbound": "upper"}
_LARGEST = 10**15
"""Largest valid number; no engine counts further in one search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoLine:
    """Contents of one line; missing or invalid values are None or empty."""

    depth: int | None = None
    """Depth of the iteration."""
    selective_depth: int | None = None
    """Deepest ply reached."""
    place: int = 1
    """Rank of the variation, 1 for the best."""
    nodes: int | None = None
    """Nodes visited."""
    score_cp: float | None = None
    """Score for the side to move; a mate is near +-100,000."""
    mate_in: int | None = None
    """Moves to mate, negative when being mated; None also for a mate on the board."""
    bound: Bound = ""
    """Whether the score is only a bound."""
    moves: tuple[str, ...] = ()
    """The variation."""
    current_move: bool = False
    """Whether the line reports only the move being searched."""

    @property
    def announces_depth(self) -> bool:
        """Whether the line has a depth but no score, at the start of an iteration or as its summary."""
        return self.depth is not None and self.score_cp is None and not self.moves and not self.current_move


def parse_info(line: str) -> InfoLine | None:
    """Parse a line; return None when it is not `info` or is an `info string`."""
    words = line.split()
    if words[:1] != ["info"] or words[1:2] == ["string"]:
        return None
    numbers: dict[str, int] = {}
    score: tuple[float | None, int | None] = (None, None)
    bound: Bound = ""
    moves: tuple[str, ...] = ()
    place = 1
    while place < len(words):
        word = words[place]
        place += 1
        if word in _NUMBERS:
            number = _whole(words[place : place + 1])
            if number is not None and number >= 0:
                numbers[word] = number
        elif word == "score":
            score = _score(words[place : place + 2])
        elif word in _BOUNDS:
            bound = _BOUNDS[word]
        elif word == "pv":
            moves = tuple(words[place:])
            break
        elif word in ("string", "refutation", "currline"):
            break  # moves or free text until the end
    return InfoLine(
        depth=numbers.get("depth"),
        selective_depth=numbers.get("seldepth"),
        place=max(1, numbers.get("multipv", 1)),
        nodes=numbers.get("nodes"),
        score_cp=score[0],
        mate_in=score[1],
        bound=bound,
        moves=moves,
        current_move="currmove" in words,
    )


def _score(words: list[str]) -> tuple[float | None, int | None]:
    number = _whole(words[1:])
    match words[:1]:
        case ["cp"] if number is not None:
            return float(number), None
        case ["mate"] if number is not None:
            return mate_cp(number), number or None
    return None, None


def _whole(words: list[str]) -> int | None:
    try:
        number = int(words[0])
    except (ValueError, IndexError):
        return None
    return number if abs(number) <= _LARGEST else None
