"""What opening the Scrabble engine costs: a fresh process that says so of itself, as JSON.

Example: python -m benchmarks.scrabble_opening
"""

import argparse
import json
import time
from pathlib import Path

from zeitnot import _native
from zeitnot.scrabble import Generator, Lexicon, Position, StaticEvaluation, read_leaves

KIB_IN_MIB = 1024
POSITION = "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRST?/ 0/14 0"
GAMES = 200
"""Games after which all of the files has been touched."""

WORKSPACES = 20
"""Workspaces beside the first, to see what one takes."""


def add_files(parser: argparse.ArgumentParser) -> None:
    """Let the user name other words and leaves."""
    parser.add_argument(
        "--lexicon", type=Path, metavar="FILE", help="a KWG file; default: the built-in words"
    )
    parser.add_argument(
        "--leaves", type=Path, metavar="FILE", help="a KLV2 file; default: the built-in leaves"
    )


def resident_mib() -> dict[str, float]:
    """Say what of this process is in memory, its own and mapped; empty where that cannot be told."""
    try:
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return {}
    fields = dict(line.split(":", 1) for line in lines)
    names = {"own_mib": "RssAnon", "mapped_mib": "RssFile"}
    return {name: int(fields[field].split()[0]) / KIB_IN_MIB for name, field in names.items()}


def opened(options: argparse.Namespace) -> tuple[Lexicon, Generator]:
    """Open words, word map and leaves, and prepare to generate."""
    lexicon = Lexicon.built_in() if options.lexicon is None else Lexicon.open(options.lexicon)
    if options.leaves is None:
        return lexicon, Generator.make(lexicon, StaticEvaluation.built_in())
    return lexicon, Generator.make(lexicon, StaticEvaluation(leaves=read_leaves(options.leaves)))


def play(generator: Generator, games: int) -> _native.SelfPlay:
    """Play some games and give what they were played with."""
    values, workspace = generator.evaluation.native, _native.SelfPlay(generator.dictionary)
    for game in range(games):
        workspace.play(values, values, seed=1, first_game=2 * game, games=1)
    return workspace


def main() -> None:
    """Open, find a move, then play, and print what each took."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_files(parser)
    options = parser.parse_args()
    imported, imported_s, imported_cpu_s = resident_mib(), time.perf_counter(), time.process_time()
    _, generator = opened(options)
    generator.moves(Position.from_cgp(POSITION), 1)
    found = {
        "open_s": time.perf_counter() - imported_s,
        "open_cpu_s": time.process_time() - imported_cpu_s,
        "process_cpu_s": time.process_time(),
    }
    workspaces = [play(generator, GAMES)]
    played = resident_mib()
    found |= {name: played[name] - before for name, before in imported.items()}
    workspaces.extend(play(generator, 1) for _ in range(WORKSPACES))
    if played:
        found["workspace_mib"] = (resident_mib()["own_mib"] - played["own_mib"]) / WORKSPACES
    print(json.dumps(found))


if __name__ == "__main__":
    main()
