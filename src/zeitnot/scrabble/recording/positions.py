"""Positions to record: turns of games of static players that do not always play the best move."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from zeitnot.errors import DataError
from zeitnot.scrabble.features import PHASES, choices, features_of, phase_of
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.generation import Generator, RatedMove, RatedMoves
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.table import TileBag, seed_of
from zeitnot.turns import ScrabbleFeatures

MOST_GAMES = 100
"""Games looked through for one position; most have a turn of every phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPosition:
    """A turn of a game."""

    position: Position
    """The position as the player on turn sees it."""
    ply: int
    """Turns played before it."""
    plies_to_come: int
    """Turns of both players from this one, which is counted, to the end of the game."""
    moves: RatedMoves
    """Best static moves, best first, more than one of them not a pass."""
    features: ScrabbleFeatures
    """What a policy may know before the search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSource:
    """Draws positions, each from a game of its own; number after number goes through the phases."""

    generator: Generator
    """Words and static values of both players."""
    knowledge: Knowledge
    """Letters and premium squares."""
    seed: int
    """Another seed, other games."""
    loose_pts: float
    """A move so far behind the best is played e times less often; each player draws from 0 to this."""
    loose_moves: int
    """Best static moves that are played at all."""
    seen_moves: int
    """Best static moves that the player of a recorded turn looks at."""
    most_bag: int = 0
    """If above 0, every position has 1 to this many tiles in the bag, whatever its number."""

    def draw(self, number: int) -> DrawnPosition:
        """Draw the position with this number: the same, whatever was drawn before."""
        phase = number % len(PHASES)
        for attempt in range(MOST_GAMES):
            random = Random(seed_of(self.seed, number, "game", attempt))
            turns = self._play(random)
            for ply in random.sample(range(len(turns)), len(turns)):
                # Phase and bag can be read without the moves, and most turns are of another one.
                if self._is_wanted(turns[ply], phase):
                    moves = self.generator.moves(turns[ply], self.seen_moves)
                    if choices(moves) > 1:
                        return DrawnPosition(
                            position=turns[ply],
                            ply=ply,
                            plies_to_come=len(turns) - ply,
                            moves=moves,
                            features=features_of(turns[ply], moves),
                        )
        wanted = f"1 to {self.most_bag} tiles in the bag" if self.most_bag else PHASES[phase]
        raise DataError(f"games must have a turn with {wanted}, got none in {MOST_GAMES} games")

    def _is_wanted(self, position: Position, phase: int) -> bool:
        if self.most_bag:
            return 1 <= position.bag_count <= self.most_bag
        return phase_of(features_of(position, ())) == phase

    def _play(self, random: Random) -> list[Position]:
        """Play a game; give what was seen on each turn."""
        distribution = self.knowledge.lexicon.distribution
        bag = TileBag(distribution, random.getrandbits(56))
        racks = [bag.fill((), seat) for seat in (0, 1)]
        looseness_pts = [random.uniform(0.0, self.loose_pts) for _ in racks]
        game = Game.new(distribution=distribution, layout=self.knowledge.layout)
        turns = []
        while not game.is_over:
            seat = game.state.on_turn
            turns.append(replace(game.position(), rack=racks[seat]))
            moves = self.generator.moves(turns[-1], self.loose_moves)
            chosen = _chosen(moves, looseness_pts[seat], random)
            game = game.play(chosen.move, rack=racks[seat])
            if chosen.move.kind is MoveKind.EXCHANGE:
                racks[seat] = bag.exchange(racks[seat], chosen.move.tiles, seat)
            elif chosen.move.kind is MoveKind.PLACE:
                racks[seat] = bag.fill(chosen.leave, seat)
        return turns


def _chosen(moves: Sequence[RatedMove], looseness_pts: float, random: Random) -> RatedMove:
    if looseness_pts <= 0.0:
        return moves[0]
    weights = [math.exp((move.equity_pts - moves[0].equity_pts) / looseness_pts) for move in moves]
    return random.choices(moves, weights)[0]
