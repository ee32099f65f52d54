"""Analysis: what the moves of a game were worth beside the best ones, turn by turn and player by player."""

from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot.scrabble.events import Event
from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.position import Position
from zeitnot.turns import Budget

MISTAKES = 3
"""Largest mistakes that a summary names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuedMove:
    """A move with what it is worth."""

    move: Move
    """What is played."""
    score_pts: int
    """What it scores."""
    equity_pts: float
    """Points gained: the mean of its samples, or to the end of the game where the bag is empty."""
    equity_error_pts: float | None = None
    """Standard error of that mean; None where nothing was sampled."""
    win_chance: float | None = None
    """Chance to win, 0 to 1; None where nobody looked at it."""
    samples: int = 0
    """Samples drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAnalysis:
    """One turn of a game."""

    number: int
    """Of the turn, from 1."""
    player: int
    """Whose it was."""
    position: Position
    """What he saw."""
    event: Event
    """What he did."""
    budget: Budget | None = None
    """The time that it would have got; None without a clock."""
    best: tuple[ValuedMove, ...] = ()
    """The best moves, best first; none where the rack is not known."""
    played: ValuedMove | None = None
    """What the move played is worth; None where that cannot be told."""
    line: tuple[Move, ...] = ()
    """Best play to the end of the game, with an empty bag."""
    is_proven: bool = False
    """Whether the values are exact."""
    note: str = ""
    """What could not be told, and why."""

    @property
    def is_best(self) -> bool:
        """Whether the best move was played."""
        return self.played is not None and bool(self.best) and self.played.move == self.best[0].move

    @property
    def lost_pts(self) -> float | None:
        """Equity of the best move less that of the move played; below 0 where the best wins more games."""
        return self.best[0].equity_pts - self.played.equity_pts if self.best and self.played else None

    @property
    def lost_chance(self) -> float | None:
        """Chance to win of the best move less that of the move played."""
        if not self.best or self.played is None:
            return None
        best, played = self.best[0].win_chance, self.played.win_chance
        return None if best is None or played is None else best - played


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """How well one player played."""

    player: int
    """Which."""
    turns: int
    """Of his that were looked at."""
    valued: int
    """Turns of these whose move could be valued."""
    best_moves: int
    """Turns of these on which he played the best move."""
    lost_pts: float
    """Equity lost, all turns together."""
    lost_chance: float
    """Chance to win lost, all turns together."""
    mistakes: tuple[TurnAnalysis, ...]
    """The turns that lost most equity, the worst first."""

    @property
    def mean_lost_pts(self) -> float | None:
        """Equity lost in a turn."""
        return self.lost_pts / self.valued if self.valued else None


def summary_of(turns: Sequence[TurnAnalysis], player: int) -> PlayerSummary:
    """Sum up the turns of one player."""
    own = [turn for turn in turns if turn.player == player]
    valued = [(turn, lost_pts) for turn in own if (lost_pts := turn.lost_pts) is not None]
    worst_first = sorted(valued, key=lambda pair: -pair[1])
    return PlayerSummary(
        player=player,
        turns=len(own),
        valued=len(valued),
        best_moves=sum(turn.is_best for turn, _ in valued),
        lost_pts=sum(lost_pts for _, lost_pts in valued),
        lost_chance=sum(turn.lost_chance or 0.0 for turn, _ in valued),
        mistakes=tuple(
            turn for turn, lost_pts in worst_first[:MISTAKES] if lost_pts > 0 and not turn.is_best
        ),
    )
