"""Mutants of the pure core: each lives in a forked process, where one module has other source text."""

import gc
import importlib.util
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

from tests.mutants.operators import operators
from tests.mutants.results import Outcome, Results, digest

ROOMS = {
    "clocks": ["tests/clocks"],
    "turns": ["tests/turns"],
    "monitors": ["tests/monitors", "tests/policies"],
    "policies": ["tests/policies"],
}
"""The tests that judge each room, one folder after the other; a room imports from those before it only."""
NO_MUTANTS = {"__init__.py", "contract.py", "contract_cases.py"}
"""What only passes names on, and the suites of tests that the package ships."""
CPU_LIMIT_S = 40
"""Computing time after which a mutant counts as hanging: its tests take a tenth of that."""
WALL_LIMIT_S = 900
"""The same for one that waits, on a crowded machine."""
PYTEST = [
    *("-x", "-q", "--assert=plain", "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    *("-p", "no:cacheprovider", "-p", "no:unraisableexception", "-p", "_hypothesis_pytestplugin"),
]
"""The first failure is enough, and nobody reads it."""

OPERATORS = operators()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One change of one module."""

    project: Path
    module: str
    """Path below `src`."""
    operator: str
    occurrence: int
    line: int
    key: str

    def source(self) -> str:
        """Return the text of the changed module."""
        text = (self.project / "src" / self.module).read_text(encoding="utf-8")
        return str(mutate_code(text, OPERATORS[self.operator], self.occurrence))

    def changed_lines(self) -> str:
        """Return the changed line as it was and as it is."""
        old = (self.project / "src" / self.module).read_text(encoding="utf-8").splitlines()
        new = self.source().splitlines()
        pairs = [(a, b) for a, b in zip(old, new, strict=False) if a != b]
        return "\n".join(f"  - {a.strip()}\n  + {b.strip()}" for a, b in pairs[:1])


def modules(project: Path, room: str) -> list[str]:
    """List the modules of a room, as paths below `src`."""
    source = project / "src"
    paths = sorted((source / "zeitnot" / room).rglob("*.py"))
    return [str(path.relative_to(source)) for path in paths if path.name not in NO_MUTANTS]


def mutants(project: Path, module: str) -> Iterator[Mutant]:
    """Make all mutants of a module; decorators stay, and the star that begins keyword-only parameters."""
    text = (project / "src" / module).read_text(encoding="utf-8")
    nodes = list(ast_nodes(get_ast(text)))
    for name, operator in OPERATORS.items():
        places = ((node, place) for node in nodes for place in operator.mutation_positions(node))
        for occurrence, (node, ((line, _), _)) in enumerate(places):
            if not node.search_ancestor("decorator") and not (
                name.startswith("core/ReplaceBinary") and node.search_ancestor("parameters")
            ):
                yield Mutant(
                    project=project,
                    module=module,
                    operator=name,
                    occurrence=occurrence,
                    line=line,
                    key=digest(module, text, name, occurrence),
                )


def stages(project: Path, module: str, tests: Sequence[str]) -> list[list[str]]:
    """Say which tests judge a module: those named after it, then folder by folder until one notices.

    Property tests of other modules come last: they take most of the time and are rarely the first to fail.
    """
    named = sorted(
        str(path.relative_to(project))
        for folder in tests
        for path in (project / folder).rglob(f"test_{Path(module).stem}*.py")
    )
    folders = [["-m", which, folder] for which in ("not hypothesis", "hypothesis") for folder in tests]
    return [named, *folders] if named else folders


class _MutatedModule(SourceFileLoader):
    """Finds and loads one module, from another text than its file's."""

    def __init__(self, mutant: Mutant) -> None:
        name = mutant.module.removesuffix(".py").replace("/", ".")
        super().__init__(name, str(mutant.project / "src" / mutant.module))
        self.text = mutant.source()

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


def _fork(mutant: Mutant | None, tests: Sequence[str]) -> int:
    """Run tests in a process of its own, with a mutant or without; return the process."""
    pid = os.fork()
    if pid:
        return pid
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT_S, CPU_LIMIT_S))
        signal.alarm(WALL_LIMIT_S)
        if mutant:
            sys.meta_path.insert(0, _MutatedModule(mutant))
        os._exit(_run_tests(tests))
    finally:
        os._exit(pytest.ExitCode.INTERNAL_ERROR)


def _run_tests(tests: Sequence[str]) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        return int(pytest.main([*PYTEST, *tests]))


def _outcome(status: int) -> Outcome:
    if os.WIFSIGNALED(status):
        # A crash of another kind says nothing about the tests: it is listed, to be looked at.
        late = os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL}
        return Outcome.TIMEOUT if late else Outcome.SURVIVED
    code = os.WEXITSTATUS(status)
    if code == pytest.ExitCode.USAGE_ERROR:
        raise SystemExit("the tests of a room must be found, got none")
    none_such = code == pytest.ExitCode.NO_TESTS_COLLECTED  # a folder may have no property tests
    return Outcome.SURVIVED if code == pytest.ExitCode.OK or none_such else Outcome.KILLED


def warm_up(project: Path, tests: Sequence[str], *, stays: Sequence[str] = ()) -> None:
    """Import what all mutants need, and see the tests pass; then forget the project's own modules.

    Modules whose paths begin with `stays` are not forgotten: they do not see what is going to change.
    """
    os.chdir(project)
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(project / "build" / "mutants" / "bytecode")
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        failed = _run_tests(tests)
    if failed:
        raise SystemExit(f"the tests must pass before there are mutants: pytest {' '.join(tests)}")
    own = tuple(str(project / name) for name in ("src", "tests", "conftest.py"))
    # A compiled module cannot be loaded twice.
    kept = tuple(str(project / name) for name in ("tests/mutants", "src/zeitnot/_native", *stays))
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None) or ""
        made_by_a_test = "/pytest-of-" in path and not path.startswith(str(project))
        if made_by_a_test or (path.startswith(own) and not path.startswith(kept)):
            del sys.modules[name]
    gc.freeze()


def check_unchanged(tests: Sequence[str]) -> None:
    """See the tests pass as mutants run them; otherwise every mutant would count as killed."""
    _, status = os.waitpid(_fork(None, tests), 0)
    if _outcome(status) is not Outcome.SURVIVED:
        raise SystemExit(f"the tests must pass where nothing is changed: pytest {' '.join(tests)}")


def try_all(
    pending: Iterable[Mutant], tests: Sequence[str], *, jobs: int, until: float
) -> Iterator[tuple[Mutant, Outcome]]:
    """Try mutants side by side, and say what became of each; begin none after a time."""
    pending = iter(pending)
    running: dict[int, tuple[Mutant, list[list[str]]]] = {}
    while True:
        while len(running) < jobs and time.monotonic() < until and (mutant := next(pending, None)):
            first, *others = stages(mutant.project, mutant.module, tests)
            running[_fork(mutant, first)] = mutant, others
        if not running:
            return
        pid, status = os.wait()
        mutant, others = running.pop(pid)
        outcome = _outcome(status)
        if outcome is Outcome.SURVIVED and others:
            running[_fork(mutant, others[0])] = mutant, others[1:]
        else:
            yield mutant, outcome


def try_room(
    project: Path, room: str, results: Results, *, jobs: int, until: float, only: str = ""
) -> dict[Mutant, Outcome]:
    """Try the mutants of a room that have not been tried, or only those of modules of a name."""
    tests = ROOMS[room]
    files = sorted(path for folder in tests for path in (project / folder).rglob("*.py"))
    judged_by = digest(*(path.read_text(encoding="utf-8") for path in files))
    of_room = [
        mutant
        for module in modules(project, room)
        if Path(module).stem.startswith(only)
        for mutant in mutants(project, module)
    ]
    pending = [
        mutant for mutant in of_room if results.outcome(mutant.key, tests=judged_by) is Outcome.UNTRIED
    ]
    if pending and until > time.monotonic():
        _in_another_process(
            lambda: _try_pending(project, room, pending, results, judged_by=judged_by, jobs=jobs, until=until)
        )
        results.read()
    return {mutant: results.outcome(mutant.key, tests=judged_by) for mutant in of_room}


def _try_pending(
    project: Path,
    room: str,
    pending: list[Mutant],
    results: Results,
    *,
    judged_by: str,
    jobs: int,
    until: float,
) -> None:
    tests = ROOMS[room]
    below = ["__init__.py", "errors.py", "untrusted.py", *list(ROOMS)[: list(ROOMS).index(room)]]
    warm_up(project, tests, stays=[f"src/zeitnot/{lower}" for lower in below])
    check_unchanged(tests)
    for number, (mutant, outcome) in enumerate(try_all(pending, tests, jobs=jobs, until=until), start=1):
        if number % 100 == 0:
            print(f"{room}: {number} of {len(pending)} tried", file=sys.stderr)
        results.add(mutant.key, outcome, tests=judged_by)


def _in_another_process(work: Callable[[], None]) -> None:
    """Do this where nobody has imported the project: modules of two rooms that were tried do not mix."""
    pid = os.fork()
    if pid:
        _, status = os.waitpid(pid, 0)
        if status:
            raise SystemExit(os.waitstatus_to_exitcode(status))
        return
    code = 1
    try:
        work()
        code = 0
    except SystemExit as error:
        print(error.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 (printed here, and told by the exit code)
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)
