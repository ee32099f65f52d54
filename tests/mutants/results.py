"""What became of each mutant: kept from run to run, counted, printed."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from pathlib import Path


class Outcome(StrEnum):
    """What the tests say to a mutant."""

    KILLED = "killed"
    TIMEOUT = "timeout"
    """It was ended after too long: nobody would ship it, so it counts as killed."""
    SURVIVED = "survived"
    UNTRIED = "not tried"


def digest(*parts: object) -> str:
    """Return a short name for these parts."""
    return sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]


@dataclass(kw_only=True)
class Results:
    """Outcomes in a file that grows by a line for each, so that an interrupted run goes on where it was."""

    path: Path
    known: dict[str, tuple[Outcome, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.read()

    def read(self) -> None:
        """Read the file again, to which another process may have added."""
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                key, outcome, tests = json.loads(line)
                self.known[key] = Outcome(outcome), tests

    def outcome(self, key: str, *, tests: str) -> Outcome:
        """Return what is known; who survived is tried again when the tests have changed."""
        outcome, tried_by = self.known.get(key, (Outcome.UNTRIED, ""))
        return Outcome.UNTRIED if outcome is Outcome.SURVIVED and tests != tried_by else outcome

    def add(self, key: str, outcome: Outcome, *, tests: str) -> None:
        """Keep an outcome."""
        self.known[key] = outcome, tests
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([key, outcome, tests]) + "\n")


def summary(outcomes: Mapping[str, Iterable[Outcome]]) -> str:
    """Write a table with a line for each group of mutants."""
    counts = {name: Counter(group) for name, group in outcomes.items()}
    if len(counts) > 1:
        counts["all"] = sum(counts.values(), Counter())
    lines = ["| mutants of | tried | killed | timeouts | survived | not tried | killed, % |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    for name, count in counts.items():
        tried = count.total() - count[Outcome.UNTRIED]
        dead = count[Outcome.KILLED] + count[Outcome.TIMEOUT]
        figures = [
            tried,
            count[Outcome.KILLED],
            count[Outcome.TIMEOUT],
            count[Outcome.SURVIVED],
            count[Outcome.UNTRIED],
        ]
        share = f"{100 * dead / tried:.1f}" if tried else "-"
        lines.append(f"| {name} | {' | '.join(map(str, figures))} | {share} |")
    return "\n".join(lines)
