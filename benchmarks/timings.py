"""Timings: CPU time and wall time of one of something, round by round, and against the reference loop."""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from benchmarks.conftest import REFERENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What something took."""

    cpu_s: float
    """Time of the processor, the system's work included."""
    wall_s: float
    """Time that passed."""

    def less(self, other: "Spent") -> "Spent":
        """Take a part off."""
        return Spent(cpu_s=self.cpu_s - other.cpu_s, wall_s=self.wall_s - other.wall_s)

    def each(self, count: int) -> "Spent":
        """Give the time of one of so many."""
        return Spent(cpu_s=self.cpu_s / count, wall_s=self.wall_s / count)


@dataclass(frozen=True, slots=True)
class Timings:
    """What one of each took, in every round."""

    rounds: dict[str, list[Spent]] = field(default_factory=dict)

    def add(self, what: str, spent: Spent) -> None:
        """Note a round."""
        self.rounds.setdefault(what, []).append(spent)

    def cpu_s(self, what: str) -> float:
        """CPU time of one, the median of the rounds."""
        return statistics.median(spent.cpu_s for spent in self.rounds[what])

    def least_cpu_s(self, what: str) -> float:
        """CPU time of one, the least of the rounds."""
        return min(spent.cpu_s for spent in self.rounds[what])

    def wall_s(self, what: str) -> float:
        """Wall time of one, the median of the rounds."""
        return statistics.median(spent.wall_s for spent in self.rounds[what])

    def cell(self, cpu_s: float) -> str:
        """Write how many a second, and the time of one in reference loops."""
        return f"{1 / cpu_s:,.0f} ({cpu_s / self.cpu_s(REFERENCE):,.3g} x)"

    def ratio(self, ours: str, theirs: str) -> str:
        """Write how many times as fast the first is: median of the rounds, least and most."""
        pairs = zip(self.rounds[ours], self.rounds[theirs], strict=True)
        ratios = sorted(other.cpu_s / own.cpu_s for own, other in pairs)
        return f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} .. {ratios[-1]:.2f})"


def timed(work: Callable[[], int], least_s: float) -> Spent:
    """Repeat some work, which says how many it did, for so much CPU time; give the time of one."""
    done, began_s, began_wall_s = 0, time.process_time(), time.perf_counter()
    while time.process_time() - began_s < least_s:
        done += work()
    spent = Spent(cpu_s=time.process_time() - began_s, wall_s=time.perf_counter() - began_wall_s)
    return spent.each(done)


def print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table in Markdown."""
    for cells in (head, ["---"] * len(head), *rows):
        print(f"| {' | '.join(cells)} |")
    print()
