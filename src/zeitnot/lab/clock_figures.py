"""Clock figures: what the participants of a Scrabble match scored, and what they did with their clocks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from zeitnot.games import Fault
from zeitnot.lab.store import GameRow, RunStore
from zeitnot.scrabble.estimate import Estimate, Sum

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


@dataclass(slots=True)
class _Spent:
    """What one participant's turns add up to."""

    games_s: dict[int, float]
    phases_s: dict[str, float]
    latest_s: float | None = None


def clock_figures(store: RunStore) -> tuple[ClockFigures, ...]:
    """Return the figures of a run, by participant in the order of its plan."""
    games = store.games()
    return tuple(
        _figures(store, number, [game for game in games if number in (game.first, game.second)], spent)
        for number, spent in _spent(store).items()
    )


def _spent(store: RunStore) -> dict[int, _Spent]:
    found = {
        number: _Spent(games_s=defaultdict(float), phases_s=dict.fromkeys(store.plan.played_game.phases, 0.0))
        for number in range(len(store.plan.participants))
    }
    for turn in store.turns():
        own = found[turn.participant]
        own.games_s[turn.game] += turn.referee_s
        own.phases_s[turn.phase] += turn.referee_s
        if turn.overshoot_s is not None and (own.latest_s is None or turn.overshoot_s > own.latest_s):
            own.latest_s = turn.overshoot_s
    return found


def _figures(store: RunStore, number: int, games: list[GameRow], spent: _Spent) -> ClockFigures:
    left_s = {game.number: game.left_s(number) for game in games}
    forfeited = {game.number for game in games if _forfeited(game, number)}
    penalised = store.plan.time_control.overtime is not None
    # A game that somebody has lost on time is over; no points are taken off any more.
    over = [game for game in games if penalised and game.fault is None and left_s[game.number] < 0]
    total_s = sum(spent.phases_s.values())
    return ClockFigures(
        participant=store.plan.participants[number].name,
        score_pts=_score(games, number),
        bank_used=_bank_used(spent.games_s, {n: left for n, left in left_s.items() if n not in forfeited}),
        least_left_s=min(left_s.values(), default=None),
        over_time=len(over),
        bought=sum(_bought(store, game, number) for game in over),
        forfeits=len(forfeited),
        latest_s=spent.latest_s,
        phase_shares={
            phase: part_s / total_s if total_s > 0 else 0.0 for phase, part_s in spent.phases_s.items()
        },
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
    total = Sum()
    for pair in pairs.values():
        if len(pair) == _PAIR:
            total = total.plus(sum(pair))
    return total.estimate(1 / _PAIR)


def _forfeited(game: GameRow, number: int) -> bool:
    return game.fault == Fault.FLAG.value and game.at_fault == number


def _bought(store: RunStore, game: GameRow, number: int) -> bool:
    """Return whether a game is over time on purpose; only the whole records know."""
    seat = 0 if game.first == number else 1
    own = store.records(game.number)[seat::2]  # seat 0 begins, and nobody moves twice
    return any(record.budget.periods_bought for record in own)
