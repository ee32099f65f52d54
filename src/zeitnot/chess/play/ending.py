"""Ending: how a game ended, in the words of a player and in those of PGN."""

from dataclasses import dataclass

import chess

from zeitnot.clocks import GameClock

_REPETITIONS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The result of a game and what brought it about."""

    result: str
    """As PGN writes it: 1-0, 0-1, 1/2-1/2, or * for a game broken off."""
    words: str
    """For people."""
    termination: str = "normal"
    """The PGN tag: normal, time forfeit or abandoned."""

    @classmethod
    def won(cls, winner: chess.Color, words: str, *, termination: str = "normal") -> "Ending":
        """One side wins."""
        result = "1-0" if winner == chess.WHITE else "0-1"
        return cls(result=result, words=f"{side(winner)} wins: {words}", termination=termination)

    @classmethod
    def drawn(cls, words: str, *, termination: str = "normal") -> "Ending":
        """Nobody wins."""
        return cls(result="1/2-1/2", words=f"Draw: {words}", termination=termination)

    @classmethod
    def broken_off(cls) -> "Ending":
        """Nobody played on."""
        return cls(result="*", words="Game broken off", termination="abandoned")


def side(colour: chess.Color) -> str:
    """Name a side."""
    return "White" if colour == chess.WHITE else "Black"


def ending_of(board: chess.Board) -> Ending | None:
    """Tell how the position on the board ends the game, if it does; draws need not be claimed."""
    if board.is_checkmate():
        return Ending.won(not board.turn, "checkmate")
    if board.is_stalemate():
        return Ending.drawn("stalemate")
    if board.is_insufficient_material():
        return Ending.drawn("neither side can mate with what is left")
    if board.is_repetition(_REPETITIONS):
        return Ending.drawn("the same position for the third time")
    if board.is_fifty_moves():
        return Ending.drawn("fifty moves without a capture or a pawn move")
    return None


def flag_ending(board: chess.Board, clock: GameClock, first: chess.Color) -> Ending | None:
    """Tell whether a flag has fallen; who has nothing to mate with does not win by it."""
    player = clock.flagged_player
    if player is None:
        return None
    loser = first if player == 0 else not first
    words = f"{side(loser)} is out of time"
    if board.has_insufficient_material(not loser):
        return Ending.drawn(f"{words}, but {side(not loser)} cannot mate", termination="time forfeit")
    return Ending.won(not loser, words, termination="time forfeit")
