"""The wheel in an empty environment, where there is no compiler: what `pipx install` gives to a user.

Its name keeps it out of `make test`, because the environment is filled from the package registry:
`make wheel-test` runs it.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
COMMANDS: list[str] = PROJECT["tool"]["cibuildwheel"]["test-command"]
PYTHON = os.environ.get("ZEITNOT_WHEEL_PYTHON") or sys.executable
PATIENCE_S = 600
"""For each program: the registry may be far away."""


class Environment:
    """A virtual environment, and a folder to work in that has nothing to do with the sources."""

    def __init__(self, folder: Path) -> None:
        self.scripts = folder / "venv" / "bin"
        self.home = folder / "home"
        self.home.mkdir()
        no_programs = folder / "no-programs"
        no_programs.mkdir()
        ours = ("PYTHON", "VIRTUAL_ENV", "CC", "CXX", "CMAKE")
        self.variables = {k: v for k, v in os.environ.items() if not k.startswith(ours)} | {
            "PATH": str(no_programs),
            "COLUMNS": "200",
        }
        subprocess.run([PYTHON, "-m", "venv", folder / "venv"], check=True, timeout=PATIENCE_S)

    def run(self, program: str, *words: str) -> str:
        """Run a program of the environment, and return what it prints."""
        done = subprocess.run(
            [self.scripts / program, *words],
            cwd=self.home,
            env=self.variables,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE_S,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with the wheel, and with what it depends on."""
    made = Environment(tmp_path_factory.mktemp("wheel"))
    pip = ("-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet", "--no-compile")
    made.run("python", *pip, "--only-binary", "numpy", *PROJECT["project"]["dependencies"])
    made.run("python", *pip, "--no-index", "--find-links", str(ROOT / "wheelhouse"), "zeitnot")
    return made


def command(number: int) -> list[str]:
    """Return the words of a command that every wheel is tried with, here and by cibuildwheel."""
    return shlex.split(COMMANDS[number])


def test_there_is_no_compiler_for_the_environment(environment: Environment) -> None:
    programs = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make")
    assert [name for name in programs if shutil.which(name, path=environment.variables["PATH"])] == []


def test_what_runs_is_the_wheel_and_not_the_sources(environment: Environment) -> None:
    code = "import zeitnot, zeitnot._native; print(zeitnot.__file__, zeitnot._native.__file__, sep='\\n')"
    package, native = environment.run("python", "-c", code).splitlines()
    assert Path(package).is_relative_to(environment.scripts.parent)
    assert Path(native).parent == Path(package).parent


def test_its_tag_is_manylinux_and_from_python_3_12_on_the_stable_abi(environment: Environment) -> None:
    code = "import sys; print(sys.version_info.minor); from importlib.metadata import distribution as d"
    shown = environment.run("python", "-c", f"{code}; print(d('zeitnot').read_text('WHEEL'))")
    minor, tags = shown.split(maxsplit=1)
    python = "cp312-abi3" if int(minor) >= 12 else f"cp3{minor}-cp3{minor}"
    assert re.search(rf"^Tag: {python}-manylinux_\d+_\d+_\w+$", tags, re.MULTILINE)


def test_it_tells_its_version(environment: Environment) -> None:
    assert environment.run(*command(0)) == f"zeitnot {PROJECT['project']['version']}\n"


def test_it_plays_a_match_of_chess(environment: Environment) -> None:
    assert environment.run(*command(1)).startswith("2 of 2 games: chess")


def test_it_thinks_about_a_turn_of_scrabble(environment: Environment) -> None:
    thought = json.loads(environment.run(*command(2)))
    assert thought["move"] == "F2 THRIVES"
    assert thought["simulation"]["samples"] > 0
