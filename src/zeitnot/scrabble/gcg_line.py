"""Lines of a GCG game: one event each, `>NICK: DORRTUW 8E WORD +16 16`, read and written."""

import re
from dataclasses import dataclass

from zeitnot.errors import DataError
from zeitnot.scrabble.events import Event, EventKind
from zeitnot.scrabble.letters import Alphabet
from zeitnot.scrabble.moves import Move, parse_coordinates

_LINE = re.compile(r">(\S+):(?:\s+(.*))?", re.DOTALL)
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")

UNKNOWN = "UNKNOWN"
"""Text that some programs write for an unknown rack; a real rack is hardly ever in this order."""

_FORM = "an event must look like '>NICK: RACK 8E WORD +16 16'"


_SIGNS = {
    EventKind.WITHDRAWAL: "--",
    EventKind.CHALLENGE_BONUS: "(challenge)",
    EventKind.TIME_PENALTY: "(time)",
}
"""Texts in place of a move."""

_KINDS = {sign: kind for kind, sign in _SIGNS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgLine:
    """An event as written in a file, not yet checked against the rules."""

    nick: str
    """Nick of the player."""
    kind: EventKind
    """Kind of the event."""
    points: int
    """Points added to the player's score."""
    total: int
    """Score of the player after the event."""
    rack: tuple[int, ...] | None = None
    """Rack of the player, or the tiles counted at the end; None if the line has none."""
    move: Move | None = None
    """Move of a turn; None for other events."""


def read_line(text: str, alphabet: Alphabet) -> GcgLine:
    """Return the event of a line; text after the total is ignored."""
    match = _LINE.fullmatch(text)
    if match is None:
        raise DataError(f"{_FORM}, got {text!r}")
    nick, words = match[1], (match[2] or "").split()
    rack = None
    if words and not words[0].startswith(("-", "(")) and parse_coordinates(words[0]) is None:
        word = words.pop(0)
        rack = None if word == UNKNOWN else alphabet.rack(word)
    kind, move, left = EventKind.MOVE, None, None
    match words:
        case [sign, *rest] if sign in _KINDS:
            kind = _KINDS[sign]
        case [tiles, *rest] if tiles.startswith("("):
            kind, left = EventKind.END_RACK, _end_rack(tiles, rack, alphabet)
        case [change, *rest] if change.startswith("-"):
            move = Move.parse(change, alphabet)
        case [place, word, *rest]:
            move = Move.parse(f"{place} {word}", alphabet)
        case _:
            raise DataError(f"{_FORM}, got {text!r}")
    points, total = _numbers(rest, text)
    return GcgLine(
        nick=nick, kind=kind, points=points, total=total, rack=rack if left is None else left, move=move
    )


def write_line(event: Event, *, nick: str, total: int, alphabet: Alphabet) -> str:
    """Return the line of an event."""
    rack = alphabet.rack_text(event.rack)
    if event.move is not None:
        what = event.move.text(alphabet)
    elif event.kind is EventKind.END_RACK:
        # The opponent's tiles stand alone, one's own after the rack.
        what, rack = f"({rack})", rack if event.points < 0 else ""
    else:
        what = _SIGNS[event.kind]
    return " ".join(part for part in (f">{nick}:", rack, what, f"{event.points:+d}", str(total)) if part)


def _end_rack(text: str, rack: tuple[int, ...] | None, alphabet: Alphabet) -> tuple[int, ...]:
    if not text.endswith(")"):
        raise DataError(f"tiles left at the end must stand between ( and ), got {text!r}")
    left = alphabet.rack(text[1:-1])
    if rack and sorted(rack) != sorted(left):
        raise DataError(f"tiles left at the end must be the rack {alphabet.rack_text(rack)!r}, got {text!r}")
    return left


def _numbers(words: list[str], line: str) -> tuple[int, int]:
    match words:
        case [points, total, *_] if _NUMBER.fullmatch(points) and _NUMBER.fullmatch(total):
            return int(points), int(total)
    raise DataError(f"{_FORM}, with points and total at its end, got {line!r}")
