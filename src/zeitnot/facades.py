"""Facades: names that a room imports when they are first asked for, listed once in its `__init__.pyi`."""

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path


def attach(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package by the imports of its stub.

    A type checker reads the stub itself, so nothing is listed twice.
    """
    modules = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.parse(Path(file).with_suffix(".pyi").read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, there = modules[name]
        if module == package:
            return import_module(f"{package}.{there}")
        return getattr(import_module(module), there)

    return get, lambda: sorted(modules), sorted(modules)
