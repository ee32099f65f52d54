"""Past games: clocked games from PGN text, as what `mergen` learns from."""

import hashlib
import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import chess
import chess.pgn

from zeitnot.chess.features import features_of
from zeitnot.chess.openings import QuietGameBuilder
from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, ParseError
from zeitnot.turns import ChessFeatures
from zeitnot.untrusted import UNREADABLE, cause_of

MOST_PLIES = 2_000
"""Half moves of a game at most; a longer one is nobody's."""
_UNDECIDED = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPlayer:
    """One side of a game."""

    name: str
    """As the game has it."""
    positions: tuple[ChessFeatures, ...]
    """The positions that it moved in on the clock, in order."""
    use: float = 1.0
    """Time used for each second planned, where records tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """A finished game that was played on clocks."""

    fingerprint: str
    """Tells it from other games."""
    players: tuple[PastPlayer, PastPlayer]
    """White and Black."""
    clock: tuple[float, float] | None = None
    """Time at the start and increment, where the control has one stage; None: more, or not told."""


def past_games(text: str, *, what: str) -> Iterator[PastGame | None]:
    """Read the games of a PGN text; None stands for one without clocks or without an end.

    A text that holds no game, or a game with illegal moves, is a DataError that names `what`.
    """
    file, number = io.StringIO(text), 0
    try:
        for number in itertools.count(1):
            game = chess.pgn.read_game(file, Visitor=QuietGameBuilder)
            if game is None:
                break
            if game.errors:
                raise DataError(f"{what}, game {number}: {cause_of(game.errors[0])}")
            yield _past_game(game)
    except IndexError as error:  # python-chess trips over a bracket too many
        raise DataError(f"{what}, game {number}: brackets must match") from error
    except UNREADABLE as error:
        if isinstance(error, DataError):
            raise
        raise DataError(f"{what}, game {number}: {cause_of(error)}") from error
    if number <= 1:
        raise DataError(f"{what} must hold games in PGN, got none")


def _past_game(game: chess.pgn.Game) -> PastGame | None:
    board = game.board()
    seen: dict[chess.Color, list[ChessFeatures]] = {chess.WHITE: [], chess.BLACK: []}
    plies = 0
    for node in itertools.islice(game.mainline(), MOST_PLIES + 1):
        if not node.move or (plies := plies + 1) > MOST_PLIES:
            return None
        if node.clock() is not None:
            seen[board.turn].append(features_of(board))
        board.push(node.move)
    if game.headers.get("Result", _UNDECIDED) == _UNDECIDED or not any(seen.values()):
        return None
    moves = " ".join(f"{node.move.uci()} {node.clock()}" for node in game.mainline())
    names = game.headers.get("White", "?"), game.headers.get("Black", "?")
    told = "\n".join((*names, game.headers.get("Date", ""), game.headers.get("Round", ""), moves))
    return PastGame(
        fingerprint=hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:16],
        players=(
            PastPlayer(name=names[0], positions=tuple(seen[chess.WHITE])),
            PastPlayer(name=names[1], positions=tuple(seen[chess.BLACK])),
        ),
        clock=_clock(game.headers.get("TimeControl", "?")),
    )


def _clock(tag: str) -> tuple[float, float] | None:
    try:
        control = TimeControl.from_pgn(tag)
    except ParseError:
        return None
    if len(control.stages) != 1 or control.stages[0].moves is not None or control.byoyomi is not None:
        return None
    return control.stages[0].base_s, control.stages[0].increment_s
