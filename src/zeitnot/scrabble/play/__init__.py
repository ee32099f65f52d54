"""Play: a game against the player at the terminal, with both clocks running."""

from zeitnot.scrabble.play.picture import picture
from zeitnot.scrabble.play.screen import Screen
from zeitnot.scrabble.play.session import Session
from zeitnot.scrabble.play.table import ENGINE_NICK, Table

__all__ = ["ENGINE_NICK", "Screen", "Session", "Table", "picture"]
