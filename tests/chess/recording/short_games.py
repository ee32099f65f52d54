"""Whole games of an engine that end after a few turns, for tests of what is learned from them."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from zeitnot.chess.recording import game_recorder
from zeitnot.chess.recording.recorder import ChessRecording
from zeitnot.chess.self_play import GameSettings
from zeitnot.lab import ShardStore
from zeitnot.turns import to_json_form

MOST_PLIES = 40


def record_short_games(folder: Path, settings: ChessRecording, numbers: Iterable[int]) -> None:
    """Record games in this process; all that a data set says of them is as of games played to their end."""
    with (
        pytest.MonkeyPatch.context() as patch,
        closing(game_recorder.ChessGameRecorder(settings)) as recorder,
        ShardStore(folder, game="chess", settings=to_json_form(settings)) as store,
    ):
        patch.setattr(game_recorder, "_RULES", GameSettings(most_plies=MOST_PLIES))
        for number in numbers:
            store.add(recorder.record(number))
