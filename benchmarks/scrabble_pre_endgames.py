"""How fast pre-endgames are solved: a fixed set with 1 to 4 tiles in the bag; MAGPIE beside it if given.

One thread, in wall time, the same candidates on both sides: the best static moves of each position. Time is
until the best move is proven, or until the limit. MAGPIE is asked to solve every candidate to the end of the
game (`-pegtopk all`); where the bag is not emptied it assumes another opponent, so that answers may differ.
"""

import argparse
import lzma
import math
import random
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.magpie_autoplay import LEXICON, Magpie, program_of
from benchmarks.scrabble_positions import static_game
from benchmarks.timings import print_table
from zeitnot._native import StopControl
from zeitnot.scrabble import Generator, Knowledge, Position, PreEndgameSearch, RatedMove
from zeitnot.scrabble.board import BOARD_SIZE, Board
from zeitnot.scrabble.evaluation import BUILT_IN_LEAVES
from zeitnot.scrabble.lexicon import kwg_of

EXAMPLES = """examples:
  python -m benchmarks.scrabble_pre_endgames
  python -m benchmarks.scrabble_pre_endgames --magpie PATH --seconds 60 --each 2
"""

BAGS = (1, 2, 3, 4)
SPREADS = (-12, 7, 0, -30, 21)
"""Points by which the player on turn leads, one position after the other."""
SEED = 7
TABLE_MB = 64
TABLE_SHARE = "0.02"
"""Of the machine's memory, for MAGPIE: its own default takes seconds to be cleared."""
GRACE_S = 10.0
"""Time for MAGPIE to start, to stop at its limit and to print; then it is ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """One position by one program."""

    time_s: float | None
    """Until the best move was proven; None where time ran out."""
    move: str = ""
    win: float | None = None
    """Chance of that move to win."""
    nodes: int = 0
    share: float = 0.0
    """Probability of the deals solved of the best move."""
    rivals: int = 0
    """Candidates that may still be best."""


def positions(knowledge: Knowledge, *, each: int) -> list[Position]:
    """Return positions of static games, as many for every number of tiles in the bag."""
    generator = Generator.make(knowledge.lexicon, knowledge.evaluation)
    found: dict[int, list[Position]] = {bag: [] for bag in BAGS}
    rng = random.Random(SEED)
    while any(len(some) < each for some in found.values()):
        for task in static_game(generator, rng):
            if task.bag in found and len(found[task.bag]) < each:
                rows = [
                    tuple(task.board[BOARD_SIZE * row : BOARD_SIZE * (row + 1)]) for row in range(BOARD_SIZE)
                ]
                spread_pts = SPREADS[len(found[task.bag]) % len(SPREADS)]
                found[task.bag].append(
                    Position(board=Board(tuple(rows)), rack=tuple(task.rack), scores=(300 + spread_pts, 300))
                )
    return [position for bag in BAGS for position in found[bag]]


def solved(
    knowledge: Knowledge,
    position: Position,
    candidates: Sequence[RatedMove],
    *,
    seconds: float,
    threads: int,
    most_nodes: int | None,
) -> Solved:
    """Solve with a solver that has seen nothing yet."""
    search = PreEndgameSearch(knowledge, table_mb=TABLE_MB)
    control = StopControl()
    control.start(soft_s=float("inf"), hard_s=seconds)
    state = search.run(
        position, candidates, control, lambda state: state.is_proven, threads=threads, most_nodes=most_nodes
    )
    best = state.moves[0]
    return Solved(
        time_s=state.elapsed_s if state.is_proven else None,
        move=position.move_text(best.rated.move),
        win=best.win_chance,
        nodes=state.nodes,
        share=best.share,
        rivals=len(state.rivals),
    )


def solved_by(
    magpie: Magpie, position: Position, candidates: Sequence[RatedMove], *, seconds: float
) -> Solved:
    """Let MAGPIE solve the same candidates; a process that takes too long is ended."""
    alphabet = position.distribution.alphabet
    # Words are written whole there, with a dot before them.
    only = ",".join(
        re.sub(r"[()]", "", each.move.text(alphabet, position.board)).replace(" ", ".", 1)
        for each in candidates
    )
    settings = (
        f"-lex {LEXICON} -wmp false -threads 1 -ttfraction {TABLE_SHARE} -savesettings false -mode sync"
    )
    solve = f"peg -pegtopk all -pegtlim {math.ceil(seconds)} -pegonly {only}"
    commands = f"set {settings}\ncgp {position.to_cgp()}\n{solve}\nquit\n"
    began = time.perf_counter()
    with magpie.conversation(commands, seconds=seconds + GRACE_S) as printed:
        text = printed.read()
        elapsed_s = time.perf_counter() - began
    return read_magpie(text, elapsed_s)


def read_magpie(text: str, elapsed_s: float) -> Solved:
    """Read MAGPIE's tables: the stages, of which the last one must be complete, and the ranking."""
    stages = re.findall(r"^\d+ +\S.*? +(\d+)/(\d+) +[\d.]+% +[\d.]+s", text, re.M)
    best = re.search(r"^ *1  (\S+ \S+|\S+) +\d+ +\d+ +\d+ +([\d.]+) ", text, re.M)
    if best is None:
        return Solved(time_s=None)
    is_solved = bool(stages) and stages[-1][0] == stages[-1][1]
    return Solved(time_s=elapsed_s if is_solved else None, move=best[1], win=float(best[2]) / 100)


def rows_of(
    places: Sequence[Position], ours: Sequence[Solved], theirs: Sequence[Solved], limit_s: float
) -> list[list[str]]:
    """Make the table, a row for each position."""

    def time_text(value: float | None) -> str:
        return "not within limits" if value is None else f"{value:.2f} s"

    def win_text(value: float | None) -> str:
        return "" if value is None else f"{100 * value:.1f}"

    rows = []
    for number, (position, own) in enumerate(zip(places, ours, strict=True)):
        row = [str(number), str(position.bag_count), own.move, win_text(own.win), time_text(own.time_s)]
        row += [f"{own.nodes:,}", f"{100 * own.share:.0f} %", str(own.rivals)]
        if theirs:
            other = theirs[number]
            row += [other.move, win_text(other.win), time_text(other.time_s)]
        rows.append(row)
    return rows


def summary(
    places: Sequence[Position], ours: Sequence[Solved], theirs: Sequence[Solved], limit_s: float
) -> list[list[str]]:
    """Return medians by tiles in the bag, and MAGPIE's time by ours where both were in time."""
    rows = []
    for bag in BAGS:
        here = [at for at, position in enumerate(places) if position.bag_count == bag]
        times = [ours[at].time_s for at in here]
        median = statistics.median(limit_s if each is None else each for each in times)
        row = [str(bag), str(len(here)), f"{sum(each is not None for each in times)}", f"{median:.2f} s"]
        if theirs:
            logs = [
                math.log((theirs[at].time_s or limit_s) / own_s)
                for at in here
                if (own_s := ours[at].time_s) is not None
            ]
            late = sum(theirs[at].time_s is None for at in here)
            row += [f"{math.exp(statistics.mean(logs)):.1f}" if logs else "", str(late)]
        rows.append(row)
    return rows


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--magpie", type=Path, metavar="PATH", help="the MAGPIE program, or its folder")
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="most for one position (default: %(default)s)"
    )
    parser.add_argument("--each", type=int, default=5, help="positions of a bag (default: %(default)s)")
    parser.add_argument("--candidates", type=int, default=20, help="of a position (default: %(default)s)")
    parser.add_argument("--nodes", type=int, help="most nodes of ours for a position")
    parser.add_argument("--threads", type=int, default=1, help="of ours (default: %(default)s)")
    options = parser.parse_args()
    if options.seconds <= 0 or min(options.threads, options.each, options.candidates) < 1:
        parser.error("there must be some seconds, a position, a candidate and a thread")
    if options.magpie is not None:
        options.magpie = program_of(options.magpie)
    return options


def main() -> None:
    """Solve and print."""
    options = parsed()
    knowledge = Knowledge.built_in()
    generator = Generator.make(knowledge.lexicon, knowledge.evaluation)
    places = positions(knowledge, each=options.each)
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        magpie = None
        if options.magpie is not None:
            klv = lzma.decompress(BUILT_IN_LEAVES.read_bytes())
            kwg = kwg_of(knowledge.lexicon.words(), knowledge.lexicon.distribution)
            magpie = Magpie.prepare(options.magpie, Path(folder), kwg=kwg, klv=klv, word_map=False)
        for position in places:
            moves = generator.moves(position, options.candidates)
            ours.append(
                solved(
                    knowledge,
                    position,
                    moves,
                    seconds=options.seconds,
                    threads=options.threads,
                    most_nodes=options.nodes,
                )
            )
            if magpie is not None:
                theirs.append(solved_by(magpie, position, moves, seconds=options.seconds))
    head = ["position", "bag", "best move", "win %", "proven after", "nodes", "deals of the best", "rivals"]
    head += ["MAGPIE's move", "win %", "time"] if theirs else []
    print_table(head, rows_of(places, ours, theirs, options.seconds))
    head = ["bag", "positions", "proven", "median"]
    head += ["MAGPIE's time / ours", "MAGPIE out of time"] if theirs else []
    print_table(head, summary(places, ours, theirs, options.seconds))


if __name__ == "__main__":
    main()
