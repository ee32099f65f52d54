"""Win training: static games that show how spreads change, for the win table and the pre-endgame."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from zeitnot import _native
from zeitnot.errors import DataError, SettingError, check_least
from zeitnot.learning.leaves.training_state import (
    BATCH_GAMES,
    Array,
    BatchTask,
    Settings,
    TrainingState,
    digest_of_game,
    is_between_batches,
    missing_batches,
)
from zeitnot.learning.leaves.values import ErrorTally, PreEndgame
from zeitnot.learning.tasks import RunTasks, run_here
from zeitnot.scrabble import (
    MOST_SEED,
    MOST_SPREAD_PTS,
    RACK_SIZE,
    Counts,
    Layout,
    Lexicon,
    StaticEvaluation,
    WinTable,
    dictionary_of,
)

LEAST_POSITIONS = 4000
"""Positions that a line should rest on: the error of its chances is then at most 0.8 %."""
_COLUMNS = 2001
"""Swings of -1000 to 1000 points, as native code counts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinSettings:
    """What decides the table, beside words, tiles and board."""

    games: int
    """Games to play."""
    leaves: str
    """Digest that identifies the leaves that are played with."""
    seed: int = 1
    """Seed of the first game; every game has its own."""

    def __post_init__(self) -> None:
        """Check the ranges."""
        check_least(self, 1, "games")
        if not 0 <= self.seed < MOST_SEED:
            raise SettingError(f"seed must be 0 or more and below 2^63, got {self.seed!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _SwingCounts:
    """What a batch of games has counted, as native code counts it."""

    games: int
    swings: Array
    plays: list[int]
    errors: list[float]


class _SwingTask(BatchTask):
    """Plays batches of games with one evaluation."""

    def __init__(
        self, lexicon: Lexicon, layout: Layout, evaluation: StaticEvaluation, *, seed: int, games: int
    ) -> None:
        super().__init__(lexicon, layout, seed=seed, games=games)
        self._evaluation = evaluation

    def __call__(self, number: int, /) -> _SwingCounts:
        tally = _native.SwingTally()
        seed, games = self.batch(number)
        self.self_play.tally_swings(self._evaluation.native, tally, seed=seed, games=games)
        return _SwingCounts(games=games, swings=_swings(tally), plays=tally.plays, errors=tally.errors)


class WinTraining:
    """A training of the win table. Its result is decided by its settings alone."""

    def __init__(
        self,
        lexicon: Lexicon,
        evaluation: StaticEvaluation,
        settings: WinSettings,
        layout: Layout | None = None,
    ) -> None:
        """Begin with nothing counted."""
        self.lexicon = lexicon
        self.evaluation = evaluation
        self.settings = settings
        self.games = 0
        self.seconds = 0.0
        self._layout = layout or Layout.standard()
        dictionary_of(
            lexicon, self._layout
        )  # what is built at first use is built here, once for all processes
        empty = _native.SwingTally()
        sizes = len(empty.plays)
        self._swings = _swings(empty).astype(np.int64)
        self._errors = ErrorTally(sizes)

    @property
    def done(self) -> bool:
        """Whether all games are played."""
        return self.games == self.settings.games

    @property
    def positions(self) -> int:
        """Positions counted."""
        return int(self._swings.sum())

    @property
    def identity(self) -> Settings:
        """Everything that decides the table, so that trainings can be told apart."""
        evaluation = self.evaluation
        adjustments = (evaluation.pre_endgame_pts, evaluation.opening_vowel_pts, evaluation.not_out_pts)
        return {
            "kind": "win percentages",
            "games": self.settings.games,
            "seed": self.settings.seed,
            "leaves": self.settings.leaves,
            "static adjustments": repr(adjustments),
            "games of a batch": BATCH_GAMES,
            **digest_of_game(self.lexicon, self._layout),
        }

    def table(self) -> WinTable:
        """Return the win table of the games so far."""
        return win_table(self._swings, tiles=self.lexicon.distribution.tile_count)

    def pre_endgame(self) -> PreEndgame:
        """Return the pre-endgame adjustments estimated from the games so far."""
        return PreEndgame.of_tally(self._errors)

    def resume(self, state: TrainingState) -> bool:
        """Take up what was kept, if anything was."""
        arrays = state.load(self._arrays())
        if arrays is None:
            return False
        games, batch_count = (int(number) for number in arrays["counts"])
        if not is_between_batches(games, self.settings.games):
            raise state.refused(f"a training state must be of at most {self.settings.games} games")
        self.games, self._errors.batches = games, batch_count
        self.seconds = float(arrays["measures"][0])
        self._swings = arrays["swings"]
        self._errors.totals, self._errors.products = arrays["totals"], arrays["products"]
        return True

    def run(self, *, run: RunTasks = run_here, state: TrainingState | None = None) -> Iterator[int]:
        """Play on until all games are played, or the tasks are ended early; yield the games so far."""
        if state is not None:
            state.save(self._arrays())  # so that a place that cannot be written is known at once
        seed, games = self.settings.seed, self.settings.games
        make = partial(_SwingTask, self.lexicon, self._layout, self.evaluation, seed=seed, games=games)
        began_s = time.monotonic()
        for counts in run(make, missing_batches(self.games, games)):
            self._swings += counts.swings
            self._errors.add(counts.plays, counts.errors)
            self.games += counts.games
            now_s = time.monotonic()
            self.seconds, began_s = self.seconds + now_s - began_s, now_s
            if state is not None and state.is_due:
                state.save(self._arrays())
            yield self.games
        if state is not None:
            state.save(self._arrays())

    def _arrays(self) -> dict[str, Array]:
        return {
            "counts": np.array([self.games, self._errors.batches], dtype=np.int64),
            "measures": np.array([self.seconds]),
            "swings": self._swings,
            "totals": self._errors.totals,
            "products": self._errors.products,
        }


def _swings(tally: _native.SwingTally) -> Array:
    return np.frombuffer(tally.swings(), dtype=np.uint32).reshape(-1, _COLUMNS)


def win_table(swings: npt.NDArray[np.int64], *, tiles: int) -> WinTable:
    """Return the table of a game with this number of tiles, from swings by tiles unseen and points.

    Rows of swings begin with no tile unseen, and have a swing of 0 in the middle. Static players do not look
    at the score, so a game counts for every spread: who is ahead by s on turn wins if the spread then changes
    by more than -s, and draws if by just that.
    """
    if tiles <= RACK_SIZE:
        raise DataError(f"a game must have more tiles than the {RACK_SIZE} of a rack, got {tiles}")
    pooled = np.stack([_with_neighbours(swings, unseen, tiles) for unseen in range(1, tiles - RACK_SIZE + 1)])
    middle = pooled.shape[1] // 2
    at_least = np.cumsum(pooled[:, ::-1], axis=1)[:, ::-1]
    above = at_least - pooled
    # From swing 500 down to -500: what spreads of -500 up to 500 need.
    needed = slice(middle - MOST_SPREAD_PTS, middle + MOST_SPREAD_PTS + 1)
    half_wins = (2 * above + pooled)[:, needed][:, ::-1]
    return WinTable(positions=pooled.sum(axis=1), half_wins=np.ascontiguousarray(half_wins))


def _with_neighbours(swings: npt.NDArray[np.int64], unseen: int, tiles: int) -> Counts:
    """Take in lines on both sides until there are enough positions, or no more lines.

    With many games that concerns only numbers that hardly occur, such as 92 unseen of 100 tiles.
    """
    most = tiles - RACK_SIZE
    lines = swings[unseen : unseen + 1]
    for reach in range(1, most):
        if lines.sum() >= LEAST_POSITIONS:
            break
        lines = swings[max(1, unseen - reach) : min(most, unseen + reach) + 1]
    return np.asarray(lines.sum(axis=0), dtype=np.int64)
