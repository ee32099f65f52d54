"""Whole games to record: as matches play them, or as a data set was begun."""

from dataclasses import replace
from pathlib import Path

from zeitnot.chess import EARLIER_TURNS, ChessRecording
from zeitnot.learning import read_head, shard_paths


def recording_of_games(settings: ChessRecording, folder: Path) -> ChessRecording:
    """Return settings that record whole games to their end with tables as warm as in a match.

    A data set that an earlier version began goes on as it began: its games are all of one kind.
    """
    begun = next((read_head(path).settings for path in shard_paths(folder)), None)
    earlier_turns = EARLIER_TURNS if begun is None else begun.get("earlier_turns", 0)
    return replace(
        settings,
        whole_games=True,
        to_the_end=begun is None or bool(begun.get("to_the_end")),
        earlier_turns=earlier_turns if isinstance(earlier_turns, int) else 0,
    )
