"""Whole games to record: as matches play them, or as a data set was begun."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from zeitnot.chess import EARLIER_TURNS, ChessRecording, resolved_command
from zeitnot.errors import SettingError
from zeitnot.learning import read_head, shard_paths


def recording_of_games(settings: ChessRecording, folder: Path) -> ChessRecording:
    """Return settings that record whole games to their end with tables as warm as in a match.

    A data set that an earlier version began goes on as it began: its games are all of one kind. So does one
    whose engine is the same program by another name, such as `stockfish` and its path.
    """
    begun = next((read_head(path).settings for path in shard_paths(folder)), None)
    earlier_turns = EARLIER_TURNS if begun is None else begun.get("earlier_turns", 0)
    return replace(
        settings,
        engine=_engine_of(begun or {}, settings.engine),
        whole_games=True,
        to_the_end=begun is None or bool(begun.get("to_the_end")),
        earlier_turns=earlier_turns if isinstance(earlier_turns, int) else 0,
    )


def _engine_of(begun: Mapping[str, object], engine: tuple[str, ...]) -> tuple[str, ...]:
    """Return the command that a data set began with if it starts the same program, else the new one."""
    written = begun.get("engine")
    if not engine or not isinstance(written, list) or not all(isinstance(word, str) for word in written):
        return engine
    try:
        same = resolved_command(written) == resolved_command(engine)
    except SettingError:
        return engine
    return tuple(written) if same else engine
