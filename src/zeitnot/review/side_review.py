"""SideReview: what one player's clock was spent on in one game, move by move and in all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import chess
import numpy as np

from zeitnot.chess import JudgedTurn, chess_phase
from zeitnot.games import CONFIDENCE, Estimate
from zeitnot.review.other_managers import ManagerSpending, manager_spendings
from zeitnot.review.spending import Spending, best_spending, spent
from zeitnot.review.thinking_value import Pace, ThinkingCurve
from zeitnot.review.timed_game import TimedGame, TimedMove
from zeitnot.review.verdicts import (
    DEFAULT_RULES,
    MoveFigures,
    MoveVerdict,
    TimeVerdict,
    trouble_since,
    verdict_of,
)

_AT_SIGHT = 0.1
"""Part of the usual time that counts as moving at sight."""
_LEFT_USED = 0.9
"""Part of the time that was left at the end which could have been used without danger."""
_FEWEST = 2
"""Timed moves that a spending can be told of."""
_LEAST_ACHIEVABLE = 0.01
"""Expected score below which there was nothing to achieve by thinking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the search would have played from some effort on."""

    after_s: float | None
    """The effort in seconds of the player; None without a pace."""
    nodes: int
    """The effort in nodes."""
    san: str
    """The move."""
    loss: float
    """Expected score that it loses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveReview:
    """One move: what was spent, what thinking was worth, and the verdict."""

    move: TimedMove
    """The move with its time."""
    verdict: TimeVerdict
    """How its time was spent."""
    words: str
    """The verdict in a sentence."""
    cost: float
    """Expected score that is at stake in the verdict."""
    loss: float
    """Expected score lost by the move."""
    loss_error: float
    """Standard error of a loss that is not 0."""
    score: float
    """Expected score before the move, with the best one."""
    best_san: str
    """The best move that was found."""
    line: tuple[str, ...]
    """The line that begins with it."""
    choices: tuple[Choice, ...]
    """How the choice of the search changed with effort."""
    value: float
    """Expected score that thinking could gain here: from first sight to the least expected loss."""
    best_s: float | None
    """Time of the move in the best spending of the player's own total; None without times."""
    gained: float
    """Expected score that the time of the move gained over moving at sight."""
    best_gained: float
    """Expected score that its time in the best spending would have gained."""
    phase: str
    """Phase of the game."""
    trouble_since: int | None
    """Number of the move since which the player has been in time trouble; None outside of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReview:
    """One player's clock in one game."""

    name: str
    """Name of the player."""
    is_white: bool
    """Whether the player had White."""
    moves: tuple[MoveReview, ...]
    """Move by move."""
    pace: Pace | None = None
    """What a second of the player counts as; None without times."""
    price_per_s: float = 0.0
    """Expected score that a second was worth: where the player's own total, best spent, would have ended."""
    used_s: float = 0.0
    """Time of all moves whose time is known."""
    left_s: float | None = None
    """Time on the clock after the last move; None if it is unknown."""
    achieved: float = 0.0
    """Expected score that the player's thinking gained over moving at sight."""
    achievable: float = 0.0
    """Expected score that the same time, best spent, would have gained."""
    share_error: float | None = None
    """Half width of the 95 % interval of the share achieved, by moves; None if there is none."""
    moved_s: float = 0.0
    """Seconds that the best spending takes from some moves and gives to others."""
    gain_with_all: float = 0.0
    """Expected score that the best spending of the whole clock would have gained over the player's own."""
    expected_loss: float = 0.0
    """Expected score lost with the player's own times, as managers are measured."""
    managers: tuple[ManagerSpending, ...] = ()
    """How time managers would have spent the same clock."""

    @property
    def gain(self) -> float:
        """Expected score that moving seconds alone would have gained."""
        return self.achievable - self.achieved

    @property
    def share(self) -> float | None:
        """Part of the achievable that was achieved; None where thinking could achieve nothing."""
        return self.achieved / self.achievable if self.achievable >= _LEAST_ACHIEVABLE else None

    @property
    def loss(self) -> float:
        """Expected score lost by all moves."""
        return sum(each.loss for each in self.moves)

    @property
    def trouble_loss(self) -> float:
        """Expected score lost in time trouble."""
        return sum(each.loss for each in self.moves if each.trouble_since is not None)

    @property
    def calm_loss(self) -> float:
        """Expected score lost with time on the clock."""
        return self.loss - self.trouble_loss

    @property
    def trouble_from(self) -> int | None:
        """Number of the first move in time trouble; None if there was none."""
        return next((each.trouble_since for each in self.moves if each.trouble_since is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMove:
    """A move of a game with what the engine says about its position."""

    move: TimedMove
    """The move."""
    judged: JudgedTurn
    """Search and judgement."""
    curve: ThinkingCurve
    """What thinking was worth there."""

    @property
    def is_timed(self) -> bool:
        """Whether its time is known."""
        return self.move.time.used_s is not None


def review_side(
    game: TimedGame, side: Sequence[JudgedMove], pace: Pace | None, *, managers: Sequence[str]
) -> SideReview:
    """Review the moves of one side."""
    is_white = side[0].move.is_white
    name = game.players[0 if is_white else 1]
    timed = [each for each in side if each.is_timed]
    since = trouble_since(
        [each.move.time.before_s for each in side], [each.move.number for each in side], game.control
    )
    if pace is None or len(timed) < _FEWEST:
        reviews = tuple(
            _move_review(each, None, _FEW_TIMES if each.is_timed else _UNKNOWN, None, since[n])
            for n, each in enumerate(side)
        )
        return SideReview(name=name, is_white=is_white, moves=reviews)
    plan = _Plan(timed, pace)
    figures = dict(zip((each.move.ply for each in timed), range(len(timed)), strict=True))
    reviews = tuple(
        _reviewed(each, plan, figures.get(each.move.ply), since[n]) for n, each in enumerate(side)
    )
    return SideReview(
        name=name,
        is_white=is_white,
        moves=_with_consequences(reviews),
        pace=pace,
        price_per_s=plan.best.price_per_s,
        used_s=plan.total_s,
        left_s=timed[-1].move.time.after_s,
        achieved=sum(plan.first) - sum(plan.own),
        achievable=max(sum(plan.first) - plan.best.loss, sum(plan.first) - sum(plan.own)),
        share_error=plan.share_error(),
        moved_s=sum(max(0.0, u - b) for u, b in zip(plan.used_s, plan.best.times_s, strict=True)),
        gain_with_all=max(0.0, sum(plan.own) - plan.whole.loss),
        expected_loss=sum(plan.own),
        managers=manager_spendings(
            managers,
            control=game.control,
            traces=[each.judged.trace for each in side],
            curves=[each.curve for each in side],
            counted=[each.is_timed for each in side],
            pace=pace,
        ),
    )


def _with_consequences(reviews: tuple[MoveReview, ...]) -> tuple[MoveReview, ...]:
    """Add to moves that took too long what was lost in the time trouble that followed."""
    found: list[MoveReview] = []
    lost, since = 0.0, None
    for each in reversed(reviews):
        words = each.words
        if each.trouble_since is not None:
            lost, since = lost + each.loss, each.trouble_since
        elif each.verdict is TimeVerdict.TOO_LONG and since is not None and lost >= DEFAULT_RULES.least_loss:
            words += f"; it was missing from move {since} on: {lost:.2f} lost in time trouble"
        found.append(replace(each, words=words))
    return tuple(reversed(found))


class _Plan:
    """The player's own spending, and the best ones, over the moves whose time is known."""

    def __init__(self, timed: Sequence[JudgedMove], pace: Pace) -> None:
        self.pace = pace
        self.curves = [each.curve for each in timed]
        self.used_s = [each.move.time.used_s or 0.0 for each in timed]
        self.total_s = sum(self.used_s)
        at_sight_s = _AT_SIGHT * self.total_s / len(timed)
        least_s = [min(used_s, at_sight_s) for used_s in self.used_s]
        given_s = _given_s(timed, self.used_s)
        self.first = spent(self.curves, least_s, pace)
        self.own = spent(self.curves, self.used_s, pace)
        self.best = self._best(least_s, given_s, self.total_s)
        left_s = max(0.0, given_s[-1] - self.total_s) if np.isfinite(given_s[-1]) else 0.0
        self.whole = self._best(least_s, given_s, self.total_s + _LEFT_USED * left_s)

    def _best(self, least_s: list[float], given_s: list[float], total_s: float) -> Spending:
        return best_spending(self.curves, self.pace, least_s=least_s, given_s=given_s, total_s=total_s)

    def share_error(self) -> float | None:
        """Return the error of the share achieved: moves are taken as independent."""
        achievable = sum(self.first) - self.best.loss
        if achievable < _LEAST_ACHIEVABLE:
            return None
        return ratio_estimate(
            [first - own for first, own in zip(self.first, self.own, strict=True)],
            [first - best for first, best in zip(self.first, self.best.losses, strict=True)],
        ).error


def ratio_estimate(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """Return the ratio of two sums with its 95 % error over their terms."""
    ratio = sum(parts) / sum(wholes)
    if len(parts) < _FEWEST:
        return Estimate(mean=ratio, error=None)
    rest = sum((part - ratio * whole) ** 2 for part, whole in zip(parts, wholes, strict=True))
    factor = len(parts) / (len(parts) - 1)
    return Estimate(mean=ratio, error=CONFIDENCE * (factor * rest) ** 0.5 / sum(wholes))


def _given_s(timed: Sequence[JudgedMove], used_s: Sequence[float]) -> list[float]:
    """Return what the clock had given by each move, its own earnings aside; infinite where it is unknown."""
    found, before = [], 0.0
    for each, own_s in zip(timed, used_s, strict=True):
        left_s = each.move.time.before_s
        found.append(np.inf if left_s is None else before + max(left_s, own_s))
        before += own_s
    return found


_UNKNOWN = MoveVerdict(verdict=TimeVerdict.UNKNOWN, words="its time is unknown", cost=0.0)
_FEW_TIMES = MoveVerdict(
    verdict=TimeVerdict.UNKNOWN, words="the player has no two times above 0 to measure it by", cost=0.0
)


def _reviewed(each: JudgedMove, plan: _Plan, place: int | None, since: int | None) -> MoveReview:
    if place is None:
        return _move_review(each, plan.pace, _UNKNOWN, None, since)
    figures = MoveFigures(
        used_s=plan.used_s[place],
        best_s=plan.best.times_s[place],
        wanted_s=max(plan.whole.times_s[place], plan.best.times_s[place]),
        usual_s=plan.total_s / len(plan.used_s),
        total_s=plan.total_s,
        price_per_s=plan.best.price_per_s,
        loss=max(0.0, each.judged.played_loss),
        first_loss=plan.first[place],
        used_loss=plan.own[place],
        best_loss=plan.best.losses[place],
        wanted_loss=min(plan.whole.losses[place], plan.best.losses[place]),
        legal_moves=each.judged.trace.features.legal_moves,
        gap=each.judged.gap or 0.0,
        is_steady=len({step.iteration.best_move for step in each.judged.trace.iterations}) == 1,
        found_san=_sans(each.move.fen, each.judged.line[:1])[0],
        trouble_since=since,
        left_s=each.move.time.before_s,
    )
    review = _move_review(each, plan.pace, verdict_of(figures), plan.best.times_s[place], since)
    first = plan.first[place]
    return replace(review, gained=first - plan.own[place], best_gained=first - plan.best.losses[place])


def _move_review(
    each: JudgedMove, pace: Pace | None, verdict: MoveVerdict, best_s: float | None, since: int | None
) -> MoveReview:
    trace = each.judged.trace
    line = _sans(each.move.fen, each.judged.line)
    return MoveReview(
        move=each.move,
        verdict=verdict.verdict,
        words=verdict.words,
        cost=verdict.cost,
        loss=max(0.0, each.judged.played_loss),
        loss_error=trace.loss_error,
        score=each.judged.score,
        best_san=line[0],
        line=line,
        choices=_choices(each, pace),
        value=each.curve.losses[0] - each.curve.losses[-1],
        best_s=best_s,
        gained=0.0,
        best_gained=0.0,
        phase=chess_phase(trace.features),
        trouble_since=since,
    )


def _choices(each: JudgedMove, pace: Pace | None) -> tuple[Choice, ...]:
    board = chess.Board(each.move.fen)
    found: list[Choice] = []
    before = ""
    for step in each.judged.trace.iterations:
        if step.iteration.best_move != before:
            before = step.iteration.best_move
            found.append(
                Choice(
                    after_s=None if pace is None else step.iteration.nodes / pace.nodes_per_s,
                    nodes=step.iteration.nodes,
                    san=board.san(board.parse_uci(before)),
                    loss=max(0.0, step.loss),
                )
            )
    return tuple(found)


def _sans(fen: str, moves: Sequence[str]) -> tuple[str, ...]:
    board = chess.Board(fen)
    found = []
    for move in moves:
        try:
            found.append(board.san(board.parse_uci(move)))
        except ValueError:  # an engine may report a line that cannot be played to its end
            break
        board.push_uci(move)
    return tuple(found)
