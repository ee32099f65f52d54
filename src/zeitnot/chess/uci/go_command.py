"""The `go` command: its words as clocks and limits, also where they are invalid."""

import itertools
from dataclasses import dataclass, field

import chess

from zeitnot.chess.engine import Request
from zeitnot.chess.native_settings import DEEPEST
from zeitnot.chess.uci.game import legal_move
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError
from zeitnot.turns import Limits

_MS = 0.001
_FLAGS = ("infinite", "ponder")
_MOVES = "searchmoves"
_LONGEST_MS = 2**31 - 1
"""Longest time passed on: 24 days, which fits the 32-bit milliseconds of an engine behind a proxy."""
_LEAST = {
    "wtime": -_LONGEST_MS,
    "btime": -_LONGEST_MS,
    "winc": 0,
    "binc": 0,
    "movestogo": 0,
    "movetime": 0,
    "depth": 1,
    "nodes": 1,
    "mate": 1,
}
"""Words that take a number, each with its smallest valid value; clocks may be negative."""
_MOST = {"depth": DEEPEST, "nodes": 2**63 - 1, "mate": 1_000, "movestogo": 1_000}
"""Largest values for the native search and engines behind a proxy; larger ones are reduced."""


@dataclass(slots=True)
class _Words:
    numbers: dict[str, int] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    moves: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoCommand:
    """A parsed `go` command."""

    clock: ClockReading | None
    """Clock of the side to move."""
    opponent: ClockReading | None
    """Clock of the other side."""
    limits: Limits
    """Limits of the search besides the clock."""
    notices: tuple[str, ...]
    """Messages about invalid words and how they were treated."""

    def request(self, board: chess.Board, *, lines: int) -> Request:
        """Return the request to search a board, with `lines` variations to report."""
        return Request(board=board, clock=self.clock, opponent=self.opponent, limits=self.limits, lines=lines)


def parse_go(words: list[str], board: chess.Board) -> GoCommand:
    """Parse the words after `go`; nothing is refused, because the game still needs a move."""
    found = _read(words, board)
    numbers = found.numbers
    own, other = ("w", "b") if board.turn else ("b", "w")
    clock, opponent = _clock(numbers, own), _clock(numbers, other)
    if clock is None and opponent is not None:
        clock = opponent
        found.notices.append(f"go with {other}time is for the other side: that clock counts for both")
    limits = Limits(
        move_time_s=numbers["movetime"] * _MS if "movetime" in numbers else None,
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        mate=numbers.get("mate"),
        infinite="infinite" in found.flags,
        ponder="ponder" in found.flags,
        search_moves=tuple(found.moves),
    )
    return GoCommand(clock=clock, opponent=opponent, limits=limits, notices=tuple(found.notices))


def _read(words: list[str], board: chess.Board) -> _Words:
    found = _Words()
    place = 0
    while place < len(words):
        word = words[place].lower()
        place += 1
        if word in found.numbers or word in found.flags:
            found.notices.append(f"go takes {word} once: the last one counts")
        if word in _LEAST:
            place += _read_number(word, words[place] if place < len(words) else "", found)
        elif word in _FLAGS:
            found.flags.add(word)
        elif word == _MOVES:
            place += _read_moves(words[place:], board, found)
        else:
            found.notices.append(f"go does not know {word[:20]!r}; it knows {', '.join(_known())}")
    return found


def _read_number(word: str, text: str, found: _Words) -> int:
    """Read the number after a word and return how many words that took."""
    try:
        number = int(text)
    except ValueError:
        found.notices.append(f"go {word} must be followed by a whole number, got {text[:20]!r}: left out")
        return 0 if text.lower() in _known() else 1
    least, most = _LEAST[word], _MOST.get(word, _LONGEST_MS)
    taken = min(max(number, least), most)
    if number < least:
        found.notices.append(f"go {word} must be {least} or more, got {text[:20]}: {taken} is taken")
    found.numbers[word] = taken
    return 1


def _read_moves(words: list[str], board: chess.Board, found: _Words) -> int:
    """Read the moves after the word and return how many words they took."""
    known = _known()
    texts = list(itertools.takewhile(lambda word: word.lower() not in known, words))
    for text in texts:
        try:
            found.moves.append(board.uci(legal_move(board, text)))
        except DataError as error:
            found.notices.append(f"go {_MOVES}: {error}: left out")
    if not found.moves:
        found.notices.append(f"go {_MOVES} must name a legal move: all are searched")
    return len(texts)


def _known() -> tuple[str, ...]:
    return (*_LEAST, *_FLAGS, _MOVES)


def _clock(numbers: dict[str, int], side: str) -> ClockReading | None:
    time, increment = numbers.get(f"{side}time"), numbers.get(f"{side}inc")
    if time is None and not increment:
        return None
    return ClockReading(
        remaining_s=(time or 0) * _MS,
        increment_s=(increment or 0) * _MS,
        # Interfaces send 0 where there is no limit.
        moves_to_go=numbers.get("movestogo") or None,
    )
