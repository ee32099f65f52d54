"""Positions of chess games that the built-in engine plays against itself, a game for each position."""

import random
from dataclasses import dataclass

import chess

from zeitnot.learning.evaluation_games import GameSettings, play_game, random_opening
from zeitnot.learning.evaluation_player import Player

BALANCE_CP = 80
"""Openings further from balance are replaced: games that are lost from the start are not what is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePosition:
    """A position with the game that it is from."""

    board: chess.Board
    """The position, with the moves that led to it."""
    plies_to_come: int
    """Half moves that followed."""


class GamePositions:
    """Draws positions by number: the same number is the same position."""

    def __init__(self, *, seed: int, nodes: int) -> None:
        """Take the seed of all games, and the nodes of a move."""
        self._seed = seed
        self._settings = GameSettings(nodes=nodes, balance_cp=BALANCE_CP)
        self._player = Player(nodes=nodes)

    def draw(self, number: int) -> GamePosition:
        """Play the game of a number to its end, and draw a position that leaves a choice."""
        rng = random.Random(f"{self._seed}/{number}")
        while True:
            self._player.new_game()
            opening = random_opening(self._player, rng, self._settings)
            moves = play_game(self._player, self._player, opening, self._settings).moves
            choices = positions_with_a_choice(moves, after=len(opening))
            if choices:
                return rng.choice(choices)


def positions_with_a_choice(moves: list[str], *, after: int) -> list[GamePosition]:
    """List the positions of a game that have more than one legal move, after so many half moves."""
    board = chess.Board()
    found = []
    for played, move in enumerate(moves):
        if played >= after and board.legal_moves.count() > 1:
            found.append(GamePosition(board=board.copy(), plies_to_come=len(moves) - played))
        board.push_uci(move)
    return found
