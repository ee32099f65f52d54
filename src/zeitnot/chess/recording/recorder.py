"""Recorder of chess: long searches of positions from games, with what each depth's move loses."""

import random
import time
from contextlib import closing
from dataclasses import dataclass
from typing import ClassVar, Self

import chess

from zeitnot.chess.features import features_of
from zeitnot.chess.recording.judge import ChessJudge, Verdicts
from zeitnot.chess.recording.searcher import BuiltInSearcher, Searcher, UciSearcher
from zeitnot.chess.score_curve import OWN_GAMES, ScoreCurve
from zeitnot.chess.self_play import GameSettings, Player, play_game, random_opening
from zeitnot.errors import SettingError, check_above, check_least
from zeitnot.games import JudgedIteration
from zeitnot.turns import ChessFeatures, Iteration

_MOST_LINES = 2
_WARM_UP_NODES, _SPEED_NODES = 1000, 50_000
"""Nodes of the searches that measure an engine's speed: the first one also loads what the engine needs."""
EARLIER_TURNS = 1
"""Own turns before the last one that make a table as warm as that of a whole game. With the table of a whole
game a search takes 14 to 24 % fewer nodes for the same depth than with that of the last turn alone; a third
and a fourth turn change nothing that can be told."""
BALANCE_CP = 80
"""Openings further from balance are replaced: games that are lost from the start are not what is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePosition:
    """A position with the game that it is from."""

    board: chess.Board
    """The position, with the moves that led to it."""
    plies_to_come: int
    """Half moves that followed."""


class GamePositions:
    """Draws positions by number: the same number is the same position."""

    def __init__(self, *, seed: int, nodes: int) -> None:
        """Take the seed of all games, and the nodes of a move."""
        self._seed = seed
        self._settings = GameSettings(nodes=nodes, balance_cp=BALANCE_CP)
        self._player = Player(nodes=nodes)

    def draw(self, number: int) -> GamePosition:
        """Play the game of a number to its end, and draw a position that leaves a choice."""
        rng = random.Random(f"{self._seed}/{number}")
        while True:
            self._player.new_game()
            opening = random_opening(self._player, rng, self._settings)
            moves = play_game(self._player, self._player, opening, self._settings).moves
            choices = positions_with_a_choice(moves, after=len(opening))
            if choices:
                return rng.choice(choices)


def positions_with_a_choice(moves: list[str], *, after: int) -> list[GamePosition]:
    """Return the positions of a game that have more than one legal move, from half move `after` on."""
    board = chess.Board()
    found = []
    for played, move in enumerate(moves):
        if played >= after and board.legal_moves.count() > 1:
            found.append(GamePosition(board=board.copy(), plies_to_come=len(moves) - played))
        board.push_uci(move)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessRecording:
    """How chess positions are found, searched and judged."""

    seed: int = 1
    """Seed of all games; with the number of a position it decides everything."""
    engine: tuple[str, ...] = ()
    """Command of a UCI engine that searches and judges; empty: the built-in one."""
    options: tuple[tuple[str, str], ...] = ()
    """Options of the UCI engine."""
    nodes: int = 400_000
    """Nodes of the long search: twice what the longest moves of a game of 10+0.1 get at 100,000 nodes a
    second."""
    judge_nodes: int = 400_000
    """Nodes for each move that is judged, all of them below that move."""
    lines: int = 1
    """Variations of the long search; with 2 the second score is recorded, and the search is a wider one."""
    game_nodes: int = 1500
    """A move, in the games that the positions are from."""
    win_at_cp: float = OWN_GAMES.win_at_cp
    """Score of the engine at which it wins every second game."""
    win_spread_cp: float = OWN_GAMES.spread_cp
    """Score that changes the odds of winning by e."""
    patience_s: float = 60.0
    """A UCI engine that has not finished a search by then is stalled."""
    whole_games: bool = False
    """Whether all turns of games of the engine are recorded, with its tables carried over, instead of single
    positions of quick games."""
    to_the_end: bool = False
    """Whether whole games end by the rules alone, as in matches; otherwise also once both sides agree on the
    result."""
    earlier_turns: int = 0
    """Own turns before the last one whose searches warm the table of a turn, too; see `EARLIER_TURNS`."""

    def __post_init__(self) -> None:
        check_least(self, 1, "nodes", "judge_nodes", "game_nodes")
        check_least(self, 0, "earlier_turns")
        if not 1 <= self.lines <= _MOST_LINES:
            raise SettingError(f"lines must be 1 or 2, got {self.lines!r}")
        check_above(self, 0, "patience_s")
        if self.options and not self.engine:
            raise SettingError(f"options are for a UCI engine, got {self.options!r} without one")
        _ = self.curve  # which checks its figures

    @property
    def curve(self) -> ScoreCurve:
        """What a score is worth."""
        return ScoreCurve(win_at_cp=self.win_at_cp, spread_cp=self.win_spread_cp)


def searcher_of(settings: ChessRecording) -> Searcher:
    """Start the engine of a recording; one that cannot be started is a DataError or a SettingError."""
    if not settings.engine:
        return BuiltInSearcher()
    return UciSearcher(settings.engine, options=settings.options, patience_s=settings.patience_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChessTrace:
    """One position, searched for long."""

    game: ClassVar[str] = "chess"
    number: int
    """Number of the position in its data set."""
    fen: str
    """The position."""
    ply: int
    """Half moves played in the game before it."""
    plies_to_come: int
    """Half moves that followed in the game it is from, the one at hand included."""
    features: ChessFeatures
    """What a policy may know before the search."""
    iterations: tuple[JudgedIteration, ...]
    """Depth by depth."""
    loss_error: float
    """Standard error of a loss that is not 0, estimated from how the judge changed its mind."""
    game_number: int | None = None
    """Number of the game whose turn it is; None for a position that was recorded by itself."""

    @property
    def group(self) -> int:
        """Number of the game, or of the position that was recorded by itself."""
        return self.number if self.game_number is None else self.game_number

    @property
    def position(self) -> str:
        """The position, in the game's notation."""
        return self.fen

    @property
    def steps(self) -> int:
        """Number of moments at which the search could have been stopped."""
        return len(self.iterations)

    @property
    def solved(self) -> bool:
        """A chess search goes on as long as it may; a policy ends it at a mate."""
        return False

    @property
    def judge_error(self) -> float:
        """Standard error of a judged loss."""
        return self.loss_error


def engine_facts(settings: ChessRecording) -> tuple[str, float]:
    """Return the name that an engine gives itself, and the nodes that it searches in a second here."""
    with closing(searcher_of(settings)) as searcher:
        searcher.search(chess.Board(), nodes=_WARM_UP_NODES)
        began_s = time.perf_counter()
        found = searcher.search(chess.Board(), nodes=max(_SPEED_NODES, settings.nodes))
        used_s = max(time.perf_counter() - began_s, 1e-6)
        return searcher.name, found[-1].nodes / used_s


def trace_of(
    board: chess.Board, found: list[Iteration], verdicts: Verdicts, *, number: int, plies_to_come: int
) -> ChessTrace:
    """Return a search and what its moves lose as a trace."""
    return ChessTrace(
        number=number,
        fen=board.fen(),
        ply=board.ply(),
        plies_to_come=plies_to_come,
        features=features_of(board),
        iterations=tuple(
            JudgedIteration(iteration=each, loss=verdicts.losses[each.best_move]) for each in found
        ),
        loss_error=verdicts.error,
    )


class ChessRecorder:
    """Records positions by number; a UCI engine is started with it and ended by `close`."""

    def __init__(self, settings: ChessRecording) -> None:
        """Make the players; an engine that cannot be started is a DataError or a SettingError."""
        self.settings = settings
        self._positions = GamePositions(seed=settings.seed, nodes=settings.game_nodes)
        self._searcher = searcher_of(settings)
        self._judge = ChessJudge(self._searcher, curve=settings.curve, nodes=settings.judge_nodes)

    def __enter__(self) -> Self:
        """Record in a `with`."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the engine, if one was started."""
        self._searcher.close()

    def record(self, number: int) -> ChessTrace:
        """Record one position; the result depends on the settings and the number alone."""
        return self.record_position(number, self._positions.draw(number))

    def record_position(self, number: int, position: GamePosition) -> ChessTrace:
        """Record a position of any game under a number."""
        board = position.board
        found = self._searcher.search(board, nodes=self.settings.nodes, lines=self.settings.lines)
        moves = [iteration.best_move for iteration in found]
        verdicts = self._judge.losses(board, moves, against=moves[-1])
        return trace_of(board, found, verdicts, number=number, plies_to_come=position.plies_to_come)
