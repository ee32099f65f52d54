"""Adjudicator: ends games that both sides think decided."""

import math

import chess

from zeitnot.chess.play.ending import Ending, side
from zeitnot.lab.match.referee import Adjudication


class Adjudicator:
    """Follows the scores of one game, as the sides report them."""

    def __init__(self, rules: Adjudication) -> None:
        """Nothing was seen yet."""
        self._rules = rules
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
        """Tell whether the game is decided."""
        rules = self._rules
        if rules.resign_moves:
            for loser in (chess.WHITE, chess.BLACK):
                if min(self._lost_for[loser], self._won_for[not loser]) >= rules.resign_moves:
                    words = f"{side(loser)} is lost by both sides' scores"
                    return Ending.won(not loser, words, termination="adjudication")
        drawish = rules.draw_moves > 0 and board.fullmove_number >= rules.draw_from_move
        if drawish and min(self._equal_for.values()) >= rules.draw_moves:
            return Ending.drawn("equal by both sides' scores", termination="adjudication")
        return None
