"""Facades: who needs something of another room imports it from that room's `__init__`."""

import ast
from collections.abc import Iterator
from pathlib import Path

import zeitnot

ROOT = Path(zeitnot.__file__).parent
HELD = (
    *("clocks", "turns", "monitors", "policies", "models", "games"),
    *("chess", "scrabble", "learning", "emit", "lab", "review", "report", "web"),
)
"""Rooms that are entered by their facade alone."""
KIT = "zeitnot.policies.contract"
"""A facade of its own: the suite that authors of policies run, which no program needs."""


def test_a_room_is_entered_by_its_facade() -> None:
    assert [breach for path in ROOT.rglob("*.py") for breach in breaches(path, path.read_text())] == []


def test_the_rule_sees_a_breach() -> None:
    path = ROOT / "chess" / "engine.py"
    assert list(breaches(path, "from zeitnot.turns.trail import Trail")) == [
        "chess/engine.py: zeitnot.turns.trail"
    ]
    assert list(breaches(path, "def f():\n    import zeitnot.models.model_file")) != []
    assert list(breaches(path, "from zeitnot.policies import registry")) != []
    assert list(breaches(path, "from zeitnot.turns import Trail")) == []
    assert list(breaches(ROOT / "turns" / "budget.py", "from zeitnot.turns.trail import Trail")) == []


def breaches(path: Path, source: str) -> Iterator[str]:
    """Name every import that goes deeper into another room than its facade."""
    own = path.relative_to(ROOT).parts[0]
    for module in imported(ast.parse(source)):
        match module.split("."):
            case ["zeitnot", room, _, *_] if room in HELD and room != own and module != KIT:
                yield f"{path.relative_to(ROOT).as_posix()}: {module}"


def imported(tree: ast.Module) -> Iterator[str]:
    """Name every module of the package that is imported, modules taken from a package included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("zeitnot."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zeitnot"):
            module = str(node.module)
            yield module
            for alias in node.names:
                whole = f"{module}.{alias.name}".removeprefix("zeitnot.").replace(".", "/")
                if (
                    alias.name.islower()
                    and (ROOT / f"{whole}.py").is_file()
                    and not has_name(module, alias.name)
                ):
                    yield f"{module}.{alias.name}"


def has_name(module: str, name: str) -> bool:
    """Return whether a facade exports something under the name of one of its modules."""
    facade = ROOT.joinpath(*module.split(".")[1:], "__init__.py")
    stub = facade.with_suffix(".pyi")
    text = stub.read_text() if stub.is_file() else facade.read_text() if facade.is_file() else ""
    return f'"{name}"' in text or f" {name} as {name}" in text
