"""`zeitnot doctor`: what is installed, what to type for what is missing, how steady this machine is."""

import json
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from zeitnot import chess, clocks, learning, models
from zeitnot.cache_folder import cache_folder
from zeitnot.cli.console import output, printable
from zeitnot.cli.options import JsonOption, flag
from zeitnot.cli.policy_settings import PolicySettings
from zeitnot.errors import ZeitnotError

EXTRAS = {
    "lab": (("optuna", "plotly", "pyarrow", "scipy"), "tuning, reports, Parquet"),
    "learn": (("pyarrow", "scikit-learn", "scipy"), "learning from games"),
    "ray": (("ray",), "matches on many machines"),
    "web": (("starlette", "uvicorn"), "pages in the browser"),
    "zst": (("zstandard",), "games packed with zst"),
}
"""Packages of each extra, as pyproject.toml has them, and what it is for."""
ENGINES = ("stockfish", "fairy-stockfish", "ethereal-chess", "toga2", "glaurung", "lc0", "komodo")
"""Engines that are looked for; any other UCI engine does as well."""
SPEED_DEPTH = 9
"""Depth of the searches that measure the speed: a fraction of a second."""
NAPS = 200
"""Short waits that measure how late the machine wakes up."""
NAP_S = 0.001
WATCH_S = 0.3
"""Time for which the clock is read without a pause."""
LATE_S = 0.010
"""Lateness from which games on short clocks need a margin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """How steady the clock of this machine is, in seconds."""

    resolution_s: float
    """Smallest step of the clock that was seen."""
    longest_gap_s: float
    """Longest time between two readings of the clock: the process stood still meanwhile."""
    mean_late_s: float
    """How late a wait of a millisecond ended, on average."""
    worst_late_s: float
    """How late it ended at worst."""

    @property
    def words(self) -> str:
        """What the figures mean for games."""
        worst_s = max(self.longest_gap_s, self.worst_late_s)
        if worst_s < LATE_S:
            return "steady"
        return f"unsteady: on short clocks, `match --margin {1000 * worst_s:.0f}` or fewer games at once"


def measured_timing(
    now_s: Callable[[], float] | None = None, wait: Callable[[float], None] = time.sleep
) -> Timing:
    """Watch the clock for half a second."""
    now_s = now_s or clocks.WallTime().now_s
    steps = []
    last_s = began_s = now_s()
    while last_s - began_s < WATCH_S:
        here_s = now_s()
        if here_s > last_s:
            steps.append(here_s - last_s)
        last_s = here_s
    late_s = []
    for _ in range(NAPS):
        before_s = now_s()
        wait(NAP_S)
        late_s.append(now_s() - before_s - NAP_S)
    return Timing(
        resolution_s=min(steps),
        longest_gap_s=max(steps),
        mean_late_s=sum(late_s) / len(late_s),
        worst_late_s=max(late_s),
    )


@dataclass(slots=True)
class _Finding:
    """One line of the answer."""

    topic: str
    name: str
    is_there: bool
    words: str
    to_type: str = ""
    """What would bring what is missing."""


def doctor(
    json_form: JsonOption = False,
    measure: Annotated[
        bool, flag("Measure speed and clock, which takes a few seconds.", "--measure/--no-measure")
    ] = True,
) -> None:
    """Show what is installed, what to type for what is missing, and how fast and steady this machine is.

    \b
    [bold]Examples[/bold]
    zeitnot doctor
    zeitnot doctor --json --no-measure
    """
    found = [*_basics(), *_extras(), *_engines(), *_profiles(), *_folders()]
    timing, speed = (measured_timing(), _speed()) if measure else (None, None)
    if json_form:
        form: dict[str, Any] = {"findings": [asdict(each) for each in found]}
        if timing is not None:
            form |= {"timing": {**asdict(timing), "words": timing.words}, "nodes_per_s": speed}
        print(json.dumps({**form, "cores": learning.cores()}, indent=2))
        return
    console, topic = output(), ""
    for each in found:
        if each.topic != topic:
            topic = each.topic
            console.print(topic, style="bold")
        mark = "+" if each.is_there else "-"
        missing = f"; {each.to_type}" if each.to_type else ""
        console.print(
            f"  {mark} {printable(each.name)}: {printable(each.words)}{missing}", markup=False, soft_wrap=True
        )
    console.print("this machine", style="bold")
    console.print(f"  + {learning.cores()} cores may be used")
    if timing is not None and speed is not None:
        console.print(f"  + {speed:,} nodes a second in the built-in search, on one thread")
        console.print(
            f"  {'+' if timing.words == 'steady' else '-'} clock: {timing.words} (stood still for "
            f"{1000 * timing.longest_gap_s:.1f} ms at most, woke up {1000 * timing.mean_late_s:.2f} ms late, "
            f"at worst {1000 * timing.worst_late_s:.1f} ms)",
            markup=False,
            soft_wrap=True,
        )


def _basics() -> Iterator[_Finding]:
    from zeitnot import __version__

    where = f"{sys.executable}, {platform.system()} {platform.machine()}"
    yield _Finding("zeitnot", "version", True, __version__)
    yield _Finding("zeitnot", "Python", True, f"{platform.python_version()} ({where})")
    native = find_spec("zeitnot._native")
    path = "" if native is None else str(native.origin)
    to_type = "" if native else "pip install --force-reinstall zeitnot"
    yield _Finding("zeitnot", "native searches", native is not None, path or "not built", to_type)
    from zeitnot.policies import built_in_names, policy_names

    plugged_in = [name for name in policy_names() if name not in built_in_names()]
    yield _Finding("zeitnot", "policies", True, ", ".join(policy_names()))
    if plugged_in:
        yield _Finding("zeitnot", "plug-ins", True, ", ".join(plugged_in))
    try:
        PolicySettings(config=None)
    except ZeitnotError as error:
        yield _Finding("zeitnot", "zeitnot.toml", False, str(error), "mend or remove the file")


def _extras() -> Iterator[_Finding]:
    for extra, (packages, purpose) in EXTRAS.items():
        versions = {package: _version(package) for package in packages}
        missing = [package for package, there in versions.items() if there is None]
        words = ", ".join(f"{package} {there}" for package, there in versions.items() if there)
        if missing:
            words = f"{purpose} need{'s' if ',' not in purpose else ''} {', '.join(missing)}"
        to_type = f"pip install 'zeitnot[{extra}]'" if missing else ""
        yield _Finding("extras", extra, not missing, words, to_type)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _engines() -> Iterator[_Finding]:
    """Yield the engines that are found here, each started once to ask for its name."""
    known = {each.profile.engine for each in _kept_profiles()}
    none = True
    for name in ENGINES:
        try:
            (path,) = chess.resolved_command([name])
        except ZeitnotError:
            continue
        none = False
        try:
            said = chess.engine_name(path)
        except ZeitnotError as error:
            yield _Finding("engines", name, False, str(error))
            continue
        profile = "with a profile" if said in known else "without a profile"
        to_type = "" if said in known else f"`zeitnot learn engine {name}` makes one"
        yield _Finding("engines", name, True, f"{said}, {path}, {profile}", to_type)
    if none:
        yield _Finding(
            "engines", "UCI engines", False, "none of the usual ones on the path", "apt install stockfish"
        )


def _kept_profiles() -> "list[models.KeptProfile]":
    try:
        return models.all_profiles()
    except ZeitnotError:
        return []


def _profiles() -> Iterator[_Finding]:
    try:
        found = models.all_profiles()
    except ZeitnotError as error:
        yield _Finding("profiles", "profiles", False, str(error), "`zeitnot learn engine --list` names them")
        return
    for kept in found:
        whose = "shipped" if kept.shipped else str(kept.folder)
        yield _Finding("profiles", kept.profile.engine, True, f"{kept.profile.words} ({whose})")
    if not found:
        yield _Finding(
            "profiles",
            "profiles",
            False,
            "none yet",
            "`zeitnot learn engine ENGINE` makes one from its games",
        )


def _folders() -> Iterator[_Finding]:
    try:
        folder = cache_folder()
    except OSError as error:
        yield _Finding("caches", "cache", False, str(error), "export ZEITNOT_CACHE=FOLDER")
        return
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    size = sum(path.stat().st_size for path in files)
    words = (
        f"{folder}, {len(files)} files, {size / 1e6:.1f} MB"
        if files
        else f"{folder}, empty: filled at first use"
    )
    yield _Finding("caches", "cache", True, words)
    runs = Path("runs")
    count = len(list(runs.glob("*.run"))) if runs.is_dir() else 0
    yield _Finding("caches", "runs here", True, f"{count} in {runs}")


def _speed() -> int:
    """Return the nodes a second of the built-in search."""
    began_s = time.perf_counter()
    nodes = sum(search.record.nodes for search in chess.search_fixed_positions(SPEED_DEPTH, ["uniform"]))
    return round(nodes / (time.perf_counter() - began_s))
