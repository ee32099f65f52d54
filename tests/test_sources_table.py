import re
import tomllib
from pathlib import Path

import pytest

from tests import sources_table
from tests.sources_table import System

pytest_plugins = ["pytester"]

TESTS = Path(__file__).parent
SYSTEMS = (
    System(
        letter="X", name="first system", game="chess", requirements={"X1": "one thing", "X2": "another thing"}
    ),
    System(letter="Y", name="second system", game="Scrabble", requirements={"Y1": "a third thing"}),
)


def test_requirements_file_holds_every_identifier_of_the_five_documents() -> None:
    systems = sources_table.read_systems((TESTS / "requirements.toml").read_text(encoding="utf-8"))
    counts = {system.letter: list(system.requirements) for system in systems}
    expected = {"M": 38, "N": 20, "G": 13, "A": 15, "T": 12}
    assert counts == {letter: [f"{letter}{i}" for i in range(1, n + 1)] for letter, n in expected.items()}


def test_titles_are_short_and_each_is_said_once() -> None:
    tables = tomllib.loads((TESTS / "requirements.toml").read_text(encoding="utf-8"))
    titles = [title for table in tables.values() for title in table["requirements"].values()]
    assert len(set(titles)) == len(titles)
    assert all(0 < len(title) <= 90 for title in titles)


def test_cases_of_one_test_count_once_even_with_colons_and_brackets_in_their_names() -> None:
    assert sources_table.test_name("tests/a.py::test_b[40/90:00+30-[x]]") == "tests/a.py::test_b"
    assert sources_table.test_name("tests/a.py::TestC::test_b") == "tests/a.py::TestC::test_b"


def test_tests_of_an_identifier_are_sorted_and_named_once() -> None:
    marked = [("b.py::test_2", ("X1",)), ("a.py::test_1[x]", ("X1", "X2")), ("a.py::test_1[y]", ("X1", "X2"))]
    assert sources_table.shown_by(marked) == {"X1": ["a.py::test_1", "b.py::test_2"], "X2": ["a.py::test_1"]}


def test_unknown_and_missing_identifiers_are_told_with_the_test() -> None:
    marked = [("a.py::test_1[x]", ("X1", "X9")), ("a.py::test_1[y]", ("X1", "X9")), ("b.py::test_2", ())]
    faults = sources_table.marker_faults(marked, ["X1"])
    assert len(faults) == 2
    assert re.fullmatch(r"a\.py::test_1: .* got 'X9'", faults[0])
    assert re.fullmatch(r"b\.py::test_2: .* got none", faults[1])


def test_table_shows_the_counts_the_tests_and_what_is_missing() -> None:
    text = sources_table.table(SYSTEMS, {"X1": ["a.py::test_1", "b.py::test_2"], "Y1": ["a.py::test_1"]})
    assert "**2 of 3 requirements are shown, by 2 tests.**" in text
    assert "| X | first system | chess | 1 | 2 |" in text
    assert "| X1 | one thing | `a.py::test_1`<br>`b.py::test_2` |" in text
    assert "| X2 | another thing |  |" in text
    assert text.endswith("## Shown by nothing yet\n\n- X2: another thing\n")


def test_table_says_so_when_nothing_is_missing() -> None:
    text = sources_table.table(SYSTEMS, {"X1": ["t"], "X2": ["t"], "Y1": ["t"]})
    assert "**3 of 3 requirements are shown, by 1 tests.**" in text
    assert text.endswith("## Shown by nothing yet\n\nNothing is missing.\n")


@pytest.fixture
def house(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with these very options and requirements."""
    rooms = pytester.mkdir("tests")
    house_conftest = (TESTS.parent / "conftest.py").read_text(encoding="utf-8")
    (pytester.path / "conftest.py").write_text(house_conftest, encoding="utf-8")
    for name in ("sources_option.py", "sources_table.py", "requirements.toml"):
        (rooms / name).write_text((TESTS / name).read_text(encoding="utf-8"), encoding="utf-8")
    pytester.makepyprojecttoml(
        """
        [tool.pytest.ini_options]
        testpaths = ["tests"]
        pythonpath = ["."]
        addopts = [
            "--import-mode=importlib", "--strict-markers",
            "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:benchmark",
        ]
        markers = ["source(*ids): requirements"]
        """
    )
    return pytester


def write_test(house: pytest.Pytester, marker: str) -> None:
    text = f"import pytest\n\n@pytest.mark.source({marker})\ndef test_it(): raise SystemError('was run')\n"
    (house.path / "tests" / "test_one.py").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "options", [["--collect-only", "-q"], ["-n", "2"], []], ids=["collecting", "xdist", "plain"]
)
def test_option_writes_the_table_and_runs_no_test(house: pytest.Pytester, options: list[str]) -> None:
    write_test(house, '"M13"')
    result = house.runpytest_subprocess(*options, "--sources-table", "docs/sources.md")
    assert result.ret == 0
    text = (house.path / "docs" / "sources.md").read_text(encoding="utf-8")
    assert "**1 of 98 requirements are shown, by 1 tests.**" in text
    assert "`tests/test_one.py::test_it`" in text


def test_check_passes_on_a_fresh_table_and_fails_with_one_line_on_an_old_one(house: pytest.Pytester) -> None:
    write_test(house, '"M13"')
    house.runpytest_subprocess("--sources-table", "sources.md")
    assert house.runpytest_subprocess("--sources-table", "sources.md", "--sources-check").ret == 0
    write_test(house, '"M12"')
    result = house.runpytest_subprocess("--sources-table", "sources.md", "--sources-check")
    assert result.ret != 0
    result.stderr.fnmatch_lines(["*sources.md must be what the tests say now*make sources*"])
    assert "M13 | Begin an endgame depth" in (house.path / "sources.md").read_text(encoding="utf-8")


def test_table_is_not_written_when_a_test_file_cannot_be_read(house: pytest.Pytester) -> None:
    write_test(house, '"M13"')
    (house.path / "tests" / "test_two.py").write_text("import nothing_of_that_name\n", encoding="utf-8")
    assert house.runpytest_subprocess("--sources-table", "sources.md").ret != 0
    assert not (house.path / "sources.md").exists()


@pytest.mark.parametrize("options", [[], ["-n", "1"]], ids=["plain", "xdist"])
def test_unknown_identifier_stops_the_run_and_names_the_test(
    house: pytest.Pytester, options: list[str]
) -> None:
    write_test(house, '"M99"')
    result = house.runpytest_subprocess(*options)
    assert result.ret != 0
    output = "\n".join([*result.outlines, *result.errlines])
    assert re.search(r"tests/test_one\.py::test_it: .* got 'M99'", output)
