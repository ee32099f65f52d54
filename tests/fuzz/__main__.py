"""Fuzz readers with coverage: `python -m tests.fuzz [uci] [pgn] [native-kwg] [--seconds 60] [--jobs 1]`."""

import argparse
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec

from tests.fuzz.campaign import GUIDED, NATIVE, NATIVE_TARGETS, log_of, past_runs, run_target, table


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument(
        "names", nargs="*", default=GUIDED, help=f"targets, by default all: {', '.join(GUIDED)}"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="time of each target")
    parser.add_argument("--jobs", type=int, default=1, help="targets side by side")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in GUIDED:
            parser.error(f"a target must be one of {', '.join(GUIDED)}, got {name!r}")
        if name in NATIVE_TARGETS and not NATIVE.is_dir():
            parser.error(f"{name} must be built first: make fuzz-native")
        if name not in NATIVE_TARGETS and find_spec("atheris") is None:
            parser.error("targets in Python need atheris: pip install -e '.[fuzz]'")
    return arguments


def main() -> None:
    """Fuzz each target that is named, and print the figures of all runs so far."""
    arguments = _arguments()
    with ThreadPoolExecutor(arguments.jobs) as pool:
        run = partial(run_target, seconds=arguments.seconds)
        for figures in pool.map(run, arguments.names):
            told = f"{figures.inputs:,} inputs, {figures.findings} findings"
            print(
                f"{figures.name}: {told if figures.inputs else f'nothing was read: {log_of(figures.name)}'}"
            )
    print(table(past_runs()))


if __name__ == "__main__":
    main()
