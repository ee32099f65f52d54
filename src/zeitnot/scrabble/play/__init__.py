"""Play: a game against the player at the terminal, with both clocks running."""

from zeitnot.scrabble.board_text import picture
from zeitnot.scrabble.play.session import Session
from zeitnot.scrabble.table import ENGINE_NICK, Table

__all__ = ["ENGINE_NICK", "Session", "Table", "picture"]
