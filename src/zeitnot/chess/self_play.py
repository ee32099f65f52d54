"""Self-play: games of the native search with a fixed number of nodes a move, from any build of it."""

import importlib.machinery
import importlib.util
import math
import random
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import chess

from zeitnot.chess.play.game import ending_of
from zeitnot.errors import DataError, check_least

NODES_PER_SECOND = 1e6
"""Searches measure time in nodes, so that the same game is played on any machine."""

_NEW_GAME = "new game"


def load_native(build: Path | None = None) -> ModuleType:
    """Load the native module: the installed one, or that of another build; a process can hold one only."""
    if build is None:
        return importlib.import_module("zeitnot._native")
    name = "zeitnot._native"
    if name in sys.modules:
        return sys.modules[name]
    loader = importlib.machinery.ExtensionFileLoader(name, str(build))
    spec = importlib.util.spec_from_file_location(name, build, loader=loader)
    if spec is None or not build.is_file():
        raise DataError(f"a build must be a compiled native module, got {str(build)!r}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What the search chose in a position."""

    move: str
    """In UCI notation; empty when there is no legal move."""
    score_cp: int
    """Score from the side to move."""


class Player:
    """Plays with a fixed number of nodes a move; the same games on any machine."""

    def __init__(self, *, nodes: int, build: Path | None = None, hash_mb: int = 4) -> None:
        """Take the nodes a move, and the build of the native module if not the installed one."""
        self._native: Any = load_native(build)
        self._nodes = nodes
        self._search = self._native.ChessSearch(hash_mb=hash_mb, threads=1)
        self._control = self._native.StopControl(work_per_second=NODES_PER_SECOND)
        self._settings = self._native.ChessSearchSettings()

    def new_game(self) -> None:
        """Forget the last game."""
        self._search.new_game()

    def choose(self, moves: list[str]) -> Choice:
        """Search the position after the moves."""
        self._control.start(soft_s=math.inf, hard_s=math.inf)
        position = self._native.Position(chess.STARTING_FEN, moves)
        result = self._search.run(position, self._settings, self._control, lambda _: False, nodes=self._nodes)
        lines = result.last.lines
        return Choice(move=result.best, score_cp=lines[0].score_cp if lines else 0)

    def close(self) -> None:
        """Nothing is open."""


class RemotePlayer:
    """A player in a process of its own: two builds do not go into one, nor one into a process of a fleet."""

    def __init__(self, *, nodes: int, build: Path | None) -> None:
        """Start the process; in a session of its own, so that Ctrl-C at a terminal is not for it."""
        words = [sys.executable, "-c", f"from {__name__} import serve; serve()", str(nodes), str(build or "")]
        self._process = subprocess.Popen(  # noqa: S603 (this module)
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def new_game(self) -> None:
        """Forget the last game."""
        self._asked(_NEW_GAME)

    def choose(self, moves: list[str]) -> Choice:
        """Search the position after the moves."""
        move, score_cp = self._asked(" ".join(moves)).split(",")
        return Choice(move=move, score_cp=int(score_cp))

    def close(self) -> None:
        """End the process; also twice, and in the middle of a search, from another thread."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError, ValueError):
                if pipe is not None:
                    pipe.close()

    def _asked(self, line: str) -> str:
        stdin, stdout = self._process.stdin, self._process.stdout
        try:
            if stdin is None or stdout is None:
                raise BrokenPipeError
            stdin.write(f"{line}\n")
            stdin.flush()
            answer = stdout.readline()
        except (OSError, ValueError):  # it ended, or was closed
            answer = ""
        if not answer:
            raise DataError("a build must be a compiled native module that plays, got one that ended")
        return answer


Mover = Player | RemotePlayer
"""Plays: in this process or in one of its own."""


def player_of(*, nodes: int, build: Path | None) -> Mover:
    """Return a player of a build: the installed one plays here, another in a process of its own."""
    return Player(nodes=nodes) if build is None else RemotePlayer(nodes=nodes, build=build)


def serve() -> None:
    """Answer a RemotePlayer, line by line, until its end of the pipe is closed."""
    nodes, build = sys.argv[1:]
    player = Player(nodes=int(nodes), build=Path(build) if build else None)
    for line in sys.stdin:
        if line.strip() == _NEW_GAME:
            player.new_game()
            print(_NEW_GAME, flush=True)
        else:
            choice = player.choose(line.split())
            print(f"{choice.move},{choice.score_cp}", flush=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSettings:
    """How games are played, and which of their positions are kept."""

    nodes: int = 3000
    """Per move: about depth 6, where a game costs a third of a second."""
    opening_plies: tuple[int, int] = (6, 10)
    """Random moves at the start, least and most."""
    balance_cp: int = 150
    """An opening further from balance than this, by the search, is replaced."""
    win_cp: int = 1000
    """Score from which a game counts as won, once both sides have agreed on it for `win_plies`."""
    win_plies: int = 4
    """Plies for which both sides must agree that a game is won."""
    draw_cp: int = 10
    """Score up to which a game counts as drawn, once both sides have agreed on it for `draw_plies`."""
    draw_plies: int = 12
    """Plies for which both sides must agree that a game is drawn."""
    draw_after: int = 80
    """Plies from the start before which no game is agreed drawn."""
    most_plies: int = 300
    """A longer game is drawn."""
    quiet_cp: int = 1000
    """Positions with a higher score are decided, and teach nothing about features."""

    def __post_init__(self) -> None:
        check_least(self, 1, "nodes")


DEFAULT_GAMES = GameSettings()


def random_opening(player: Mover, rng: random.Random, settings: GameSettings = DEFAULT_GAMES) -> list[str]:
    """Draw random legal moves until a position comes out that neither side has lost."""
    while True:
        board = chess.Board()
        for _ in range(rng.randint(*settings.opening_plies)):
            legal = sorted(move.uci() for move in board.legal_moves)
            if not legal:
                break
            board.push_uci(rng.choice(legal))
        moves = [move.uci() for move in board.move_stack]
        choice = player.choose(moves)
        if choice.move and abs(choice.score_cp) < settings.balance_cp:
            return moves


def agreed_result(scores_cp: list[int], plies: int, settings: GameSettings = DEFAULT_GAMES) -> int | None:
    """Return White's half points when both sides agree, by scores from White; None when the game goes on."""
    last = scores_cp[-settings.win_plies :]
    if len(last) == settings.win_plies and min(last) >= settings.win_cp:
        return 2
    if len(last) == settings.win_plies and max(last) <= -settings.win_cp:
        return 0
    calm = scores_cp[-settings.draw_plies :]
    agreed = len(calm) == settings.draw_plies and max(map(abs, calm)) <= settings.draw_cp
    return 1 if (agreed and plies >= settings.draw_after) or plies >= settings.most_plies else None


def ruled_result(board: chess.Board) -> int | None:
    """Return White's half points when the rules end the game here."""
    ending = ending_of(board)
    return None if ending is None else ending.half_points


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A finished game."""

    result: int
    """Half points of white."""
    moves: list[str]
    """All moves from the start."""
    quiet: list[tuple[str, int]]
    """FEN and score from white of the quiet positions."""


def play_game(white: Mover, black: Mover, opening: list[str], settings: GameSettings = DEFAULT_GAMES) -> Game:
    """Play a game to its end; the players may be one and the same."""
    board = chess.Board()
    for text in opening:
        board.push_uci(text)
    moves = list(opening)
    scores: list[int] = []
    quiet: list[tuple[str, int]] = []
    white.new_game()
    if black is not white:
        black.new_game()
    while True:
        result = ruled_result(board)
        if result is None:
            result = agreed_result(scores, len(moves), settings)
        if result is not None:
            return Game(result=result, moves=moves, quiet=quiet)
        choice = (white if board.turn == chess.WHITE else black).choose(moves)
        score_cp = choice.score_cp if board.turn == chess.WHITE else -choice.score_cp
        move = chess.Move.from_uci(choice.move)
        calm = not (board.is_check() or move.promotion or board.is_capture(move))
        if calm and abs(score_cp) < settings.quiet_cp:
            quiet.append((board.fen(), score_cp))
        scores.append(score_cp)
        board.push(move)
        moves.append(choice.move)
