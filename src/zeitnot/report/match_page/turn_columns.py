"""TurnColumns: all turns of a run, one array a column, so that a hundred thousand are summed up at once."""

import heapq
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from zeitnot.lab.store import TurnRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Numbers: TypeAlias = NDArray[np.int64]

MOST_SHOWN = 10
"""Turns that are shown one by one."""
_NONE = float("nan")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnColumns:
    """Turns by column; nan stands for what a turn does not have."""

    participant: "Numbers"
    """Participant whose turn it was."""
    move: "Numbers"
    """Number of the move in its game, from 1."""
    phase: "Numbers"
    """Phase, as a number in `phases`."""
    reason: "Numbers"
    """What ended the turn, as a number in `reasons`."""
    used_s: "Floats"
    """Time used."""
    target_s: "Floats"
    """The target when the search ended."""
    overshoot_s: "Floats"
    """Time past the hard limit, negative when it was kept."""
    loss_pts: "Floats"
    """Expected loss at the stop."""
    phases: tuple[str, ...]
    """Names of the phases."""
    reasons: tuple[str, ...]
    """Names of the reasons, in the order in which they first came."""
    longest: tuple[tuple[TurnRow, tuple[int, ...]], ...]
    """The turns that took longest, the longest first, each with other games that had the very same turn."""

    @classmethod
    def of(cls, turns: Iterable[TurnRow], *, phases: tuple[str, ...]) -> "TurnColumns":
        """Take the turns in one pass."""
        import numpy as np

        whole = {name: array("q") for name in ("participant", "move", "phase", "reason")}
        real = {name: array("d") for name in ("used_s", "target_s", "overshoot_s", "loss_pts")}
        numbers = {name: number for number, name in enumerate(phases)}
        reasons: dict[str, int] = {}
        longest = _LongestTurns()
        for turn in turns:
            whole["participant"].append(turn.participant)
            whole["move"].append(turn.ply // 2 + 1)
            whole["phase"].append(numbers.setdefault(turn.phase, len(numbers)))
            whole["reason"].append(reasons.setdefault(turn.reason, len(reasons)))
            real["used_s"].append(turn.referee_s)
            real["target_s"].append(_NONE if turn.target_s is None else turn.target_s)
            real["overshoot_s"].append(_NONE if turn.overshoot_s is None else turn.overshoot_s)
            real["loss_pts"].append(_NONE if turn.expected_loss_pts is None else turn.expected_loss_pts)
            longest.add(turn)
        return cls(
            participant=np.array(whole["participant"], dtype=np.int64),
            move=np.array(whole["move"], dtype=np.int64),
            phase=np.array(whole["phase"], dtype=np.int64),
            reason=np.array(whole["reason"], dtype=np.int64),
            used_s=np.array(real["used_s"], dtype=np.float64),
            target_s=np.array(real["target_s"], dtype=np.float64),
            overshoot_s=np.array(real["overshoot_s"], dtype=np.float64),
            loss_pts=np.array(real["loss_pts"], dtype=np.float64),
            phases=tuple(numbers),
            reasons=tuple(reasons),
            longest=longest.ranked(),
        )

    @property
    def count(self) -> int:
        """Turns in all."""
        return len(self.used_s)


class _LongestTurns:
    """The turns that took longest; the same turn of several games is one."""

    def __init__(self) -> None:
        self._found: dict[tuple[float, int, int, str], list[TurnRow]] = {}
        self._heap: list[tuple[float, int, int, str]] = []

    def add(self, turn: TurnRow) -> None:
        key = (turn.referee_s, -turn.ply, -turn.participant, turn.move)
        if key in self._found:
            self._found[key].append(turn)
        elif len(self._heap) < MOST_SHOWN:
            heapq.heappush(self._heap, key)
            self._found[key] = [turn]
        elif key > self._heap[0]:
            del self._found[heapq.heappushpop(self._heap, key)]
            self._found[key] = [turn]

    def ranked(self) -> tuple[tuple[TurnRow, tuple[int, ...]], ...]:
        turns = [self._found[key] for key in sorted(self._heap, reverse=True)]
        return tuple((first, tuple(turn.game for turn in others)) for first, *others in turns)
