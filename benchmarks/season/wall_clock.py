"""Wall clock: the time of day of some processes, set back and forth while they run.

The clock of the machine belongs to all that runs there, and the time namespaces of Linux have offsets for
monotonic clocks only. So a small library, loaded before all others, adds an offset to the wall clock.
"""

import os
import shutil
import struct
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from zeitnot.errors import SettingError

HOUR_S, DAY_S = 3600, 86400
JUMPS_S = {"an hour on": HOUR_S, "an hour back": -HOUR_S, "a day on": DAY_S, "a day back": -DAY_S}
"""How far the clock is set, by name."""
SOURCE = Path(__file__).with_name("wall_clock.cpp")
_SIZE = struct.calcsize("q")


@dataclass(slots=True)
class WallClock:
    """The wall clock of the processes that are started with its environment."""

    library: Path
    offset_file: Path
    offset_s: int = 0
    """Seconds that the clock is ahead of the machine's."""

    @property
    def environment(self) -> dict[str, str]:
        """Environment of processes that have this clock, and all that they start."""
        own = {"LD_PRELOAD": str(self.library), "ZEITNOT_WALL_CLOCK": str(self.offset_file)}
        return {**os.environ, **own}

    def jump(self, seconds: int) -> None:
        """Set the clock on, or back, for all its processes at once."""
        self.offset_s += seconds
        with self.offset_file.open("r+b", buffering=0) as file:
            file.write(struct.pack("q", self.offset_s))

    @contextmanager
    def jumping(self, rng: Random, jumps: list[str], *, most_s: float = 0.5) -> Iterator[None]:
        """Let the clock jump again and again; the names of the jumps are noted as they come."""
        over = threading.Event()

        def jump() -> None:
            while not over.wait(rng.uniform(0.0, most_s)):
                jumps.append(rng.choice(list(JUMPS_S)))
                self.jump(JUMPS_S[jumps[-1]])

        thread = threading.Thread(target=jump)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def made_wall_clock(folder: Path) -> WallClock:
    """Compile the library, and return a clock that shows the time of the machine."""
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        raise SettingError("a clock that can be set needs a C++ compiler, got none")
    library, offset_file = folder / "wall_clock.so", folder / "wall_clock.offset"
    command = [compiler, "-std=c++20", "-O1", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)  # noqa: S603 (the compiler)
    offset_file.write_bytes(bytes(_SIZE))
    return WallClock(library, offset_file)
