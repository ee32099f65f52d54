"""Ending: how a game ended, in words and as PGN."""

from dataclasses import dataclass

import chess

from zeitnot.clocks import GameClock

_REPETITIONS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The result of a game and its reason."""

    result: str
    """PGN result: 1-0, 0-1, 1/2-1/2, or * for an unfinished game."""
    words: str
    """Reason in words."""
    termination: str = "normal"
    """PGN Termination tag: normal, time forfeit or abandoned."""

    @classmethod
    def won(cls, winner: chess.Color, words: str, *, termination: str = "normal") -> "Ending":
        """Return the ending in which one side wins."""
        result = "1-0" if winner == chess.WHITE else "0-1"
        return cls(result=result, words=f"{side(winner)} wins: {words}", termination=termination)

    @classmethod
    def drawn(cls, words: str, *, termination: str = "normal") -> "Ending":
        """Return the ending of a drawn game."""
        return cls(result="1/2-1/2", words=f"Draw: {words}", termination=termination)

    @classmethod
    def broken_off(cls) -> "Ending":
        """Return the ending of an unfinished game."""
        return cls(result="*", words="Game broken off", termination="abandoned")


def side(colour: chess.Color) -> str:
    """Return the name of a side."""
    return "White" if colour == chess.WHITE else "Black"


def ending_of(board: chess.Board) -> Ending | None:
    """Return the ending that the position brings about, if any; draws need not be claimed."""
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
    """Return the ending by a fallen flag, if any; a side without mating material does not win by it."""
    player = clock.flagged_player
    if player is None:
        return None
    loser = first if player == 0 else not first
    words = f"{side(loser)} is out of time"
    if board.has_insufficient_material(not loser):
        return Ending.drawn(f"{words}, but {side(not loser)} cannot mate", termination="time forfeit")
    return Ending.won(not loser, words, termination="time forfeit")
