"""Places: where a run and its games lie."""

from pathlib import Path

from zeitnot.lab.match.participant import GameKind

SUFFIX = ".run"
"""Of the files that hold runs."""


def games_path(run: Path, game: GameKind) -> Path:
    """Name the PGN file of a run of chess, or the folder of GCG files of one of Scrabble."""
    return run.with_suffix(".pgn" if game is GameKind.CHESS else ".gcg")
