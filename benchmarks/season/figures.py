"""Figures: what a slice of the season did and found, kept as one line of JSON each."""

import json
import math
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

_STEPS = 20
"""Steps of a histogram between a figure and ten times that figure: 12 % each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a part did and found."""

    counts: dict[str, int] = field(default_factory=dict)
    """Work that was done, by kind: games, turns, checks."""
    faults: dict[str, int] = field(default_factory=dict)
    """Faults that were injected, by kind."""
    findings: tuple[str, ...] = ()
    """What went wrong, a sentence each."""
    histograms: dict[str, dict[str, int]] = field(default_factory=dict)
    """Measured figures by name: rounded value as text, and how often it came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """One slice of the season."""

    part: str
    """Name of the part."""
    seed: int
    """Number of the slice among those of its part, which chose games and moments."""
    began: str
    """When it began, in ISO form."""
    seconds: float
    """Seconds that it took."""
    load: float
    """Processes that wanted to run when it began, as the system counts them over a minute."""
    found: Found
    """What it did and found."""


class Tally:
    """Counts while a part runs."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.counts: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.findings: list[str] = []
        self._histograms: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def measure(self, name: str, values: Iterable[float]) -> None:
        """Add measured figures."""
        self._histograms[name].update(_rounded(value) for value in values)

    def check(self, holds: bool, words: str) -> None:
        """Count a check, and a finding if it does not hold."""
        self.counts["checks"] += 1
        if not holds:
            self.findings.append(words)

    def found(self) -> Found:
        """Return what was counted."""
        return Found(
            counts=dict(self.counts),
            faults=dict(self.faults),
            findings=tuple(self.findings),
            histograms={name: dict(values) for name, values in self._histograms.items()},
        )


def _rounded(value: float) -> str:
    """Round up to the next of few figures, so that a histogram is short and never too kind."""
    if value <= 0 or not math.isfinite(value):
        return "0" if value <= 0 else "inf"
    return f"{10 ** (math.ceil(_STEPS * math.log10(value)) / _STEPS):.3g}"


def summed(found: Iterable[Found]) -> Found:
    """Return the sum of several."""
    tally = Tally()
    for each in found:
        tally.counts.update(each.counts)
        tally.faults.update(each.faults)
        tally.findings.extend(each.findings)
        for name, values in each.histograms.items():
            tally._histograms[name].update(values)
    return tally.found()


def quantile(histogram: Mapping[str, int], share: float) -> float:
    """Return the figure that this share of the values does not exceed."""
    ordered = sorted((float(value), count) for value, count in histogram.items())
    wanted, seen = share * sum(histogram.values()), 0
    for value, count in ordered:
        seen += count
        if seen >= wanted:
            return value
    return ordered[-1][0]


@dataclass(frozen=True, slots=True)
class FigureStore:
    """The slices of a season, in a file that a killed process leaves readable."""

    path: Path

    def add(self, figures: Figures) -> None:
        """Keep a slice; it stays after a crash."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            # A line that was cut off by a crash ends here.
            lead = b"" if file.tell() == 0 or self.path.read_bytes().endswith(b"\n") else b"\n"
            file.write(lead + json.dumps(asdict(figures), ensure_ascii=False).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def __iter__(self) -> Iterator[Figures]:
        """Yield the slices; a line that was cut off is none."""
        if not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
            with suppress(ValueError):
                form = json.loads(line)
                found = form.pop("found")
                found["findings"] = tuple(found["findings"])
                yield Figures(found=Found(**found), **form)
