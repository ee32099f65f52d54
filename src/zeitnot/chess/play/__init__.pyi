"""Play: a game against the engine at the terminal, with both clocks running."""

from zeitnot.chess.play.game import Game as Game
from zeitnot.chess.play.input import (
    MENU as MENU,
    MenuEntry as MenuEntry,
    choose_control as choose_control,
)
from zeitnot.chess.play.opponent import Opponent as Opponent
from zeitnot.chess.pgn import (
    KeptGame as KeptGame,
    Names as Names,
    read_kept as read_kept,
)
from zeitnot.chess.play.picture import Picture as Picture
from zeitnot.chess.play.screen import (
    PlainScreen as PlainScreen,
    TerminalScreen as TerminalScreen,
)
from zeitnot.chess.play.session import Session as Session
from zeitnot.chess.play.turn_words import mode_line as mode_line
