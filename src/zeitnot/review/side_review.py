"""SideReview: what one player's clock was spent on in one game, move by move and in all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from zeitnot.games import RecordedPosition, Reviewer, TimedGame, VerdictRules
from zeitnot.review.move_review import JudgedMove, MoveReview, timed_review, untimed_review
from zeitnot.review.other_managers import ManagerSpending, manager_spendings
from zeitnot.review.spending import SpendingPlan
from zeitnot.review.thinking_value import Pace
from zeitnot.review.verdicts import TimeVerdict, trouble_since

_FEWEST = 2
"""Timed moves that a spending can be told of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideReview:
    """One player's clock in one game."""

    name: str
    """Name of the player."""
    seat: int
    """Seat of the player: 0 or 1."""
    moves: tuple[MoveReview, ...]
    """Move by move."""
    pace: Pace | None = None
    """What a second of the player counts as; None without times."""
    price_per_s: float = 0.0
    """What a second was worth: where the player's own total, best spent, would have ended."""
    used_s: float = 0.0
    """Time of all moves whose time is known."""
    left_s: float | None = None
    """Time on the clock after the last move; None if it is unknown."""
    achieved: float = 0.0
    """What the player's thinking gained over moving at sight."""
    achievable: float = 0.0
    """What the same time, best spent, would have gained."""
    share_error: float | None = None
    """Half width of the 95 % interval of the share achieved, by moves; None if there is none."""
    moved_s: float = 0.0
    """Seconds that the best spending takes from some moves and gives to others."""
    gain_with_all: float = 0.0
    """What the best spending of the whole clock would have gained over the player's own."""
    expected_loss: float = 0.0
    """Lost with the player's own times, overtime included, as managers are measured."""
    managers: tuple[ManagerSpending, ...] = ()
    """How time managers would have spent the same clock."""
    penalty: float = 0.0
    """Points that overtime cost."""
    least: float = 0.01
    """Loss or gain below which nothing can be told."""

    @property
    def gain(self) -> float:
        """What moving seconds alone would have gained."""
        return self.achievable - self.achieved

    @property
    def share(self) -> float | None:
        """Part of the achievable that was achieved; None where thinking could achieve nothing."""
        return self.achieved / self.achievable if self.achievable >= self.least else None

    @property
    def loss(self) -> float:
        """Lost by all moves, and by overtime."""
        return sum(each.loss for each in self.moves) + self.penalty

    @property
    def trouble_loss(self) -> float:
        """Lost in time trouble, with what overtime cost."""
        return sum(each.loss for each in self.moves if each.trouble_since is not None) + self.penalty

    @property
    def calm_loss(self) -> float:
        """Lost with time on the clock."""
        return self.loss - self.trouble_loss

    @property
    def trouble_from(self) -> int | None:
        """Number of the first move in time trouble; None if there was none."""
        return next((each.trouble_since for each in self.moves if each.trouble_since is not None), None)


def review_side(
    game: TimedGame,
    side: Sequence[JudgedMove],
    pace: Pace | None,
    *,
    reviewer: Reviewer,
    managers: Sequence[str],
    positions: Sequence[RecordedPosition | None],
) -> SideReview:
    """Review the moves of one side; `positions` are their searches as managers would replay them."""
    seat, rules = side[0].move.seat, reviewer.rules
    bare = SideReview(
        name=game.players[seat],
        seat=seat,
        moves=(),
        penalty=game.penalties_pts[seat],
        least=rules.least_told,
    )
    timed = [each for each in side if each.is_timed]
    since = trouble_since(
        [each.move.time.before_s for each in side],
        [each.move.number for each in side],
        game.control,
        rules,
        to_come=[each.judgement.turns_to_come for each in side],
    )
    if pace is None or len(timed) < _FEWEST:
        pairs = zip(side, since, strict=True)
        return replace(bare, moves=tuple(untimed_review(each, None, since=number) for each, number in pairs))
    plan = SpendingPlan(
        [each.curve for each in timed],
        pace,
        used_s=[each.move.time.used_s or 0.0 for each in timed],
        before_s=[each.move.time.before_s for each in timed],
    )
    places = {each.move.ply: place for place, each in enumerate(timed)}
    reviews = tuple(
        timed_review(each, plan, places[each.move.ply], since=number, rules=rules)
        if each.is_timed
        else untimed_review(each, pace, since=number)
        for each, number in zip(side, since, strict=True)
    )
    return replace(
        bare,
        moves=_with_consequences(reviews, rules),
        pace=pace,
        price_per_s=plan.best.price_per_s,
        used_s=sum(each.move.time.used_s or 0.0 for each in side),
        left_s=next(s.move.time.after_s for s in reversed(side) if s.move.time.used_s is not None),
        achieved=plan.achieved,
        achievable=plan.achievable,
        share_error=plan.share_error(least=rules.least_told),
        moved_s=sum(max(0.0, u - b) for u, b in zip(plan.used_s, plan.best.times_s, strict=True)),
        gain_with_all=max(0.0, sum(plan.own) - plan.whole.loss),
        expected_loss=sum(plan.own) + bare.penalty,
        managers=manager_spendings(
            managers,
            control=game.control,
            side=side,
            positions=positions,
            pace=pace,
        ),
    )


def _with_consequences(reviews: tuple[MoveReview, ...], rules: VerdictRules) -> tuple[MoveReview, ...]:
    """Add to moves that took too long what was lost in the time trouble that followed."""
    found: list[MoveReview] = []
    lost, since = 0.0, None
    for each in reversed(reviews):
        words = each.words
        if each.trouble_since is not None:
            lost, since = lost + each.loss, each.trouble_since
        elif each.verdict is TimeVerdict.TOO_LONG and since is not None and lost >= rules.least_loss:
            told = rules.loss_text(lost)
            words += f"; it was missing from {rules.turn_word} {since} on: {told} lost in time trouble"
        found.append(replace(each, words=words))
    return tuple(reversed(found))
