"""Adjudicator: decides a game before its end, by the scores of its sides or by endgame tables."""

import math
import os
from typing import Protocol

import chess
import chess.syzygy

from zeitnot.chess.play.game import Ending, side
from zeitnot.errors import SettingError
from zeitnot.games import Adjudication
from zeitnot.untrusted import cause_of

MOST_PIECES = 7
"""Largest tables that exist."""
_WON = 2
"""Value of a win that the fifty-move rule does not take away."""


class EndgameTables(Protocol):
    """Tables that know how endgames end, as python-chess reads them."""

    def get_wdl(self, board: chess.Board) -> int | None:
        """Return 2 for a win of the side to move down to -2 for a loss; None for a position not in them."""


class Adjudicator:
    """Follows the scores of one game, as the sides report them."""

    def __init__(self, rules: Adjudication, tables: EndgameTables | None = None) -> None:
        """Nothing was seen yet; without tables only scores decide."""
        self._rules = rules
        self._tables = tables
        self._lost_for = {chess.WHITE: 0, chess.BLACK: 0}
        self._won_for = {chess.WHITE: 0, chess.BLACK: 0}
        self._equal_for = {chess.WHITE: 0, chess.BLACK: 0}

    def saw(self, mover: chess.Color, score_cp: float | None) -> None:
        """Take in the score that a side moved with, from its own view; without one the count starts anew."""
        score = math.nan if score_cp is None else score_cp
        rules = self._rules
        for counts, holds in (
            (self._lost_for, score <= -rules.resign_cp),
            (self._won_for, score >= rules.resign_cp),
            (self._equal_for, abs(score) <= rules.draw_cp),
        ):
            counts[mover] = counts[mover] + 1 if holds else 0

    def ending(self, board: chess.Board) -> Ending | None:
        """Return how the game is decided, by the tables or because the sides think so."""
        rules = self._rules
        ending = None if self._tables is None else table_ending(board, self._tables)
        if ending is not None:
            return ending
        if rules.resign_moves:
            for loser in (chess.WHITE, chess.BLACK):
                if self._seen_lost_for(loser) >= rules.resign_moves:
                    whose = "its own" if rules.resign_one_sided else "both sides'"
                    words = f"{side(loser)} is lost by {whose} scores"
                    return Ending.won(not loser, words, termination="adjudication")
        drawish = rules.draw_moves > 0 and board.fullmove_number >= rules.draw_from_move
        if drawish and min(self._equal_for.values()) >= rules.draw_moves:
            return Ending.drawn("equal by both sides' scores", termination="adjudication")
        return None

    def _seen_lost_for(self, loser: chess.Color) -> int:
        """Return for how many moves a side was lost by the scores that count."""
        own = self._lost_for[loser]
        return own if self._rules.resign_one_sided else min(own, self._won_for[not loser])


def table_ending(board: chess.Board, tables: EndgameTables) -> Ending | None:
    """Return how a position of the tables ends; None for any other.

    Tables know a result for certain right after a capture or a pawn move only. A win that the fifty-move rule
    takes away is a draw.
    """
    if board.halfmove_clock or board.castling_rights or board.occupied.bit_count() > MOST_PIECES:
        return None
    value = tables.get_wdl(board)
    if value is None:
        return None
    if abs(value) < _WON:
        return Ending.drawn("by the endgame tables", termination="adjudication")
    winner = board.turn if value > 0 else not board.turn
    return Ending.won(winner, "by the endgame tables", termination="adjudication")


def opened_tables(folder: str) -> chess.syzygy.Tablebase:
    """Open the Syzygy tables of a folder, or of several; a SettingError says that there are none."""
    tables = chess.syzygy.Tablebase()
    try:
        found = sum(tables.add_directory(each, load_dtz=False) for each in folder.split(os.pathsep))
    except OSError as error:
        raise SettingError(
            f"--syzygy must be a folder of tables ({cause_of(error)}), got {folder!r}"
        ) from error
    if not found:
        raise SettingError(f"--syzygy must be a folder with tables such as KQvK.rtbw, got {folder!r}")
    return tables
