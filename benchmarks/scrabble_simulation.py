"""How fast candidate moves are simulated: samples a second, threads, and what looking at them costs.

CPU time of one thread, best of the rounds; with MAGPIE given, it simulates the same positions in turn with
us, with the same words, leaves and chances. Which sampling rule finds the best move is measured elsewhere.
"""

import argparse
import functools
import lzma
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.magpie_autoplay import Magpie, program_of
from benchmarks.timings import Timings, print_table, timed
from zeitnot import _native
from zeitnot.monitors import bonferroni
from zeitnot.scrabble import Generator, Lexicon, Position, StaticEvaluation, WinTable
from zeitnot.scrabble.evaluation import BUILT_IN_LEAVES
from zeitnot.scrabble.lexicon import kwg_of
from zeitnot.scrabble.simulation import state_of

EXAMPLES = """examples:
  python -m benchmarks.scrabble_simulation
  python -m benchmarks.scrabble_simulation --magpie PATH --rounds 3
"""
POSITIONS = {
    "opening": "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AABEITW/ 0/0 0",
    "middle game": (
        "15/15/15/15/15/5J4T4/5O4R4/3BAWTIE1O4/3EEL2FEUAR2/5YOM2P4/10IN3/5V4NA3/5I3AGE3/5G3X5/5AWOKEN4 "
        "EENNSTU/ 102/118 0"
    ),
    "pre-endgame": (
        "sUPERMAN7/1MIX3ARTERIAL/3P1A1R7/3O1O1R6F/5U1O6I/5D1wIZ4S/4BA1L4H1T/3FADDY4U1E/4N7HAD/4K8B1/"
        "4N8J1/3COVEY5E1/4T2EOSINIC1/1GRIEVE6T1/WOES2TUNG5 AEINOST/ 301/322 0"
    ),
}
PLIES = (2, 5)
CANDIDATES = 15
THEIRS = "MAGPIE"
LETTERS = 27

SAMPLES_AT_ONCE = 3000
"""Samples between two looks at the clock: enough that setting up the candidates does not count."""
CHECK_S = 0.02
"""Between two looks at the arms, as players have it."""
ENDLESS_S = 1e9


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A position with its candidates, as native code takes them."""

    board: bytes
    rack: bytes
    unseen: bytes
    spread: int
    bag: int
    moves: list[_native.ScrabbleMove]
    simulation: _native.Simulation

    @classmethod
    def make(cls, cgp: str, candidates: int = CANDIDATES) -> "Task":
        """Read a position and find its best moves."""
        position = Position.from_cgp(cgp)
        generator = built_in_generator()
        values = generator.evaluation.native
        board = bytes(tile for row in position.board.rows for tile in row)
        counts = Counter(position.unseen)
        return cls(
            board=board,
            rack=bytes(position.rack),
            unseen=bytes(counts[tile] for tile in range(LETTERS)),
            spread=position.spread_pts,
            bag=position.bag_count,
            moves=list(
                generator.native.generate(
                    board, bytes(position.rack), values, bag=position.bag_count, wanted=candidates
                )
            ),
            simulation=_native.Simulation(generator.dictionary, values, built_in_chances()),
        )

    def run(
        self,
        on_check: Callable[[_native.SimulationReport], bool] = lambda _: False,
        *,
        seconds: float = ENDLESS_S,
        **settings: object,
    ) -> _native.SimulationReport:
        """Simulate in wall time."""
        control = _native.StopControl()
        control.start(soft_s=seconds, hard_s=seconds)
        return self.simulation.run(
            self.board,
            self.rack,
            self.moves,
            control,
            on_check,
            unseen=self.unseen,
            spread=self.spread,
            **settings,  # type: ignore[arg-type]
        )


@functools.cache
def built_in_generator() -> Generator:
    """Give one workspace with the built-in words and leaves."""
    return Generator.make(Lexicon.built_in(), StaticEvaluation.built_in())


@functools.cache
def built_in_chances() -> _native.WinChances:
    """Give the built-in chances to win."""
    return _native.WinChances(WinTable.built_in().native_chances())


def alike(task: Task, plies: int) -> Callable[[], int]:
    """Sample all candidates alike."""

    def some_samples() -> int:
        sampling = _native.Sampling.ROUND_ROBIN
        return task.run(plies=plies, sampling=sampling, most_samples=SAMPLES_AT_ONCE, batch_s=0.1).samples

    return some_samples


def measure_speed(magpie: Magpie | None, options: argparse.Namespace) -> Timings:
    """Go round all positions and plies; MAGPIE right after us."""
    timings, tasks = Timings(), {name: Task.make(cgp) for name, cgp in POSITIONS.items()}
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr)
        for name, task in tasks.items():
            for plies in PLIES:
                spent = timed(alike(task, plies), options.seconds)
                timings.add(f"{name}, {plies} plies", spent)
                if magpie is not None:
                    samples = round(options.seconds / spent.cpu_s)
                    theirs = magpie.simulate(
                        POSITIONS[name], plies=plies, samples=samples, candidates=CANDIDATES, seed=number + 1
                    )
                    timings.add(f"{THEIRS}, {name}, {plies} plies", theirs)
    return timings


def print_speed(timings: Timings, *, with_magpie: bool) -> None:
    """Print samples a second, best of the rounds."""
    rows = []
    for name in POSITIONS:
        for plies in PLIES:
            what = f"{name}, {plies} plies"
            ours_s = timings.least_cpu_s(what)
            row = [what, f"{1 / ours_s:,.0f}"]
            if with_magpie:
                theirs_s = timings.least_cpu_s(f"{THEIRS}, {what}")
                row += [f"{1 / theirs_s:,.0f}", f"{theirs_s / ours_s:.2f}"]
                row += [timings.ratio(what, f"{THEIRS}, {what}")]
            rows.append(row)
    head = [f"{CANDIDATES} candidates, one thread, samples a second of CPU time", "Zeitnot"]
    head += (
        [THEIRS, "ratio of the best", "ratios of the rounds, median (least .. most)"] if with_magpie else []
    )
    print_table(head, rows)


def print_threads(options: argparse.Namespace) -> None:
    """Print what a second thread brings, in wall time: the machine must have two cores to spare."""
    rows = []
    for name, cgp in POSITIONS.items():
        task, found = Task.make(cgp), dict[int, float]()
        for _ in range(options.rounds):
            for threads in (1, 2):
                samples = task.run(seconds=options.seconds, threads=threads).samples
                found[threads] = max(found.get(threads, 0.0), samples / options.seconds)
        rows.append([name, *(f"{found[threads]:,.0f}" for threads in (1, 2)), f"{found[2] / found[1]:.2f}"])
    print_table(["samples a second of wall time, 2 plies", "1 thread", "2 threads", "ratio"], rows)


def print_checks(options: argparse.Namespace) -> None:
    """Print which part of a simulation goes into looking at it: its state, a snapshot, the expected loss."""
    rows = []
    for name, cgp in POSITIONS.items():
        looking, task = Looking(Position.from_cgp(cgp)), Task.make(cgp)
        began_s = time.process_time()
        task.run(looking.at, seconds=2 * options.seconds, batch_s=CHECK_S)
        share = looking.looking_s / (time.process_time() - began_s)
        each_us = 1e6 * looking.looking_s / looking.looks
        rows.append([name, str(looking.looks), f"{each_us:.0f}", f"{share:.2%}"])
    print_table(["looks at the arms", "looks", "microseconds each", "share of CPU time"], rows)


class Looking:
    """A callback that does what a player does at a checkpoint, and notes what that takes."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.candidates = built_in_generator().moves(position, CANDIDATES)
        self.looks = 0
        self.looking_s = self.loss_pts = 0.0

    def at(self, report: _native.SimulationReport) -> bool:
        """Look once; never stop."""
        began_s = time.thread_time()
        state = state_of(report, self.candidates)
        self.loss_pts = bonferroni(state.snapshot(self.position))
        self.looks += 1
        self.looking_s += time.thread_time() - began_s
        return False


def prepared(program: Path, folder: Path) -> Magpie:
    """Give MAGPIE our words, leaves and chances."""
    lexicon = Lexicon.built_in()
    return Magpie.prepare(
        program,
        folder,
        kwg=kwg_of(lexicon.words(), lexicon.distribution),
        klv=lzma.decompress(BUILT_IN_LEAVES.read_bytes()),
        win_table=WinTable.built_in().to_bytes(),
    )


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--magpie", type=Path, metavar="PATH", help="the MAGPIE program, or its folder")
    parser.add_argument("--rounds", type=int, default=3, help="times all is measured (default: %(default)s)")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="CPU time of each in a round (default: %(default)s)"
    )
    options = parser.parse_args()
    if options.rounds < 1 or options.seconds <= 0.0:
        parser.error("there must be a round, and some time for each")
    if options.magpie is not None:
        options.magpie = program_of(options.magpie)
    return options


def main() -> None:
    """Measure and print."""
    options = parsed()
    with tempfile.TemporaryDirectory() as folder:
        magpie = None if options.magpie is None else prepared(options.magpie, Path(folder))
        timings = measure_speed(magpie, options)
    print_speed(timings, with_magpie=magpie is not None)
    print_threads(options)
    print_checks(options)


if __name__ == "__main__":
    main()
