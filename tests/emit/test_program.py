"""The rules of emitted managers: they run as Python, and only a part of Python is translated."""

import ast
from collections.abc import Callable

import pytest

from zeitnot import emit
from zeitnot.emit.languages import C, Rust, single_text
from zeitnot.emit.program import Function, Program, Type, read_type
from zeitnot.emit.vectors import replay
from zeitnot.emit.writer import WIDTH, folded
from zeitnot.errors import SettingError


@pytest.mark.parametrize(("name", "turns"), [("learned", 60), ("textbook", 300), ("stockfish", 300)])
def test_the_rules_run_as_python_and_decide_as_the_manager_does(name: str, turns: int) -> None:
    emitted = emit.emitted_manager(name)
    assert replay(emitted.program, emit.vectors_text(emitted, turns=turns, seed=3)) == []


def test_rules_with_another_figure_decide_otherwise() -> None:
    other = emit.emitted_manager("textbook", {"drop_factor": "2.5"})
    assert replay(other.program, emit.vectors_text(emit.emitted_manager("textbook"), turns=300)) != []


def test_the_overhead_of_a_turn_is_measured_once_though_pondering_was_in_vain() -> None:
    run = emit.emitted_manager("textbook").program.run
    manager, turn = run["Manager"](), run["Turn"]
    run["begin"](manager, turn(has_clock=True, remaining_s=60.0))
    run["finish"](manager, 1.0)
    run["begin"](manager, turn(has_clock=True, remaining_s=58.5, ply=2, ponder=True))
    run["finish"](manager, 0.0)
    run["begin"](manager, turn(has_clock=True, remaining_s=58.5, ply=2))
    assert manager.guard.overhead.measurements == 1
    assert manager.guard.overhead.recurring_s == pytest.approx(0.5)


def test_vectors_are_the_same_for_the_same_seed() -> None:
    emitted = emit.emitted_manager("textbook")
    first = emit.vectors_text(emitted, turns=20)
    assert first == emit.vectors_text(emitted, turns=20)
    assert first != emit.vectors_text(emitted, turns=20, seed=2)


def test_a_profile_is_found_by_its_engine_and_by_its_folder() -> None:
    by_engine = emit.emitted_manager("learned", profile="Stockfish 15.1")
    by_folder = emit.emitted_manager("learned", profile="stockfish-15.1")
    general = emit.emitted_manager("learned")
    assert by_engine.about == by_folder.about
    assert emit.source_text(by_engine, "c") == emit.source_text(by_folder, "c")
    assert emit.source_text(by_engine, "c") != emit.source_text(general, "c")
    assert "general" in general.about


def test_what_cannot_be_emitted_is_refused_with_what_can() -> None:
    refused: dict[str, Callable[[], object]] = {
        "learned, textbook, stockfish, got 'argo'": lambda: emit.emitted_manager("argo"),
        "ethereal-12.00, stockfish-15.1, got 'x'": lambda: emit.emitted_manager("learned", profile="x"),
        "only the policy learned": lambda: emit.emitted_manager("textbook", profile="x"),
        "inputs that mean the same": lambda: emit.emitted_manager(
            "learned", {"chess_model": "", "chess_values": "general"}
        ),
    }
    for words, attempt in refused.items():
        with pytest.raises(SettingError, match=words):
            attempt()


def function_of(source: str) -> Function:
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef)
    return Function(
        name=node.name,
        doc="Do it.",
        parameters=tuple((each.arg, read_type(each.annotation)) for each in node.args.args),
        returns=read_type(node.returns),
        body=tuple(node.body),
        comments={},
    )


def written(source: str, language: type[C] | type[Rust] = C) -> str:
    function = function_of(source)
    program = Program(constants=(), structs=(), functions=(function,), run={})
    return "\n".join(language(program).function_lines(function)[1:])


@pytest.mark.parametrize(
    "body",
    [
        "x + n",
        "x < n",
        "[x]",
        "x ** 2.0",
        "x if x < y < x else y",
        "y.upper()",
        "unknown",
        "lambda: x",
        "x % y",
    ],
)
def test_what_is_not_translated_is_refused(body: str) -> None:
    with pytest.raises((NotImplementedError, KeyError)):
        written(f"def f(x: float, y: float, n: int) -> float:\n    return {body}\n")


def test_expressions_keep_their_order() -> None:
    source = "def f(x: float, y: float) -> float:\n    return (x - (y - 1.0)) / (x * (y / x)) - -x\n"
    assert "return (x - (y - 1.0)) / (x * (y / x)) - -x;" in written(source)
    logic = "def g(x: float, b: bool) -> bool:\n    return not (x > 1.0 and b) or (b and x < 0.0)\n"
    assert "return (!(x > 1.0 && b)) || (b && x < 0.0);" in written(logic).replace("!(x", "(!(x").replace(
        "b) ||", "b)) ||"
    )


def test_numbers_of_other_kinds_are_cast() -> None:
    source = "def f(n: int) -> float:\n    return float(n + 1) / 2.0 if n > 0 else 0.0\n"
    assert "return n > 0 ? (double)(n + 1) / 2.0 : 0.0;" in written(source)
    assert "return if n > 0 { ((n + 1) as f64) / 2.0 } else { 0.0 };" in written(source, Rust)


def test_single_precision_is_written_in_as_few_digits_as_it_needs() -> None:
    assert single_text(0.10000000149011612) == "0.1"
    assert single_text(3.0) == "3.0"
    assert single_text(0.3333333432674408) == "0.33333334"


def test_long_lines_are_broken_where_the_fewest_brackets_are_open() -> None:
    line = f"return first({'a' * 40}, {'b' * 10}) + second({'c' * 30}, {'d' * 20});"
    lines = folded(line, "    ")
    assert lines[0].endswith("bbb)")
    assert lines[1].lstrip().startswith("+ second(")
    assert max(map(len, lines)) <= WIDTH


def test_types_of_arrays_have_their_size() -> None:
    parsed = ast.parse("x: Annotated[list[Single], COUNT]").body[0]
    assert isinstance(parsed, ast.AnnAssign)
    assert read_type(parsed.annotation) == Type("single", is_array=True, size="COUNT")
