"""Time values: the cost and the gain of thinking in each phase of a game, learned from recorded turns."""

import itertools
import json
import math
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import Literal, Self

from zeitnot.errors import DataError
from zeitnot.turns import ChessFeatures, Features, ScrabbleFeatures, from_json_form, to_json_form
from zeitnot.untrusted import parse_json

FIRST_UNSEEN = 93
"""Number of unseen tiles on the first turn of a Scrabble game."""
SCHEMA = 1
"""Version of the file format."""
CHESS_ENDS = (10.0, 20.0, 30.0, 40.0, 60.0, math.inf)
"""Numbers of moves played at which the phases of a chess game end."""
SCRABBLE_ENDS = (13.0, 43.0, 68.0, 79.0, 86.0, math.inf)
"""Numbers of tiles seen at which the phases of a Scrabble game end, as in the MAGPIE document: in the last
the bag is empty."""
_TRUSTED_PARTS = (0.25, 0.5)
"""Parts of the longest recorded simulation between which the power of the work is measured: above the second
one many recordings were still undecided when they ended."""
_CHEAPER_PRICES = 8
"""Prices added below the recorded ones, each a tenth of the next: enough for 25 minutes at a hundred thousand
samples a second."""
_CHESS_TURNS = tuple(zip(CHESS_ENDS, (10.0, 9.5, 9.0, 8.5, 14.0, 15.0), strict=True))
_SCRABBLE_TURNS = tuple(zip(SCRABBLE_ENDS, (1.5, 3.3, 2.8, 1.2, 0.8, 1.8), strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseValues:
    """One phase of a game."""

    name: str
    """Name of the phase, for people."""
    until: float
    """End of the phase: moves played in chess, tiles seen in Scrabble."""
    turns: float
    """Mean number of own turns in the phase, in games that reach it."""
    goes_on: float = 1.0
    """Probability that a game in this phase reaches the next one."""
    unit: Literal["nodes", "samples"]
    """Unit of the work."""
    work_used: tuple[float, ...]
    """Mean work of a turn that stops at each of the prices."""
    gain_per_s: float = 0.0
    """Marginal gain of a second, at the budget and the speed that it was measured with."""
    gain_error: float = 0.0
    """Standard error of the marginal gain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GainOfASecond:
    """Regression of the logarithm of the marginal gain of a second (M21)."""

    constant: float
    """Intercept of the regression."""
    log_turns_left: float
    """Coefficient of the logarithm of the number of own turns left."""
    bag: float
    """Coefficient of the number of tiles in the bag."""
    complexity: float
    """Coefficient of the complexity of the position."""
    log_time_left_s: float
    """Coefficient of the logarithm of the seconds left."""

    def __call__(self, *, turns_left: float, bag: float, complexity: float, time_left_s: float) -> float:
        """Return the value of one more second in such a position."""
        logarithm = self.constant + self.bag * bag + self.complexity * complexity
        logarithm += self.log_turns_left * math.log(max(1.0, turns_left))
        logarithm += self.log_time_left_s * math.log(max(1e-3, time_left_s))
        return math.exp(min(50.0, max(-50.0, logarithm)))


_MOST_CP = 1000.0
"""Scores beyond this are won all the same."""
_LEVEL_CP = 25.0
"""Score at which a game is less level than at 0 by a factor of e."""
_FULL_BOARD = 32
"""Pieces of the first position."""
MOST_LENGTH_CHANGE = 3.0
"""Bound of the logarithm of the ratio; far beyond what games show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnd:
    """How many turns of a chess game are to come, relative to all games of its length.

    The logarithm of the ratio is a sum of three terms, all in proportion to the part of the pieces that is
    off the board: while all are on it, a score says nothing about the end.
    """

    empty: float
    """Change on an empty board."""
    decided: float
    """Change by a score of ten pawns for either side; smaller scores count in proportion."""
    level: float
    """Change by a score of 0; it fades as the score grows."""

    def ratio(self, *, pieces: int, score_cp: float) -> float:
        """Return the number of turns to come, relative to all games of this length."""
        empty, decided, level = self.inputs(pieces=pieces, score_cp=score_cp)
        logarithm = self.empty * empty + self.decided * decided + self.level * level
        return math.exp(min(MOST_LENGTH_CHANGE, max(-MOST_LENGTH_CHANGE, logarithm)))

    @staticmethod
    def inputs(*, pieces: int, score_cp: float) -> tuple[float, float, float]:
        """Return the factors of the three terms."""
        size_cp, gone = abs(score_cp), max(0, _FULL_BOARD - pieces) / _FULL_BOARD
        return gone, gone * min(size_cp, _MOST_CP) / _MOST_CP, gone * math.exp(-size_cp / _LEVEL_CP)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeValues:
    """All phases of one game. They are in units of work, not time: the speed of the machine is passed in."""

    schema: int = SCHEMA
    game: Literal["chess", "scrabble"]
    """Game that the values are for."""
    made_by: str = ""
    """Command that made the file."""
    decay: float
    """Exponent of the loss over work: a unit of work gains the expected loss times this, divided by the work
    done so far."""
    prices: tuple[float, ...]
    """Prices of a unit of work for which `work_used` is known, rising."""
    phases: tuple[PhaseValues, ...]
    """Phases in the order of the game."""
    usual_work: float | None = None
    """Work that counts as a usual turn: the loss model measures the effort of a search by it."""
    relative: bool = False
    """Whether a usual turn is an even share of the clock, whatever work an engine does in it: such values
    hold on any clock and machine."""
    change_weight: float = 0.0
    """Part of the gain that each recent change of the best move adds in a chess search."""
    price_scale: float = 1.0
    """Factor on the price in whole games: below 1 more time is used early."""
    game_end: GameEnd | None = None
    """How score and pieces move the turns to come in chess, if it was learned."""
    ply_losses_pts: tuple[tuple[float, float], ...] = ()
    """Mean loss of stopping after each endgame depth, if it changed the value and if it did not."""
    second: GainOfASecond | None = None
    """Value of a second by position, if it was learned."""
    second_work: float = 1.0
    """Units of work per second when `second` and the gains of the phases were learned."""

    def __post_init__(self) -> None:
        """Refuse values that no training can have written."""
        if self.schema != SCHEMA:
            raise DataError(f"schema of time values must be {SCHEMA}, got {self.schema!r}")
        self._check_figures()
        prices = self.prices
        if len(prices) < 2 or not all(0 < a < b < math.inf for a, b in itertools.pairwise(prices)):  # noqa: PLR2004
            raise DataError(f"prices must be two or more, above 0 and rising, got {prices!r}")
        ends = [phase.until for phase in self.phases]
        if not ends or ends[-1] != math.inf or ends != sorted(set(ends)):
            raise DataError(f"phases must end later and later, the last one never, got {ends!r}")
        for phase in self.phases:
            used = phase.work_used
            if len(used) != len(prices) or not all(
                0 < b <= a < math.inf for a, b in itertools.pairwise(used)
            ):
                raise DataError(f"work_used must fall from price to price and stay above 0, got {used!r}")
            if not (0 < phase.turns < math.inf and 0 <= phase.goes_on <= 1):
                raise DataError(f"a phase must have turns and a chance to go on, got {phase!r}")

    def _check_figures(self) -> None:
        if self.usual_work is None and self.relative:
            raise DataError("relative time values must have usual_work, got none")
        sizes = {"decay": self.decay, "second_work": self.second_work, "usual_work": self.usual_work}
        sizes["price_scale"] = self.price_scale
        for name, size in sizes.items():
            if size is not None and not 0 < size < math.inf:
                raise DataError(f"{name} must be above 0, got {size!r}")
        if not 0 <= self.change_weight < math.inf:
            raise DataError(f"change_weight must be at least 0, got {self.change_weight!r}")
        end = self.game_end
        if end is not None and not all(map(math.isfinite, (end.empty, end.decided, end.level))):
            raise DataError(f"game_end must have finite figures, got {end!r}")

    @classmethod
    def rough(cls, game: Literal["chess", "scrabble"]) -> Self:
        """Return values without any data: losses fall with the square root of the work, alike in all
        phases."""
        chess = game == "chess"
        # Expected loss after a thousand nodes or samples, and own turns in each phase.
        loss, turns = (0.05, _CHESS_TURNS) if chess else (1.0, _SCRABBLE_TURNS)
        scale = 1e-9 if chess else 1e-7
        prices = tuple(scale * 10 ** (step / 2) for step in range(15))
        used = tuple(math.pow(0.5 * loss * math.sqrt(1000.0) / price, 2 / 3) for price in prices)
        return cls(
            game=game,
            made_by="rule of thumb",
            decay=0.5,
            prices=prices,
            phases=tuple(
                PhaseValues(
                    name=f"phase {number}",
                    until=until,
                    turns=count,
                    goes_on=0.8 if chess and until < math.inf else 1.0,
                    unit="nodes" if chess or until == math.inf else "samples",
                    work_used=used,
                )
                for number, (until, count) in enumerate(turns, 1)
            ),
            ply_losses_pts=() if chess else ((5.0, 3.0), (3.0, 1.5), (2.0, 0.5), (1.0, 0.2)),
        )

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the text of a file; anything else is a DataError."""
        return from_json_form(cls, parse_json(text, what="time values"))

    def to_json(self) -> str:
        """Return the text of a file."""
        return json.dumps(to_json_form(self), indent=1) + "\n"

    def beyond_recordings(self) -> Self:
        """Return values for more work than was recorded: simulations go on by the power of the price that
        shorter recordings show, and a solver uses no more than it was seen to use at the lowest price."""
        cheaper = tuple(self.prices[0] / 10.0**step for step in range(_CHEAPER_PRICES, 0, -1))
        prices = cheaper + self.prices

        def used_in(phase: PhaseValues) -> tuple[float, ...]:
            used = (phase.work_used[0],) * len(cheaper) + phase.work_used
            if phase.unit == "nodes":
                return used
            quarter, half = (_place_of(used, part * used[0]) for part in _TRUSTED_PARTS)
            if quarter == half:
                return used
            power = math.log(used[half] / used[quarter]) / math.log(prices[quarter] / prices[half])
            longer = (used[half] * math.pow(prices[half] / price, power) for price in prices[:half])
            return (*longer, *used[half:])

        phases = tuple(replace(phase, work_used=used_in(phase)) for phase in self.phases)
        return replace(self, prices=prices, phases=phases)

    def worth_of_a_second(
        self, *, turns_left: float, bag: float, complexity: float, time_left_s: float, work_per_s: float
    ) -> float | None:
        """Return the value of a second in such a position at this speed (M21); None if it was not learned."""
        if self.second is None:
            return None
        seconds = work_per_s / self.second_work  # relative to those that it was learned with
        return seconds * self.second(
            turns_left=turns_left, bag=bag, complexity=complexity, time_left_s=time_left_s * seconds
        )

    def gain_of_phase(self, progress: float, *, work_per_s: float) -> float | None:
        """Return what a second gains in the phase at this speed (M20); None if its error is as large."""
        phase = self.phases[self.phase_at(progress)]
        if not phase.gain_per_s > phase.gain_error:
            return None
        return phase.gain_per_s * work_per_s / self.second_work

    def phase_at(self, progress: float) -> int:
        """Return the index of the phase."""
        return bisect_right([phase.until for phase in self.phases], progress)

    def turns_to_come(self, progress: float) -> tuple[float, ...]:
        """Return the expected number of own turns in each phase, including the current turn."""
        now = self.phase_at(progress)
        turns, reached = [0.0] * now, 1.0
        began = self.phases[now - 1].until if now else 0.0
        for number, phase in enumerate(self.phases[now:], now):
            left = 1.0
            if number == now and phase.until < math.inf:
                left = (phase.until - progress) / (phase.until - began)
            expected = phase.turns * left
            turns.append(reached * (max(1.0, expected) if number == now else expected))
            reached *= math.pow(phase.goes_on, left)
        return tuple(turns)

    def work_at(self, phase: int, price: float) -> float:
        """Return the mean work of a turn at a price per unit; beyond the table it is extrapolated."""
        prices, used = self.prices, self.phases[phase].work_used
        at = min(max(bisect_left(prices, price), 1), len(prices) - 1)
        slope = math.log(used[at] / used[at - 1]) / math.log(prices[at] / prices[at - 1])
        return used[at] * math.pow(min(1e60, max(1e-60, price / prices[at])), slope)

    def price_per_s(self, *, turns: tuple[float, ...], bank_s: float, speed: "WorkSpeed") -> float:
        """Return the price of a second at which this many turns of each phase use up the bank."""
        due = [
            (number, count, speed.of(self.phases[number].unit))
            for number, count in enumerate(turns)
            if count > 0
        ]
        rate = due[0][2] if due else speed.nodes_per_s

        def used_s(place: int) -> float:
            # Work of one kind has one price, which the table has: faster, and this runs on every turn.
            price = self.prices[place]
            return sum(
                count
                * (
                    self.phases[number].work_used[place]
                    if each == rate
                    else self.work_at(number, price * rate / each)
                )
                / each
                for number, count, each in due
            )

        low, high = 0, len(self.prices) - 1
        while high - low > 1:
            middle = (low + high) // 2
            if used_s(middle) > bank_s:
                low = middle
            else:
                high = middle
        ends = self.prices[low] * rate, self.prices[high] * rate
        used = used_s(low), used_s(high)
        if not bank_s > 0 or not used[0] > used[1] > 0:
            return ends[1]
        # Computed from logarithms, because a ratio of extremes may be 0.
        most, least = math.log(used[0]), math.log(used[1])
        share = (most - math.log(bank_s)) / (most - least) if most > least else 0.0
        return ends[0] * math.pow(ends[1] / ends[0], min(20.0, max(-20.0, share)))


_POSSIBLE_PER_S = (1e-6, 1e15)
"""Bounds of the units of work per second; a measured speed may be anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkSpeed:
    """How much work a machine does in a second."""

    nodes_per_s: float
    """Nodes of a search per second."""
    samples_per_s: float
    """Samples of a simulation per second."""

    def of(self, unit: str) -> float:
        """Return the rate of one kind of work, within what machines can do."""
        least, most = _POSSIBLE_PER_S
        return min(most, max(least, self.samples_per_s if unit == "samples" else self.nodes_per_s))


def _place_of(used: tuple[float, ...], most: float) -> int:
    """Return the place of the lowest price at which at most this much work is used, else of the highest."""
    return next((place for place, work in enumerate(used) if work <= most), len(used) - 1)


def progress_of(features: Features | None, ply: int) -> float:
    """Return how far a game has come: moves played in chess, tiles seen in Scrabble."""
    if isinstance(features, ScrabbleFeatures):
        return float(max(0, FIRST_UNSEEN - features.unseen_tiles))
    if isinstance(features, ChessFeatures):
        return float(max(0, features.move_number - 1))
    return max(0, ply) / 2
