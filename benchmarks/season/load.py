"""Loads: other work on the machine, or own processes that are stopped for moments, while games are played."""

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks.season.figures import Tally
from tests.lab.fleet.tiny_match import descendants

LOADS = ("none", "processor", "disk", "memory", "stops")

_PROGRAMS = {
    "processor": "while True: pass",
    "disk": """
import os, sys
block = os.urandom(1 << 20)
while True:
    with open(sys.argv[1], "wb") as file:
        for _ in range(32):
            file.write(block)
        os.fsync(file.fileno())
""",
    "memory": """
while True:
    held = [bytearray(1 << 20) for _ in range(512)]
    for block in held:
        block[::4096] = bytes(len(block) // 4096)
""",
}
_LONGEST_STOP_S = 0.15
_BETWEEN_STOPS_S = 1.0


@contextmanager
def loaded(kind: str, folder: Path, tally: Tally, *, rng: random.Random) -> Iterator[None]:
    """Load the machine until the end of the block."""
    if kind == "stops":
        with _stopping(tally, rng):
            yield
        return
    count = os.cpu_count() or 1 if kind == "processor" else 1
    programs = [_PROGRAMS[kind]] * count if kind in _PROGRAMS else []
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(folder / "load")])  # noqa: S603 (lines from above)
        for program in programs
    ]
    if running:
        tally.faults[f"load: {kind}"] += 1
    try:
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


@contextmanager
def _stopping(tally: Tally, rng: random.Random) -> Iterator[None]:
    """Stop one of the processes that this one has started, again and again, and let it go on."""
    ended = threading.Event()

    def stop() -> None:
        while not ended.wait(_BETWEEN_STOPS_S * rng.random()):
            with suppress(OSError, IndexError):  # processes come and go
                pid = rng.choice(descendants(os.getpid()))
                os.kill(pid, signal.SIGSTOP)
                tally.faults["process stopped and continued"] += 1
                ended.wait(_LONGEST_STOP_S * rng.random())
                os.kill(pid, signal.SIGCONT)

    thread = threading.Thread(target=stop, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
