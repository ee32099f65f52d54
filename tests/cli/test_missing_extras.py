"""A missing extra is answered with the line that installs it, before anything else is found fault with."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab.match.scenes import played, small_plan
from tests.learning.made_up_traces import chess_trace, scrabble_trace
from zeitnot.lab import RunStore
from zeitnot.learning import write_shard

WITHOUT = """
import json, sys
sys.modules[sys.argv[1]] = None
from zeitnot.cli.app import run
for words in json.loads(sys.argv[2]):
    print(run(words.split()))
"""

COMMANDS = {
    ("pyarrow", "learn"): [
        "learn data chess --positions 1 -o new.data",
        "learn train nowhere.data -o model.npz",
        "learn values nowhere.data -o values.json",
        "replay nowhere.data -p uniform",
        "tune uniform nowhere.data -p turns_left",
    ],
    ("pyarrow", "lab"): ["export a.run --parquet out"],
    ("sklearn.neural_network", "learn"): ["learn train chess.data -o model.npz --hidden 4"],
    ("threadpoolctl", "learn"): ["learn train chess.data -o model.npz --hidden 4"],
    ("scipy.special", "learn"): ["learn train scrabble.data -o model.npz --hidden 4"],
    ("optuna", "lab"): ["tune uniform chess.data -p turns_left --processes 1"],
    ("plotly", "lab"): [
        "report a.run -o page.html",
        "review nowhere.pgn -o page.html",
        "scrabble analyse nowhere.gcg --html page.html",
        "curve --clock 3+2 --turns 2 -p uniform --html curve.html",
    ],
    ("uvicorn", "web"): ["serve ."],
    ("starlette", "web"): ["serve ."],
    ("ray", "ray"): ["match uniform argo --games 2 --clock 1+0.1 --work 100000/s -o b.run --ray auto"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run and two data sets."""
    place = tmp_path_factory.mktemp("extras")
    with RunStore.create(place / "a.run", small_plan()) as store:
        store.add(played(small_plan())[0])
    for name, trace in (("chess", chess_trace), ("scrabble", scrabble_trace)):
        (place / f"{name}.data").mkdir()
        write_shard(place / f"{name}.data" / "a.parquet", [trace(n) for n in range(40)], settings={"seed": 1})
    return place


@pytest.mark.parametrize(("module", "extra"), COMMANDS)
def test_the_install_line_is_given(module: str, extra: str, folder: Path) -> None:
    commands = COMMANDS[module, extra]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, module, json.dumps(commands)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.split() == ["2"] * len(commands)
    wanted = f"needs an extra that is not installed: pip install 'zeitnot[{extra}]'"
    lines = [line for line in done.stderr.splitlines() if line.endswith(wanted)]
    assert len(lines) == len(commands), done.stderr
    assert "Traceback" not in done.stderr
    if any("new.data" in words for words in commands):
        assert not (folder / "new.data").exists()
