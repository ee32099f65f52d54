"""Past clocked games, and what `mergen` learns from them."""

import hashlib
import io
import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import chess
import chess.pgn

from zeitnot.chess import features_of, pgn_games
from zeitnot.clocks import ClockReading, TimeControl
from zeitnot.errors import DataError, ParseError
from zeitnot.policies import Mergen, MergenLessons
from zeitnot.turns import ChessFeatures, Turn
from zeitnot.untrusted import UNREADABLE, cause_of, placed

LEFT_SHARE = 0.1
"""Part of all the time of a game that is to be left at its end."""
_HALF = 0.5
_STEPS = 8
"""Halvings of the search for a game's share per move: to a hundredth of it."""
MOST_PLIES = 2_000
"""Half moves of a game at most; a longer one is nobody's."""
_UNDECIDED = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPlayer:
    """One side of a game."""

    name: str
    """Name of the player in the game's tags."""
    positions: tuple[ChessFeatures, ...]
    """The positions that it moved in on the clock, in order."""
    use: float = 1.0
    """Time used for each second planned, where records exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastGame:
    """A finished game that was played on clocks."""

    fingerprint: str
    """Tells it from other games."""
    players: tuple[PastPlayer, PastPlayer]
    """White and Black."""
    clock: tuple[float, float] | None = None
    """Time at the start and increment; None if the control is unknown or has several stages."""


def past_games(text: str, *, what: str) -> Iterator[PastGame | None]:
    """Read the games of a PGN text; None stands for one without clocks or without an end.

    A text that holds no game, or a game with illegal moves, is a DataError that names `what`.
    """
    place = ""
    for place, game in pgn_games(io.StringIO(text), what=what):
        with placed(place, *UNREADABLE):
            if game.errors:
                raise DataError(cause_of(game.errors[0]))
            past = _past_game(game)
        yield past
    if not place:
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


def learn_game(lessons: MergenLessons, game: PastGame, *, player: str = "") -> MergenLessons:
    """Add a game: the moves that were left, and the share per move that its clock wanted.

    With a name, only players whose name has it count.
    """
    wanted = [each for each in game.players if each.positions and player.lower() in each.name.lower()]
    if not wanted or game.fingerprint in lessons.seen:
        return lessons
    document = Mergen()
    for each in wanted:
        lessons = _with_moves(lessons, each, document)
    figures = lessons.figures(document.figures(), shares=(document.least_share, document.largest_share))
    policy = replace(
        document,
        opening_moves_left=figures.opening_moves_left,
        middlegame_moves_left=figures.middlegame_moves_left,
        endgame_moves_left=figures.endgame_moves_left,
    )
    for each in wanted if game.clock is not None else ():
        share = _share_wanted(each, policy, clock=game.clock or (0.0, 0.0))
        lessons = replace(
            lessons,
            share_games=lessons.share_games + _HALF,
            share_logs=lessons.share_logs + _HALF * math.log(share / document.share_per_move),
        )
    return lessons.after_game(game.fingerprint)


def _with_moves(lessons: MergenLessons, player: PastPlayer, document: Mergen) -> MergenLessons:
    phases: dict[str, list[tuple[float, float]]] = {}
    for place, features in enumerate(player.positions):
        phase, way = document.way(features)
        moves_left = len(player.positions) - place
        phases.setdefault(phase, []).append((way, moves_left - document.phase(features)[2]))
    grown = {phase: getattr(lessons, phase).after(moves, weight=_HALF) for phase, moves in phases.items()}
    return replace(lessons, **grown)


def _share_wanted(player: PastPlayer, policy: Mergen, *, clock: tuple[float, float]) -> float:
    """Return the share per move with which the game would have left what is to be left of its time."""
    total_s = clock[0] + clock[1] * (len(player.positions) - 1)
    low, high = math.log(policy.least_share), math.log(policy.largest_share)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        tried = replace(policy, share_per_move=math.exp(middle))
        spends_less = total_s - sum(_targets(player, tried, clock=clock)) > LEFT_SHARE * total_s
        low, high = (middle, high) if spends_less else (low, middle)
    return math.exp((low + high) / 2)


def _targets(player: PastPlayer, policy: Mergen, *, clock: tuple[float, float]) -> Iterable[float]:
    """Yield what each move would take, each planned on the clock that those before it leave."""
    base_s, increment_s = clock
    left_s = base_s
    for place, features in enumerate(player.positions):
        reading = ClockReading(remaining_s=left_s, increment_s=increment_s)
        turn = Turn(clock=reading, initial_s=base_s, ply=2 * place, features=features)
        used_s = min(policy.plan(turn).target_s * player.use, left_s)
        left_s += increment_s - used_s
        yield used_s
