"""The `position` and `go` commands: read, also where they are invalid, and written for another engine."""

import itertools
import math
from dataclasses import dataclass, field

import chess

from zeitnot.chess.engine import Request
from zeitnot.chess.features import board_of_fen, faults_of
from zeitnot.chess.native_search import DEEPEST, position_of
from zeitnot.chess.unruled_board import UnruledBoard
from zeitnot.clocks import ClockReading
from zeitnot.errors import DataError
from zeitnot.turns import Limits

_CLEANED = chess.STATUS_BAD_CASTLING_RIGHTS | chess.STATUS_INVALID_EP_SQUARE
"""Faults that are corrected: impossible castling rights and en passant squares are dropped."""
_HARMLESS = _CLEANED | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
"""Faults that do not affect a search."""

_USE = "position takes `startpos` or `fen` with a FEN, then perhaps `moves` with moves such as e2e4"


class Game:
    """A board that follows `position` commands; an invalid command leaves it unchanged."""

    def __init__(self) -> None:
        self.board = chess.Board()
        self._start = (chess.STARTING_FEN, False)
        self._moves: list[str] = []

    def set(self, words: list[str], *, chess960: bool) -> str:
        """Follow the words after `position` and return what was corrected; raise a DataError if invalid."""
        setup, moves = words, []
        if "moves" in words:
            place = words.index("moves")
            setup, moves = words[:place], words[place + 1 :]
        match setup:
            case ["startpos"]:
                fen = chess.STARTING_FEN
            case ["fen", _, *_]:
                fen = " ".join(setup[1:])
            case _:
                raise DataError(f"{_USE}, got {' '.join(words)[:80]!r}")
        if (fen, chess960) == self._start:
            self._follow(moves)
            return ""
        board = board_of_fen(fen, chess960=chess960, harmless=_HARMLESS)
        position_of(board)
        dropped = faults_of(board.status() & _CLEANED)
        before = self.board, self._start, self._moves
        self.board, self._start, self._moves = board, (fen, chess960), []
        try:
            self._follow(moves)
        except DataError:
            self.board, self._start, self._moves = before
            raise
        return f"{dropped}: dropped" if dropped else ""

    def _follow(self, moves: list[str]) -> None:
        """Play only the moves that differ from the last command: late in a game, all would take long."""
        pairs = zip(self._moves, moves, strict=False)
        common = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
        undone = [self.board.pop() for _ in self._moves[common:]]
        try:
            for text in moves[common:]:
                self.board.push(legal_move(self.board, text))
        except DataError:
            while len(self.board.move_stack) > common:
                self.board.pop()
            for move in reversed(undone):
                self.board.push(move)
            raise
        self._moves = moves


def legal_move(board: chess.Board, text: str) -> chess.Move:
    """Return a move from UCI notation; an illegal one raises a DataError."""
    try:
        move = board.parse_uci(text)
        if not move:  # python-chess lets the side to move pass
            raise ValueError("a null move")
    except ValueError as error:
        rule = "a move must be legal and written like e2e4 or e7e8q"
        raise DataError(f"{rule}, got {text[:20]!r} in {board.fen()}") from error
    return move


def legal_text(board: chess.Board, text: str, among: tuple[str, ...] = ()) -> str:
    """Return a move in standard UCI notation; empty when it is illegal or not among those allowed."""
    if isinstance(board, UnruledBoard):
        return board.accepted(text, among)
    try:
        move = board.uci(legal_move(board, text))
    except DataError:
        return ""
    return move if not among or move in among else ""


def ponder_text(board: chess.Board, move: str, ponder: str) -> str:
    """Return the expected reply in standard UCI notation; empty when it is illegal after the move."""
    if not move or not ponder:
        return ""
    if isinstance(board, UnruledBoard):
        return board.accepted(ponder)
    after = board.copy(stack=False)
    after.push_uci(move)
    return legal_text(after, ponder)


_MS = 0.001
_FLAGS = ("infinite", "ponder")
_MOVES = "searchmoves"
_LONGEST_MS = 2**31 - 1
"""Longest time passed on: 24 days, which fits the 32-bit milliseconds of an engine behind a proxy."""
_LEAST = {
    **dict.fromkeys(("wtime", "btime"), -_LONGEST_MS),
    **dict.fromkeys(("winc", "binc", "movestogo", "movetime"), 0),
    **dict.fromkeys(("depth", "nodes", "mate"), 1),
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


def parse_go(words: list[str], board: chess.Board, *, lines: int = 1) -> tuple[Request, list[str]]:
    """Return the request of the words after `go`, and notices about invalid words and what became of them.

    Nothing is refused, because the game still needs a move.
    """
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
    request = Request(board=board, clock=clock, opponent=opponent, limits=limits, lines=lines)
    return request, found.notices


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


_LIMIT_WORDS = ("depth", "nodes", "mate")


def go_words(limits: Limits, *, bearable_s: float = math.inf) -> list[str]:
    """Return the numeric limits of a search as words of `go`."""
    words = [f"{name} {number}" for name in _LIMIT_WORDS if (number := getattr(limits, name)) is not None]
    if limits.move_time_s is not None and not limits.ponder:
        words.append(f"movetime {max(1, round(min(limits.move_time_s, bearable_s) * 1000))}")
    return words


def position_line(board: chess.Board) -> str:
    """Return the `position` command of a board with all its moves."""
    if isinstance(board, UnruledBoard):
        return board.position_line
    root = board.root()
    fen = root.fen(shredder=board.chess960)
    start = "startpos" if fen == chess.STARTING_FEN else f"fen {fen}"
    moves = " ".join(move.uci() for move in board.move_stack)
    return f"position {start}{f' moves {moves}' if moves else ''}"


def own_clock_line(request: Request) -> str:
    """Return the `go` command with both clocks, for an engine that manages its own time."""
    words = go_words(request.limits)
    own, other = ("w", "b") if request.board.turn == chess.WHITE else ("b", "w")
    words += _clock_words(own, request.clock)
    words += _clock_words(other, request.opponent or request.clock)
    clock = request.clock
    if clock is not None and clock.moves_to_go is not None:
        words.append(f"movestogo {clock.moves_to_go}")
    if request.limits.infinite or not words:
        words.insert(0, "infinite")
    if request.limits.ponder:
        words.insert(0, "ponder")
    if request.limits.search_moves:
        words.append(f"searchmoves {' '.join(request.limits.search_moves)}")
    return f"go {' '.join(words)}"


def _clock_words(side: str, clock: ClockReading | None) -> list[str]:
    if clock is None or clock.remaining_s == math.inf:
        return []
    words = [f"{side}time {round(clock.remaining_s * 1000)}"]
    return [*words, f"{side}inc {round(clock.increment_s * 1000)}"] if clock.increment_s else words
