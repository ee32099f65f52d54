"""The Python of the README runs as it stands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from zeitnot.chess.proxy.engine_command import GAMES_FOLDER

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = [part.split("```")[0] for part in README.split("```python\n")[1:]]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0])
def test_a_block_of_the_readme_runs(block: str, tmp_path: Path) -> None:
    environ = {**os.environ, "PATH": os.pathsep.join((os.environ.get("PATH", ""), GAMES_FOLDER))}
    result = subprocess.run(
        [sys.executable, "-c", block],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=environ,
        cwd=tmp_path,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout
    assert result.stderr == ""


def test_there_are_blocks_to_run() -> None:
    assert len(BLOCKS) == 2
    assert "hard_deadline_s" in BLOCKS[0]
