"""Every command that prints a table, at several widths: numbers are whole, and what is left out is said."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.lab.replay.made_up_data import chess_traces, scrabble_traces
from tests.learning.made_up_traces import chess_trace, scrabble_trace
from tests.models.small_models import small_model
from zeitnot.chess.recording.recorder import ChessTrace
from zeitnot.cli.app import run
from zeitnot.learning import write_shard
from zeitnot.scrabble.recording.trace import ScrabbleTrace

WIDE = 250
WIDTHS = (40, 80)
QUICK = ("--work", "200", "--threads", "1", "--candidates", "4")
CGP = "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRSTV/ 0/14 0"
LONG = "stockfish:horizon_moves=30"
COMMANDS = {
    "curve": ("curve", "-c", "3+2", "-p", "uniform", "-p", "argo", "-p", "textbook-complete"),
    "curve of Scrabble": ("curve", "--game", "scrabble", "--clock", "25:00 -10/min"),
    "plan": ("plan", "-p", "neurofish", "-c", "3:00+2", "--moves-to-go", "40"),
    "plan of Scrabble": (
        "plan",
        "-p",
        "magpie",
        "-c",
        "25:00 -10/min",
        "--remaining",
        "12:30",
        "--bag",
        "40",
    ),
    "policies": ("policies",),
    "policies NAME": ("policies", "neurofish"),
    "replay": ("replay", "chess.data", "-p", f"uniform,{LONG},learned", "-n", "5"),
    "replay of Scrabble": ("replay", "scrabble.data", "-p", "uniform,magpie", "-n", "5"),
    "agreement": ("replay", "chess.data", "--against-run", "match.run", "-n", "5"),
    "tune": ("tune", "mergen", "chess.data", "-p", "buffer_share", "--trials", "2", "-n", "5"),
    "learn train": ("learn", "train", "train.data", "-o", "new.npz", "--hidden", "4,4"),
    "learn values": ("learn", "values", "values.data", "--model", "model.npz", "-o", "values.json"),
    "scrabble moves": ("scrabble", "moves", CGP),
    "scrabble analyse": ("scrabble", "analyse", "game.gcg", "--effort", "0.02", "--processes", "1"),
    "scrabble think": ("scrabble", "think", CGP, "--time", "0.5s", *QUICK),
    "scrabble autoplay": ("scrabble", "autoplay", "--games", "2"),
    "scrabble lexicon info": ("scrabble", "lexicon", "info"),
}
MEASURED = re.compile(
    r"in [\d.]+ s: [\d,]+ games a minute|in [\d.]+ s: \d+ games/s|rows, in \d+ s|^1 of 2.*? kept in|"
    r"[\d.]+ m?s of simulation"
)
"""Times by the wall, which are others every time."""
SHORT_GAME = """\
#player1 ann-with-a-long-name
#player2 bob
#lexicon CSW21
>ann-with-a-long-name: EHIRSTV 8H HI +10 10
>bob: AN 9H AN +11 11
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("narrow")
    made_up: dict[str, Sequence[ChessTrace | ScrabbleTrace]] = {
        "chess.data": chess_traces(),
        "scrabble.data": scrabble_traces(),
        "train.data": [chess_trace(number) for number in range(20)],
        "values.data": [scrabble_trace(number) for number in range(30)],
    }
    for name, traces in made_up.items():
        (path / name).mkdir()
        write_shard(path / name / "made_up.parquet", traces, settings={"made": "up"})
    (path / "model.npz").write_bytes(small_model("scrabble").to_bytes())
    (path / "game.gcg").write_text(SHORT_GAME, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def with_run(folder: Path) -> Path:
    words = ("match", "uniform", "argo", "--clock", "1+0.01", "--games", "2", "--work", "20000")
    assert run([*words, "-o", str(folder / "match.run"), "--concurrency", "1"]) == 0
    return folder


@pytest.fixture
def shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[tuple[str, ...], int], str]:
    monkeypatch.chdir(folder)

    def show(words: tuple[str, ...], width: int) -> str:
        monkeypatch.setenv("COLUMNS", str(width))
        assert run(list(words)) == 0
        return capsys.readouterr().out

    return show


def without_plot(text: str) -> str:
    """Leave off the plot of `curve`: its axes are those of its width."""
    return re.split(r"^seconds per (?:move|turn)$", text, flags=re.MULTILINE)[0]


def numbers(text: str) -> set[str]:
    words = MEASURED.sub("", " ".join(without_plot(text).split()))
    return {word.strip("(),;:") for word in words.split() if re.search(r"\d", word)}


@pytest.mark.parametrize("name", COMMANDS)
def test_numbers_are_whole_at_every_width(
    name: str, shown: Callable[[tuple[str, ...], int], str], request: pytest.FixtureRequest
) -> None:
    if name == "agreement":
        request.getfixturevalue("with_run")
    wide = shown(COMMANDS[name], WIDE)
    assert "…" not in wide
    assert "Left out" not in wide
    for width in WIDTHS:
        text = shown(COMMANDS[name], width)
        tables = [line for line in text.splitlines() if line.startswith(" ") and line.endswith(" ")]
        assert all(cell_len(line) <= width for line in tables)
        words = " ".join(text.split())
        legend = "".join(re.findall(r"^\S.*….* is\b", text, flags=re.MULTILINE))
        assert all(short in legend for short in re.findall(r"\S*…\S*", words)), width
        assert numbers(re.sub(r"\S*…\S*", "", text)) <= numbers(wide), width
