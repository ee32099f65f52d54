"""Leave training: rounds of static games, each played with the leaves that the one before it taught."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from zeitnot import _native
from zeitnot.errors import SettingError
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
from zeitnot.learning.leaves.values import LeaveShapes, Tally, leave_values
from zeitnot.learning.tasks import RunTasks, run_here
from zeitnot.scrabble import (
    MOST_SEED,
    Layout,
    Lexicon,
    StaticEvaluation,
    dictionary_of,
    leave_count,
)

LEAST_RACKS = 2
MOST_RACKS = 64

STEP_PTS = 0.01
"""Values are rounded to it: far below their error, and the file packs to half its size."""

_FIRST_ROUND_GAMES = 1000
_LEAST_ROUNDS_SHARE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveSettings:
    """What decides the values, beside words, tiles and board."""

    rounds: tuple[int, ...]
    """Games of each round. The first knows no leaves; each looks a turn further than the one before."""
    racks: int = 8
    """Random racks compared with each other on every board of a game."""
    seed: int = 1
    """Seed of the first game; every game has its own."""

    def __post_init__(self) -> None:
        """Check the ranges."""
        if not self.rounds or min(self.rounds) < 1:
            raise SettingError(f"rounds must have one game or more each, got {self.rounds!r}")
        if not LEAST_RACKS <= self.racks <= MOST_RACKS:
            raise SettingError(f"racks must be {LEAST_RACKS} to {MOST_RACKS} on a board, got {self.racks!r}")
        if not 0 <= self.seed < MOST_SEED:
            raise SettingError(f"seed must be 0 or more and below 2^63, got {self.seed!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveProgress:
    """How far a training is."""

    round_number: int
    """Number of the round, from 1."""
    games: int
    """Played, in all rounds."""
    racks: int
    """Compared in this round."""
    values_made: bool = False
    """Whether the round is over and its values are made."""


def rounds_of(games: int) -> tuple[int, ...]:
    """Divide games into rounds that double: the last has half of them."""
    least = max(min(_FIRST_ROUND_GAMES, games // _LEAST_ROUNDS_SHARE), 1)
    rounds = []
    while games >= 2 * least:
        rounds.append(games - games // 2)
        games //= 2
    return (games, *reversed(rounds))


@dataclass(frozen=True, slots=True, kw_only=True)
class _LeaveCounts:
    """What a batch of games has counted, as native code counts it."""

    games: int
    racks: int
    squares: float
    weights: bytes
    sums: bytes


class _LeaveTask(BatchTask):
    """Plays batches of one round."""

    def __init__(
        self, lexicon: Lexicon, layout: Layout, klv2: bytes, *, seed: int, games: int, racks: int
    ) -> None:
        super().__init__(lexicon, layout, seed=seed, games=games)
        self._evaluation = StaticEvaluation(leaves=_native.Leaves.from_bytes(klv2))
        self._size = leave_count(lexicon.distribution)
        self._racks = racks

    def __call__(self, number: int, /) -> _LeaveCounts:
        tally = _native.LeaveTally(self._size)
        seed, games = self.batch(number)
        values = self._evaluation.native
        self.self_play.tally_leaves(values, tally, seed=seed, games=games, racks=self._racks)
        return _LeaveCounts(
            games=games,
            racks=tally.racks,
            squares=tally.squares,
            weights=tally.weights(),
            sums=tally.sums(),
        )


class LeaveTraining:
    """A training of leaves. What it gives is decided by its settings alone, however many processes play."""

    def __init__(self, lexicon: Lexicon, settings: LeaveSettings, layout: Layout | None = None) -> None:
        """Begin with no leaves."""
        layout = layout or Layout.standard()
        self.lexicon = lexicon
        self.settings = settings
        self.seconds = 0.0
        self._layout = layout
        dictionary_of(lexicon, layout)  # what is built at first use is built here, once for all processes
        self._size = leave_count(lexicon.distribution)
        self._values = np.zeros(self._size, dtype=np.float32)
        self._rounds_done = 0
        self._clear()

    @property
    def done(self) -> bool:
        """Whether the last round is over."""
        return self._rounds_done == len(self.settings.rounds)

    @property
    def games(self) -> int:
        """Games played so far."""
        return sum(self.settings.rounds[: self._rounds_done]) + self._games

    @property
    def identity(self) -> Settings:
        """Everything that decides the values, so that trainings can be told apart."""
        return {
            "kind": "leaves",
            "rounds": ",".join(str(games) for games in self.settings.rounds),
            "racks": self.settings.racks,
            "seed": self.settings.seed,
            "games of a batch": BATCH_GAMES,
            **digest_of_game(self.lexicon, self._layout),
        }

    def klv2(self) -> bytes:
        """Return the leaves of the last finished round, in the form of a file."""
        return _native.Leaves.make(bytes(self.lexicon.distribution.counts), self._values.tobytes())

    def leaves(self) -> _native.Leaves:
        """Return the leaves of the last finished round, ready for use."""
        return _native.Leaves.from_bytes(self.klv2())

    def resume(self, state: TrainingState) -> bool:
        """Take up what was kept, if anything was."""
        arrays = state.load(self._arrays())
        if arrays is None:
            return False
        rounds_done, games, racks = (int(number) for number in arrays["counts"])
        left = (
            (*self.settings.rounds, 0)[rounds_done] if 0 <= rounds_done <= len(self.settings.rounds) else -1
        )
        if not is_between_batches(games, left):
            raise state.refused("a training state must be within its rounds")
        self._rounds_done, self._games, self._racks = rounds_done, games, racks
        self._squares, self.seconds = (float(number) for number in arrays["measures"])
        self._weights, self._sums, self._values = arrays["weights"], arrays["sums"], arrays["values"]
        return True

    def run(self, *, run: RunTasks = run_here, state: TrainingState | None = None) -> Iterator[LeaveProgress]:
        """Play on until all rounds are over, or the tasks are ended early; the state is kept either way."""
        if state is not None:
            state.save(self._arrays())  # so that a place that cannot be written is known at once
        while not self.done:
            yield from self._play_round(run, state)
            ended_early = self._games < self.settings.rounds[self._rounds_done]
            if not ended_early:
                yield self._finish_round()
            if state is not None:
                state.save(self._arrays())
            if ended_early:
                return

    def _play_round(self, run: RunTasks, state: TrainingState | None) -> Iterator[LeaveProgress]:
        games = self.settings.rounds[self._rounds_done]
        make = partial(
            _LeaveTask,
            self.lexicon,
            self._layout,
            self.klv2(),
            seed=self.settings.seed + sum(self.settings.rounds[: self._rounds_done]),
            games=games,
            racks=self.settings.racks,
        )
        began_s = time.monotonic()
        for counts in run(make, missing_batches(self._games, games)):
            self._add(counts)
            now_s = time.monotonic()
            self.seconds, began_s = self.seconds + now_s - began_s, now_s
            if state is not None and state.is_due:
                state.save(self._arrays())
            yield self._progress()

    def _finish_round(self) -> LeaveProgress:
        tally = Tally(weights=self._weights, sums=self._sums, racks=self._racks, squares=self._squares)
        values = np.rint(leave_values(self._shapes, tally) / STEP_PTS) * STEP_PTS
        progress = self._progress(values_made=True)
        self._values = (values + 0.0).astype(np.float32)  # no negative zeros
        self._rounds_done += 1
        self._clear()
        return progress

    @cached_property
    def _shapes(self) -> LeaveShapes:
        return LeaveShapes(self.leaves().tiles())

    def _progress(self, *, values_made: bool = False) -> LeaveProgress:
        return LeaveProgress(
            round_number=self._rounds_done + 1, games=self.games, racks=self._racks, values_made=values_made
        )

    def _clear(self) -> None:
        self._games = 0
        self._racks = 0
        self._squares = 0.0
        self._weights = np.zeros(self._size)
        self._sums = np.zeros(self._size)

    def _add(self, counts: _LeaveCounts) -> None:
        self._games += counts.games
        self._racks += counts.racks
        self._squares += counts.squares
        self._weights += np.frombuffer(counts.weights)
        self._sums += np.frombuffer(counts.sums)

    def _arrays(self) -> dict[str, Array]:
        return {
            "counts": np.array([self._rounds_done, self._games, self._racks], dtype=np.int64),
            "measures": np.array([self._squares, self.seconds]),
            "weights": self._weights,
            "sums": self._sums,
            "values": self._values,
        }
