"""How fast endgames are solved: a fixed set, to depths 4 and 7 and to the end; MAGPIE beside it if given.

One thread, in CPU time, each position once, ours and MAGPIE's in turn; only the limit is in wall time. A
depth that the exact value came before counts as reached then; MAGPIE does not say when a value is exact, so
it is given 25 plies. Starting MAGPIE and reading its files is taken off.
"""

import argparse
import lzma
import math
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.magpie_autoplay import LEXICON, Magpie, children_cpu_s, program_of
from benchmarks.timings import print_table
from zeitnot._native import Dictionary, EndgameReport, EndgameSolver, StopControl
from zeitnot.scrabble import Layout, Lexicon, Position
from zeitnot.scrabble.evaluation import BUILT_IN_LEAVES
from zeitnot.scrabble.generation import dictionary_of
from zeitnot.scrabble.lexicon import kwg_of

EXAMPLES = """examples:
  python -m benchmarks.scrabble_endgames
  python -m benchmarks.scrabble_endgames --magpie PATH --seconds 20
"""

POSITIONS = (
    "14I/3BOY3EXOGEN/3APERIES4D/COUDE9I/14T/5BHUT4ME/7TAW2JO1/6ZAG3I1S/6I5LAT/"
    "1VIRL1NA4TYE/4INCLOSED2E/QuERN2V3W2D/1HM4I1GRANTS/5FON3R3/7E3FLOP ?AAIKRU/AEOU 0/0 0",
    "VEEJAY1R5Z1/3I2OUTGO2EH/1TUNEUPS5Do/1R1X3H6R/1I12N/1T7F4B/1h1WAKED1I4E/"
    "1ISOBARE1TAENIA/1N2AI1C1L4M/1G3FORTY5/2OOPS1O7/7W7/2CARDING6/7E7/SINUATED7 AILLMQV/EELO 0/0 0",
    "6QUIN1CURL/1JAY3N1OVATE1/2REDBAITS1VAMP/2MAE2P3E2I/4S2OD1BRUIN/F3T2DO5N/L3R3R5U/"
    "O2HOOKAH5L/GOX1Y3A5E/1FITS3W5s/3A4k1WIZ2/3N1EGESTED3/3N11/3I11/3C11 AEEGIRT/EEILO 0/0 0",
    "3V3P6R/1B1I1J1A6E/1O1O1I1T6G/1U1LOG1T2TUTTI/1D1AR1HENBIT2V/1O2iZAR6E/1I2G3U6/"
    "OR1AIDMAN6/L1WINEY1L6/D3AX2E6/SO2L2FANCY3/QuINS3R2OE2/UP6N6/AH6SOIREE1/WE13 ADEEEMS/CFK 0/0 0",
    "AbNORMAL7/7Y7/7SLIPPY2/7E3R2W/7D2WOK1I/8BOOTIES/10NET1E/3FOLIO3G2R/3I2N4ET2/"
    "1ZODIAC5I2/3G2U2FONT2/XU1EL1BAHADUR2/UNITE1A5E2/4V1T1AVERSE1/3JANEs7 CEGMQRS/ADHI 0/0 0",
    "3Q11/A1OUTWILEd5/U2I1EF8/D2R11/I1REM10/EF1SAY9/NOG1TANKA1BOOTS/CHUTE2ALCID2I/"
    "E1I4ET4AX/2L6J3I1/2D6OBE1L1/2EURIPI1HYMNED/2R6N3R1/12NOW/9PAVANE ?AGOOVZ/EGRSST 0/0 0",
    "7T4K2/7R4IS1/5GLOM3FA1/7WAVEY1U1/3POI1E2FANG1/1QUARTILE4H1/8N6/3VITRIcS2D2/3O4HAY1o2/"
    "1BRING2AWA1N2/3C3AS1L1N2/3E1O1ME1DEE2/1LID1U1IS2AR2/5ZED2JUT2/5O1O2OX3 CEEPRTT/BEEINO 0/0 0",
    "14R/14O/14U/10CAREX/10O4/5T4PARVO/5WAUK1Y4/L3WANT2r3H/I1AGENE2OE3U/S1C2G1I1BA3M/"
    "T1A1HYENOID3M/EERIE2V1ASLOPE/N1I3FIZ5R/E6T1QuOITS/R2JILTED6 AEFGLNO/BDDINSU 0/0 0",
    "7D7/6IrENICAL1/1AMyLASES2W3/7C2UM3/7K2N4/10P2Q1/5Y2INIA1A1/AVOW1OROTUNDITY/3H1U1N7/"
    "1J1I3E7/1O1REFORGED4/DE1L3I2OR3/I6E1AXE3/TARTUFES1BIG3/Z6T1OES3 ABEGHLP/ENORTV 0/0 0",
    "9DEWING/RAJ8H3/2OP2LOBEFINS1/2YE7N3/3N6PEGS1/1QAT1MOTTlED3/3A1EF8/"
    "3NOTAL1GAUCHO/3E2YONI5/3S3CADI4/6Ka7/2WURZEL7/6XI7/7T1IAMBI1/2REVIVERS5 ADELOOU/AEIRRTU 0/0 0",
    "15/9QAT3/11UT2/11XI2/4OAK2U2N2/6AIOLI1C2/2ZOWIE2V2T2/4O2ORANGS1O/5W1D6C/"
    "3OPHIDIAN3T/4HI1L1BELFRY/3FORBY2SEE1L/4N3MUsTEEs/1REPEG1DAM5/JERID1GEN6 AAEINST/AERSUV 0/0 0",
    "5TEPAL4K/1P3ANEROID2A/1AD8OY1I/1LO8ROLF/1EM5COVEN2/1AI1CENTUM5/2N5I6/"
    "2GRAZERS5T/4W3H5O/4A9G/3LIENTERY3U/Q3T5EXINE/U5AGOuTIS2/ABUSIVE8/D14 ?FIORSW/BDEHJ 0/0 0",
)
"""The first positions with an empty bag in games of static play (ENABLE1, seed 7)."""

DEPTHS = (4, 7, 25)
"""Plies; the last is the end of the game."""
TABLE_MB = 64
TABLE_SHARE = "0.02"
"""Of the machine's memory, for MAGPIE: its own default takes seconds to be cleared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """One position."""

    times_s: tuple[float | None, ...]
    """CPU time until each of the depths; None where time ran out."""
    spent_s: float
    """CPU time of the last search, also of one whose time ran out."""
    value_pts: int | None
    """At the last depth."""
    nodes: int = 0
    """Over all depths."""
    depth: int = 0
    """The last one completed."""
    complete: bool = False
    """Whether the value is exact."""


def solved(dictionary: Dictionary, position: Position, *, seconds: float, threads: int) -> Solved:
    """Solve with a solver that has seen nothing yet."""
    reports: list[tuple[float, EndgameReport]] = []

    def on_ply(report: EndgameReport) -> bool:
        reports.append((time.process_time() - began_s, report))
        return False

    solver = EndgameSolver(dictionary, TABLE_MB)
    board = bytes(tile for row in position.board.rows for tile in row)
    control = StopControl()
    began_s = time.process_time()
    control.start(soft_s=float("inf"), hard_s=seconds)
    last = solver.solve(
        board, bytes(position.rack), bytes(position.other_rack), control, on_ply, threads=threads
    )
    times = (
        next((spent_s for spent_s, each in reports if each.depth >= depth or each.complete), None)
        for depth in DEPTHS
    )
    return Solved(
        times_s=tuple(times),
        spent_s=time.process_time() - began_s,
        value_pts=last.value_pts,
        nodes=last.nodes,
        depth=last.depth,
        complete=last.complete,
    )


def solved_by(magpie: Magpie, cgp: str, *, seconds: float) -> Solved:
    """Let MAGPIE solve a position, for each depth anew; a process that takes too long is ended."""
    times: list[float | None] = []
    value, spent_s = None, 0.0
    for depth in DEPTHS:
        if times and times[-1] is None:
            times.append(None)
            continue
        spent_s, found = one_depth(magpie, cgp, depth=depth, seconds=seconds)
        times.append(None if found is None else spent_s)
        value = value if found is None else found
    return Solved(times_s=tuple(times), spent_s=spent_s, value_pts=value)


def one_depth(magpie: Magpie, cgp: str, *, depth: int, seconds: float) -> tuple[float, int | None]:
    """Return the CPU time that MAGPIE took, and the value if it found one."""
    settings = f"-lex {LEXICON} -wmp false -threads 1 -eplies {depth} -ttfraction {TABLE_SHARE}"
    start = f"set {settings} -savesettings false\ncgp {cgp}\n"
    before_s = children_cpu_s()
    with magpie.conversation(start + "quit\n", seconds=seconds) as printed:
        printed.read()
    start_s, value = children_cpu_s() - before_s, None
    with magpie.conversation(start + "endgame\n", seconds=start_s + seconds) as printed:
        for line in printed:
            if line.startswith("Endgame (depth:"):
                printed.readline()  # the headings
                row = printed.readline().split("  ")
                value = next(int(cell.split()[0]) for cell in row[1:] if cell.strip())
                break
    return children_cpu_s() - before_s - 2 * start_s, value


def seconds_text(value: float | None, spent_s: float) -> str:
    """Write a time."""
    return f"> {spent_s:.2f} s" if value is None else f"{value:.3f} s"


def rows_of(ours: Sequence[Solved], theirs: Sequence[Solved]) -> list[list[str]]:
    """Make the table."""
    rows = []
    for number, own in enumerate(ours):
        times = [seconds_text(each, own.spent_s) for each in own.times_s]
        row = [str(number), str(own.value_pts), *times]
        row += [
            f"{own.depth}{' exact' if own.complete else ''}",
            f"{own.nodes / own.spent_s / 1000:,.0f} k",
        ]
        if theirs:
            other = theirs[number]
            row += [seconds_text(each, other.spent_s) for each in other.times_s]
            row.append(str(other.value_pts))
        rows.append(row)
    return rows


def ratios(ours: Sequence[Solved], theirs: Sequence[Solved]) -> list[list[str]]:
    """Divide MAGPIE's times by ours, geometric mean; what it spent stands for what it did not reach."""
    rows = []
    for at, depth in enumerate(DEPTHS):
        logs = []
        for own, other in zip(ours, theirs, strict=True):
            own_s = own.times_s[at]
            if own_s is not None:
                logs.append(math.log((other.times_s[at] or other.spent_s) / own_s))
        unreached = sum(other.times_s[at] is None for other in theirs)
        mean = math.exp(sum(logs) / len(logs)) if logs else math.nan
        least = math.exp(min(logs)) if logs else math.nan
        rows.append([f"depth {depth}", f"{mean:.1f}", f"{least:.1f}", str(len(logs)), str(unreached)])
    return rows


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--magpie", type=Path, metavar="PATH", help="the MAGPIE program, or its folder")
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="wall time of a depth (default: %(default)s)"
    )
    parser.add_argument("--threads", type=int, default=1, help="of ours (default: %(default)s)")
    options = parser.parse_args()
    if options.seconds <= 0 or options.threads < 1:
        parser.error("there must be some seconds and a thread")
    if options.magpie is not None:
        options.magpie = program_of(options.magpie)
    return options


def main() -> None:
    """Solve and print."""
    options = parsed()
    lexicon = Lexicon.built_in()
    dictionary = dictionary_of(lexicon, Layout.standard())
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        magpie = None
        if options.magpie is not None:
            klv = lzma.decompress(BUILT_IN_LEAVES.read_bytes())
            kwg = kwg_of(lexicon.words(), lexicon.distribution)
            magpie = Magpie.prepare(options.magpie, Path(folder), kwg=kwg, klv=klv, word_map=False)
        for cgp in POSITIONS:
            position = Position.from_cgp(cgp)
            ours.append(solved(dictionary, position, seconds=options.seconds, threads=options.threads))
            if magpie is not None:
                theirs.append(solved_by(magpie, cgp, seconds=options.seconds))
    depths = [*(f"depth {depth}" for depth in DEPTHS[:-1]), "exact"]
    head = ["position", "value", *depths, "depth", "nodes/s"]
    head += [*(f"MAGPIE, depth {depth}" for depth in DEPTHS), "value"] if theirs else []
    print_table(head, rows_of(ours, theirs))
    if theirs:
        compared = ratios(ours, theirs)
        print_table(["MAGPIE's time / ours", "mean", "least", "positions", "MAGPIE out of time"], compared)


if __name__ == "__main__":
    main()
