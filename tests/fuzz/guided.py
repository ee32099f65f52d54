"""Guided: one target under atheris, which changes inputs that reach new code; run by `python -m tests.fuzz`.

python -m tests.fuzz.guided MODULE NAME [flags and folders of libFuzzer]
"""

import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import atheris


def _loaded(module: str, name: str) -> Callable[[bytes], None]:
    """Return what tries an input, with all code that the target needs, and no more, instrumented."""
    with atheris.instrument_imports(include=["zeitnot", "chess"]):
        from tests.fuzz.findings import keep_finding
        from tests.fuzz.target import outcome_of, smaller

        target = next(each for each in import_module(module).TARGETS if each.name == name)
        for seed in target.seeds():  # modules that are imported late are imported here
            outcome_of(target, seed)
    seen: set[str] = set()

    def try_input(data: bytes) -> None:
        """Keep a small input of every new finding and go on: one cause must not hide the next."""
        outcome = outcome_of(target, data)
        if not outcome.finding or outcome.finding in seen:
            return
        seen.add(outcome.finding)
        small = data if outcome.finding.startswith("too ") else smaller(target, data, outcome.finding)
        path = keep_finding(target.name, small)
        print(f"\nFINDING {outcome.finding}\n{path}\n{outcome.details}", file=sys.stderr, flush=True)

    return try_input


def main(arguments: list[str]) -> Any:
    """Fuzz until the flags say stop; libFuzzer ends the process."""
    warnings.simplefilter("error")  # as in the tests
    module, name, *flags = arguments
    atheris.Setup([sys.argv[0], *flags], _loaded(module, name))
    return atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
