"""Other managers: how time managers would have spent a player's clock over the same turns."""

from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot.clocks import Clock, TimeControl
from zeitnot.games import RecordedPosition
from zeitnot.lab import Entrant, SimulatedGame, play_simulated
from zeitnot.review.move_review import JudgedMove
from zeitnot.review.spending import spent
from zeitnot.review.thinking_value import Pace

_LONGEST_S = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagerSpending:
    """A manager's way through the same turns."""

    name: str
    """Name of the manager."""
    used_s: tuple[float, ...]
    """Time of each turn; shorter than the game if its flag fell."""
    loss: float
    """Lost with these times and by overtime, over the moves that are counted for the player, too."""
    left_s: float
    """Time left on the clock at the end."""
    is_flagged: bool
    """Whether it lost on time."""


def longest_turn_s(control: TimeControl) -> float:
    """Return the longest that a replayed search may have to go on."""
    return min(Clock(control).longest_s, _LONGEST_S)


def manager_spendings(
    names: Sequence[str],
    *,
    control: TimeControl | None,
    side: Sequence[JudgedMove],
    positions: Sequence[RecordedPosition | None],
    pace: Pace,
) -> tuple[ManagerSpending, ...]:
    """Replay one side's turns at the player's pace under each manager; none without a clock.

    Turns that could not be judged are left out.
    """
    if control is None or not control.has_clock or not any(positions):
        return ()
    judged = [(each, found) for each, found in zip(side, positions, strict=True) if found is not None]
    moves, searches = [each for each, _ in judged], [found for _, found in judged]
    return tuple(
        _spending(
            name,
            play_simulated(Entrant.parse(name).manager(), control, searches, first_ply=moves[0].move.ply),
            moves=moves,
            pace=pace,
        )
        for name in names
    )


def _spending(name: str, game: SimulatedGame, *, moves: Sequence[JudgedMove], pace: Pace) -> ManagerSpending:
    used_s = tuple(record.used_s for record in game.records)
    # A flag ends the game early: the turns that are missing are lost as if moved at sight.
    times_s = (*used_s, *([0.0] * (len(moves) - len(used_s))))
    losses = spent([each.curve for each in moves], times_s, pace)
    return ManagerSpending(
        name=name,
        used_s=used_s,
        loss=sum(loss for loss, each in zip(losses, moves, strict=True) if each.is_timed) + game.penalty_pts,
        left_s=game.left_s,
        is_flagged=game.flagged,
    )
