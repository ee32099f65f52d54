"""Analysis: the moves of a game compared with the best ones, by turn and by player."""

from collections.abc import Sequence
from dataclasses import dataclass

from zeitnot.scrabble.events import Event
from zeitnot.scrabble.moves import Move
from zeitnot.scrabble.position import Position
from zeitnot.turns import Budget

MISTAKES = 3
"""Number of mistakes that a summary lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuedMove:
    """A move with its value."""

    move: Move
    """Move that is valued."""
    score_pts: int
    """Score of the move."""
    equity_pts: float
    """Equity: the mean over samples, or the points to the end of the game when the bag is empty."""
    equity_error_pts: float | None = None
    """Standard error of the equity; None where nothing was sampled."""
    win_chance: float | None = None
    """Win probability, 0 to 1; None where it was not computed."""
    samples: int = 0
    """Number of samples drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAnalysis:
    """Analysis of one turn of a game."""

    number: int
    """Number of the turn, from 1."""
    player: int
    """Player on turn, 0 or 1."""
    position: Position
    """Position as the player saw it."""
    event: Event
    """Event of the turn."""
    budget: Budget | None = None
    """Time that the policy would have planned; None without a clock."""
    best: tuple[ValuedMove, ...] = ()
    """Best moves, best first; empty where the rack is not known."""
    played: ValuedMove | None = None
    """Value of the move played; None where it is not known."""
    line: tuple[Move, ...] = ()
    """Best play to the end of the game, when the bag is empty."""
    is_proven: bool = False
    """Whether the values are exact."""
    note: str = ""
    """Reason why a value is missing."""

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
        """Win probability of the best move less that of the move played."""
        if not self.best or self.played is None:
            return None
        best, played = self.best[0].win_chance, self.played.win_chance
        return None if best is None or played is None else best - played


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSummary:
    """Summary of one player's moves."""

    player: int
    """Player, 0 or 1."""
    turns: int
    """Number of the player's turns analysed."""
    valued: int
    """Number of those turns whose move could be valued."""
    best_moves: int
    """Number of those turns on which the best move was played."""
    lost_pts: float
    """Equity lost over all turns."""
    lost_chance: float
    """Win probability lost over all turns."""
    mistakes: tuple[TurnAnalysis, ...]
    """Turns that lost the most equity, the worst first."""

    @property
    def mean_lost_pts(self) -> float | None:
        """Mean equity lost per turn; None without valued turns."""
        return self.lost_pts / self.valued if self.valued else None


def summary_of(turns: Sequence[TurnAnalysis], player: int) -> PlayerSummary:
    """Return the summary of one player's turns."""
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
