"""Facades: names that a room imports when they are first asked for, listed once in its `__init__.pyi`."""

import re
from collections.abc import Callable
from importlib import import_module

_IMPORTS = re.compile(r"^from (\S+) import (\([^)]*\)|.+)$", re.MULTILINE)
_NAMES = re.compile(r"(\w+) as (\w+)")


def attach(package: str, file: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package by the imports of the stub beside its file.

    Every import of the stub has the form `from MODULE import NAME as NAME`. A type checker reads the stub
    itself, so nothing is listed twice.
    """
    with open(f"{file}i", encoding="utf-8") as stub:
        imports = _IMPORTS.findall(stub.read())
    modules = {name: (module, there) for module, names in imports for there, name in _NAMES.findall(names)}
    listed = sorted(modules)

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, there = modules[name]
        if module == package:
            return import_module(f"{package}.{there}")
        return getattr(import_module(module), there)

    return get, lambda: listed, listed
