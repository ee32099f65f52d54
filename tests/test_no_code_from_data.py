"""No code runs from data: nothing in the package unpickles, evaluates, or hands a text to a shell."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import zeitnot

SOURCE = Path(zeitnot.__file__).parent
MODULES = frozenset(
    {"pickle", "_pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "imp", "runpy"}
)
"""Modules that make objects or run code from what they read."""
CALLS = frozenset({"eval", "exec", "compile", "__import__", "execfile"})
SHELLS = frozenset(
    {
        *("os.system", "os.popen", "subprocess.getoutput", "subprocess.getstatusoutput"),
        "asyncio.create_subprocess_shell",
    }
)
ALLOWED = frozenset({("emit/program.py", "exec"), ("emit/program.py", "compile")})
"""The maker of source files runs a module of this package: its text comes from the package itself."""


def calls_and_imports(tree: ast.AST) -> Iterator[str]:
    """Yield the names of what runs code from data in a source file."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names if each.name.partition(".")[0] in MODULES)
            case ast.ImportFrom(module=str(module)) if module.partition(".")[0] in MODULES:
                yield module
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield name
            case ast.Call(func=ast.Attribute() as function) if (name := ast.unparse(function)) in SHELLS:
                yield name
            case ast.keyword(arg="shell" | "allow_pickle" as name, value=value):
                yield from [] if _is_harmless(name, value) else [name]


def _is_harmless(name: str, value: ast.expr) -> bool:
    if name == "shell":  # of typer, it is the name of a shell
        return not isinstance(value, ast.Constant) or not value.value
    return isinstance(value, ast.Constant) and value.value is False


def test_nothing_in_the_package_runs_code_from_data() -> None:
    found = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path in SOURCE.rglob("*.py")
        for name in calls_and_imports(ast.parse(path.read_bytes()))
    }
    assert found == ALLOWED


def test_every_archive_of_arrays_is_read_without_pickle() -> None:
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in {"np.load", "numpy.load"}:
                assert "allow_pickle" in {each.arg for each in node.keywords}, path


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from pickle import loads",
        "import yaml.loader",
        "eval(text)",
        "exec(text)",
        "os.system(text)",
        "subprocess.run(text, shell=True)",
        "np.load(file, allow_pickle=True)",
        "np.load(file, allow_pickle=trusted)",
    ],
)
def test_what_runs_code_from_data_is_noticed(source: str) -> None:
    assert list(calls_and_imports(ast.parse(source)))
