"""A season of reliability: its parts in turn for so many minutes, and a page of what was found.

What was done is kept after each slice, so a season that is interrupted goes on, and a longer one adds to it.

Example: python -m benchmarks.season --minutes 10
"""

import argparse
import datetime
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.season.figures import Figures, FigureStore, Found
from benchmarks.season.page import write_page
from benchmarks.season.parts import PARTS
from benchmarks.season.slices import Part, Slice, next_part
from zeitnot.turns import error_words

PROJECT = Path(__file__).parents[2]
STORE = PROJECT / "build" / "season" / "figures.jsonl"
PAGE = PROJECT / "docs" / "season.md"
SLICE_S = 40.0
"""Seconds of one slice: a part that starts processes has time for some of them."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.season", description=__doc__)
    names = [part.name for part in PARTS]
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(names)}; default: all")
    parser.add_argument("--minutes", type=float, default=10.0, help="begin no slice later than this")
    parser.add_argument("--slice", type=float, default=SLICE_S, help="seconds of one slice")
    parser.add_argument("--store", type=Path, default=STORE, help="file that keeps the figures")
    parser.add_argument("--page", type=Path, default=PAGE, help="page that is written at the end")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.parts if name not in names]
    if unknown:
        parser.error(f"parts are {', '.join(names)}, got {unknown[0]!r}")
    return arguments


def run_season(parts: Sequence[Part], store: FigureStore, *, minutes: float, slice_s: float) -> None:
    """Run slices of the parts in turn until the time is over."""
    until_s = time.monotonic() + 60.0 * minutes
    while (left_s := until_s - time.monotonic()) > 0:
        part, seed = next_part(parts, store)
        figures = run_slice(part, seed=seed, seconds=min(slice_s, left_s))
        store.add(figures)
        found = figures.found
        done = ", ".join(f"{count:,} {what}" for what, count in (found.counts | found.faults).items())
        print(f"{part.name} {seed}, {figures.seconds:.0f} s: {done}", flush=True)
        for finding in found.findings:
            print(f"  FINDING: {finding}", flush=True)


def run_slice(part: Part, *, seed: int, seconds: float) -> Figures:
    """Run one slice; a part that fails itself is a finding."""
    began, began_s = datetime.datetime.now(datetime.UTC), time.monotonic()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="zeitnot-season-") as folder:
        try:
            found = part.run(Slice(seed=seed, seconds=seconds, folder=Path(folder)))
        except Exception as error:  # noqa: BLE001 (whatever happens is a finding, and the season goes on)
            found = Found(findings=(f"the part itself failed: {error_words(error)}"[:400],))
        found = replace(found, findings=tuple(words.replace(folder, "...") for words in found.findings))
    return Figures(
        part=part.name,
        seed=seed,
        began=began.isoformat(timespec="seconds"),
        seconds=round(time.monotonic() - began_s, 1),
        load=round(load, 1),
        found=found,
    )


def main() -> None:
    """Run the season, write the page, and end with 1 if anything was found."""
    arguments = _arguments()
    parts = [part for part in PARTS if not arguments.parts or part.name in arguments.parts]
    store = FigureStore(arguments.store)
    try:
        run_season(parts, store, minutes=arguments.minutes, slice_s=arguments.slice)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on", file=sys.stderr)
    kept = list(store)
    write_page(arguments.page, PARTS, kept)
    print(f"figures: {arguments.store}, page: {arguments.page}")
    sys.exit(any(each.found.findings for each in kept))


if __name__ == "__main__":
    main()
