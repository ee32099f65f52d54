"""Play: a game against the engine at the terminal, with both clocks running."""

from zeitnot.chess.play.ending import Ending
from zeitnot.chess.play.game import Game, Played
from zeitnot.chess.play.kept_games import KeptGame, read_kept
from zeitnot.chess.play.menu import MENU, MenuEntry, choose_control
from zeitnot.chess.play.opponent import Opponent
from zeitnot.chess.play.pgn_text import Names
from zeitnot.chess.play.picture import Picture
from zeitnot.chess.play.screen import PlainScreen, Screen
from zeitnot.chess.play.session import Session
from zeitnot.chess.play.terminal import TerminalScreen
from zeitnot.chess.play.turn_words import mode_line

__all__ = [
    "MENU",
    "Ending",
    "Game",
    "KeptGame",
    "MenuEntry",
    "Names",
    "Opponent",
    "Picture",
    "PlainScreen",
    "Played",
    "Screen",
    "Session",
    "TerminalScreen",
    "choose_control",
    "mode_line",
    "read_kept",
]
