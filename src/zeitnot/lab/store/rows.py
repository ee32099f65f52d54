"""Rows: games and turns of a run as the store writes them, and reads them from files that may be damaged."""

import json
from dataclasses import dataclass, fields, replace
from typing import Any, Self

from zeitnot.errors import DataError
from zeitnot.games import GameOrder, PlayedGame, bounded
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.turns import PlayedTurn
from zeitnot.untrusted import UNREADABLE

_HALF_POINTS = (0, 1, 2)
_LONGEST = 1e12
"""Seconds or points beyond this are damage, and would overflow in sums."""
_VALUES = ("score_cp", "value_pts", "expected_loss_pts")
"""What engines and policies said; runs of earlier versions have it as it was said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """One finished game."""

    number: int
    """Its number in the match, from 0; its pair is half of that."""
    first: int
    """Participant of seat 0: White, or who began."""
    second: int
    """Participant of seat 1."""
    half_points: int
    """Of seat 0: 2 won, 1 drawn, 0 lost."""
    words: str
    """How the game ended, in words."""
    fault: str | None
    """What the loser did wrong, when that decided it."""
    fault_seat: int | None
    """Who did."""
    first_pts: int | None
    """Final points of seat 0, in Scrabble."""
    second_pts: int | None
    """Final points of seat 1, in Scrabble."""
    first_left_s: float
    """What the clock of seat 0 showed at the end."""
    second_left_s: float
    """What the clock of seat 1 showed at the end."""
    turns: int
    """Turns of both sides."""
    hiccups: int
    """How often it was begun anew because of the machine."""
    notes: str
    """What happened beside, as a JSON list of texts."""
    began: str
    """When, in ISO form."""
    took_s: float
    """How long it took by the wall."""
    first_restarts: int = 0
    """Times that the engine of seat 0 was started again; runs of earlier versions do not count them."""
    second_restarts: int = 0
    """Times that the engine of seat 1 was started again."""

    @classmethod
    def of(cls, game: PlayedGame, order: GameOrder) -> Self:
        """Make the row of a game."""
        scores = game.scores_pts or (None, None)
        return cls(
            number=game.number,
            first=order.sides[0],
            second=order.sides[1],
            half_points=game.half_points,
            words=game.words,
            fault=None if game.fault is None else game.fault.value,
            fault_seat=game.fault_seat,
            first_pts=scores[0],
            second_pts=scores[1],
            first_left_s=game.left_s[0],
            second_left_s=game.left_s[1],
            turns=len(game.turns),
            hiccups=game.hiccups,
            notes=json.dumps(game.notes),
            began=game.began,
            took_s=game.took_s,
            first_restarts=game.restarts[0],
            second_restarts=game.restarts[1],
        )

    @property
    def pair(self) -> int:
        """The pair that the game belongs to."""
        return self.number // 2

    @property
    def note_list(self) -> list[str]:
        """What happened beside, one text each; notes that are no list are one text."""
        try:
            found = json.loads(self.notes)
        except UNREADABLE:
            return [self.notes]
        return [str(note) for note in found] if isinstance(found, list) else [str(found)]

    @property
    def at_fault(self) -> int | None:
        """The participant whose fault decided the game."""
        return None if self.fault_seat is None else (self.first, self.second)[self.fault_seat]

    @property
    def spread_pts(self) -> int | None:
        """Points of seat 0 less those of seat 1; None in games without points."""
        if self.first_pts is None or self.second_pts is None:
            return None
        return self.first_pts - self.second_pts

    def has(self, participant: int) -> bool:
        """Return whether a participant played in it."""
        return participant in (self.first, self.second)

    def half_points_of(self, participant: int) -> int:
        """Return the half points of one of its participants."""
        return self.half_points if self.first == participant else 2 - self.half_points

    def restarts(self, participant: int) -> int:
        """Return how often the engine of one of its participants was started again."""
        return self.first_restarts if self.first == participant else self.second_restarts

    def left_s(self, participant: int) -> float:
        """Return what the clock of one of its participants showed at the end."""
        return self.first_left_s if self.first == participant else self.second_left_s


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One turn: what tables and plots are made of; the whole TurnRecord is kept beside it."""

    game: int
    """The game."""
    place: int
    """Its place among the turns of the game, from 0."""
    seat: int
    """Whose turn it was."""
    participant: int
    """Who that was."""
    ply: int
    """Half moves before it, those of the opening included."""
    phase: str
    """Phase of the game."""
    move: str
    """What was played."""
    used_s: float
    """Time used by the player's own account."""
    referee_s: float
    """Time used by the referee's clock."""
    target_s: float | None
    """The target when the search ended; None without one."""
    limit_s: float | None
    """The hard limit; None without one."""
    clock_before_s: float | None
    """Own clock before."""
    clock_after_s: float | None
    """Own clock after."""
    reason: str
    """What ended the search."""
    depth: int
    """Depth finished."""
    nodes: int
    """Nodes visited."""
    samples: int
    """Samples drawn."""
    score_cp: float | None
    """Score, in chess."""
    value_pts: float | None
    """Value, in Scrabble."""
    expected_loss_pts: float | None
    """Expected loss of stopping."""
    overshoot_s: float | None
    """Time past the hard limit; negative when it was kept, None without one."""

    @classmethod
    def of(cls, turn: PlayedTurn, *, game: int, place: int, order: GameOrder, phase: str) -> Self:
        """Make the row of a turn."""
        record = turn.record
        limit_s = _finite(record.budget.limit_s)
        return cls(
            game=game,
            place=place,
            seat=turn.seat,
            participant=order.sides[turn.seat],
            ply=record.ply,
            phase=phase,
            move=record.move,
            used_s=record.used_s,
            referee_s=turn.referee_s,
            target_s=_finite(record.target_s),
            limit_s=limit_s,
            clock_before_s=_finite(record.clock_before_s),
            clock_after_s=_finite(record.clock_after_s),
            reason=record.reason.value,
            depth=record.depth,
            nodes=record.nodes,
            samples=record.samples,
            score_cp=record.score_cp,
            value_pts=record.value_pts,
            expected_loss_pts=_finite(record.expected_loss_pts),
            overshoot_s=None if limit_s is None else record.overshoot_s,
        )


def columns(cls: type[GameRow | TurnRow]) -> tuple[str, ...]:
    """Return the names of the columns of a kind of row."""
    return tuple(field.name for field in fields(cls))


def values(row: GameRow | TurnRow) -> tuple[Any, ...]:
    """Return the values of a row in the order of its columns."""
    return tuple(getattr(row, name) for name in columns(type(row)))


def _finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) < float("inf") else None


def sound_game(plan: MatchPlan, game: GameRow) -> GameRow:
    """Return the game; a DataError names it when the plan does not have it."""
    if not _is_sound_game(plan, game):
        raise DataError(f"games of a run must be as its plan has them, got {game!r}")
    return game


def sound_turn(game: GameRow, turn: TurnRow) -> TurnRow:
    """Return the turn of a game, absurd scores clamped; a DataError names it when it cannot be."""
    clamped: dict[str, Any] = {name: _clamped(getattr(turn, name)) for name in _VALUES}
    turn = replace(turn, **clamped)
    if not _is_sound_turn(turn) or turn.participant != (game.first, game.second)[turn.seat]:
        raise DataError(f"turns of a run must be those of its games, got {turn!r}")
    return turn


def _is_sound_game(plan: MatchPlan, game: GameRow) -> bool:
    number: object = game.number
    if not isinstance(number, int) or not 0 <= number < plan.numbers:
        return False
    texts = (game.words, game.notes, game.began, game.fault or "")
    points = (game.first_pts or 0, game.second_pts or 0)
    counts = (game.hiccups, game.first_restarts, game.second_restarts)
    return (
        plan.order(game.number).sides == (game.first, game.second)
        and game.half_points in _HALF_POINTS
        and game.fault_seat in (None, 0, 1)
        and all(isinstance(each, str) for each in texts)
        and all(isinstance(each, int) for each in (*points, *counts))
        and all(isinstance(each, int | float) for each in (game.first_left_s, game.second_left_s))
        and _is_time(game.took_s)
    )


def _is_sound_turn(turn: TurnRow) -> bool:
    perhaps = (turn.target_s, turn.clock_before_s, turn.clock_after_s, turn.overshoot_s)
    values = (turn.expected_loss_pts, turn.score_cp, turn.value_pts)
    return (
        turn.seat in (0, 1)
        and all(isinstance(each, int) for each in (turn.ply, turn.place, turn.depth, turn.samples))
        and turn.ply >= 0
        and all(isinstance(each, str) for each in (turn.phase, turn.reason, turn.move))
        and _is_time(turn.used_s)
        and _is_time(turn.referee_s)
        and all(each is None or _is_time(each) for each in (*perhaps, *values))
    )


def _clamped(value: object) -> object:
    return bounded(value) if isinstance(value, int | float) else value


def _is_time(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) < _LONGEST
