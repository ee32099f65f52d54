"""Emitted files: what compilers make of them decides as the real manager does."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.emit.compilers import BY_PROGRAM, SUFFIX
from zeitnot import emit

CASES: dict[str, tuple[str, dict[str, str], str]] = {
    "learned": ("learned", {}, "stockfish-15.1"),
    "textbook": ("textbook", {}, ""),
    "listing": ("textbook", {"preset": "listing"}, ""),
    "stockfish": ("stockfish", {"ponders": "true", "overhead_s": "0.03"}, ""),
}
TURNS = {"learned": 2000}
SUMMARY = re.compile(
    r"(\d+) turns, (\d+) decisions, (\d+) differ; (\d+) budgets, (\d+) differ, by at most (\S+)"
)


@cache
def manager_of(case: str) -> emit.EmittedManager:
    name, settings, profile = CASES[case]
    return emit.emitted_manager(name, settings, profile=profile)


@cache
def vectors_of(case: str) -> str:
    return emit.vectors_text(manager_of(case), turns=TURNS.get(case, 500))


@pytest.mark.parametrize(
    ("case", "program"),
    [
        *(("learned", program) for program in ("gcc", "clang++", "rustc")),
        *(("textbook", program) for program in ("clang", "rustc")),
        ("listing", "g++"),
        ("stockfish", "gcc"),
        ("stockfish", "rustc"),
    ],
)
def test_a_compiled_file_decides_as_the_manager_does(case: str, program: str, tmp_path: Path) -> None:
    compiler = BY_PROGRAM[program]
    source, vectors = tmp_path / f"timeman{SUFFIX[compiler.language]}", tmp_path / "vectors.txt"
    source.write_text(emit.source_text(manager_of(case), compiler.language))
    vectors.write_text(vectors_of(case))
    done = compiler.self_test(source, vectors)
    found = SUMMARY.search(done.stdout)
    assert found is not None, done.stdout + done.stderr
    turns, decisions, wrong_decisions, budgets, wrong_budgets = map(int, found.groups()[:5])
    assert (wrong_decisions, wrong_budgets, done.returncode) == (0, 0, 0)
    assert turns >= TURNS.get(case, 500)
    assert decisions > 5 * turns
    assert budgets > 5 * turns


@pytest.mark.parametrize("program", ["gcc", "rustc"])
def test_a_self_test_sees_one_other_decision_and_one_other_budget(program: str, tmp_path: Path) -> None:
    compiler = BY_PROGRAM[program]
    source, vectors = tmp_path / f"timeman{SUFFIX[compiler.language]}", tmp_path / "vectors.txt"
    source.write_text(emit.source_text(manager_of("textbook"), compiler.language))
    lines = vectors_of("textbook").splitlines()
    decision = next(n for n, line in enumerate(lines) if line.startswith("should_stop"))
    lines[decision] = lines[decision][:-1] + ("0" if lines[decision].endswith("1") else "1")
    budget = next(n for n, line in enumerate(lines) if re.match(r"begin 1 (?!inf|nan|-)", line))
    *words, last = lines[budget].split()
    lines[budget] = " ".join([*words, repr(float(last) * (1 + 1e-8) + 1e-8)])
    vectors.write_text("\n".join(lines) + "\n")
    done = compiler.self_test(source, vectors)
    found = SUMMARY.search(done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert (found.group(3), found.group(5)) == ("1", "1")
    assert done.returncode != 0


@pytest.mark.parametrize("case", CASES)
def test_vectors_have_decisions_of_both_kinds(case: str) -> None:
    stops = [line.split()[-2] for line in vectors_of(case).splitlines() if line.startswith("iteration")]
    assert 0.1 < stops.count("1") / len(stops) < 0.9


@pytest.mark.parametrize("language", emit.LANGUAGES)
@pytest.mark.parametrize("case", CASES)
def test_a_file_is_formatted_and_free_to_use(case: str, language: str) -> None:
    text = emit.source_text(manager_of(case), language, command="zeitnot emit --lang x")
    assert "SPDX-License-Identifier: 0BSD" in text
    assert "`zeitnot emit --lang x`" in text
    rules = text.split(" The self-test: reads")[0]
    assert max(map(len, rules.splitlines())) <= 100
    assert not re.search(r"[ \t]$", text, re.MULTILINE)
    code = "\n".join(line for line in rules.splitlines() if not line.lstrip().startswith("//"))
    assert not re.search(r"malloc|\bnew \w|static mut|Vec<|Box<|std::vector", code)
    assert emit.source_text(manager_of(case), language, command="zeitnot emit --lang x") == text


def test_a_file_has_settings_as_constants_with_their_descriptions() -> None:
    text = emit.source_text(emit.emitted_manager("textbook", {"moves_left": "44"}), "c")
    assert (
        "// Number of moves left assumed when the rules do not say.\n"
        "static const double ZEITNOT_MOVES_LEFT = 44.0;\n"
    ) in text


def test_a_file_asks_only_for_what_its_policy_uses() -> None:
    learned, textbook = (emit.source_text(manager_of(case), "rust") for case in ("learned", "textbook"))
    assert "pub captures: i64" in learned
    assert "pub second_score_cp" not in learned
    assert "pub captures: i64" not in textbook
    assert "pub second_score_cp" in textbook


def test_other_words_stay_inside_of_the_comments() -> None:
    named = emit.emitted_manager("textbook")
    hostile = emit.EmittedManager(
        name=named.name, policy=named.policy, program=named.program, about='x\n#error\n\n*/ int y; \\\n"'
    )
    text = emit.source_text(hostile, "c")
    first = text.split("#ifndef")[0].splitlines()
    assert all(line.startswith("//") for line in first if line)
    assert not any(line.endswith("\\") for line in first)
