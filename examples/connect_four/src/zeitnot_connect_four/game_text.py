"""Game text: one game with its headers, its columns and their times, as players of chess know it from PGN."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot.errors import DataError
from zeitnot.games import GameOrder, MatchTerms, opening_line
from zeitnot.turns import PlayedTurn
from zeitnot_connect_four.board import Board
from zeitnot_connect_four.clocked_game import Ending

LINE_LENGTH = 100
"""Characters of a line of moves at most."""

_HEADER = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', re.MULTILINE)
_MOVE = re.compile(r"(?<!\S)([1-7])(?: \{([0-9.]+)s\})?(?!\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameText:
    """What the text of a game says."""

    headers: dict[str, str]
    """Headers by name."""
    opening: str
    """Columns that were given."""
    moves: str
    """Columns that were played, one for each turn."""
    times_s: tuple[float, ...]
    """Times of the turns."""


def write_game(terms: MatchTerms, order: GameOrder, turns: Sequence[PlayedTurn], ending: Ending) -> str:
    """Write a game of a match; a last turn that lost on time is not among the moves."""
    played = turns[:-1] if ending.fault is not None else turns
    moves = [f"{turn.record.move} {{{turn.referee_s:.3f}s}}" for turn in played]
    return game_text(terms, order, moves, ending)


def game_text(terms: MatchTerms, order: GameOrder, moves: Sequence[str], ending: Ending) -> str:
    """Write a game from its moves, each with or without its time."""
    names = [participant.name for participant in terms.participants]
    headers = {
        "Game": "Connect Four",
        "Event": " - ".join(names),
        "Round": f"{order.pair + 1}.{order.swapped + 1}",
        "First": names[order.sides[0]],
        "Second": names[order.sides[1]],
        "TimeControl": str(terms.time_control),
        "Opening": opening_line(terms, order),
        "Result": ending.result,
        "Ending": ending.words,
    }
    head = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in headers.items())
    return f"{head}\n{_wrapped([*moves, ending.result])}\n"


def read_game(text: str) -> GameText:
    """Read a game; a DataError says what is wrong with it."""
    headers = {name: re.sub(r"\\(.)", r"\1", value) for name, value in _HEADER.findall(text)}
    _, _, body = text.partition("\n\n")
    found = _MOVE.findall(" ".join(body.split()))
    if "Opening" not in headers:
        raise DataError(f"a game must have its headers, got {text!r:.60}")
    opening, moves = headers["Opening"], "".join(column for column, _ in found)
    Board.after(opening + moves)
    return GameText(
        headers=headers, opening=opening, moves=moves, times_s=tuple(float(time or 0) for _, time in found)
    )


def _escaped(text: str) -> str:
    """Return a text that stands between quotes on one line."""
    return " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')


def _wrapped(words: Sequence[str]) -> str:
    """Return the words in lines; a move stays beside its time."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > LINE_LENGTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "\n".join(lines)
