"""ChessReviewer: PGN with times, turns judged by an engine, boards and annotated PGN, for reviews."""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, TextIO

import chess
import chess.pgn

from zeitnot import __version__
from zeitnot.chess.board_drawing import drawn_board
from zeitnot.chess.features import chess_phase
from zeitnot.chess.recording.game_turns import GameTurn, JudgedTurn, TurnRecorder
from zeitnot.chess.recording.recorder import ChessRecording
from zeitnot.chess.timed_pgn import timed_games
from zeitnot.clocks import TimeControl
from zeitnot.errors import SettingError
from zeitnot.games import (
    JudgedStep,
    Judgement,
    JudgeSettings,
    MoveComment,
    RecordedDeepening,
    RecordedPosition,
    Reviewer,
    TimedGame,
    TimedMove,
    TurnJudge,
    UnreadGame,
    resolved_command,
)

NODES = 150_000
"""Nodes of the search of a turn at effort 1: a game of 40 moves takes half a minute on two cores."""
JUDGE_NODES = 75_000
"""Nodes for each move that is judged at effort 1."""
HUMAN_WIN_AT_CP, HUMAN_SPREAD_CP = 1.0, 271.6
"""Curve of expected scores in games of people: the logistic curve that lichess fitted to rapid games of
players rated 2300 and published as 0.00368208 a centipawn. Without a band of draws, half the games are won
from 0 on."""
_STOCKFISH = "stockfish"
_BLUNDER, _MISTAKE, _DUBIOUS = 0.2, 0.1, 0.05
"""Expected scores from which a loss has the glyphs ??, ? and ?!."""
_ZEITNOT = (chess.pgn.NAG_WHITE_MODERATE_TIME_PRESSURE, chess.pgn.NAG_BLACK_MODERATE_TIME_PRESSURE)


class ChessReviewer(Reviewer):
    """Reviews games of chess; losses are expected scores."""

    managers: ClassVar[tuple[str, ...]] = ("learned", "mergen", "textbook")
    judged: ClassVar[type[Any]] = JudgedTurn
    usual_work: ClassVar[float] = 2_000.0  # some seven plies
    least_work: ClassVar[float] = 50.0  # an engine's first look
    seats: ClassVar[tuple[str, str]] = ("White", "Black")
    seat_word: ClassVar[str] = "colour"
    move_key: ClassVar[str] = "san"
    points_words: ClassVar[str] = "Points are expected score: 1 is a win."
    trouble_words: ClassVar[str] = (
        "Time trouble: the clock, divided by the moves to come (20 at most), with the increment, gives less "
        "than a third of an even share."
    )
    assumptions: ClassVar[tuple[str, ...]] = (
        "Points are expected score: 1 for a win, a half for a draw. A score of the engine becomes an "
        "expected score by a curve of games between people.",
        "What thinking was worth comes from a long search of every position: at each depth, what its move "
        "would have lost, judged by separate searches of the moves themselves.",
        "A second of a player counts as a number of nodes of the engine. It is set so that the engine, with "
        "the player's times, would lose as much as the player lost, held towards 2,000 nodes for a usual "
        "move while moves are few. How much a time stands for in one position is uncertain by a factor of "
        "about 3 either way, and all expected losses are means over that.",
    )

    def reads(self, head: str) -> bool:
        """Take everything: what is no PGN has no game, and that is told."""
        return True

    def read(
        self, text: TextIO, *, what: str, clock: TimeControl | None, settings: Sequence[tuple[str, str]] = ()
    ) -> Iterator[TimedGame | UnreadGame]:
        """Read the games of a PGN text."""
        return timed_games(text, what=what, clock=clock)

    def recording(self, settings: JudgeSettings) -> ChessRecording:
        """Return how turns are searched; an engine that is not found is a SettingError."""
        return ChessRecording(
            engine=_command(settings),
            nodes=max(1, round(NODES * settings.effort)),
            judge_nodes=max(1, round(JUDGE_NODES * settings.effort)),
            win_at_cp=HUMAN_WIN_AT_CP,
            win_spread_cp=HUMAN_SPREAD_CP,
        )

    def judge_words(self, recording: ChessRecording) -> tuple[str, int]:
        """Return the engine and its nodes."""
        return recording.engine[0] if recording.engine else "", recording.nodes

    def identity(self, recording: ChessRecording) -> list[str | int]:
        """Return the version of the built-in engine, or the state of the file of another one."""
        if not recording.engine:
            return [__version__]
        program = Path(resolved_command(recording.engine)[0])
        with suppress(OSError):
            about = program.stat()
            return [str(program), about.st_size, about.st_mtime_ns]
        return [str(program)]

    def judge(self, recording: ChessRecording) -> TurnJudge:
        """Start the engine."""
        return TurnRecorder(recording)

    def turns(self, game: TimedGame, settings: JudgeSettings) -> Mapping[int, GameTurn]:
        """Return the turns with the moves that led to them, as far as they can be repeated."""
        board = chess.Board(game.root)
        found = {}
        for move in game.moves:
            found[move.ply] = GameTurn.of(board, move.code)
            board.push_uci(move.code)
        return found

    def turn_key(self, turn: GameTurn) -> str:
        """Return position, moves and the move that was played."""
        return f"{turn.root_fen} {' '.join(turn.moves)} {turn.played}"

    def judgement(self, turn: GameTurn, judged: JudgedTurn) -> Judgement:
        """Return the depths of the search as steps."""
        trace, board = judged.trace, chess.Board(judged.trace.fen)
        return Judgement(
            steps=tuple(
                JudgedStep(
                    work=step.iteration.nodes,
                    move=board.san(board.parse_uci(step.iteration.best_move)),
                    loss=step.loss,
                )
                for step in trace.iterations
            ),
            played_loss=judged.played_loss,
            loss_error=trace.loss_error,
            score=judged.score,
            gap=judged.gap or 0.0,
            line=_sans(board, judged.line),
            legal_moves=trace.features.legal_moves,
            phase=chess_phase(trace.features),
        )

    def replayed(
        self, judged: JudgedTurn, *, number: int, work_per_s: float, usual_s: float, longest_s: float
    ) -> RecordedPosition | None:
        """Return the search depth by depth."""
        search = RecordedDeepening.of(judged.trace, nodes_per_s=work_per_s, longest_s=longest_s)
        return RecordedPosition(features=judged.trace.features, search=search, trace=number)

    def drawing(self, game: TimedGame, move: TimedMove, better: str) -> str:
        """Draw the board: the played move is marked, a better one is an arrow."""
        board = chess.Board(move.position)
        arrow = board.parse_san(better) if better else None
        return drawn_board(board, played=board.parse_san(move.text), better=arrow)

    def annotated(self, game: TimedGame, comments: Mapping[int, MoveComment]) -> str:
        """Return the PGN with comments, glyphs and better lines."""
        tree = chess.pgn.read_game(io.StringIO(game.text))
        if tree is None:
            return ""
        tree.headers["Annotator"] = "zeitnot review"
        node: chess.pgn.GameNode = tree
        for move in game.moves:
            following = node.next()
            if following is None or following.move.uci() != move.code:
                break
            if (comment := comments.get(move.ply)) is not None:
                _annotate(following, move, comment)
            node = following
        return f"{tree}\n"

    def named(self, seat: int, name: str) -> str:
        """Return the colour with the name."""
        return f"{self.seats[seat]} {name}"


def _command(settings: JudgeSettings) -> tuple[str, ...]:
    """Return the command of the engine; empty for the built-in one."""
    if settings.engine is not None:
        return tuple(resolved_command(settings.engine)) if settings.engine else ()
    try:
        return tuple(resolved_command((_STOCKFISH,)))
    except SettingError:
        return ()


def _sans(board: chess.Board, moves: Sequence[str]) -> tuple[str, ...]:
    board = board.copy()
    found = []
    for move in moves:
        try:
            found.append(board.san(board.parse_uci(move)))
        except ValueError:  # an engine may report a line that cannot be played to its end
            break
        board.push_uci(move)
    return tuple(found)


def _annotate(node: chess.pgn.ChildNode, move: TimedMove, comment: MoveComment) -> None:
    for bound, nag in (
        (_BLUNDER, chess.pgn.NAG_BLUNDER),
        (_MISTAKE, chess.pgn.NAG_MISTAKE),
        (_DUBIOUS, chess.pgn.NAG_DUBIOUS_MOVE),
    ):
        if comment.loss >= bound:
            node.nags.add(nag)
            break
    if comment.in_trouble:
        node.nags.add(_ZEITNOT[move.seat])
    if not comment.words:
        return
    node.comment = f"{node.comment} {comment.words.replace('{', '(').replace('}', ')')}".strip()
    if comment.loss >= _DUBIOUS and comment.line:
        _add_line(node, move, comment.line)


def _add_line(node: chess.pgn.ChildNode, move: TimedMove, line: Sequence[str]) -> None:
    """Add the better line as a variation, unless the game has one that begins with it."""
    board = chess.Board(move.position)
    moves = [board.push_san(san) for san in line]
    if moves and not node.parent.has_variation(moves[0]):
        node.parent.add_line(moves)
