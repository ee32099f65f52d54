"""Chess as a game of the lab: what matches, data sets, replays and reports need of it."""

import datetime
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import chess

from zeitnot.chess.board_drawing import drawn_board
from zeitnot.chess.features import PHASES, board_of_fen, chess_phase, features_of
from zeitnot.chess.followed_board import ChessFollower
from zeitnot.chess.match.adjudicator import opened_tables
from zeitnot.chess.match.player import check_engines
from zeitnot.chess.match.table import ChessTable
from zeitnot.chess.openings import built_in_lines, next_game, read_openings
from zeitnot.chess.pgn import PGN_FIELDS, game_pgn, opening_of, pgn_with_fields
from zeitnot.chess.play.game import Ending
from zeitnot.chess.play.human_game import BOOK, CLOCKS, ChessHumanGame
from zeitnot.chess.play.kept_tags import kept_facts
from zeitnot.chess.recording.game_recorder import ChessGameRecorder
from zeitnot.chess.recording.recorder import ChessRecorder, ChessRecording, ChessTrace
from zeitnot.chess.reviewer import ChessReviewer
from zeitnot.chess.simulated import TYPICAL_MOVES, typical_chess_game
from zeitnot.errors import DataError
from zeitnot.games import (
    DeepeningGames,
    FollowedBoard,
    Game,
    GameOrder,
    GameSource,
    GameWish,
    HumanGame,
    KeptFacts,
    MatchTerms,
    PlayChoice,
    PositionBefore,
    Recorder,
    Reviewer,
    SimulatedPosition,
    Table,
    WholeGames,
    command_of,
)
from zeitnot.turns import ChessFeatures, Features, TurnRecord
from zeitnot.untrusted import UNREADABLE

_SMALLER = 50
"""Part of the nodes, as a divisor, of a recording that measures what a whole one takes."""


class Chess(Game):
    """Chess, with the built-in engine or any UCI engine."""

    name: ClassVar[str] = "chess"
    title: ClassVar[str] = "Chess"
    phases: ClassVar[tuple[str, ...]] = PHASES
    typical_turns: ClassVar[int] = TYPICAL_MOVES
    seats: ClassVar[tuple[str, str]] = ("white", "black")
    notation: ClassVar[str] = "FEN"
    position_words: ClassVar[str] = "FEN; empty: the first position"
    games_suffix: ClassVar[str] = ".pgn"
    steps_of_work: ClassVar[int] = 1024
    has_openings: ClassVar[bool] = True
    plays_engines: ClassVar[bool] = True
    wraps_engines: ClassVar[bool] = True
    counts_work_of_engines: ClassVar[bool] = True
    can_ponder: ClassVar[bool] = True
    can_give_odds: ClassVar[bool] = True
    limits_searches: ClassVar[bool] = True
    excuses_hiccups: ClassVar[bool] = True
    options: ClassVar[tuple[str, ...]] = (
        *("margin", "stall", "resign", "one_sided", "draw", "max_moves", "syzygy", "hash", "openings"),
        "openings_plies",
    )
    text_fields: ClassVar[tuple[str, ...]] = PGN_FIELDS
    play_policy: ClassVar[str] = "mergen"
    play_clocks: ClassVar[tuple[str, ...]] = CLOCKS
    recording: ClassVar[type[Any] | None] = ChessRecording
    trace: ClassVar[type[Any] | None] = ChessTrace

    def table(self, terms: MatchTerms, *, hiccups_file: Path | None = None) -> Table:
        """Make a table; its engines are started when they are first needed."""
        return ChessTable(terms, hiccups_file=hiccups_file)

    def phase_of(self, record: TurnRecord) -> str:
        """Return the phase by moves played and pieces left."""
        features = record.features
        return chess_phase(features) if isinstance(features, ChessFeatures) else self.phases[1]

    def openings(self, file: Path | None = None, *, plies: int | None = None) -> Sequence[str]:
        """Return the openings of an EPD or PGN file or of lines of moves, or the built-in ones."""
        if file is None and plies is None:
            return built_in_lines()
        return [each.line() for each in read_openings(file, plies=plies)]

    def exported_text(self, text: str, records: Sequence[TurnRecord], fields: Sequence[str]) -> str:
        """Return the PGN of a game with these fields after its moves."""
        return pgn_with_fields(text, records, fields)

    def engine_command(self, engine: str) -> tuple[str, ...]:
        """Return the command of a UCI engine, which must be there."""
        return command_of(engine)

    def check_engines(self, terms: MatchTerms) -> Sequence[str]:
        """Look into the folder of tables and start every UCI engine once; return which profiles are used."""
        if terms.rules.adjudication.syzygy:
            opened_tables(terms.rules.adjudication.syzygy).close()
        return check_engines(terms)

    def stalled_text(
        self, terms: MatchTerms, order: GameOrder, *, seat: int, moves: Sequence[str], words: str
    ) -> str:
        """Return the PGN of a game whose player never answered: its moves are known, its times are not."""
        board = opening_of(terms, order).board()
        for move in moves:
            board.push_uci(move)
        ending = Ending.won(chess.BLACK if seat == 0 else chess.WHITE, words, termination="rules infraction")
        day = datetime.datetime.now(datetime.UTC)
        return game_pgn(terms, order, board, (), ending=ending, day=day)

    def position_before(
        self, terms: MatchTerms, text: str, *, place: int, move: str
    ) -> PositionBefore | None:
        """Return the FEN before a turn, with a drawing of the board."""
        try:
            game = next_game(io.StringIO(text), what="games of a run")
            if game is None or game.errors:
                return None
            # The turns are the moves after the opening: those that carry a time.
            nodes = [node for node in game.mainline() if node.emt() is not None]
        except UNREADABLE:  # DataError among them: the run may be anybody's
            return None
        if place >= len(nodes) or nodes[place].move.uci() != move:
            return None
        node = nodes[place]
        board = node.parent.board()
        drawing = drawn_board(board, played=node.move)
        return PositionBefore(notation=board.fen(), move=board.san(node.move), board=drawing)

    def followed_board(self, terms: MatchTerms, order: GameOrder) -> FollowedBoard | None:
        """Return the board after the opening."""
        return ChessFollower(opening_of(terms, order).board())

    def first_features(self, ply: int) -> Features | None:
        """Return the features of the first position, as if it stood on the board at this ply."""
        return replace(features_of(chess.Board()), move_number=ply // 2 + 1)

    def features_at(self, position: str, ply: int) -> Features | None:
        """Return the features of a FEN, or of the first position, as if it stood on the board at this ply."""
        if not position:
            return self.first_features(ply)
        return replace(features_of(board_of_fen(position)), move_number=ply // 2 + 1)

    def typical_game(self, turns: int, variant: int) -> Sequence[SimulatedPosition]:
        """Return the positions of one side in a game without chance."""
        return typical_chess_game(moves=turns, variant=variant)

    def play_choices(self, folder: Path) -> Sequence[PlayChoice]:
        """Return the choice of a book."""
        return (BOOK,)

    def human_game(self, wish: GameWish, folder: Path) -> HumanGame:
        """Begin a game from the first position."""
        return ChessHumanGame.begin(wish)

    def resumed_game(self, text: str, folder: Path) -> HumanGame:
        """Return a game as its PGN has it."""
        return ChessHumanGame.resumed(text)

    def kept_facts(self, text: str) -> KeptFacts:
        """Return what the tags of a PGN say."""
        return kept_facts(text)

    def reviewer(self) -> Reviewer:
        """Return what reviews PGN."""
        return ChessReviewer()

    def recorder(self, settings: ChessRecording) -> Recorder:
        """Make a recorder; UCI engines are started with it."""
        return ChessGameRecorder(settings) if settings.whole_games else ChessRecorder(settings)

    def small_recording(self, settings: ChessRecording) -> tuple[ChessRecording, float] | None:
        """Return a recording with few nodes: time goes with the nodes."""
        nodes, judging = (max(1, each // _SMALLER) for each in (settings.nodes, settings.judge_nodes))
        return replace(settings, nodes=nodes, judge_nodes=judging), settings.nodes / nodes

    def recorded_games(
        self, traces: Sequence[ChessTrace], *, work_per_s: float, longest_s: float
    ) -> GameSource:
        """Return recorded games as they were, or put together from single turns."""
        whole = [trace.game_number is not None for trace in traces]
        if any(whole) and not all(whole):
            raise DataError("turns of a replay must be of whole games, or all single, got both")
        make = WholeGames if any(whole) else DeepeningGames
        return make(traces, nodes_per_s=work_per_s, longest_s=longest_s)
