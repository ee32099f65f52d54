"""Judging: the turns of games, searched on all cores and kept as they come, and what is made of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from zeitnot.errors import DataError
from zeitnot.games import JudgeSettings, RecordedPosition, Reviewer, TimedGame, find_game
from zeitnot.lab import Done, LocalTasks, Lost, WorkQueue
from zeitnot.learning import cores
from zeitnot.review.move_review import JudgedMove
from zeitnot.review.other_managers import longest_turn_s
from zeitnot.review.thinking_value import Pace, ThinkingCurve
from zeitnot.review.turn_cache import TurnCache

Judged = Mapping[Any, Any]
"""Judged turns by turn; both are of the game's own classes."""


def is_wanted(name: str, player: str) -> bool:
    """Return whether a player is meant by a name, or a part of it."""
    return player.lower() in name.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedGame:
    """A game with the turns that are to be judged."""

    game: TimedGame
    """The game."""
    turns: Mapping[int, Any]
    """Turns of the players that are wanted, by ply."""
    reviewer: Reviewer
    """What reviews such games."""

    @classmethod
    def of(cls, game: TimedGame, player: str, reviewer: Reviewer, settings: JudgeSettings) -> Self:
        """Take the turns of the players whose name has this in it."""
        seats = [seat for seat, name in enumerate(game.players) if is_wanted(name, player)]
        all_turns = reviewer.turns(game, settings)
        turns = {move.ply: all_turns[move.ply] for move in game.moves if move.seat in seats}
        return cls(game=game, turns=turns, reviewer=reviewer)

    def sides(self, judged: Judged) -> list[list[JudgedMove]]:
        """Return the sides with their judgements; none of a game that was not judged to its end."""
        if any(turn not in judged for turn in self.turns.values()):
            return []
        sides: list[list[JudgedMove]] = [[], []]
        for move in self.game.moves:
            if (turn := self.turns.get(move.ply)) is not None:
                found = self.reviewer.judgement(turn, judged[turn])
                curve = ThinkingCurve.of(found.steps)
                sides[move.seat].append(JudgedMove(move=move, judgement=found, curve=curve))
        return [side for side in sides if side]

    def replayed(
        self, side: Sequence[JudgedMove], judged: Judged, pace: Pace | None
    ) -> list[RecordedPosition | None]:
        """Return the searches of a side at the player's pace; none without a pace or a clock."""
        control = self.game.control
        if pace is None or control is None or not control.has_clock:
            return []
        longest_s = longest_turn_s(control)
        return [
            self.reviewer.replayed(
                judged[self.turns[each.move.ply]],
                number=number,
                work_per_s=pace.work_per_s,
                usual_s=pace.usual_s,
                longest_s=longest_s,
            )
            for number, each in enumerate(side)
        ]


class _TurnTask:
    """Judges turns by their number."""

    def __init__(
        self,
        game: str,
        recording: Any,  # noqa: ANN401 (the game's)
        turns: Sequence[Any],
    ) -> None:
        self._recorder = find_game(game).reviewer().judge(recording)
        self._turns = turns

    def __call__(self, number: int, /) -> Any:  # noqa: ANN401 (the game's)
        return self._recorder.record(self._turns[number])

    def close(self) -> None:
        self._recorder.close()


Progress = Callable[[int, int], None]
"""Called with the turns judged and the turns in all."""


def judge_turns(
    turns: Sequence[Any],
    settings: JudgeSettings,
    *,
    game: str = "chess",
    cache: TurnCache,
    on_progress: Progress | None = None,
    is_stopped: Callable[[], bool] | None = None,
) -> dict[Any, Any]:
    """Judge turns of a game; each is kept at once, so that stopping loses nothing, but some are missing."""
    wanted = tuple(dict.fromkeys(turns))
    found = cache.find(wanted)
    missing = tuple(turn for turn in wanted if turn not in found)
    if on_progress is not None:
        on_progress(len(found), len(wanted))
    if not missing:
        return found

    def add(number: int, judged: Any) -> None:  # noqa: ANN401 (the game's)
        found[missing[number]] = judged
        cache.keep(missing[number], judged)
        if on_progress is not None:
            on_progress(len(found), len(wanted))

    task = partial(_TurnTask, game, settings.recording(game), missing)
    processes = min(settings.processes or cores(), len(missing))
    if processes == 1:
        _judge_here(task, len(missing), add, is_stopped)
    else:
        _judge_on_processes(task, len(missing), processes, add, is_stopped)
    return found


def _judge_here(
    make: Callable[[], _TurnTask],
    count: int,
    add: Callable[[int, Any], None],
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
    add: Callable[[int, Any], None],
    is_stopped: Callable[[], bool] | None,
) -> None:
    with LocalTasks(make, processes=processes) as fleet:
        queue = WorkQueue(
            fleet=fleet, numbers=range(count), rule="a turn must be one that can be judged; turn"
        )
        for event in queue.events(is_stopped):
            match event:
                case Done(number=number, result=judged):
                    add(number, judged)
                case Lost(is_refused=True, words=words):
                    raise DataError(words)
