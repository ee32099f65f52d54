"""Verdicts: whether the time of a move was well spent, in a word and in a sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from zeitnot.clocks import Clock, ClockReading, TimeControl, clock_text
from zeitnot.games import VerdictRules

MOVES_TO_COME = 20
"""Moves that a player in time trouble thinks of at most."""


class TimeVerdict(StrEnum):
    """How the time of a move was spent."""

    WELL_SPENT = "well spent"
    TOO_LONG = "too long"
    TOO_QUICK = "too quick"
    FORCED = "forced"
    TIME_TROUBLE = "in time trouble"
    NOT_TIME = "not a matter of time"
    UNKNOWN = "time unknown"
    NOT_JUDGED = "not judged"


DEFAULT_RULES = VerdictRules()


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFigures:
    """What a verdict on one move rests on."""

    used_s: float | None
    """Time that the move took; None if it is unknown."""
    best_s: float
    """Time that the move has in the best spending of the player's total."""
    wanted_s: float
    """Time that the move has in the best spending of all that the clock gave."""
    usual_s: float
    """Mean time of the player's moves."""
    total_s: float
    """Time of all the player's moves."""
    price_per_s: float
    """Expected score that a second was worth over the game."""
    loss: float
    """Expected score lost by the move that was played."""
    first_loss: float
    """Expected loss at first sight."""
    used_loss: float
    """Expected loss after the time that was used."""
    best_loss: float
    """Expected loss after the time of the best spending."""
    wanted_loss: float
    """Expected loss after the time that all of the clock could have given."""
    legal_moves: int
    """Number of legal moves."""
    gap: float
    """Expected score by which the best move is better than the second."""
    is_steady: bool
    """Whether every depth of the search chose the same move."""
    found: str
    """The best move."""
    trouble_since: int | None = None
    """Number of the move since which the player has been in time trouble; None outside of it."""
    left_s: float | None = None
    """Time on the clock before the move."""

    @property
    def is_only_move(self) -> bool:
        """Whether there is one legal move."""
        return self.legal_moves == 1

    @property
    def excess_s(self) -> float:
        """Time beyond that of the best spending."""
        return max(0.0, (self.used_s or 0.0) - self.best_s)

    @property
    def waste(self) -> float:
        """Expected score that the excess would have bought elsewhere, beyond what it bought here."""
        return max(0.0, self.price_per_s * self.excess_s - max(0.0, self.best_loss - self.used_loss))


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveVerdict:
    """A verdict on one move."""

    verdict: TimeVerdict
    """The verdict."""
    words: str
    """The verdict in a sentence."""
    cost: float
    """Expected score that is at stake in the verdict."""


def verdict_of(move: MoveFigures, rules: VerdictRules = DEFAULT_RULES) -> MoveVerdict:
    """Judge the time of one move."""
    if move.used_s is None:
        return MoveVerdict(verdict=TimeVerdict.UNKNOWN, words="its time is unknown", cost=0.0)
    forced = _is_forced(move, rules)
    if _is_too_long(move, rules):
        return MoveVerdict(
            verdict=TimeVerdict.TOO_LONG, words=_long_words(move, rules, forced=forced), cost=move.waste
        )
    if forced and move.loss < rules.mistake:
        words = "the only legal move" if move.is_only_move else "the only good move, and plain to see"
        return MoveVerdict(verdict=TimeVerdict.FORCED, words=words, cost=0.0)
    if move.trouble_since is not None:
        return MoveVerdict(
            verdict=TimeVerdict.TIME_TROUBLE, words=_trouble_words(move, rules), cost=move.loss
        )
    if _is_too_quick(move, rules):
        return MoveVerdict(
            verdict=TimeVerdict.TOO_QUICK,
            words=_quick_words(move, rules),
            cost=max(0.0, move.loss - move.wanted_loss),
        )
    if move.loss >= rules.mistake:
        lost = f"the move lost {rules.loss_text(move.loss)}"
        words = f"{_time(move.used_s)} was enough by the measure of this game; {lost}"
        return MoveVerdict(verdict=TimeVerdict.NOT_TIME, words=words, cost=move.loss)
    return MoveVerdict(verdict=TimeVerdict.WELL_SPENT, words=_well_words(move, rules), cost=_gained(move))


def _is_forced(move: MoveFigures, rules: VerdictRules) -> bool:
    return move.is_only_move or (move.is_steady and move.gap >= rules.forced_gap)


def _is_too_long(move: MoveFigures, rules: VerdictRules) -> bool:
    used_s = move.used_s or 0.0
    if used_s <= 2 * move.best_s or move.loss >= rules.mistake:
        return False
    if move.waste >= rules.least_loss:
        return True
    return (
        used_s >= rules.long_factor * move.usual_s
        and used_s >= rules.long_share * move.total_s
        and _gained(move) < rules.least_loss
    )


def _is_too_quick(move: MoveFigures, rules: VerdictRules) -> bool:
    """A loss after less time than the game could have given, or a mistake after less than the usual time."""
    used_s = move.used_s or 0.0
    if move.loss < rules.least_loss:
        return False
    if move.loss >= rules.mistake and used_s < move.usual_s / 2:
        return True
    gain = min(move.loss, move.used_loss) - move.wanted_loss
    return used_s < move.wanted_s / 2 and gain >= rules.least_loss


def _gained(move: MoveFigures) -> float:
    return max(0.0, move.first_loss - move.used_loss)


def _long_words(move: MoveFigures, rules: VerdictRules, *, forced: bool) -> str:
    used = _time(move.used_s or 0.0)
    why = "the only legal move" if move.is_only_move else "a forced move" if forced else "this move"
    words = f"{used} for {why}; {_time(move.best_s)} would have done"
    if move.waste >= rules.least_shown:
        words += f", and {_time(move.excess_s)} was worth {rules.loss_text(move.waste)} elsewhere"
    return words


def _trouble_words(move: MoveFigures, rules: VerdictRules) -> str:
    left = "" if move.left_s is None else f" ({clock_text(move.left_s)} left)"
    words = f"in time trouble since {rules.turn_word} {move.trouble_since}{left}"
    return words if move.loss < rules.least_loss else f"{words}; lost {rules.loss_text(move.loss)}"


def _quick_words(move: MoveFigures, rules: VerdictRules) -> str:
    more_s = max(move.wanted_s, move.usual_s)
    if move.wanted_loss > move.loss / 2:
        lost = rules.loss_text(move.loss)
        return f"{_time(move.used_s or 0.0)} only, and it lost {lost}; that is hard to see here"
    return (
        f"{_time(move.used_s or 0.0)} only; {_time(more_s)} would probably have found {move.found}, "
        f"better by {rules.loss_text(move.loss)}"
    )


def _well_words(move: MoveFigures, rules: VerdictRules) -> str:
    if _gained(move) >= rules.least_loss:
        gained = rules.loss_text(_gained(move))
        return f"{_time(move.used_s or 0.0)} found what the first sight would have missed ({gained})"
    if (move.used_s or 0.0) > 2 * max(move.best_s, move.usual_s):
        return f"{_time(move.best_s)} would have done, but the rest was worth too little elsewhere to tell"
    if (move.used_s or 0.0) < move.best_s / 2:
        return "quicker than it was worth, and it did little harm"
    if move.first_loss < rules.least_loss:
        return "little to find here, and little time spent"
    return "as much time as the position was worth"


def _time(time_s: float) -> str:
    return clock_text(time_s) if time_s >= 60 else f"{time_s:.2g} s"  # noqa: PLR2004 (a minute)


def readings_of(control: TimeControl, turns: int) -> list[ClockReading]:
    """Return what the rules say before each turn: stage, increment, moves to go."""
    clock = Clock(control)
    readings = []
    for _ in range(turns):
        readings.append(clock.reading())
        clock.spend(0.0)
    return readings


def trouble_since(
    before_s: Sequence[float | None],
    numbers: Sequence[int],
    control: TimeControl | None,
    rules: VerdictRules = DEFAULT_RULES,
    *,
    to_come: Sequence[float | None] | None = None,
) -> list[int | None]:
    """Return, for each turn, the number of the move since which the player has been in time trouble.

    The clock is divided by the moves to come, at most 20, or by `to_come` where it is known; the result, with
    what a move earns, is less than a third of what an even share of the whole clock would be.
    """
    known = [each for each in before_s if each is not None]
    if not known or (control is not None and not control.has_clock):
        return [None] * len(before_s)
    control = control or TimeControl.sudden_death(max(known[0], 1e-3))
    first = control.stages[0]
    share_s = first.base_s / (first.moves or rules.usual_turns) + first.increment_s + first.delay_s
    since: int | None = None
    found: list[int | None] = []
    known_to_come = to_come or [None] * len(before_s)
    readings = readings_of(control, len(before_s))
    for left_s, number, reading, own in zip(before_s, numbers, readings, known_to_come, strict=True):
        turns = min(reading.moves_to_go or MOVES_TO_COME, MOVES_TO_COME) if own is None else own
        earned_s = reading.increment_s + reading.free_s
        if left_s is not None:
            is_in_trouble = left_s / turns + earned_s < rules.trouble_share * share_s
            since = (since or number) if is_in_trouble else None
        found.append(since)
    return found
