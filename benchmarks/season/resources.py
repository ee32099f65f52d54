"""Resources: what a program holds that does the same again and again.

`python -m benchmarks.season.resources KIND SECONDS` is the program that is measured.
"""

import gc
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path

import chess

from benchmarks.season.figures import Found, Tally
from benchmarks.season.slices import Slice
from tests.lab.fleet.tiny_match import children
from tests.lab.match.scenes import small_plan
from tests.lab.test_lag import CHESS
from zeitnot.chess.engine import Engine, Request
from zeitnot.chess.proxy import WrappedEngine
from zeitnot.clocks import ClockReading
from zeitnot.lab import play_match
from zeitnot.models import make_manager

WARM_UNITS = 6
"""Units of work before the first measurement: caches fill, and libraries load."""
MOST_KB = 6_000
"""Growth of memory that is no leak, and..."""
MOST_KB_EACH = 0.5
"""...what a turn may add: what is measured is in pages, and allocators keep some."""
LOOKS, LOOK_S = 10, 0.2
"""Looks at a process that is at rest, and the time between them."""
_PAGE_KB = os.sysconf("SC_PAGE_SIZE") // 1024
_LINE = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"]
Units = Generator[int, None, None]
"""Work without end: yields after every unit how many turns, games or requests it was."""


def chess_turns() -> Units:
    """Think with the built-in engine under every policy, in work time."""
    engines = [Engine(make_manager(name), hash_mb=1, nodes_per_second=20_000) for name in CHESS]
    for number in itertools.count():
        for engine in engines:
            engine.think(_request(number, clock_s=1.0))
        yield len(engines)


def wrapped_turns() -> Units:
    """Let another engine think."""
    with closing(WrappedEngine(["stockfish"], make_manager("textbook"))) as engine:
        for number in itertools.count():
            engine.think(_request(number, clock_s=0.2))
            yield 1


def scrabble_turns() -> Units:
    """Choose moves of Scrabble in work time."""
    from tests.scrabble.fixtures_player import RATES, clock, knowledge, position_with_bag
    from zeitnot.scrabble.player import Player, PlayerSettings
    from zeitnot.scrabble.simulation import SimulationSettings

    settings = PlayerSettings(simulation=SimulationSettings(first_samples=5))
    player = Player(make_manager("magpie"), knowledge(), settings=settings, rates=RATES)
    for number in itertools.count():
        player.choose(position_with_bag(40), clock=clock(4.0), ply=2 * (number % 10))
        yield 1


def match_games() -> Units:
    """Play matches in processes of their own."""
    for number in itertools.count():
        play_match(small_plan(games=6, seed=number), concurrency=2)
        yield 6


def replayed_games() -> Units:
    """Replay recorded turns."""
    from tests.lab.replay.test_replay import chess_plan
    from zeitnot.lab import run_replay

    plan = chess_plan("uniform,stockfish,learned")
    while True:
        run_replay(plan, games=20, processes=1)
        yield 60


def page_requests() -> Units:
    """Look at served pages, and come and go as a watcher."""
    from tests.web.fixtures_site import served
    from tests.web.test_play_page import Stream, begun

    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as visitor:
        address = begun(visitor)
        while True:
            for path in ("/", "/play", "/explore", address):
                assert visitor.get(path).text
            with Stream(visitor, address) as stream:
                stream.state(ply=0)
            yield 5


def _request(number: int, *, clock_s: float) -> Request:
    board = chess.Board()
    for move in _LINE[: 2 * (number % (len(_LINE) // 2))]:
        board.push_uci(move)
    reading = ClockReading(remaining_s=clock_s, increment_s=0.01)
    return Request(board=board, clock=reading, opponent=reading)


KINDS: dict[str, Callable[[], Units]] = {
    "chess turns": chess_turns,
    "wrapped turns": wrapped_turns,
    "Scrabble turns": scrabble_turns,
    "match games": match_games,
    "replayed games": replayed_games,
    "page requests": page_requests,
}


def settled() -> dict[str, int]:
    """Return what this process holds once everything that ends by itself has ended."""
    gc.collect()
    least = measured()
    for _ in range(LOOKS):
        time.sleep(LOOK_S)
        least = {name: min(held, least[name]) for name, held in measured().items()}
    return least


def measured() -> dict[str, int]:
    """Return what this process holds now."""
    return {
        "memory_kb": int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE_KB,
        "threads": len(os.listdir("/proc/self/task")),
        "descriptors": len(os.listdir("/proc/self/fd")),
        "processes": len(children(os.getpid())),
        "temporary files": len(os.listdir(tempfile.gettempdir())),
    }


def main(kind: str, seconds: float) -> None:
    """Work, and print what was held before and after."""
    units = KINDS[kind]()
    for _ in range(WARM_UNITS):
        next(units)
    before, done, until_s = settled(), 0, time.monotonic() + seconds
    while time.monotonic() < until_s:
        done += next(units)
    after = settled()
    units.close()
    print(json.dumps({"done": done, "before": before, "after": after}))


def resources(work: Slice) -> Found:
    """Do the same for a while; nothing but a little memory may grow."""
    tally = Tally()
    kind = [*KINDS][work.seed % len(KINDS)]
    command = [sys.executable, "-m", "benchmarks.season.resources", kind, str(work.seconds)]
    ended = subprocess.run(  # noqa: S603 (this program)
        command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "TMPDIR": str(work.folder)}
    )
    form = json.loads(ended.stdout.splitlines()[-1])
    done, before, after = form["done"], form["before"], form["after"]
    tally.counts[kind] += done
    grown_kb = after.pop("memory_kb") - before.pop("memory_kb")
    tally.measure(f"kB grown, {kind}", [max(0, grown_kb)])
    tally.check(grown_kb <= MOST_KB + MOST_KB_EACH * done, f"{kind}: {grown_kb:,} kB grown in {done:,}")
    for name, held in before.items():
        tally.check(after[name] <= held, f"{kind}: {held} {name} before and {after[name]} after {done:,}")
    left = [path.name for path in work.folder.iterdir()]
    tally.check(not left, f"{kind}: temporary files left: {left[:3]}")
    return tally.found()


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
