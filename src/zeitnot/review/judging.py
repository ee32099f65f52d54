"""Judging: the turns of games, searched on all cores and kept as they come."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from zeitnot.chess import ChessRecording, GameTurn, JudgedTurn, TurnRecorder, resolved_command
from zeitnot.errors import DataError, SettingError, check_above
from zeitnot.lab import Done, LocalTasks, Lost, WorkQueue
from zeitnot.learning import cores
from zeitnot.review.turn_cache import TurnCache

NODES = 150_000
"""Nodes of the search of a turn at effort 1: a game of 40 moves takes half a minute on two cores."""
JUDGE_NODES = 75_000
"""Nodes for each move that is judged at effort 1."""
HUMAN_WIN_AT_CP, HUMAN_SPREAD_CP = 1.0, 271.6
"""Curve of expected scores in games of people: the logistic curve that lichess fitted to rapid games of
players rated 2300 and published as 0.00368208 a centipawn. Without a band of draws, half the games are won
from 0 on."""
_STOCKFISH = "stockfish"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings:
    """Who judges, and how thoroughly."""

    engine: tuple[str, ...] | None = None
    """Command of a UCI engine; empty: the built-in one; None: Stockfish if it is installed, else built in."""
    effort: float = 1.0
    """Factor of all nodes."""
    processes: int | None = None
    """Processes that search at once; None: one for each core."""

    def __post_init__(self) -> None:
        check_above(self, 0, "effort")

    def recording(self) -> ChessRecording:
        """Return how turns are searched and judged; an engine that is not found is a SettingError."""
        return ChessRecording(
            engine=self.command(),
            nodes=max(1, round(NODES * self.effort)),
            judge_nodes=max(1, round(JUDGE_NODES * self.effort)),
            win_at_cp=HUMAN_WIN_AT_CP,
            win_spread_cp=HUMAN_SPREAD_CP,
        )

    def command(self) -> tuple[str, ...]:
        """Return the command of the engine; empty for the built-in one."""
        if self.engine is not None:
            return tuple(resolved_command(self.engine)) if self.engine else ()
        try:
            return tuple(resolved_command((_STOCKFISH,)))
        except SettingError:
            return ()


class _TurnTask:
    """Judges turns by their number."""

    def __init__(self, settings: ChessRecording, turns: Sequence[GameTurn]) -> None:
        self._recorder = TurnRecorder(settings)
        self._turns = turns

    def __call__(self, number: int, /) -> JudgedTurn:
        return self._recorder.record(self._turns[number])

    def close(self) -> None:
        self._recorder.close()


Progress = Callable[[int, int], None]
"""Called with the turns judged and the turns in all."""


def judge_turns(
    turns: Sequence[GameTurn],
    settings: JudgeSettings,
    *,
    cache: TurnCache,
    on_progress: Progress | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> dict[GameTurn, JudgedTurn]:
    """Judge turns; each is kept at once, so that one who stops loses nothing. Stopped, some are missing."""
    wanted = tuple(dict.fromkeys(turns))
    found = cache.find(wanted)
    missing = tuple(turn for turn in wanted if turn not in found)
    if on_progress is not None:
        on_progress(len(found), len(wanted))
    if not missing:
        return found

    def add(number: int, judged: JudgedTurn) -> None:
        found[missing[number]] = judged
        cache.keep(missing[number], judged)
        if on_progress is not None:
            on_progress(len(found), len(wanted))

    task = partial(_TurnTask, settings.recording(), missing)
    processes = min(settings.processes or cores(), len(missing))
    if processes == 1:
        _judge_here(task, len(missing), add, is_stopped)
    else:
        _judge_on_processes(task, len(missing), processes, add, is_stopped)
    return found


def _judge_here(
    make: Callable[[], _TurnTask],
    count: int,
    add: Callable[[int, JudgedTurn], None],
    is_stopped: Callable[[], bool] | None,
) -> None:
    task = make()
    try:
        for number in range(count):
            if is_stopped is not None and is_stopped():
                return
            add(number, task(number))
    finally:
        task.close()


def _judge_on_processes(
    make: Callable[[], _TurnTask],
    count: int,
    processes: int,
    add: Callable[[int, JudgedTurn], None],
    is_stopped: Callable[[], bool] | None,
) -> None:
    with LocalTasks(make, processes=processes) as fleet:
        queue = WorkQueue(
            fleet=fleet, numbers=range(count), rule="a turn must be one that can be judged; turn"
        )
        for event in queue.events(is_stopped):
            match event:
                case Done(number=number, result=JudgedTurn() as judged):
                    add(number, judged)
                case Lost(is_refused=True, words=words):
                    raise DataError(words)
