import json
import shutil
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

from tests.mutants.results import Outcome, Results, summary
from tests.mutants.written import BadMutantError, WrittenMutant, read_mutants, try_files, try_mutants

PROJECT = Path(__file__).parents[2]
THING = "LIMIT = 3\n\n\ndef allowed(number):\n    return number < LIMIT or number == 40 + 2\n"
TEST = """
from pathlib import Path

import thing

def test_two_is_allowed_and_three_is_not():
    assert thing.allowed(2) and not thing.allowed(3)

def test_the_rule_is_as_it_was_built():
    assert Path("built").read_text() == "a rule"
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one module, one native file, and two tests."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they start in a third of the time
    for name, text in {
        "src/thing.py": THING,
        "native/rule.cpp": "a rule",
        "built": "a rule",
        "tests/test_thing.py": TEST,
        "pytest.ini": "[pytest]\npythonpath = src\naddopts = --import-mode=importlib\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def write_entry(project: Path, **changes: object) -> Path:
    entry = {
        "name": "anything is allowed",
        "file": "src/thing.py",
        "search": "number < LIMIT",
        "replace": "True",
        "tests": ["tests/test_thing.py"],
        **changes,
    }
    lines = [f"{name} = {json.dumps(value)}" for name, value in entry.items() if value is not None]
    path = project / "entries.toml"
    path.write_text("\n".join(["[[mutant]]", *lines]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"replace": None}, "an entry has file, name, replace, search, tests, got file, name, search, tests"),
        ({"file": "src/other.py"}, "file must exist, got 'src/other.py'"),
        ({"search": "no such text"}, "search must occur exactly once in src/thing.py, got 0 times"),
        ({"search": "LIMIT"}, "search must occur exactly once in src/thing.py, got 2 times"),
        ({"tests": []}, "tests must name at least one, got none"),
    ],
)
def test_a_bad_entry_is_told_in_one_line(project: Path, changes: dict[str, object], told: str) -> None:
    with pytest.raises(BadMutantError) as error:
        read_mutants(project, write_entry(project, **changes))
    assert str(error.value) == f"entries.toml: 'anything is allowed': {told}"


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("*.toml")), ids=lambda path: path.stem)
def test_every_entry_fits_the_sources_and_names_tests_that_exist(path: Path) -> None:
    for mutant in read_mutants(PROJECT, path):
        for test in mutant.tests:
            file, _, name = test.partition("::")
            text = (PROJECT / file).read_text(encoding="utf-8") if (PROJECT / file).is_file() else ""
            found = f"def {name.partition('[')[0]}(" in text if name else (PROJECT / file).exists()
            assert found, f"{mutant.name}: no such test: {test!r}"


def written(name: str, file: str, search: str, replace: str) -> WrittenMutant:
    return WrittenMutant(
        where="entries.toml",
        name=name,
        file=file,
        search=search,
        replace=replace,
        tests=("tests/test_thing.py",),
    )


def test_written_mutants_are_killed_or_survive_and_the_files_are_restored(project: Path) -> None:
    mutants = [
        written("native", "native/rule.cpp", "a rule", "no rule"),
        written("wrong limit", "src/thing.py", "LIMIT = 3", "LIMIT = 2"),
        written("never asked", "src/thing.py", "40 + 2", "43"),
    ]
    tried = try_mutants(
        mutants,
        project,
        python=Path(sys.executable),
        rebuild=lambda: shutil.copy(project / "native" / "rule.cpp", project / "built"),
        until=inf,
    )
    assert {mutant.name: outcome for mutant, outcome in tried} == {
        "wrong limit": Outcome.KILLED,
        "never asked": Outcome.SURVIVED,
        "native": Outcome.KILLED,
    }
    assert (project / "src" / "thing.py").read_text(encoding="utf-8") == THING
    assert (project / "native" / "rule.cpp").read_text(encoding="utf-8") == "a rule"


def test_tests_that_fail_without_a_mutant_are_a_fault(project: Path) -> None:
    (project / "built").write_text("another rule", encoding="utf-8")
    tried = try_mutants(
        [written("any", "src/thing.py", "LIMIT = 3", "LIMIT = 2")],
        project,
        python=Path(sys.executable),
        rebuild=lambda: None,
        until=inf,
    )
    with pytest.raises(BadMutantError, match="the tests must pass before there are mutants"):
        next(tried)


def test_without_a_build_the_compiled_module_is_used_and_native_code_stays_as_it_is(project: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    (project / ".gitignore").write_text("*.so\n/build/\n", encoding="utf-8")
    (project / "src" / "fast.so").write_bytes(b"compiled")
    (project / "tests" / "mutants").mkdir()
    wrong_limit = write_entry(project, name="wrong limit", search="LIMIT = 3", replace="LIMIT = 2")
    entry = wrong_limit.read_text(encoding="utf-8")
    native = write_entry(project, file="native/rule.cpp", search="a rule").read_text(encoding="utf-8")
    (project / "tests" / "mutants" / "table.toml").write_text(f"{entry}\n{native}", encoding="utf-8")
    kept = project / "build"
    results = Results(path=kept / "results.jsonl")
    tried = try_files(project, kept, results, until=inf, only="table", builds=False)
    assert [outcome.value for outcome in tried.values()] == ["killed", "not tried"]
    assert (kept / "tree" / "src" / "fast.so").read_bytes() == b"compiled"
    assert (kept / "tree" / "src" / "thing.py").read_text(encoding="utf-8") == THING
    with pytest.raises(BadMutantError, match="a table must exist in tests/mutants, got 'other'"):
        try_files(project, kept, results, until=inf, only="other", builds=False)


def test_mutants_of_a_module_are_made_and_tried_without_touching_its_file(project: Path) -> None:
    pytest.importorskip("cosmic_ray", reason="the mutants of the core are made by cosmic-ray")
    script = """
import sys
from math import inf
from pathlib import Path
from tests.mutants.core import mutants, try_all, warm_up

project = Path(sys.argv[1])
warm_up(project, ["tests"])
for mutant, outcome in try_all(mutants(project, "thing.py"), ["tests"], jobs=2, until=inf):
    print(mutant.line, mutant.operator, outcome.value)
"""
    ran = subprocess.run(
        [sys.executable, "-c", script, project],
        cwd=PROJECT,
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert sorted(ran.stdout.splitlines()) == [
        "1 figure killed",
        "5 core/ReplaceBinaryOperator_Add_Sub survived",
        "5 core/ReplaceComparisonOperator_Eq_NotEq killed",
        "5 core/ReplaceComparisonOperator_Lt_LtE killed",
        "5 core/ReplaceOrWithAnd killed",
        "5 figure survived",
        "5 figure survived",
    ]
    assert (project / "src" / "thing.py").read_text(encoding="utf-8") == THING


def test_results_are_kept_and_survivors_tried_again_by_other_tests(tmp_path: Path) -> None:
    results = Results(path=tmp_path / "kept" / "results.jsonl")
    results.add("a", Outcome.KILLED, tests="old tests")
    results.add("b", Outcome.SURVIVED, tests="old tests")
    again = Results(path=tmp_path / "kept" / "results.jsonl")
    assert [again.outcome(key, tests="old tests") for key in "abc"] == ["killed", "survived", "not tried"]
    assert [again.outcome(key, tests="new tests") for key in "ab"] == ["killed", "not tried"]


def test_summary_counts_timeouts_as_killed_and_leaves_out_what_was_not_tried() -> None:
    outcomes = [Outcome.KILLED, Outcome.TIMEOUT, Outcome.SURVIVED, Outcome.UNTRIED]
    text = summary({"clocks": outcomes, "turns": []})
    assert "| clocks | 3 | 1 | 1 | 1 | 1 | 66.7 |" in text
    assert "| turns | 0 | 0 | 0 | 0 | 0 | - |" in text
    assert "| all | 3 | 1 | 1 | 1 | 1 | 66.7 |" in text
