"""Games of the engine against itself from random openings, and the quiet positions in them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from zeitnot.chess import DEFAULT_GAMES, GameSettings, RemotePlayer, play_game, player_of, random_opening
from zeitnot.errors import DataError
from zeitnot.learning.evaluation.positions import Positions
from zeitnot.learning.tasks import RunTasks, run_here

MATCH_NODES = 10_000
"""Per move, in a match of two builds."""
MATCH_PLIES = 400
"""A longer game of a match is drawn."""
GAMES_PER_PART = 25
"""Games in one file: about ten seconds of play, which is all that an interruption loses."""


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
