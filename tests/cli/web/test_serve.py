"""`zeitnot serve` and `--web`: addresses that are printed, pages behind them, and how they end."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import kept
from zeitnot.cli.app import run
from zeitnot.cli.exits import EXIT_BAD_INPUT
from zeitnot.lab import RunStore

PATIENCE_S = 60


def test_a_folder_is_served_until_ctrl_c(tmp_path: Path) -> None:
    plan = small_plan()
    kept(tmp_path / "a.run", plan, played(plan))
    command = [sys.executable, "-m", "zeitnot", "serve", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        with urlopen(address, timeout=PATIENCE_S) as answer:  # noqa: S310 (loopback)
            assert b"/runs/a" in answer.read()
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE_S) == 0


def test_a_match_prints_the_address_of_its_page_and_keeps_it_until_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.run"
    path.parent.mkdir()
    words = ["match", "uniform", "textbook", "--games", "2", "--clock", "1+0.01", "--work", "2000"]
    command = [sys.executable, "-m", "zeitnot", *words, "--hash", "1", "--output", str(path), "--web"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as match:
        assert match.stderr is not None
        said = next(line for line in match.stderr if "watch it at" in line)
        address = said.split()[-1]
        assert address.endswith("/runs/a")
        while "stays until Ctrl-C" not in said:
            said = match.stderr.readline()
            assert said
        with urlopen(address, timeout=PATIENCE_S) as answer:  # noqa: S310 (loopback)
            assert b"2 of 2 games" in answer.read()
        match.send_signal(signal.SIGINT)
        assert match.wait(PATIENCE_S) == 0
    with RunStore.read(path) as store:
        assert len(store.games()) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("serve nowhere", "runs must be in an existing folder or file"),
        ("serve . --port 99999", "--port must be at most 65535"),
        ("serve . --host no.such.host.invalid", "the server must have a host and a free port"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(words.split()) == EXIT_BAD_INPUT
    assert said in capsys.readouterr().err
