"""Opening maker: generates balanced openings from the moves that the engine finds playable."""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import chess

from zeitnot.chess.analyst import Analyst, ScoredMove
from zeitnot.chess.openings import Opening
from zeitnot.errors import SettingError


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRules:
    """What makes a move playable and a position balanced. All figures are this project's own."""

    plies: int = 8
    """Length of an opening in plies: past the book, with the middlegame still to come."""
    candidates: int = 12
    """Number of moves scored in each position."""
    nodes: int = 40_000
    """Nodes spent on scoring all candidates: a few plies each."""
    window_cp: float = 60.0
    """A move worse than the best by more than this is not played."""
    spread_cp: float = 15.0
    """Score difference at which a move is played e times less often than the best."""
    final_nodes: int = 100_000
    """Nodes spent on scoring the last position."""
    balance_cp: float = 40.0
    """An opening is kept when neither side is better by more than this in its last position."""
    patience: int = 500
    """Draws in a row without a new opening after which no more are expected."""

    def __post_init__(self) -> None:
        for name in ("plies", "candidates", "nodes", "final_nodes", "patience"):
            if getattr(self, name) < 1:
                raise SettingError(f"{name} must be at least 1, got {getattr(self, name)!r}")
        for name in ("window_cp", "balance_cp"):
            if not getattr(self, name) >= 0:
                raise SettingError(f"{name} must not be negative, got {getattr(self, name)!r}")
        if not self.spread_cp > 0:
            raise SettingError(f"spread_cp must be above 0, got {self.spread_cp!r}")


@dataclass(slots=True, kw_only=True)
class OpeningMaker:
    """Generator of random openings; the same rules and seed give the same list on every machine."""

    rules: OpeningRules = OpeningRules()
    """Rules for playable moves and balanced positions."""
    seed: int = 1
    """Random seed."""
    drawn: int = 0
    """Number of openings drawn so far, kept or not."""
    _analyst: Analyst = field(default_factory=Analyst)
    _playable: dict[str, tuple[list[chess.Move], list[float]]] = field(default_factory=dict)

    def make(self, count: int) -> Iterator[Opening]:
        """Yield a number of openings that end in different, balanced positions."""
        rng = random.Random(self.seed)
        looked_at: set[str] = set()
        kept = idle = 0
        while kept < count:
            board = self._draw(rng)
            self.drawn += 1
            idle += 1
            if idle > self.rules.patience:
                raise SettingError(
                    f"count must be a number of openings that {self.rules.plies} plies have, got {count!r} "
                    f"where no more than {kept} were found"
                )
            # The EPD has no counters, so transpositions compare equal.
            if board.epd() in looked_at:
                continue
            looked_at.add(board.epd())
            if self._balanced(board):
                kept, idle = kept + 1, 0
                yield Opening(moves=tuple(move.uci() for move in board.move_stack))

    def _draw(self, rng: random.Random) -> chess.Board:
        board = chess.Board()
        for _ in range(self.rules.plies):
            moves, weights = self._candidates(board)
            if not moves:
                break
            board.push(rng.choices(moves, weights)[0])
        return board

    def _candidates(self, board: chess.Board) -> tuple[list[chess.Move], list[float]]:
        key = board.epd()
        if key not in self._playable:
            rules = self.rules
            scored = self._analyst.moves(board, nodes=rules.nodes, lines=rules.candidates)
            playable = within(scored, rules.window_cp)
            weights = [math.exp(-gap_cp / rules.spread_cp) for _, gap_cp in playable]
            self._playable[key] = [each.move for each, _ in playable], weights
        return self._playable[key]

    def _balanced(self, board: chess.Board) -> bool:
        best = self._analyst.moves(board, nodes=self.rules.final_nodes, lines=1)
        return bool(best) and abs(best[0].score_cp) <= self.rules.balance_cp


def within(scored: tuple[ScoredMove, ...], window_cp: float) -> list[tuple[ScoredMove, float]]:
    """Return the moves within a window of the best, each with its score difference."""
    gaps = [(each, scored[0].score_cp - each.score_cp) for each in scored]
    return [(each, gap_cp) for each, gap_cp in gaps if gap_cp <= window_cp]
