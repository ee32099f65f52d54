"""A season of simulated games: random controls, positions and connections.

ZEITNOT_GAMES=700 plays so many instead of the few of every day.
"""

import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from random import Random

from tests.lab.latency import Latency, latency_alone_flagged, overlong_turns
from zeitnot.chess.simulated import SimulatedChess
from zeitnot.clocks import Byoyomi, DelayKind, Overtime, Stage, TimeControl
from zeitnot.games import SimulatedPosition
from zeitnot.lab import SimulatedGame, play_simulated
from zeitnot.policies.uniform import Uniform
from zeitnot.scrabble.simulated import SimulatedScrabble
from zeitnot.turns import Overhead, Policy, Safety, TimeManager

GAMES = int(os.environ.get("ZEITNOT_GAMES", "90"))
"""Games of a season: ten on each kind of control."""
POOL = min(400, 2 * GAMES)
"""Games made up once and shared: making them takes longer than playing them."""
LONGEST_GAME = 120
FOREIGN_CHANCE = 0.1
"""How often the other game is played on a control: no policy may depend on it."""


def spread(rng: Random, low: float, high: float) -> float:
    """Draw short times as often as long ones, to a hundredth."""
    return round(low * math.pow(high / low, rng.random()), 2)


def sudden_death(rng: Random) -> TimeControl:
    return TimeControl.sudden_death(spread(rng, 2, 7200))


def fischer(rng: Random) -> TimeControl:
    return TimeControl.fischer(spread(rng, 2, 5400), spread(rng, 0.02, 30))


def stages(rng: Random) -> TimeControl:
    first = Stage(
        base_s=spread(rng, 2, 5400),
        moves=rng.choice((1, 5, 20, 40)),
        increment_s=rng.choice((0.0, 0.1, 30.0)),
    )
    last = Stage(
        base_s=spread(rng, 1, 1800), moves=rng.choice((None, 1, 5, 20)), increment_s=rng.choice((0.0, 0.5))
    )
    return TimeControl(stages=(first, last))


def delay(rng: Random) -> TimeControl:
    return TimeControl(stages=(Stage(base_s=spread(rng, 1, 3600), delay_s=spread(rng, 0.1, 10)),))


def bronstein(rng: Random) -> TimeControl:
    base_s, delay_s = spread(rng, 1, 3600), spread(rng, 0.1, 10)
    return TimeControl(stages=(Stage(base_s=base_s, delay_s=delay_s, delay_kind=DelayKind.BRONSTEIN),))


def byoyomi(rng: Random) -> TimeControl:
    main_s = rng.choice((0.0, spread(rng, 1, 3600)))
    periods = Byoyomi(period_s=spread(rng, 1, 60), periods=rng.randint(1, 5))
    return TimeControl(stages=(Stage(base_s=main_s),), byoyomi=periods)


def canadian(rng: Random) -> TimeControl:
    block = Byoyomi(period_s=spread(rng, 5, 600), moves=rng.randint(2, 25))
    return TimeControl(stages=(Stage(base_s=spread(rng, 1, 3600)),), byoyomi=block)


def scrabble(rng: Random) -> TimeControl:
    overtime = Overtime(forfeit_after_s=rng.choice((None, 0.0, 600.0)))
    return TimeControl.scrabble(spread(rng, 5, 1500), overtime=overtime)


def hourglass(rng: Random) -> TimeControl:
    return TimeControl(stages=(Stage(base_s=spread(rng, 2, 600)),), hourglass=True)


KindOfControl = Callable[[Random], TimeControl]

KINDS: tuple[KindOfControl, ...] = (
    sudden_death,
    fischer,
    stages,
    delay,
    bronstein,
    byoyomi,
    canadian,
    scrabble,
    hourglass,
)
LAG_SHOWS = (sudden_death, fischer, scrabble)
"""Controls whose clocks show all the time that was lost on the way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A connection, and what the manager is told of it."""

    latency: Latency
    told: Overhead


def usual_line(rng: Random) -> Line:
    """Stay within what a manager assumes when nobody tells it anything."""
    latency = Latency(
        fixed_s=0.03 * rng.random(),
        jitter_s=0.03 * rng.random(),
        spike_s=0.04 * rng.random(),
        spike_chance=0.1 * rng.random(),
    )
    return Line(latency=latency, told=Overhead())


def slow_line(rng: Random) -> Line:
    """Lose up to a second a move; the worst of it was told, as one sets an engine's Move Overhead."""
    latency = Latency(
        fixed_s=0.3 * rng.random(),
        jitter_s=0.3 * rng.random(),
        spike_s=0.4 * rng.random(),
        spike_chance=0.1 * rng.random(),
    )
    worst_s = latency.fixed_s + latency.jitter_s + latency.spike_s
    return Line(latency=latency, told=Overhead(mean_s=latency.fixed_s, worst_s=worst_s))


def unknown_line(rng: Random) -> Line:
    """Lose more than a manager assumes, steadily: it has to find out."""
    fixed_s = 0.1 + 0.4 * rng.random()
    jitter_s = 0.3 * fixed_s * rng.random()
    latency = Latency(fixed_s=fixed_s, jitter_s=jitter_s, spike_s=0.0, spike_chance=0.0)
    return Line(latency=latency, told=Overhead())


@cache
def _chess_games() -> tuple[list[SimulatedPosition], ...]:
    chess = SimulatedChess(Random(1))
    return tuple(chess.game(moves=LONGEST_GAME) for _ in range(POOL))


@cache
def _scrabble_games() -> tuple[list[SimulatedPosition], ...]:
    scrabble = SimulatedScrabble(Random(2))
    return tuple(scrabble.game() for _ in range(POOL))


def positions(rng: Random, kind: KindOfControl) -> list[SimulatedPosition]:
    """Draw a game: mostly short ones, because there are many, and now and then a long one."""
    if (kind is scrabble) is not (rng.random() < FOREIGN_CHANCE):
        return _scrabble_games()[int(rng.random() * POOL)]
    return _chess_games()[int(rng.random() * POOL)][: 4 + int(rng.expovariate(1 / 9))]


def season(
    policy: Policy,
    *,
    games: int,
    line: Callable[[Random], Line],
    kinds: tuple[KindOfControl, ...] = KINDS,
    safety: Safety | None = None,
    seed: int = 0,
) -> Iterator[tuple[TimeControl, SimulatedGame]]:
    """Play so many games, each with a manager of its own; the same seed makes the same season."""
    rng = Random(seed)
    for number in range(games):
        kind = kinds[number % len(kinds)]
        control, drawn = kind(rng), line(rng)
        manager = TimeManager(policy, fallback=Uniform(), safety=safety, overhead=drawn.told)
        yield (
            control,
            play_simulated(manager, control, positions(rng, kind), lag_s=partial(drawn.latency.draw, rng)),
        )


def failures(played: Iterator[tuple[TimeControl, SimulatedGame]], *, from_turn: int = 0) -> list[str]:
    """Tell every turn that took longer than the clock could bear, although its latency alone did not."""
    return [
        f"{control}: {_told(game, turn)}"
        for control, game in played
        for turn in sorted({*overlong_turns(game), *_flag(game)})
        if turn >= from_turn
    ]


def _flag(game: SimulatedGame) -> tuple[int, ...]:
    return (len(game.records) - 1,) if game.flagged and not latency_alone_flagged(game) else ()


def _told(game: SimulatedGame, turn: int) -> str:
    record, reading = game.records[turn], game.readings[turn]
    used = (
        f"used {record.used_s:.4f} s of {record.budget.limit_s:.4f} s, latency {game.latencies_s[turn]:.4f} s"
    )
    return f"turn {turn}, {reading.remaining_s:.4f} s + {reading.extra_s:.4f} s on the clock, {used}"
