"""MAGPIE beside us: a process of its own that plays and simulates, on the same words and the same leaves."""

import resource
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from benchmarks.timings import Spent
from zeitnot.scrabble.board import STANDARD
from zeitnot.scrabble.letters import ENGLISH

LEXICON = "CEL_SPEED"
"""Names that begin so have English tiles there."""

PROGRAMS = ("bin/magpie", "magpie")
"""Where a folder has the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Magpie:
    """The program, and a folder with the data that it plays with."""

    program: Path
    """The executable file."""
    folder: Path
    """Where it runs; it looks for `data` there."""

    @classmethod
    def prepare(
        cls,
        program: Path,
        folder: Path,
        *,
        kwg: bytes,
        klv: bytes,
        win_table: bytes = b"",
        word_map: bool = True,
    ) -> "Magpie":
        """Lay out the data and make the word map if wanted; to simulate it needs a win table."""
        contents = {
            "layouts/standard15.txt": STANDARD.read_bytes(),
            "letterdistributions/english.csv": ENGLISH.read_bytes(),
            f"lexica/{LEXICON}.kwg": kwg,
            f"lexica/{LEXICON}.klv2": klv,
            "strategy/winpct.csv": win_table,
        }
        for name, content in contents.items():
            path = folder / "data" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        magpie = cls(program=program, folder=folder)
        for conversion in ("dawg2text", "text2wordmap") if word_map else ():
            magpie.run("convert", conversion, LEXICON)
        return magpie

    def run(self, *command: str, more: str = "") -> Spent:
        """Run one command on one thread, and then more, a line for each."""
        before_s, began = children_cpu_s(), time.perf_counter()
        words = [str(self.program), *command, "-threads", "1", "-savesettings", "false"]
        done = subprocess.run(  # noqa: S603
            words, cwd=self.folder, capture_output=True, text=True, check=False, input=more
        )
        spent = Spent(cpu_s=children_cpu_s() - before_s, wall_s=time.perf_counter() - began)
        if done.returncode != 0 or "(error" in done.stdout + done.stderr:
            raise SystemExit(
                f"{self.program}: {' '.join(command)}: {done.stdout.strip()}{done.stderr.strip()}"
            )
        return spent

    @contextmanager
    def conversation(self, commands: str, *, seconds: float) -> Iterator[IO[str]]:
        """Send commands to a new process and yield what it prints; a time limit ends it."""
        process = subprocess.Popen(  # noqa: S603  the user's own program
            [str(self.program)],
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        watch = threading.Timer(seconds, process.kill)
        watch.start()
        try:
            process.stdin.write(commands)
            process.stdin.flush()
            yield process.stdout
        finally:
            watch.cancel()
            process.kill()
            process.wait()

    def play(self, games: int, *, word_map: bool, seed: int) -> Spent:
        """Play so many games and give the time of one; starting and reading files is taken off."""
        start, whole = (
            self.run(
                *("autoplay", "games", str(count), "-lex", LEXICON, "-gp", "false", "-seed", str(seed)),
                *("-wmp", "true" if word_map else "false"),
            )
            for count in (1, games + 1)
        )
        return whole.less(start).each(games)

    def simulate(self, cgp: str, *, plies: int, samples: int, candidates: int, seed: int) -> Spent:
        """Simulate with the word map, all candidates alike, and give the time of one sample."""
        few = 10 * candidates
        start, whole = (
            self.run(
                *("set", "-lex", LEXICON, "-wmp", "true", "-seed", str(seed), "-mode", "sync"),
                more=f"cgp {cgp}\ngsim -plies {plies} -numplays {candidates} -minplayiterations 10 "
                f"-iterations {count} -sr rr -threshold none\nquit\n",
            )
            for count in (few, few + samples)
        )
        return whole.less(start).each(samples)


def program_of(given: Path) -> Path:
    """Find the program in what the user named: the file, or its folder."""
    for path in (given, *(given / name for name in PROGRAMS)):
        if path.is_file():
            return path.resolve()
    raise SystemExit(f"--magpie must name the program or the folder it was built in, got {str(given)!r}")


def children_cpu_s() -> float:
    """Return the CPU time of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
