import re
from itertools import chain
from pathlib import Path

import pytest

from tests import sources_table
from tests.sources_table import Reading, Requirement, System

pytest_plugins = ["pytester"]

TESTS = Path(__file__).parent
EXAMPLE = """
[X]
system = "first system"
game = "chess"

[X.requirements]
X1 = "one thing"
X10 = "the tenth thing"

[X.requirements.X2]
title = "another thing"
parts = { rule = "what it does", clamp = "where it ends" }

[[X.readings]]
about = ["X1", "X2.clamp"]
text = "The document says both; the first stands."

[Y]
system = "second system"
game = "Scrabble"

[Y.requirements]
Y1 = "a third thing"
"""
SYSTEMS = sources_table.read_systems(EXAMPLE)


@pytest.fixture(scope="module")
def systems() -> tuple[System, ...]:
    return sources_table.read_systems((TESTS / "requirements.toml").read_text(encoding="utf-8"))


def test_requirements_file_holds_every_identifier_of_the_five_documents(systems: tuple[System, ...]) -> None:
    numbers = {
        system.letter: [requirement.identifier for requirement in system.requirements] for system in systems
    }
    expected = {"M": 38, "N": 20, "G": 13, "A": 15, "T": 12}
    assert numbers == {letter: [f"{letter}{i}" for i in range(1, n + 1)] for letter, n in expected.items()}


def test_titles_are_short_and_each_is_said_once(systems: tuple[System, ...]) -> None:
    titles = [requirement.title for system in systems for requirement in system.requirements]
    assert len(set(titles)) == len(titles)
    assert all(0 < len(title) <= 90 for title in titles)


def test_a_divided_requirement_has_several_parts_in_words_of_their_own(systems: tuple[System, ...]) -> None:
    for requirement in chain.from_iterable(system.requirements for system in systems):
        assert len(requirement.parts) != 1, requirement
        assert len(set(requirement.parts.values())) == len(requirement.parts), requirement
        assert all(re.fullmatch(r"[a-z0-9_]+", name) for name in requirement.parts), requirement
        assert all(0 < len(text) <= 200 for text in requirement.parts.values()), requirement


def test_readings_are_about_what_their_document_asks_for(systems: tuple[System, ...]) -> None:
    for system in systems:
        known = {part for requirement in system.requirements for part in requirement.identifiers}
        known |= {requirement.identifier for requirement in system.requirements}
        for reading in system.readings:
            assert reading.about, reading
            assert set(reading.about) <= known, reading
            assert reading.text.endswith("."), reading


def test_requirements_are_read_by_number_divided_or_not() -> None:
    first, second = SYSTEMS
    assert first.requirements == (
        Requirement(identifier="X1", title="one thing", parts={}),
        Requirement(
            identifier="X2",
            title="another thing",
            parts={"rule": "what it does", "clamp": "where it ends"},
        ),
        Requirement(identifier="X10", title="the tenth thing", parts={}),
    )
    assert first.readings == (
        Reading(about=("X1", "X2.clamp"), text="The document says both; the first stands."),
    )
    assert second.readings == ()


def test_cases_of_one_test_count_once_even_with_colons_and_brackets_in_their_names() -> None:
    assert sources_table.test_name("tests/a.py::test_b[40/90:00+30-[x]]") == "tests/a.py::test_b"
    assert sources_table.test_name("tests/a.py::TestC::test_b") == "tests/a.py::TestC::test_b"


def test_tests_of_an_identifier_are_sorted_and_named_once() -> None:
    marked = [("b.py::test_2", ("X1",)), ("a.py::test_1[x]", ("X1", "X2")), ("a.py::test_1[y]", ("X1", "X2"))]
    assert sources_table.shown_by(marked) == {"X1": ["a.py::test_1", "b.py::test_2"], "X2": ["a.py::test_1"]}


def test_unknown_and_missing_identifiers_are_told_with_the_test() -> None:
    marked = [("a.py::test_1[x]", ("X1", "X9")), ("a.py::test_1[y]", ("X1", "X9")), ("b.py::test_2", ())]
    faults = sources_table.marker_faults(marked, SYSTEMS)
    assert len(faults) == 2
    assert re.fullmatch(r"a\.py::test_1: .* got 'X9'", faults[0])
    assert re.fullmatch(r"b\.py::test_2: .* got none", faults[1])


@pytest.mark.parametrize("identifier", ["X2", "X2.nothing"])
def test_a_divided_requirement_is_named_by_its_parts(identifier: str) -> None:
    assert sources_table.marker_faults([("a.py::test_1", ("X2.rule", "X2.clamp"))], SYSTEMS) == []
    assert sources_table.marker_faults([("a.py::test_1", (identifier,))], SYSTEMS) == [
        f"a.py::test_1: a source marker for X2 is one of X2.rule, X2.clamp, got {identifier!r}"
    ]


def test_page_counts_requirements_and_parts_and_folds_their_tests() -> None:
    tests = {"X1": ["a.py::test_1", "b.py::test_2"], "X2.rule": ["a.py::test_1"], "Y1": ["a.py::test_1"]}
    text = sources_table.table(SYSTEMS, tests)
    assert "**2 of 4 requirements are shown, 3 of 5 parts, by 2 tests.**" in text
    assert "| X | first system | chess | 1 of 3 | 2 of 4 | 1 |\n" in text
    assert "| X1 | one thing | 1 of 1 |\n| X2 | another thing | 1 of 2 |\n" in text
    folded = text[text.index("<details") : text.index("</details>")]
    assert "**X1: one thing**\n\n- `a.py::test_1`\n- `b.py::test_2`\n" in folded
    assert "- X2.rule: what it does\n    - `a.py::test_1`\n" in folded
    assert "- X2.clamp: where it ends\n    - shown by nothing\n" in folded


def test_page_lists_the_readings_and_what_is_shown_by_nothing() -> None:
    text = sources_table.table(SYSTEMS, {"X1": ["t"], "X2.rule": ["t"]})
    readings = text[text.index("## Readings") : text.index("## Shown by nothing")]
    assert (
        "### X: first system\n\n- **X1, X2.clamp**: The document says both; the first stands.\n" in readings
    )
    assert "### Y" not in readings
    assert text.endswith(
        "## Shown by nothing\n\n"
        "- X2.clamp: where it ends (another thing)\n- X10: the tenth thing\n- Y1: a third thing\n"
    )


def test_page_says_so_when_nothing_is_missing() -> None:
    text = sources_table.table(SYSTEMS[1:], {"Y1": ["t"]})
    assert "**1 of 1 requirements are shown, 1 of 1 parts, by 1 tests.**" in text
    assert text.endswith("## Shown by nothing\n\nNothing is missing.\n")


@pytest.fixture
def house(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with these very options."""
    rooms = pytester.mkdir("tests")
    house_conftest = (TESTS.parent / "conftest.py").read_text(encoding="utf-8")
    (pytester.path / "conftest.py").write_text(house_conftest, encoding="utf-8")
    for name in ("sources_option.py", "sources_table.py"):
        (rooms / name).write_text((TESTS / name).read_text(encoding="utf-8"), encoding="utf-8")
    (rooms / "requirements.toml").write_text(EXAMPLE, encoding="utf-8")
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
    write_test(house, '"X1"')
    result = house.runpytest_subprocess(*options, "--sources-table", "docs/sources.md")
    assert result.ret == 0
    text = (house.path / "docs" / "sources.md").read_text(encoding="utf-8")
    assert "**1 of 4 requirements are shown, 1 of 5 parts, by 1 tests.**" in text
    assert "`tests/test_one.py::test_it`" in text


def test_check_passes_on_a_fresh_table_and_fails_with_one_line_on_an_old_one(house: pytest.Pytester) -> None:
    write_test(house, '"X1"')
    house.runpytest_subprocess("--sources-table", "sources.md")
    assert house.runpytest_subprocess("--sources-table", "sources.md", "--sources-check").ret == 0
    write_test(house, '"X10"')
    result = house.runpytest_subprocess("--sources-table", "sources.md", "--sources-check")
    assert result.ret != 0
    result.stderr.fnmatch_lines(["*sources.md must be what the tests say now*make sources*"])
    assert "| X1 | one thing | 1 of 1 |" in (house.path / "sources.md").read_text(encoding="utf-8")


def test_table_is_not_written_when_a_test_file_cannot_be_read(house: pytest.Pytester) -> None:
    write_test(house, '"X1"')
    (house.path / "tests" / "test_two.py").write_text("import nothing_of_that_name\n", encoding="utf-8")
    assert house.runpytest_subprocess("--sources-table", "sources.md").ret != 0
    assert not (house.path / "sources.md").exists()


@pytest.mark.parametrize("options", [[], ["-n", "1"]], ids=["plain", "xdist"])
def test_wrong_identifier_stops_the_run_and_names_the_test(
    house: pytest.Pytester, options: list[str]
) -> None:
    write_test(house, '"X99"')
    result = house.runpytest_subprocess(*options)
    assert result.ret != 0
    output = "\n".join([*result.outlines, *result.errlines])
    assert re.search(r"tests/test_one\.py::test_it: .* got 'X99'", output)
