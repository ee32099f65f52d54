"""Game turns: positions of anybody's games, searched for long, with what the move that was played loses."""

from dataclasses import dataclass

import chess

from zeitnot.chess.recording.judge import ChessJudge
from zeitnot.chess.recording.recorder import ChessRecording, ChessTrace, searcher_of, trace_of

_EARLY = 16
"""Part of the nodes, as a divisor: moves that are given up before are judged roughly."""
_GAP = 8
"""Part of the nodes, as a divisor, for the search that compares the two best moves."""
_FORCED = 64
"""Part of the nodes, as a divisor, for a position with one legal move: nothing is to be found there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTurn:
    """A turn of a game: where it was, and what was played."""

    root_fen: str
    """Position from which the moves lead to the turn; no move before it can be repeated."""
    moves: tuple[str, ...]
    """Moves from there to the turn, in UCI notation."""
    played: str
    """The move that was played, in UCI notation."""

    @classmethod
    def of(cls, board: chess.Board, played: str) -> "GameTurn":
        """Take a position; moves before the last capture or pawn move do not matter."""
        reversible = min(board.halfmove_clock, len(board.move_stack))
        root = board.copy()
        for _ in range(reversible):
            root.pop()
        moves = board.move_stack[len(board.move_stack) - reversible :]
        return cls(root_fen=root.fen(), moves=tuple(move.uci() for move in moves), played=played)

    def board(self) -> chess.Board:
        """Return the position."""
        board = chess.Board(self.root_fen)
        for move in self.moves:
            board.push_uci(move)
        return board


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTurn:
    """A turn with its search, and what its move lost."""

    trace: ChessTrace
    """The long search, depth by depth, with what each depth's move loses."""
    played_loss: float
    """Expected score lost by the move that was played; noise can make it negative."""
    score: float
    """Expected score of the side to move with the best move."""
    score_cp: float
    """Score of the last depth, for the side to move."""
    gap: float | None
    """Expected score by which the best move is better than the second; None with one legal move."""
    line: tuple[str, ...]
    """Best line that the search found, as far as it was recorded."""


class TurnRecorder:
    """Records turns of any games; a UCI engine is started with it and ended by `close`."""

    def __init__(self, settings: ChessRecording) -> None:
        """Make the players; an engine that cannot be started is a DataError or a SettingError."""
        self.settings = settings
        self._searcher = searcher_of(settings)
        self._judge = ChessJudge(self._searcher, curve=settings.curve, nodes=settings.judge_nodes)

    def close(self) -> None:
        """End the engine, if one was started."""
        self._searcher.close()

    def record(self, turn: GameTurn) -> JudgedTurn:
        """Search the position of a turn, and judge its move with those of all depths."""
        board, settings = turn.board(), self.settings
        is_forced = board.legal_moves.count() == 1
        nodes = max(1, settings.nodes // _FORCED) if is_forced else settings.nodes
        found = self._searcher.search(board, nodes=nodes)
        moves = [iteration.best_move for iteration in found]
        given_up = {iteration.best_move: iteration.nodes for iteration in found}
        roughly = {move for move, last in given_up.items() if last < settings.nodes / _EARLY}
        verdicts = self._judge.losses(
            board, [*moves, turn.played], against=moves[-1], roughly=frozenset(roughly - {turn.played})
        )
        last = found[-1]
        return JudgedTurn(
            trace=trace_of(board, found, verdicts, number=board.ply(), plies_to_come=0),
            played_loss=verdicts.losses[turn.played],
            score=settings.curve.expected_score(last.score_cp),
            score_cp=last.score_cp,
            gap=None if is_forced else self._gap(board),
            line=last.line,
        )

    def _gap(self, board: chess.Board) -> float:
        nodes = max(1, self.settings.nodes // _GAP)
        last = self._searcher.search(board, nodes=nodes, lines=2)[-1]
        if last.second_score_cp is None:
            return 0.0
        curve = self.settings.curve
        return max(0.0, curve.expected_score(last.score_cp) - curve.expected_score(last.second_score_cp))
