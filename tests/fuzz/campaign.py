"""Campaign: targets under libFuzzer for a while, each from where it ended the last time, and the figures."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.fuzz.findings import FOLDER, keep_finding
from tests.fuzz.registry import MODULES, TARGETS

PROJECT = Path(__file__).parents[2]
KEPT = PROJECT / "build" / "fuzz"
"""Corpora, logs and figures."""
NATIVE = PROJECT / "build" / "fuzz-native"
"""Programs of the native targets, which clang builds with its sanitizers: `make fuzz-native`."""
NATIVE_TARGETS = {f"native-{name}": name for name in ("fen", "kwg", "klv2", "word-map")}
"""Native targets, each with the target whose seeds, words and findings it shares."""
_ALL_NATIVE = ("kwg", "klv2", "word-map")
"""Targets without a line of Python to cover: only their native twins are guided."""
GUIDED = (*(name for name in TARGETS if name not in _ALL_NATIVE), *NATIVE_TARGETS)
"""Names of all that can be fuzzed with coverage."""
SLOWEST_S = 30
"""An input that takes longer ends a run, and is kept."""
MOST_MB = 2_048
_STATUS = re.compile(r"^#(\d+)\s+(?:[A-Z]\S*\s+)cov: (\d+) ft: (\d+) corp: (\d+)/", re.MULTILINE)
_ARTIFACTS = ("crash-", "timeout-", "oom-", "leak-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What one run of a target did."""

    name: str
    """The target."""
    seconds: float
    """Time that it was given."""
    inputs: int
    """Inputs that were read."""
    covered: int
    """Edges of our code, and of the chess library, that the corpus reaches."""
    corpus: int
    """Inputs of the corpus: each reaches something that the others do not."""
    findings: int
    """Faults that were found."""


def run_target(name: str, *, seconds: float) -> Figures:
    """Fuzz a target for a while; what it learned is in build/fuzz for the next time."""
    target = TARGETS[NATIVE_TARGETS.get(name, name)]
    folder = KEPT / name
    corpus, seeds = folder / "corpus", folder / "seeds"
    temporary = folder / "tmp"  # libFuzzer ends a process before it can clean up
    for each in (corpus, seeds, temporary):
        each.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(target.seeds()):
        (seeds / f"{number:02}").write_bytes(seed)
    (folder / "words").write_text("".join(f'"{_escaped(word)}"\n' for word in target.words), encoding="ascii")
    flags = (
        f"-max_total_time={max(1, round(seconds))}",
        f"-max_len={target.most_bytes}",
        f"-timeout={SLOWEST_S}",
        f"-rss_limit_mb={MOST_MB}",
        f"-artifact_prefix={folder}/",
        *([f"-dict={folder / 'words'}"] if target.words else []),
        "-print_final_stats=1",
    )
    with log_of(name).open("wb") as log:
        subprocess.run(
            [*_program(name), *flags, str(corpus), str(seeds)],
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            env={**_environment(), "TMPDIR": str(temporary)},
            cwd=PROJECT,
            check=False,
        )
    shutil.rmtree(temporary, ignore_errors=True)
    figures = figures_of(name, seconds, log_of(name).read_text(encoding="utf-8", errors="replace"))
    for path in sorted(folder.iterdir()):
        if path.name.startswith(_ARTIFACTS):
            keep_finding(target.name, path.read_bytes())
            path.unlink()
    with (KEPT / "figures.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(asdict(figures))}\n")
    return figures


def log_of(name: str) -> Path:
    """Return the file with all that libFuzzer said in the last run of a target."""
    return KEPT / name / "log"


def figures_of(name: str, seconds: float, log: str) -> Figures:
    """Read the figures of a run from what libFuzzer printed; a run without any has none."""
    told = _STATUS.findall(log)
    inputs, covered, _, corpus = map(int, told[-1]) if told else (0, 0, 0, 0)
    artifacts = log.count("Test unit written to")
    findings = len(re.findall(r"^FINDING ", log, re.MULTILINE)) + artifacts
    return Figures(
        name=name, seconds=seconds, inputs=inputs, covered=covered, corpus=corpus, findings=findings
    )


def table(runs: Sequence[Figures]) -> str:
    """Return all runs of each target in one line: time and inputs together, coverage as it is now."""
    lines = [f"{'target':<18}{'minutes':>9}{'inputs':>12}{'edges':>8}{'corpus':>8}{'findings':>10}"]
    for name in dict.fromkeys(each.name for each in runs):
        own = [each for each in runs if each.name == name]
        minutes, inputs = sum(each.seconds for each in own) / 60.0, sum(each.inputs for each in own)
        findings = sum(each.findings for each in own)
        edges, corpus = max(each.covered for each in own), own[-1].corpus
        lines.append(f"{name:<18}{minutes:>9.1f}{inputs:>12,}{edges:>8,}{corpus:>8,}{findings:>10}")
    return "\n".join([*lines, f"findings: {FOLDER.relative_to(PROJECT)}"])


def past_runs() -> list[Figures]:
    """Return the figures of all runs so far."""
    path = KEPT / "figures.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [Figures(**json.loads(line)) for line in lines]


def _program(name: str) -> list[str]:
    if name in NATIVE_TARGETS:
        return [str(NATIVE / name.replace("-", "_"))]
    return [sys.executable, "-m", "tests.fuzz.guided", MODULES[name], name]


def _environment() -> dict[str, str]:
    """Return an environment in which nothing of the user is read or written."""
    own = {"ZEITNOT_CACHE": str(KEPT / "cache"), "XDG_DATA_HOME": str(KEPT / "no-data"), "HOME": str(KEPT)}
    return {**os.environ, **own}


def _escaped(word: str) -> str:
    """Return a word as dictionaries of libFuzzer have it."""
    plain = range(0x20, 0x7F)
    return "".join(
        chr(byte) if byte in plain and chr(byte) not in '"\\' else f"\\x{byte:02x}"
        for byte in word.encode()[:64]
    )
