"""Other managers: how time managers would have spent a player's clock over the same turns."""

from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot.chess import ChessTrace
from zeitnot.clocks import Clock, TimeControl
from zeitnot.games import RecordedDeepening, RecordedPosition
from zeitnot.lab import Entrant, SimulatedGame, play_simulated
from zeitnot.review.spending import spent
from zeitnot.review.thinking_value import Pace, ThinkingCurve

MANAGERS = ("learned", "mergen", "textbook")
"""Managers that a player is compared with."""
_LONGEST_S = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagerSpending:
    """A manager's way through the same turns."""

    name: str
    """Name of the manager."""
    used_s: tuple[float, ...]
    """Time of each turn; shorter than the game if its flag fell."""
    loss: float
    """Expected score lost with these times, over the moves that are counted for the player, too."""
    left_s: float
    """Time left on the clock at the end."""
    is_flagged: bool
    """Whether it lost on time."""


def manager_spendings(
    names: Sequence[str],
    *,
    control: TimeControl | None,
    traces: Sequence[ChessTrace],
    curves: Sequence[ThinkingCurve],
    counted: Sequence[bool],
    pace: Pace,
) -> tuple[ManagerSpending, ...]:
    """Replay one side's turns at the player's pace under each manager; none without a clock."""
    if control is None or not control.has_clock:
        return ()
    longest_s = min(Clock(control).longest_s, _LONGEST_S)
    positions = [
        RecordedPosition(
            features=trace.features,
            search=RecordedDeepening.of(trace, nodes_per_s=pace.nodes_per_s, longest_s=longest_s),
            trace=number,
        )
        for number, trace in enumerate(traces)
    ]
    return tuple(
        _spending(
            name,
            play_simulated(Entrant.parse(name).manager(), control, positions, first_ply=traces[0].ply),
            curves=curves,
            counted=counted,
            pace=pace,
        )
        for name in names
    )


def _spending(
    name: str,
    game: SimulatedGame,
    *,
    curves: Sequence[ThinkingCurve],
    counted: Sequence[bool],
    pace: Pace,
) -> ManagerSpending:
    used_s = tuple(record.used_s for record in game.records)
    # A flag ends the game early: the turns that are missing are lost as if moved at sight.
    times_s = (*used_s, *([0.0] * (len(curves) - len(used_s))))
    losses = spent(curves, times_s, pace)
    return ManagerSpending(
        name=name,
        used_s=used_s,
        loss=sum(loss for loss, is_counted in zip(losses, counted, strict=True) if is_counted),
        left_s=game.left_s,
        is_flagged=game.flagged,
    )
