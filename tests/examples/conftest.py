"""Connect Four as users have it: installed as a package, and found by its entry point."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zeitnot.games import registry

EXAMPLE = Path(__file__).parents[2] / "examples" / "connect_four"


def _forget() -> None:
    registry._plugged_in.cache_clear()
    registry.find_game.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "zeitnot_connect_four"]:
        del sys.modules[name]


@pytest.fixture(scope="session")
def connect_four_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package into a folder of its own, without a network."""
    target: Path = tmp_path_factory.mktemp("connect_four")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation")
    words = (*pip, "--disable-pip-version-check", "--target", str(target), str(EXAMPLE))
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="module")
def connect_four(connect_four_site: Path) -> Iterator[Path]:
    """Let this process, and those that it starts, find the package."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(connect_four_site)
        others = os.environ.get("PYTHONPATH")
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(connect_four_site), others))))
        _forget()
        yield connect_four_site
    _forget()
