"""Participant figures: what those who met in a match did with their clocks, and what they did wrong."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zeitnot.errors import DataError
from zeitnot.games import Estimate, Fault, Sum
from zeitnot.lab.match.plan import MatchPlan
from zeitnot.lab.store.rows import GameRow, TurnRow
from zeitnot.lab.store.run_store import RunStore


@dataclass(slots=True, kw_only=True)
class TimeUse:
    """One participant in all its games, by the referee's clock."""

    participant: str
    """Name of the participant."""
    games: int = 0
    """Games played."""
    turns: int = 0
    """Turns taken."""
    used_s: float = 0.0
    """Time of all its turns."""
    longest_turn_s: float | None = None
    """Length of the longest turn; None without turns."""
    least_left_s: float | None = None
    """Least time on its clock at the end of a game; None without games."""
    past_limit: int = 0
    """Turns that went past their hard limit."""
    latest_s: float | None = None
    """Longest time past a hard limit, below 0 when none was passed; None without limits."""

    @property
    def game_s(self) -> float | None:
        """Mean time a game; None without games."""
        return self.used_s / self.games if self.games else None

    @property
    def turn_s(self) -> float | None:
        """Mean time a turn; None without turns."""
        return self.used_s / self.turns if self.turns else None

    def add(self, turn: TurnRow) -> None:
        """Add a turn."""
        self.turns += 1
        self.used_s += turn.referee_s
        self.longest_turn_s = max(self.longest_turn_s or 0.0, turn.referee_s)
        if turn.overshoot_s is not None:
            self.past_limit += turn.overshoot_s > 0
            before_s = turn.overshoot_s if self.latest_s is None else self.latest_s
            self.latest_s = max(before_s, turn.overshoot_s)


def time_use(store: RunStore) -> tuple[TimeUse, ...]:
    """Return the time use of a run, by participant in the order of its plan."""
    games = store.games()
    return tuple(spent.use for spent in _spent(store, games))


@dataclass(slots=True)
class _Spent:
    """What one participant's turns add up to, in all, by game and by phase."""

    use: TimeUse
    games_s: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    phases_s: dict[str, float] = field(default_factory=lambda: defaultdict(float))


def _spent(store: RunStore, games: Sequence[GameRow]) -> list[_Spent]:
    found = []
    for number, participant in enumerate(store.plan.participants):
        left_s = [game.left_s(number) for game in games if game.has(number)]
        # Without a clock nothing is left on one.
        least_s = min((each for each in left_s if math.isfinite(each)), default=None)
        found.append(_Spent(TimeUse(participant=participant.name, games=len(left_s), least_left_s=least_s)))
    for turn in store.turns(games):
        spent = found[turn.participant]
        spent.use.add(turn)
        spent.games_s[turn.game] += turn.referee_s
        spent.phases_s[turn.phase] += turn.referee_s
    return found


_PAIR = 2
"""Games with the same tiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFigures:
    """One participant in all its games."""

    participant: str
    """Name of the participant."""
    score_pts: Estimate
    """Final points a game, over complete pairs."""
    bank_used: float
    """Mean part of the time given that was used, in games that it did not lose on time."""
    least_left_s: float | None
    """Least time left at the end of a game, below 0 when over; None without games."""
    over_time: int
    """Games in which overtime cost points."""
    bought: int
    """Number of these that were over on purpose: the policy had bought a period."""
    forfeits: int
    """Games lost on time."""
    latest_s: float | None
    """Longest time past a hard limit, below 0 when none was passed; None without turns."""
    phase_shares: Mapping[str, float]
    """The part of all time used that each phase of the game had."""


def clock_figures(store: RunStore) -> tuple[ClockFigures, ...]:
    """Return the figures of a run, by participant in the order of its plan."""
    games = store.games()
    return tuple(
        _figures(store, number, [game for game in games if game.has(number)], spent)
        for number, spent in enumerate(_spent(store, games))
    )


def _figures(store: RunStore, number: int, games: list[GameRow], spent: _Spent) -> ClockFigures:
    left_s = {game.number: game.left_s(number) for game in games}
    forfeited = {game.number for game in games if (game.fault, game.at_fault) == (Fault.FLAG.value, number)}
    penalised = store.plan.time_control.overtime is not None
    # A game that somebody has lost on time is over; no points are taken off any more.
    over = [game for game in games if penalised and game.fault is None and left_s[game.number] < 0]
    phases_s = {phase: spent.phases_s[phase] for phase in store.plan.played_game.phases}
    total_s = sum(phases_s.values())
    return ClockFigures(
        participant=spent.use.participant,
        score_pts=_score(games, number),
        bank_used=_bank_used(spent.games_s, {n: left for n, left in left_s.items() if n not in forfeited}),
        least_left_s=spent.use.least_left_s,
        over_time=len(over),
        bought=sum(_bought(store, game, number) for game in over),
        forfeits=len(forfeited),
        latest_s=spent.use.latest_s,
        phase_shares={phase: part_s / total_s if total_s > 0 else 0.0 for phase, part_s in phases_s.items()},
    )


def _bank_used(used_s: Mapping[int, float], left_s: Mapping[int, float]) -> float:
    given_s = {game: used_s.get(game, 0.0) + max(0.0, left) for game, left in left_s.items()}
    parts = [used_s.get(game, 0.0) / given for game, given in given_s.items() if given > 0]
    return sum(parts) / len(parts) if parts else 0.0


def _score(games: Iterable[GameRow], number: int) -> Estimate:
    pairs: dict[int, list[int]] = {}
    for game in games:
        points = game.first_pts if game.first == number else game.second_pts
        if points is not None:
            pairs.setdefault(game.pair, []).append(points)
    return Sum.of(sum(pair) for pair in pairs.values() if len(pair) == _PAIR).estimate(1 / _PAIR)


def _bought(store: RunStore, game: GameRow, number: int) -> bool:
    """Return whether a game is over time on purpose; only the whole records know."""
    seat = 0 if game.first == number else 1
    own = store.records(game.number)[seat::2]  # seat 0 begins, and nobody moves twice
    return any(record.budget.periods_bought for record in own)


@dataclass(slots=True, kw_only=True)
class PonderCount:
    """Pondering of one participant over a run."""

    replies: int = 0
    """Turns before which it pondered on a reply."""
    hits: int = 0
    """Number of these on which the expected reply came."""
    hit_s: float = 0.0
    """Time pondered before the hits, which the own clock did not pay for."""


def ponder_counts(store: RunStore) -> list[PonderCount]:
    """Count over all games of a run, in the order of the participants; damaged turns are left out."""
    counts = [PonderCount() for _ in store.plan.participants]
    for game in store.games():
        try:
            records = store.records(game.number)
        except DataError:
            continue
        for turn, record in zip(store.turns([game]), records, strict=False):
            if record.pondered_s is not None:
                count = counts[turn.participant]
                count.replies += 1
                count.hits += record.ponder_hit
                count.hit_s += record.pondered_s if record.ponder_hit else 0.0
    return counts


_FAULTS = {
    "flags": Fault.FLAG,
    "illegal_moves": Fault.ILLEGAL,
    "crashes": Fault.CRASH,
    "stalls": Fault.STALL,
}


def fault_counts(plan: MatchPlan, games: Iterable[GameRow]) -> tuple[dict[str, str | int], ...]:
    """Count the games that faults decided, and restarts of engines in the middle of games, by participant."""
    rows = list(games)
    faults = Counter((game.at_fault, game.fault) for game in rows)
    return tuple(
        {
            "participant": participant.name,
            **{name: faults[number, fault.value] for name, fault in _FAULTS.items()},
            "restarts": sum(game.restarts(number) for game in rows if game.has(number)),
        }
        for number, participant in enumerate(plan.participants)
    )
