"""Games of the engine against itself from random openings, and the quiet positions in them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import chess

from zeitnot.errors import DataError, SettingError
from zeitnot.learning.evaluation.player import Mover, RemotePlayer, player_of
from zeitnot.learning.evaluation.positions import Positions
from zeitnot.learning.tasks import RunTasks, run_here

MATCH_NODES = 10_000
"""Per move, in a match of two builds."""
MATCH_PLIES = 400
"""A longer game of a match is drawn."""
GAMES_PER_PART = 25
"""Games in one file: about ten seconds of play, which is all that an interruption loses."""


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
        if self.nodes < 1:
            raise SettingError(f"nodes must be at least 1, got {self.nodes!r}")


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
    if not any(board.legal_moves):
        if not board.is_check():
            return 1
        return 0 if board.turn == chess.WHITE else 2
    drawn = board.is_repetition(3) or board.is_fifty_moves() or board.is_insufficient_material()
    return 1 if drawn else None


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


def play_part(part: int, *, seed: int, settings: GameSettings, build: Path | None) -> Positions:
    """Play one part of a run: the same part is the same games."""
    rng = random.Random(f"{seed}/{part}")
    player = player_of(nodes=settings.nodes, build=build)
    rows: list[tuple[str, int, int, int]] = []
    try:
        for index in range(GAMES_PER_PART):
            player.new_game()
            game = play_game(player, player, random_opening(player, rng, settings), settings)
            number = part * GAMES_PER_PART + index
            rows += [(fen, score_cp, game.result, number) for fen, score_cp in game.quiet]
    finally:
        player.close()
    return Positions.of_rows(rows)


def play_games(
    folder: Path,
    *,
    games: int,
    seed: int = 1,
    settings: GameSettings = DEFAULT_GAMES,
    build: Path | None = None,
    run: RunTasks = run_here,
) -> Iterator[tuple[int, int]]:
    """Play until a folder holds this many games; yield games and positions of each part, old parts first."""
    _claim(folder, f"seed {seed}, {settings!r}\n")
    wanted = range(-(-games // GAMES_PER_PART))
    missing = []
    for part in wanted:
        path = _path(folder, part)
        if path.exists():
            yield GAMES_PER_PART, len(Positions.load(path))
        else:
            missing.append(part)
    make = partial(_PartTask, folder=folder, seed=seed, settings=settings, build=build)
    for positions in run(make, missing):
        yield GAMES_PER_PART, positions


@dataclass(frozen=True, slots=True, kw_only=True)
class _PartTask:
    """Plays a part and keeps it, so that an interruption loses no part that was finished."""

    folder: Path
    seed: int
    settings: GameSettings
    build: Path | None

    def __call__(self, part: int, /) -> int:
        positions = play_part(part, seed=self.seed, settings=self.settings, build=self.build)
        positions.save(_path(self.folder, part))
        return len(positions)

    def close(self) -> None:
        """Nothing is open between two parts."""


def play_builds(
    new: Path | None,
    old: Path | None,
    *,
    games: int,
    nodes: int = MATCH_NODES,
    seed: int = 1,
    run: RunTasks = run_here,
) -> Iterator[int]:
    """Play pairs of games of two builds, None being the installed one; yield the new one's half points."""
    for build in (new, old):
        if build is not None and not build.is_file():
            raise DataError(f"a build must be a compiled native module, got {str(build)!r}")
    return run(partial(_PairTask, new, old, nodes=nodes, seed=seed), range((games + 1) // 2))


class _PairTask:
    """Plays pairs of games of two builds, each in a process of its own."""

    def __init__(self, new: Path | None, old: Path | None, *, nodes: int, seed: int) -> None:
        self._settings = GameSettings(nodes=nodes, most_plies=MATCH_PLIES)
        self._seed = seed
        self._ours = RemotePlayer(nodes=nodes, build=new)
        self._theirs = RemotePlayer(nodes=nodes, build=old)

    def __call__(self, pair: int, /) -> int:
        ours, theirs, settings = self._ours, self._theirs, self._settings
        theirs.new_game()
        opening = random_opening(theirs, random.Random(f"{self._seed}/{pair}"), settings)
        as_white = play_game(ours, theirs, opening, settings).result
        as_black = play_game(theirs, ours, opening, settings).result
        return as_white + 2 - as_black

    def close(self) -> None:
        self._ours.close()
        self._theirs.close()


def _path(folder: Path, part: int) -> Path:
    return folder / f"part-{part:05}.npz"


def _claim(folder: Path, description: str) -> None:
    """Note how the games of a folder are played; a run with other settings must not add to it."""
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / "settings.txt"
    if not note.exists():
        note.write_text(description, encoding="utf-8")
    elif note.read_text(encoding="utf-8") != description:
        raise DataError(
            f"a folder of games must be continued with the same settings, got others for {str(folder)!r}"
        )
