"""Tasks that take no time: traces made up from their numbers, and processes that die of some of them."""

import os
import signal
from dataclasses import dataclass, field, replace
from pathlib import Path

from zeitnot.chess.recording.recorder import ChessTrace
from zeitnot.errors import SettingError, ZeitnotError
from zeitnot.games import JudgedIteration
from zeitnot.lab import Done, Event, Kept, Lost, SharedFolder
from zeitnot.lab.store.node_shards import NodeShards, Recorded
from zeitnot.turns import ChessFeatures, Iteration

SETTINGS: dict[str, object] = {"seed": 1, "nodes": 1000}


@dataclass(frozen=True, slots=True, kw_only=True)
class TinyTask:
    """Records nothing, quickly."""

    dies_of: tuple[int, ...] = ()
    """Numbers that kill the process each time."""
    refuses: tuple[int, ...] = ()
    """Numbers that are refused each time."""
    kill_once: Path | None = None
    """A file that is there kills who sees it, and is gone then."""
    stays_in: tuple[int, ...] = ()
    """Numbers that never end."""

    def make(self) -> "TinyTask":
        return self

    def __call__(self, number: int, /) -> ChessTrace:
        if number in self.stays_in:
            signal.pause()
        if self._is_killed() or number in self.dies_of:
            os.kill(os.getpid(), signal.SIGKILL)
        if number in self.refuses:
            raise SettingError(f"a number must be liked, got {number!r}")
        return made_up(number)

    def close(self) -> None:
        pass

    def _is_killed(self) -> bool:
        try:
            if self.kill_once is not None:
                self.kill_once.unlink()
                return True
        except FileNotFoundError:
            pass
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class SharingTask:
    """Records nothing, quickly, and writes it where others see it."""

    shared: SharedFolder
    """The folder of the data set."""
    kill_written: Path | None = None
    """A file that is there kills who has written a position and not yet told it, and is gone then."""
    shards: NodeShards | None = None
    """Writes what is recorded; None before the task is made, and for who does not see the folder."""

    def make(self) -> "SharingTask":
        return replace(self, shards=self.shared.opened())

    def __call__(self, number: int, /) -> Recorded | Kept:
        recorded = made_up(number)
        kept = recorded if self.shards is None else self.shards.kept(recorded)
        TinyTask(kill_once=self.kill_written)(number)
        return kept

    def close(self) -> None:
        pass


@dataclass(slots=True)
class HereAndNow:
    """A fleet without processes: what is begun is done before anybody asks."""

    task: TinyTask | SharingTask
    _told: list[Event] = field(default_factory=list)

    @property
    def free(self) -> int:
        return 2 - len(self._told)

    def begin(self, number: int) -> None:
        try:
            self._told.append(Done(number=number, result=self.task(number)))
        except ZeitnotError as error:
            self._told.append(Lost(number=number, words=str(error)))

    def events(self, timeout_s: float) -> list[Event]:
        return self.close()

    def close(self) -> list[Event]:
        told, self._told = self._told, []
        return told


def made_up(number: int) -> ChessTrace:
    """Make a trace that tells its number in every place."""
    return ChessTrace(
        number=number,
        fen=f"8/8/8/8/8/8/8/k1K4R w - - 0 {number + 1}",
        ply=2 * number,
        plies_to_come=number,
        features=ChessFeatures(move_number=number),
        iterations=tuple(
            JudgedIteration(
                iteration=Iteration(elapsed_s=depth / 3, depth=depth, score_cp=number / 7, best_move="h1h8"),
                loss=number / (depth + 1),
            )
            for depth in range(3)
        ),
        loss_error=number / 1000,
    )
