"""Recorder of whole chess games: every turn searched for long, with a table as warm as in a game."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import chess

from zeitnot.chess.openings import UNBALANCED, read_openings
from zeitnot.chess.recording.judge import ChessJudge
from zeitnot.chess.recording.recorder import ChessRecording, ChessTrace, searcher_of, trace_of
from zeitnot.chess.self_play import GameSettings, agreed_result, ruled_result
from zeitnot.games import GAME_NUMBERS
from zeitnot.turns import Iteration

_EARLY = 16
"""Part of the nodes, as a divisor: moves that are given up before are judged roughly, because nobody stops so
early."""
_USUAL = 4
"""Part of the nodes, as a divisor, that a usual turn takes: the games are played by it. A table that is warm
from the long search of the turn before would make every early move look as good as a late one."""
_RULES = GameSettings(most_plies=GAME_NUMBERS // 2)


class ChessGameRecorder:
    """Records games by number: players who remember their last turn, and a judge who remembers nothing."""

    def __init__(self, settings: ChessRecording) -> None:
        """Make the players; an engine that cannot be started is a DataError or a SettingError."""
        self.settings = settings
        self._player, self._judging = searcher_of(settings), searcher_of(settings)
        self._judge = ChessJudge(self._judging, curve=settings.curve, nodes=settings.judge_nodes)

    def close(self) -> None:
        """End the engines, if some were started."""
        for searcher in (self._player, self._judging):
            searcher.close()

    def record(self, number: int) -> tuple[ChessTrace, ...]:
        """Record one game; the result depends on the settings and the number alone."""
        board = self._opening(number)
        traces: list[ChessTrace] = []
        scores_cp: list[int] = []
        before: list[chess.Board] = []
        while not self._is_over(board, scores_cp):
            usual = max(1, self.settings.nodes // _USUAL)
            own_turns = before[-2::-2][: 1 + self.settings.earlier_turns]
            for place, earlier in enumerate(reversed(own_turns)):  # what a player's table would hold of them
                self._player.search(earlier, nodes=usual, fresh=place == 0)
            found = self._player.search(
                board, nodes=self.settings.nodes, lines=self.settings.lines, fresh=not own_turns
            )
            traces.append(self._trace(number, board, found))
            before.append(board.copy())
            played = ([each for each in found if each.nodes <= usual] or found[:1])[-1]
            scores_cp.append(round(played.score_cp if board.turn == chess.WHITE else -played.score_cp))
            board.push_uci(played.best_move)
        plies = board.ply()
        return tuple(replace(trace, plies_to_come=plies - trace.ply) for trace in traces)

    def _is_over(self, board: chess.Board, scores_cp: list[int]) -> bool:
        if ruled_result(board) is not None:
            return True
        if self.settings.to_the_end:
            return board.ply() >= _RULES.most_plies
        return agreed_result(scores_cp, board.ply(), _RULES) is not None

    def _opening(self, number: int) -> chess.Board:
        """Return the board after the opening of a game: of both lists, as matches have them."""
        openings = _openings()
        rng = random.Random(f"games {self.settings.seed} {number // len(openings)}")
        order = rng.sample(range(len(openings)), len(openings))
        return openings[order[number % len(openings)]].copy()

    def _trace(self, number: int, board: chess.Board, found: list[Iteration]) -> ChessTrace:
        moves = [iteration.best_move for iteration in found]
        given_up = {iteration.best_move: iteration.nodes for iteration in found}
        roughly = frozenset(move for move, nodes in given_up.items() if nodes < self.settings.nodes / _EARLY)
        verdicts = self._judge.losses(board, moves, against=moves[-1], roughly=roughly)
        trace = trace_of(board, found, verdicts, number=GAME_NUMBERS * number + board.ply(), plies_to_come=0)
        return replace(trace, game_number=number)


@cache
def _openings() -> tuple[chess.Board, ...]:
    return tuple(opening.board() for path in (None, Path(UNBALANCED)) for opening in read_openings(path))
