"""Simulated chess: games whose searches are made up, depth by depth."""

from random import Random

from zeitnot.games import (
    GOLDEN_RATIO,
    VARIANTS,
    DeepeningHabits,
    SimulatedPosition,
    drawn_deepening,
    typical_deepening,
)
from zeitnot.turns import ChessFeatures

TYPICAL_MOVES = 40
"""Moves of a side in a game of typical length; the number that the ArGO document assumes."""
SHORTEST_MOVES = 10
"""Moves of the shortest game that is drawn at random."""
LONGEST_MOVES = 150
"""Moves of the longest; long games are where clocks run dry."""


class SimulatedChess:
    """Makes up chess games; what is made for a move number is kept and drawn from again."""

    def __init__(self, rng: Random, habits: DeepeningHabits | None = None) -> None:
        """Draw everything from one generator."""
        self._rng = rng
        self._habits = habits or DeepeningHabits()
        self._positions: list[list[SimulatedPosition]] = []

    def game(self, *, moves: int | None = None) -> list[SimulatedPosition]:
        """Draw the positions of one side in a game of this many moves, or of a random length."""
        rng = self._rng
        if moves is None:
            moves = round(
                min(SHORTEST_MOVES + rng.expovariate(1 / (TYPICAL_MOVES - SHORTEST_MOVES)), LONGEST_MOVES)
            )
        while len(self._positions) < moves:
            number = len(self._positions) + 1
            self._positions.append([self._position(number) for _ in range(VARIANTS)])
        return [variants[int(rng.random() * VARIANTS)] for variants in self._positions[:moves]]

    def _position(self, number: int) -> SimulatedPosition:
        return SimulatedPosition(
            features=_drawn_features(self._rng, number), search=drawn_deepening(self._rng, self._habits)
        )


def typical_chess_game(*, moves: int = TYPICAL_MOVES, variant: int = 0) -> list[SimulatedPosition]:
    """Return the positions of a game without chance; variants differ in when depths end and minds change."""
    return [_typical_position(number, variant) for number in range(1, moves + 1)]


def _typical_position(number: int, variant: int) -> SimulatedPosition:
    pieces = _mean_pieces(number)
    features = ChessFeatures(
        move_number=number,
        legal_moves=_mean_legal_moves(number, pieces),
        pieces=pieces,
        captures=min(3, number // 4),
        checks=min(1, number // 15),
    )
    phase = (number * GOLDEN_RATIO + variant * GOLDEN_RATIO**2) % 1.0
    last_change = 3 + (3 * number + 5 * variant) % 17
    return SimulatedPosition(
        features=features, search=typical_deepening(phase=phase, last_change=last_change)
    )


def _drawn_features(rng: Random, number: int) -> ChessFeatures:
    pieces = min(32, max(3, _mean_pieces(number) + round(rng.gauss(0, 1.5))))
    if number == 1:
        return ChessFeatures(legal_moves=20)
    in_check = rng.random() < 0.05  # noqa: PLR2004 (about one move in twenty)
    mean = _mean_legal_moves(number, pieces)
    legal_moves = rng.randint(1, 6) if in_check else rng.randint(mean // 2, mean + mean // 2)
    return ChessFeatures(
        move_number=number,
        legal_moves=legal_moves,
        pieces=pieces,
        captures=rng.randint(0, min(legal_moves, max(1, pieces // 5))),
        checks=min(legal_moves, rng.choice((0, 0, 0, 1, 1, 2, 4))),
        in_check=in_check,
    )


def _mean_pieces(number: int) -> int:
    """Return the mean number of pieces: one is lost every two moves after the opening."""
    return max(5, min(32, 34 - number // 2))


def _mean_legal_moves(number: int, pieces: int) -> int:
    """Return the mean number of legal moves: 20 at first, more as pieces come out, fewer as they are lost."""
    return min(20 + 3 * (number - 1) // 2, 8 + pieces)
