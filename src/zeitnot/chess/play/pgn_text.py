"""PGN text: a game as PGN with the time of every move."""

import datetime
import math
from dataclasses import dataclass

import chess.pgn

from zeitnot.chess.play.game import Game
from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError

_DIGITS = 2
"""Decimals of the times: a fast move takes less than a tenth of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Players and date of a game."""

    white: str
    """Name of White."""
    black: str
    """Name of Black."""
    date: datetime.date
    """Date of the game."""


def pgn_text(game: Game, names: Names) -> str:
    """Return a game as PGN, with the clock after each move as [%clk] and the move's time as [%emt]."""
    tree = chess.pgn.Game()
    tree.setup(game.board.root())
    tree.headers.update(
        {
            "Event": "Game at the terminal",
            "Site": "?",
            "Date": names.date.strftime("%Y.%m.%d"),
            "Round": "-",
            "White": names.white,
            "Black": names.black,
            "Result": game.ending.result if game.ending else "*",
            "TimeControl": control_tag(game.control),
            "Termination": game.ending.termination if game.ending else "unterminated",
        }
    )
    node: chess.pgn.GameNode = tree
    for played in game.played:
        node = node.add_variation(played.move)
        if math.isfinite(played.left_s):
            node.set_clock(round(max(0.0, played.left_s), _DIGITS))
        node.set_emt(round(played.used_s, _DIGITS))
    return f"{tree}\n"


def control_tag(control: TimeControl) -> str:
    """Return the TimeControl tag; `?` where PGN has no notation for the control."""
    if control.depth is not None:
        return "-"
    try:
        return control.to_pgn()
    except SettingError:
        return "?"
