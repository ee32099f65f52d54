"""MoveReview: one move of a game: what was spent, what thinking was worth, and the verdict."""

from dataclasses import dataclass, replace

from zeitnot.games import Judgement, TimedMove, VerdictRules
from zeitnot.review.spending import SpendingPlan
from zeitnot.review.thinking_value import Pace, ThinkingCurve
from zeitnot.review.verdicts import MoveFigures, MoveVerdict, TimeVerdict, verdict_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the search would have played from some effort on."""

    after_s: float | None
    """The effort in seconds of the player; None without a pace."""
    work: float
    """The effort in work of the judge."""
    move: str
    """The move."""
    loss: float
    """What it loses."""


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
    """What is at stake in the verdict."""
    loss: float
    """Lost by the move: expected score in chess, points in Scrabble, as all figures here."""
    loss_error: float
    """Standard error of a loss that is not 0."""
    score: float
    """Expected score before the move, with the best one."""
    best: str
    """The best move that was found."""
    line: tuple[str, ...]
    """The line that begins with it."""
    choices: tuple[Choice, ...]
    """How the choice of the search changed with effort."""
    value: float
    """What thinking could gain here: from first sight to the least expected loss."""
    best_s: float | None
    """Time of the move in the best spending of the player's own total; None without times."""
    gained: float
    """What the time of the move gained over moving at sight."""
    best_gained: float
    """What its time in the best spending would have gained."""
    phase: str
    """Phase of the game."""
    trouble_since: int | None
    """Number of the move since which the player has been in time trouble; None outside of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMove:
    """A move of a game with what the judge says about its position."""

    move: TimedMove
    """The move."""
    judgement: Judgement
    """What thinking was worth there, and what the move lost."""
    curve: ThinkingCurve
    """The same as a curve over work."""

    @property
    def is_timed(self) -> bool:
        """Whether its time is known, and it could be judged."""
        return self.move.time.used_s is not None and not self.judgement.problem

    @property
    def loss(self) -> float:
        """Lost by the move; 0 where noise made it negative."""
        return max(0.0, self.judgement.played_loss)


def timed_review(
    each: JudgedMove, plan: SpendingPlan, place: int, *, since: int | None, rules: VerdictRules
) -> MoveReview:
    """Review a move whose time is known, the one at this place of the plan."""
    judgement = each.judgement
    figures = MoveFigures(
        used_s=plan.used_s[place],
        best_s=plan.best.times_s[place],
        wanted_s=max(plan.whole.times_s[place], plan.best.times_s[place]),
        usual_s=plan.total_s / len(plan.used_s),
        total_s=plan.total_s,
        price_per_s=plan.best.price_per_s,
        loss=each.loss,
        first_loss=plan.first[place],
        used_loss=plan.own[place],
        best_loss=plan.best.losses[place],
        wanted_loss=min(plan.whole.losses[place], plan.best.losses[place]),
        legal_moves=judgement.legal_moves,
        gap=judgement.gap,
        is_steady=len({step.move for step in judgement.steps}) == 1,
        found=judgement.line[0],
        trouble_since=since,
        left_s=each.move.time.before_s,
    )
    verdict = verdict_of(figures, rules)
    review = _move_review(each, plan.pace, verdict, since)
    first = plan.first[place]
    return replace(
        review,
        best_s=plan.best.times_s[place],
        gained=first - plan.own[place],
        best_gained=first - plan.best.losses[place],
    )


def untimed_review(each: JudgedMove, pace: Pace | None, *, since: int | None) -> MoveReview:
    """Review a move whose time is unknown or cannot be measured, or that could not be judged."""
    words = "the player has no two times above 0 to measure it by" if each.is_timed else "its time is unknown"
    verdict = MoveVerdict(verdict=TimeVerdict.UNKNOWN, words=words, cost=0.0)
    if each.judgement.problem:
        verdict = MoveVerdict(verdict=TimeVerdict.NOT_JUDGED, words=each.judgement.problem, cost=0.0)
    return _move_review(each, pace, verdict, since)


def _move_review(each: JudgedMove, pace: Pace | None, verdict: MoveVerdict, since: int | None) -> MoveReview:
    judgement = each.judgement
    return MoveReview(
        move=each.move,
        verdict=verdict.verdict,
        words=verdict.words,
        cost=verdict.cost,
        loss=each.loss,
        loss_error=judgement.loss_error,
        score=judgement.score,
        best=judgement.line[0] if judgement.line else each.move.text,
        line=judgement.line,
        choices=_choices(judgement, pace),
        value=each.curve.losses[0] - each.curve.losses[-1],
        best_s=None,
        gained=0.0,
        best_gained=0.0,
        phase=judgement.phase,
        trouble_since=since,
    )


def _choices(judgement: Judgement, pace: Pace | None) -> tuple[Choice, ...]:
    found: list[Choice] = []
    before = ""
    for step in judgement.steps:
        if step.move != before:
            before = step.move
            found.append(
                Choice(
                    after_s=None if pace is None else step.work / pace.work_per_s,
                    work=step.work,
                    move=before,
                    loss=max(0.0, step.loss),
                )
            )
    return tuple(found)
