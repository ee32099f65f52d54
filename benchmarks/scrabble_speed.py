"""How fast Scrabble is played: static self-play, best move, all moves, opening; MAGPIE beside it if given.

One thread, in CPU time, with the word map and without. Rounds alternate between all that is measured; medians
are printed, each with the time of one in reference loops, which is what compares across machines.
"""

import argparse
import itertools
import json
import lzma
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.conftest import REFERENCE
from benchmarks.magpie_autoplay import Magpie, program_of
from benchmarks.scrabble_opening import add_files, opened
from benchmarks.scrabble_positions import Task, static_game
from benchmarks.test_core import reference_loop
from benchmarks.timings import Timings, print_table, timed
from zeitnot import _native
from zeitnot.errors import ZeitnotError
from zeitnot.scrabble import Layout, Lexicon
from zeitnot.scrabble.evaluation import BUILT_IN_LEAVES, PACKED_SUFFIX
from zeitnot.scrabble.generation import ALL
from zeitnot.scrabble.lexicon import kwg_of
from zeitnot.scrabble.rules import native_rules

EXAMPLES = """examples:
  python -m benchmarks.scrabble_speed
  python -m benchmarks.scrabble_speed --magpie PATH --rounds 9
"""
MODES = ("word map", "GADDAG")
RACKS = ("without blank", "with blank")
WANTED = {"best move": 1, "all moves": ALL}
SELF_PLAY = "static self-play"
SET_UP = "board set up"
THEIRS = "MAGPIE"

TASK_GAMES = 150
"""Games that the positions come from, about 23 from each."""
TASKS_AT_ONCE = 10
"""Positions between two looks at the clock."""
LOOPS_AT_ONCE = 100
"""Reference loops between two looks at the clock."""
CALIBRATION_GAMES = 100
"""Games that show how many fit into the time of a round."""
MOST_SECONDS = 600
"""Longer than anybody waits for one figure."""
MIB = 1024**2

Work = Callable[[], int]
"""Does some of what is measured, and says how many."""


def reference_loops() -> int:
    """Run the reference loop some times."""
    for _ in range(LOOPS_AT_ONCE):
        reference_loop()
    return LOOPS_AT_ONCE


def self_play(dictionary: _native.Dictionary, values: _native.StaticValues) -> Work:
    """Play games, each with other tiles."""
    workspace, numbers = _native.SelfPlay(dictionary), itertools.count(0, step=2)

    def one_game() -> int:
        return len(workspace.play(values, values, seed=1, first_game=next(numbers), games=1))

    return one_game


def generation(
    dictionary: _native.Dictionary, values: _native.StaticValues, tasks: Sequence[Task], wanted: int
) -> Work:
    """Find moves, for one position after the other."""
    workspace, endless = _native.MoveGenerator(dictionary), itertools.cycle(tasks)

    def some_positions() -> int:
        for task in itertools.islice(endless, TASKS_AT_ONCE):
            task.moves(workspace, values, wanted)
        return TASKS_AT_ONCE

    return some_positions


def all_work(lexicon: Lexicon, values: _native.StaticValues, tasks: Sequence[Task]) -> dict[str, Work]:
    """Name everything that is measured."""
    rules = native_rules(lexicon.distribution, Layout.standard())
    work: dict[str, Work] = {REFERENCE: reference_loops}
    without_racks = [replace(task, rack=b"") for task in tasks]
    for mode, words in zip(MODES, (lexicon.word_map, None), strict=True):
        dictionary = _native.Dictionary(rules, lexicon.native, words)
        work[f"{SELF_PLAY}, {mode}"] = self_play(dictionary, values)
        work[f"{SET_UP}, {mode}"] = generation(dictionary, values, without_racks, 1)
        for racks, blank in zip(RACKS, (False, True), strict=True):
            chosen = [task for task in tasks if task.has_blank == blank]
            for what, wanted in WANTED.items():
                work[f"{what}, {mode}, {racks}"] = generation(dictionary, values, chosen, wanted)
    return work


def measure(work: dict[str, Work], magpie: Magpie | None, options: argparse.Namespace) -> Timings:
    """Go round: each for some time, MAGPIE's games right after our own of the same kind."""
    timings = Timings()
    games = {} if magpie is None else calibrated(magpie, options.seconds)
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        for what, some in work.items():
            timings.add(what, timed(some, options.seconds))
            if magpie is not None and what in games:
                mode = what.removeprefix(f"{SELF_PLAY}, ")
                spent = magpie.play(games[what], word_map=mode == MODES[0], seed=2 + number)
                timings.add(f"{THEIRS}, {mode}", spent)
    return timings


def calibrated(magpie: Magpie, seconds: float) -> dict[str, int]:
    """Say how many games MAGPIE plays in about the time of a round."""
    games = {}
    for mode in MODES:
        spent = magpie.play(CALIBRATION_GAMES, word_map=mode == MODES[0], seed=1)
        games[f"{SELF_PLAY}, {mode}"] = max(CALIBRATION_GAMES, round(seconds / spent.cpu_s))
    return games


def print_speed(timings: Timings, blank_share: float) -> None:
    """Print what was measured, modes side by side."""
    head = "one thread: so many a second of CPU time (time of one in reference loops)"
    rows = [[f"{SELF_PLAY}, games", *(timings.cell(timings.cpu_s(f"{SELF_PLAY}, {mode}")) for mode in MODES)]]
    set_up_s = {mode: timings.cpu_s(f"{SET_UP}, {mode}") for mode in MODES}
    for what in WANTED:
        columns = []
        for mode in MODES:
            plain_s, blank_s = (timings.cpu_s(f"{what}, {mode}, {racks}") - set_up_s[mode] for racks in RACKS)
            columns.append([(1 - blank_share) * plain_s + blank_share * blank_s, plain_s, blank_s])
        for racks, *seconds in zip((f"{blank_share:.0%} with blank", *RACKS), *columns, strict=True):
            rows.append([f"{what}, positions, racks {racks}", *map(timings.cell, seconds)])
    rows.append([f"{SET_UP} from its squares", *map(timings.cell, set_up_s.values())])
    print_table([head, *MODES], rows)
    print(f"Reference loop: {1e6 * timings.cpu_s(REFERENCE):.1f} microseconds of CPU time.\n")


def print_beside(timings: Timings) -> None:
    """Print our games beside MAGPIE's."""
    rows = []
    for mode in MODES:
        names = f"{SELF_PLAY}, {mode}", f"{THEIRS}, {mode}"
        cpu, wall = (
            [f"{1 / seconds(name):,.0f}" for name in names] for seconds in (timings.cpu_s, timings.wall_s)
        )
        rows += [[f"{mode}, CPU time", *cpu, timings.ratio(*names)], [f"{mode}, wall time", *wall, ""]]
    print_table([f"{SELF_PLAY}, games a second", "Zeitnot", THEIRS, "ratio, median (least .. most)"], rows)


def print_opening(options: argparse.Namespace, lexicon: Lexicon, klv: bytes) -> None:
    """Open the engine in processes of its own, and print what that and its memory come to."""
    command = [sys.executable, "-m", "benchmarks.scrabble_opening"]
    for name, path in (("--lexicon", options.lexicon), ("--leaves", options.leaves)):
        command += [] if path is None else [name, str(path.resolve())]
    folder = Path(__file__).parents[1]
    runs = [json.loads(subprocess.check_output(command, cwd=folder)) for _ in range(options.rounds)]  # noqa: S603
    found = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    opening = f"{found['open_s']:.3f} / {found['open_cpu_s']:.3f} s"
    map_size = 0 if lexicon.word_map is None else lexicon.word_map.size
    files = " / ".join(f"{size / MIB:.1f}" for size in (4 * lexicon.native.node_count, map_size, len(klv)))
    rows = [
        ["opening and first move, caches there, wall / CPU time", opening],
        ["the whole process up to there, CPU time", f"{found['process_cpu_s']:.3f} s"],
        ["files: words / word map / leaves", f"{files} MiB"],
    ]
    if "own_mib" in found:
        shares = f"{found['mapped_mib']:.1f} / {found['own_mib']:.1f} MiB"
        rows.append(["memory after games: mapped from files, so shared / own", shares])
        rows.append(["memory of each further workspace", f"{found['workspace_mib']:.2f} MiB"])
    print_table(["opening and memory", "median"], rows)


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_files(parser)
    parser.add_argument("--magpie", type=Path, metavar="PATH", help="the MAGPIE program, or its folder")
    parser.add_argument("--rounds", type=int, default=5, help="times all is measured (default: %(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=0.7, help="CPU time of each in a round (default: %(default)s)"
    )
    options = parser.parse_args()
    if options.rounds < 1 or not 0.0 < options.seconds < MOST_SECONDS:
        parser.error(f"there must be a round, and above 0 and below {MOST_SECONDS} seconds for each")
    if options.magpie is not None:
        options.magpie = program_of(options.magpie)
    return options


def main() -> None:
    """Measure and print."""
    options = parsed()
    try:
        lexicon, generator = opened(options)
    except ZeitnotError as error:
        raise SystemExit(str(error)) from error
    rng = random.Random(1)
    tasks = [task for _ in range(TASK_GAMES) for task in static_game(generator, rng)]
    rng.shuffle(tasks)
    leaves = options.leaves or BUILT_IN_LEAVES
    klv = lzma.decompress(leaves.read_bytes()) if leaves.suffix == PACKED_SUFFIX else leaves.read_bytes()
    work = all_work(lexicon, generator.evaluation.native, tasks)
    with tempfile.TemporaryDirectory() as folder:
        magpie = None
        if options.magpie is not None:
            kwg = kwg_of(lexicon.words(), lexicon.distribution)
            magpie = Magpie.prepare(options.magpie, Path(folder), kwg=kwg, klv=klv)
        timings = measure(work, magpie, options)
    print_speed(timings, sum(task.has_blank for task in tasks) / len(tasks))
    if magpie is not None:
        print_beside(timings)
    print_opening(options, lexicon, klv)


if __name__ == "__main__":
    main()
