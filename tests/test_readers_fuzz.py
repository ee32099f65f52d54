"""Files of every kind, damaged: read, or refused with an error of this program, and nothing else happens.

The damage is the same every time. GCG, KWG, KLV2 and word maps have tests of their own.
"""

import json
import lzma
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.lab.match.scenes import small_plan
from tests.learning.clocked_games import clocked_game
from tests.models.small_models import small_model
from tests.scrabble.damage import damaged
from zeitnot.chess.book import BUILT_IN as BOOK
from zeitnot.chess.book import open_book
from zeitnot.chess.openings import BUILT_IN as OPENINGS
from zeitnot.chess.openings import read_openings
from zeitnot.chess.recording.recorder import ChessTrace
from zeitnot.clocks import GameClock, GameClockState, TimeControl
from zeitnot.errors import DataError, ZeitnotError
from zeitnot.lab import MatchPlan
from zeitnot.learning import Positions, TrainingState, learn_game, past_games, read_shard, write_shard
from zeitnot.models.model_file import read_model
from zeitnot.models.source import package_file
from zeitnot.policies import Mergen, parse_toml
from zeitnot.policies.mergen_lessons import MergenLessons
from zeitnot.policies.time_values import TimeValues
from zeitnot.scrabble import Layout, LetterDistribution
from zeitnot.scrabble.evaluation import read_leaves, read_pre_endgame
from zeitnot.scrabble.win_table import WinTable
from zeitnot.turns import ChessFeatures
from zeitnot.untrusted import parse_json, read_text

TIMES = 60
SCRABBLE = Path(OPENINGS).parents[2] / "scrabble" / "data"
STATE = {"counts": np.arange(20)}

TOML = b"""[policies.stockfish]
horizon_moves = 40
overhead_s = 0.05
[policies.mergen]
preset = "blitz"
depths = [1, 2, 3]
"""
PGN = b"""[Event "a"]
[SetUp "1"]
[FEN "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]

1... e5 2. Nf3 (2. Nc3 {a line} Nf6 $1) Nc6 3. Bb5 *

[Event "b"]

1. d4 d5 2. c4 e6 1/2-1/2
"""
HOSTILE = [
    b"[" * 50_000,
    b"9" * 5_000,
    b"\xff",
    b"\x00",
    b'{"a":' * 5_000,
    b"--",
    b"0000",
    b"1e999",
    b"(" * 999,
]


def restore_clock(path: Path) -> None:
    form = parse_json(read_text(path, what="clocks"), what="clocks")
    if not isinstance(form, dict):
        raise DataError("clocks must be an object")
    GameClock(TimeControl.parse("3+2")).restore(GameClockState.from_json(form))


def open_and_close(path: Path) -> None:
    open_book(path).close()


def sound_files(folder: Path) -> dict[str, tuple[bytes, Callable[[Path], object]]]:
    """Return a sound file of each kind with its reader."""
    model, state, positions, shard = (folder / name for name in ("m.npz", "s.npz", "p.npz", "d.parquet"))
    model.write_bytes(small_model("chess").to_bytes())
    TrainingState(state, {"seed": 1}).save(STATE)
    Positions.of_rows([("8/8/8/8/8/8/8/k1K4R w - - 0 1", 30, 2, 0)]).save(positions)
    trace = ChessTrace(
        number=0,
        fen="8/8/8/8/8/8/8/k1K4R w - - 0 1",
        ply=90,
        plies_to_come=1,
        features=ChessFeatures(),
        iterations=(),
        loss_error=0.01,
    )
    write_shard(shard, [trace], settings={"seed": 1})
    values = package_file("chess_values.json").read_bytes()
    clocks = json.dumps(GameClock(TimeControl.parse("3+2")).snapshot().to_json()).encode()
    wins = b"\n".join(lzma.decompress((SCRABBLE / "winpct.csv.xz").read_bytes()).split(b"\n")[:2])
    return {
        "zeitnot.toml": (TOML, lambda path: parse_toml(read_text(path, what="x"), source=str(path))),
        "values.json": (values, lambda path: TimeValues.from_json(read_text(path, what="x"))),
        "plan.json": (
            small_plan().to_json().encode(),
            lambda path: MatchPlan.from_json(read_text(path, what="x")),
        ),
        "list.txt": (OPENINGS.read_bytes()[:1_500].rpartition(b"\n")[0], read_openings),
        "games.pgn": (PGN, read_openings),
        "clocked.pgn": (
            clocked_game(6).encode(),
            lambda path: [
                learn_game(MergenLessons(), game)
                for game in past_games(read_text(path, what="x"), what="x")
                if game is not None
            ],
        ),
        "mergen.json": (
            MergenLessons(games=3, seen=("a",)).to_json().encode(),
            lambda path: MergenLessons.from_json(read_text(path, what="x")).figures(
                Mergen().figures(), shares=(0.01, 0.15)
            ),
        ),
        "book.bin": (BOOK.read_bytes()[:640], open_and_close),
        "win.csv": (wins, WinTable.read),
        "win.csv.xz": (lzma.compress(wins), WinTable.read),
        "leaves.klv2.xz": ((SCRABBLE / "enable1.klv2.xz").read_bytes()[:3_000], read_leaves),
        "pre_endgame.json": ((SCRABBLE / "pre_endgame.json").read_bytes(), read_pre_endgame),
        "english.csv": ((SCRABBLE / "english.csv").read_bytes(), LetterDistribution.read),
        "standard.txt": ((SCRABBLE / "standard.txt").read_bytes(), Layout.read),
        "clock.json": (clocks, restore_clock),
        "model.npz": (model.read_bytes(), read_model),
        "state.npz": (state.read_bytes(), lambda path: TrainingState(path, {"seed": 1}).load(STATE)),
        "positions.npz": (positions.read_bytes(), Positions.load),
        "shard.parquet": (shard.read_bytes(), read_shard),
    }


NAMES = [
    "zeitnot.toml",
    "values.json",
    "plan.json",
    "list.txt",
    "games.pgn",
    "clocked.pgn",
    "mergen.json",
    "book.bin",
    "win.csv",
    "win.csv.xz",
    "leaves.klv2.xz",
    "pre_endgame.json",
    "english.csv",
    "standard.txt",
    "clock.json",
    "model.npz",
    "state.npz",
    "positions.npz",
    "shard.parquet",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_file_is_read_or_refused(name: str, tmp_path: Path) -> None:
    sound, read = sound_files(tmp_path)[name]
    path, rng, refused = tmp_path / name, Random(name), 0
    if name != "leaves.klv2.xz":  # cut short, because it is large
        path.write_bytes(sound)
        read(path)
    for turn in range(TIMES):
        data = damaged(sound, rng)
        if turn % 3 == 0:
            at = rng.randrange(len(data) + 1)
            data = data[:at] + rng.choice(HOSTILE) + data[at:]
        path.write_bytes(data)
        try:
            read(path)
        except ZeitnotError:
            refused += 1
    assert refused > TIMES // 10
