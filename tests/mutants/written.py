"""Mutants written by hand, for native rules and for wiring: tried in a copy of the project."""

import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

from tests.mutants.results import Outcome, Results, digest

TEST_LIMIT_S = 900
"""How long the tests of one mutant may take, on a crowded machine."""
NATIVE = "native/"


class BadMutantError(Exception):
    """An entry that cannot be tried, or whose tests fail without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMutant:
    """One text of one file replaced by another, and the tests that must fail then."""

    where: str
    """The file that has the entry."""
    name: str
    file: str
    search: str
    replace: str
    tests: tuple[str, ...]

    def key(self, project: Path) -> str:
        """Return what this mutant is known by, as long as the files stay as they are."""
        return digest((project / self.file).read_text(encoding="utf-8"), self)


def read_mutants(project: Path, path: Path) -> list[WrittenMutant]:
    """Read a file of `[[mutant]]` entries, check each against the project, and tell all faults at once."""
    where = str(path.relative_to(project))
    mutants, faults = [], []
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", []):
        fault = _fault(project, entry)
        if fault:
            faults.append(f"{where}: {entry.get('name', 'an entry')!r}: {fault}")
        else:
            mutants.append(WrittenMutant(**{**entry, "tests": tuple(entry["tests"]), "where": where}))
    if faults:
        raise BadMutantError("\n".join(faults))
    return mutants


def _fault(project: Path, entry: dict[str, Any]) -> str:
    wanted = {field.name for field in fields(WrittenMutant)} - {"where"}
    if set(entry) != wanted:
        return f"an entry has {', '.join(sorted(wanted))}, got {', '.join(sorted(entry))}"
    file = project / entry["file"]
    if not file.is_file():
        return f"file must exist, got {entry['file']!r}"
    times = file.read_text(encoding="utf-8").count(entry["search"])
    if times != 1:
        return f"search must occur exactly once in {entry['file']}, got {times} times"
    return "" if entry["tests"] else "tests must name at least one, got none"


def copy_project(project: Path, tree: Path) -> None:
    """Bring a copy up to date; what is the same keeps its time, so that little is compiled."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=project, check=True, capture_output=True, text=True).stdout.split(
        "\0"
    )
    for name in filter(None, names):
        source, target = project / name, tree / name
        if not source.is_file():
            target.unlink(missing_ok=True)
        elif not target.is_file() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def _environment(venv: Path, *, paths: Sequence[Path] = ()) -> Path:
    """Make an environment that sees these paths and the packages of this one; return its Python."""
    python = venv / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
        packages = [path for path in sys.path if path.endswith("site-packages")]
        site = venv / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
        (site / "packages.pth").write_text("\n".join([*map(str, paths), *packages]) + "\n", encoding="utf-8")
    return python


def install(tree: Path, venv: Path) -> Path:
    """Build and install the copy in an environment of its own; return its Python."""
    python = _environment(venv)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "-qq",
        "--disable-pip-version-check",
    ]
    options = ["--no-build-isolation", "--no-deps", "--ignore-installed"]
    build = f"--config-settings=build-dir={tree / 'build' / 'native'}"
    # A mutant may leave something unused, which is an error in the project itself.
    unused = ("parameter", "variable", "but-set-variable", "function")
    environment = {**os.environ, "CXXFLAGS": " ".join(f"-Wno-unused-{each}" for each in unused)}
    built = subprocess.run(
        [*pip, *options, "--editable", str(tree), build],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
    )
    if built.returncode:
        raise BadMutantError(
            f"the native module must build, got:\n{built.stdout[-2000:]}{built.stderr[-2000:]}"
        )
    return python


def use_compiled(project: Path, tree: Path, venv: Path) -> Path:
    """Copy the compiled module of the project's `src` into the copy; return the Python that sees it."""
    compiled = sorted((project / "src").rglob("*.so"))
    if not compiled:
        raise BadMutantError("a run without a build takes the compiled module in src, got none")
    for module in compiled:
        shutil.copy2(module, tree / module.relative_to(project))
    return _environment(venv, paths=[tree / "src"])


def run_tests(python: Path, tree: Path, tests: Sequence[str]) -> Outcome:
    """Run tests of the copy."""
    command = [str(python), "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        ran = subprocess.run(
            command, cwd=tree, env=environment, check=False, capture_output=True, timeout=TEST_LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return Outcome.TIMEOUT
    return Outcome.KILLED if ran.returncode else Outcome.SURVIVED


def try_mutants(
    mutants: Iterable[WrittenMutant], tree: Path, *, python: Path, rebuild: Callable[[], object], until: float
) -> Iterator[tuple[WrittenMutant, Outcome]]:
    """Try mutants in a copy of the project, one after the other; those of native code last, each built."""
    mutants = sorted(mutants, key=lambda mutant: mutant.file.startswith(NATIVE))
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    if tests and run_tests(python, tree, tests) is not Outcome.SURVIVED:
        raise BadMutantError(f"the tests must pass before there are mutants: pytest {' '.join(tests)}")
    for mutant in mutants:
        if time.monotonic() > until:
            return
        file = tree / mutant.file
        text = file.read_text(encoding="utf-8")
        try:
            file.write_text(text.replace(mutant.search, mutant.replace), encoding="utf-8")
            if mutant.file.startswith(NATIVE):
                rebuild()
            yield mutant, run_tests(python, tree, mutant.tests)
        finally:
            file.write_text(text, encoding="utf-8")


def try_files(
    project: Path, kept: Path, results: Results, *, until: float, only: str = "", builds: bool = True
) -> dict[WrittenMutant, Outcome]:
    """Try all entries of `tests/mutants/*.toml`, or of one table, not tried yet as the project stands.

    Without builds the compiled module of the project is used, and mutants of native code stay untried.
    """
    tables = project / "tests" / "mutants"
    paths = sorted(tables.glob(f"{only or '*'}.toml"))
    if not paths:
        raise BadMutantError(f"a table must exist in tests/mutants, got {only!r}")
    mutants = [mutant for path in paths for mutant in read_mutants(project, path)]
    judged_by = {mutant: _tests_text(project, mutant) for mutant in mutants}
    outcomes = {it: results.outcome(it.key(project), tests=judged_by[it]) for it in mutants}
    pending = [
        mutant
        for mutant, outcome in outcomes.items()
        if outcome is Outcome.UNTRIED and (builds or not mutant.file.startswith(NATIVE))
    ]
    if pending:
        tree = kept / "tree"
        copy_project(project, tree)
        rebuild = partial(install, tree, kept / "venv")
        python = rebuild() if builds else use_compiled(project, tree, kept / "venv-compiled")
        for mutant, outcome in try_mutants(pending, tree, python=python, rebuild=rebuild, until=until):
            results.add(mutant.key(project), outcome, tests=judged_by[mutant])
            outcomes[mutant] = outcome
    return outcomes


def _tests_text(project: Path, mutant: WrittenMutant) -> str:
    return digest(*((project / test.partition("::")[0]).read_text(encoding="utf-8") for test in mutant.tests))
