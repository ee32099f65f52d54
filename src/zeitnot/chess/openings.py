"""Openings: starting positions for games, read from lists, EPD and PGN files, or generated."""

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TextIO

import chess
import chess.pgn

from zeitnot.chess.analyst import Analyst, within
from zeitnot.chess.features import board_of_fen
from zeitnot.chess.play.game import ending_of
from zeitnot.errors import DataError, SettingError, check_above, check_least
from zeitnot.untrusted import UNREADABLE, cause_of, placed, read_text, unreadable

BUILT_IN = Path(__file__).parent / "data" / "openings.txt"
"""List shipped with the package; its first lines name the command that made it."""
UNBALANCED = "unbalanced"
"""Name of the other list of the package: one side is about a pawn better, so that fewer games are drawn."""

COMMENT = "#"
"""Sign that begins a comment."""

_PGN_SUFFIX = ".pgn"
_MOVES = "moves"
"""Word between a position and the moves that follow from it, as in UCI."""
_WHAT = "openings"
_EPD_FIELDS = 4
_FEN_FIELDS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Start of a game: a position and the moves that follow from it."""

    moves: tuple[str, ...] = ()
    """Moves in UCI notation."""
    fen: str = chess.STARTING_FEN
    """Position before the moves."""

    def board(self) -> chess.Board:
        """Return the board after the moves, which are on its stack."""
        board = chess.Board(self.fen)
        for move in self.moves:
            board.push_uci(move)
        return board

    def line(self) -> str:
        """Return the opening as a line of a list: moves with their SAN as a comment, or a position."""
        if self.fen != chess.STARTING_FEN:
            return f"{self.fen} {_MOVES} {' '.join(self.moves)}" if self.moves else self.fen
        start = chess.Board(self.fen)
        san = start.variation_san([chess.Move.from_uci(move) for move in self.moves])
        return f"{' '.join(self.moves)}  {COMMENT} {san}"


def read_openings(path: Path | None = None, *, plies: int | None = None) -> tuple[Opening, ...]:
    """Read a list of openings, by default the built-in one, each up to `plies`; of PGN games, the main line.

    The path `unbalanced`, unless there is such a file, is the package's list of unbalanced openings.

    Each line of a list holds UCI moves from the starting position, or an EPD or FEN, optionally followed by
    `moves` and moves; `#` begins a comment.
    A DataError names the file, the line or game, and the fault; an opening that ends its game is refused.
    """
    path = BUILT_IN if path is None else path
    if str(path) == UNBALANCED and not path.exists():
        path = BUILT_IN.with_name(f"{UNBALANCED}.txt")
    openings = tuple(_pgn_openings(path, plies) if path.suffix.lower() == _PGN_SUFFIX else _lines(path))
    openings = tuple(replace(each, moves=each.moves[:plies]) for each in openings)
    if not openings:
        raise DataError(f"a list of openings must hold at least one, got none in {str(path)!r}")
    return openings


@cache
def built_in_lines() -> tuple[str, ...]:
    """Return the lines of the built-in list, read and checked once."""
    return tuple(opening.line() for opening in read_openings())


def _lines(path: Path) -> Iterator[Opening]:
    text = read_text(path, what=_WHAT)
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split(COMMENT)[0].strip()
        if not words:
            continue
        with placed(f"{path}, line {number}"):
            opening = parse_opening(words)
        yield opening


def parse_opening(line: str) -> Opening:
    """Return the opening of a list's line; an invalid line raises a DataError."""
    words = line.split(COMMENT, maxsplit=1)[0].strip()
    fen = chess.STARTING_FEN
    if "/" in words:
        setup, _, words = words.partition(f" {_MOVES} ")
        fen = board_of_fen(_fen(setup)).fen()
    return _checked(Opening(moves=tuple(words.split()), fen=fen))


def _checked(opening: Opening) -> Opening:
    """Raise a DataError for an opening that is illegal or ends the game."""
    board = chess.Board(opening.fen)
    for text in opening.moves:
        try:
            move = board.parse_uci(text)
            if not move:
                raise ValueError("a null move")
        except ValueError as error:
            rule = "an opening must be legal UCI moves, such as e2e4 e7e5, or an EPD"
            raise DataError(f"{rule}, got {text[:20]!r} after {len(board.move_stack)} half moves") from error
        board.push(move)
    ending = ending_of(board)
    if ending is not None:
        raise DataError(f"an opening must leave a game to play, got one that is over ({ending.words})")
    return opening


def _fen(words: str) -> str:
    """Return the FEN of an EPD, without its operations and with fresh counters."""
    fields = words.split(";", maxsplit=1)[0].split()
    numbers = fields[_EPD_FIELDS:_FEN_FIELDS]
    counted = len(numbers) == _FEN_FIELDS - _EPD_FIELDS and all(number.isdigit() for number in numbers)
    return " ".join([*fields[:_EPD_FIELDS], *(numbers if counted else ["0", "1"])])


class QuietGameBuilder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Game builder that keeps errors in the game without logging them, as python-chess would."""

    def handle_error(self, error: Exception) -> None:
        """Store the error in the game."""
        self.game.errors.append(error)


def pgn_games(file: TextIO, *, what: str) -> Iterator[tuple[str, chess.pgn.Game]]:
    """Yield the games of a PGN file, each with its place; a DataError names the place of a game that is none.

    Illegal moves are among the errors of a game.
    """
    for number in itertools.count(1):
        place = f"{what}, game {number}"
        try:
            with placed(place, *UNREADABLE):
                game = chess.pgn.read_game(file, Visitor=QuietGameBuilder)
        except IndexError as error:  # python-chess fails on an unmatched bracket
            raise DataError(f"{place}: brackets must match") from error
        if game is None:
            return
        yield place, game


def next_game(file: TextIO, *, what: str) -> chess.pgn.Game | None:
    """Return the next game of a PGN file, None at its end; a DataError names a game that is none."""
    return next((game for _, game in pgn_games(file, what=what)), None)


def _pgn_openings(path: Path, plies: int | None) -> Iterator[Opening]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            for place, game in pgn_games(file, what=str(path)):
                yield _pgn_opening(game, plies, place=place)
    except OSError as error:
        raise unreadable(path, what=_WHAT, error=error) from error


def _pgn_opening(game: chess.pgn.Game, plies: int | None, *, place: str) -> Opening:
    with placed(place, *UNREADABLE):
        if game.errors:
            raise DataError(f"openings must be legal games, got {cause_of(game.errors[0])}")
        fen = board_of_fen(game.board().fen()).fen()
        moves = itertools.islice(game.mainline_moves(), plies)
        return _checked(Opening(moves=tuple(move.uci() for move in moves), fen=fen))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRules:
    """What makes a move playable and a position balanced enough. All figures are this project's own."""

    plies: int = 8
    """Length of an opening in plies: past the book, with the middlegame still to come."""
    candidates: int = 12
    """Number of moves scored in each position."""
    nodes: int = 40_000
    """Nodes spent on scoring all candidates: a few plies each."""
    window_cp: float = 60.0
    """A move worse than the best by more than this is not played."""
    spread_cp: float = 15.0
    """Score difference at which a move is played e times less often than the best."""
    final_nodes: int = 100_000
    """Nodes spent on scoring the last position."""
    balance_cp: float = 40.0
    """An opening is kept when neither side is better by more than this in its last position."""
    least_cp: float = 0.0
    """An opening is kept when one side is better by at least this in its last position."""
    patience: int = 500
    """Draws in a row without a new opening after which no more are expected."""

    def __post_init__(self) -> None:
        check_least(self, 1, "plies", "candidates", "nodes", "final_nodes", "patience")
        check_least(self, 0, "window_cp", "balance_cp", "least_cp")
        check_above(self, 0, "spread_cp")
        if not self.least_cp <= self.balance_cp:
            raise SettingError(f"least_cp must not exceed balance_cp, got {self.least_cp!r}")


@dataclass(slots=True, kw_only=True)
class OpeningMaker:
    """Generator of random openings; the same rules and seed give the same list on every machine."""

    rules: OpeningRules = OpeningRules()
    """Rules for playable moves and balanced positions."""
    seed: int = 1
    """Random seed."""
    drawn: int = 0
    """Number of openings drawn so far, kept or not."""
    _analyst: Analyst = field(default_factory=Analyst)
    _playable: dict[str, tuple[list[chess.Move], list[float]]] = field(default_factory=dict)

    def make(self, count: int) -> Iterator[Opening]:
        """Yield a number of openings that end in different positions, balanced as the rules have it."""
        rng = random.Random(self.seed)
        looked_at: set[str] = set()
        kept = idle = 0
        while kept < count:
            board = self._draw(rng)
            self.drawn += 1
            idle += 1
            if idle > self.rules.patience:
                raise SettingError(
                    f"count must be a number of openings that {self.rules.plies} plies have, got {count!r} "
                    f"where no more than {kept} were found"
                )
            # The EPD has no counters, so transpositions compare equal.
            if board.epd() in looked_at:
                continue
            looked_at.add(board.epd())
            if self._suits(board):
                kept, idle = kept + 1, 0
                yield Opening(moves=tuple(move.uci() for move in board.move_stack))

    def _draw(self, rng: random.Random) -> chess.Board:
        board = chess.Board()
        for _ in range(self.rules.plies):
            moves, weights = self._candidates(board)
            if not moves:
                break
            board.push(rng.choices(moves, weights)[0])
        return board

    def _candidates(self, board: chess.Board) -> tuple[list[chess.Move], list[float]]:
        key = board.epd()
        if key not in self._playable:
            rules = self.rules
            scored = self._analyst.moves(board, nodes=rules.nodes, lines=rules.candidates)
            playable = within(scored, rules.window_cp)
            weights = [math.exp(-gap_cp / rules.spread_cp) for _, gap_cp in playable]
            self._playable[key] = [each.move for each, _ in playable], weights
        return self._playable[key]

    def _suits(self, board: chess.Board) -> bool:
        best = self._analyst.moves(board, nodes=self.rules.final_nodes, lines=1)
        return bool(best) and self.rules.least_cp <= abs(best[0].score_cp) <= self.rules.balance_cp
