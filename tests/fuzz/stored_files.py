"""Targets: settings, data sets, models and values, as files that somebody sends."""

import io
import json

import numpy as np

from tests.fuzz.target import Target, file_of, work_folder
from tests.models.small_models import small_model
from zeitnot.chess.recording.recorder import ChessTrace
from zeitnot.clocks import GameClock, GameClockState, TimeControl
from zeitnot.errors import DataError, ZeitnotError
from zeitnot.games import Participant
from zeitnot.learning import Positions, TrainingState, read_shard, write_shard
from zeitnot.models.model_file import LossModel
from zeitnot.models.source import package_file
from zeitnot.policies import Mergen, parse_toml
from zeitnot.policies.mergen_lessons import MergenLessons
from zeitnot.policies.time_values import TimeValues
from zeitnot.turns import ChessFeatures
from zeitnot.untrusted import parse_json, read_text

STATE = {"counts": np.arange(20)}
TOML = b"""[policies.stockfish]
horizon_moves = 40
overhead_s = 0.05
[policies.mergen]
preset = "blitz"
depths = [1, 2, 3]
"""
CONTROLS = (
    *("300+3", "40/5400+30:1800+30", "25:00 -10/min", "60 d5", "600 byo 5x30", "*180", "infinite"),
    *("3:00 b2", "1m+500ms", "G/90;+30", "40/2h, 1h+30s", "25:00 -10/min max 5"),
)
JSON_WORDS = ("null", "true", "NaN", "Infinity", "1e999", "-1", "[]", "{}", '""', '"type":', ",", "\\ud800")


def _restore_clock(data: bytes) -> None:
    form = parse_json(data, what="clocks")
    if not isinstance(form, dict):
        raise DataError("clocks must be an object")
    GameClock(TimeControl.parse("3+2")).restore(GameClockState.from_json(form))


def _clocks() -> list[bytes]:
    return [json.dumps(GameClock(TimeControl.parse("3+2")).snapshot().to_json()).encode()]


def _control(data: bytes) -> None:
    """Read a time control in both notations; as it is written, it is read again as the same one."""
    text = data.decode("utf-8", "replace")
    try:
        TimeControl.from_pgn(text)
    except ZeitnotError:
        control = TimeControl.parse(text)
        assert TimeControl.parse(str(control)) == control, "a control that changes when it is written"


def _values(data: bytes) -> None:
    TimeValues.from_json(data.decode("utf-8", "replace"))


def _lessons(data: bytes) -> None:
    lessons = MergenLessons.from_json(data.decode("utf-8", "replace"))
    lessons.figures(Mergen().figures(), shares=(0.01, 0.15))


def _shards() -> list[bytes]:
    path = work_folder() / "sound.parquet"
    trace = ChessTrace(
        number=0,
        fen="8/8/8/8/8/8/8/k1K4R w - - 0 1",
        ply=90,
        plies_to_come=1,
        features=ChessFeatures(),
        iterations=(),
        loss_error=0.01,
    )
    write_shard(path, [trace], settings={"seed": 1})
    return [path.read_bytes()]


def _states() -> list[bytes]:
    path = work_folder() / "sound.npz"
    TrainingState(path, {"seed": 1}).save(STATE)
    return [path.read_bytes()]


def _positions() -> list[bytes]:
    path = work_folder() / "positions-sound.npz"
    Positions.of_rows([("8/8/8/8/8/8/8/k1K4R w - - 0 1", 30, 2, 0)]).save(path)
    return [path.read_bytes()]


def _plain_model() -> bytes:
    """Return a model whose arrays are not packed: damage reaches them."""
    with np.load(io.BytesIO(small_model("chess").to_bytes()), allow_pickle=False) as arrays:
        buffer = io.BytesIO()
        np.savez(buffer, **dict(arrays))
    return buffer.getvalue()


TARGETS = (
    Target(
        name="toml",
        seeds=lambda: [TOML],
        read=lambda data: parse_toml(read_text(file_of(data, "zeitnot.toml"), what="x"), source="x"),
        words=("[policies.", "]", "=", "[[", "inf", "nan", '"""', "1979-05-27", "0x", "true"),
        most_bytes=1_000,
    ),
    Target(
        name="control",
        seeds=lambda: [control.encode() for control in CONTROLS],
        read=_control,
        words=("+", ":", "/", " d", " b", " byo ", "x", "*", "-10/min", "infinite", "s", ".", "9" * 30, "G/"),
        most_bytes=100,
        tries=200,
    ),
    Target(
        name="participant",
        seeds=lambda: [b"uniform:clock=1+0.01,name=a", b"mergen:preset=blitz,nodes=5", b"sh+uniform"],
        read=lambda data: Participant.parse(data.decode("utf-8", "replace")),
        words=(":", "=", "clock", "name", "nodes", "+", "(", ")", ",", "'", "preset", "uniform", "magpie"),
        most_bytes=200,
        tries=100,
    ),
    Target(name="clock-state", seeds=_clocks, read=_restore_clock, words=JSON_WORDS),
    Target(
        name="values",
        seeds=lambda: [package_file("chess_values.json").read_bytes()],
        read=_values,
        words=JSON_WORDS,
        most_bytes=8_192,
    ),
    Target(
        name="lessons",
        seeds=lambda: [MergenLessons(games=3, seen=("a",)).to_json().encode()],
        read=_lessons,
        words=JSON_WORDS,
    ),
    Target(
        name="model",
        seeds=lambda: [small_model("chess").to_bytes(), _plain_model()],
        read=LossModel.from_bytes,
        most_bytes=8_192,
    ),
    Target(
        name="training-state",
        seeds=_states,
        read=lambda data: TrainingState(file_of(data, "state.npz"), {"seed": 1}).load(STATE),
    ),
    Target(
        name="positions", seeds=_positions, read=lambda data: Positions.load(file_of(data, "positions.npz"))
    ),
    Target(
        name="parquet",
        seeds=_shards,
        read=lambda data: read_shard(file_of(data, "shard.parquet")),
        most_bytes=16_384,
    ),
)
