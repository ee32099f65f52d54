"""Play: a game against the engine at the terminal, with both clocks running."""

from zeitnot.chess.play.game import Game
from zeitnot.chess.play.menu import MENU, MenuEntry, choose_control
from zeitnot.chess.play.opponent import Opponent
from zeitnot.chess.play.pgn import KeptGame, Names, read_kept
from zeitnot.chess.play.picture import Picture
from zeitnot.chess.play.screen import PlainScreen, Screen, TerminalScreen
from zeitnot.chess.play.session import Session
from zeitnot.chess.play.turn_words import mode_line

__all__ = [
    "MENU",
    "Game",
    "KeptGame",
    "MenuEntry",
    "Names",
    "Opponent",
    "Picture",
    "PlainScreen",
    "Screen",
    "Session",
    "TerminalScreen",
    "choose_control",
    "mode_line",
    "read_kept",
]
