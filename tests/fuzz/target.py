"""Target: one reader of input from outside, its seeds, and what counts as a finding."""

import atexit
import resource
import shutil
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from zeitnot.errors import ZeitnotError

MOST_S = 5.0
"""Processor time that one small input may take; the slowest sound one takes a tenth of it."""
MOST_MB = 300
"""Memory by which one small input may raise the peak of the process."""
_SOURCES = ("zeitnot", "fuzz")
"""Folders whose lines tell two findings apart: the package's, then those of the targets."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """Something that reads what others wrote."""

    name: str
    """Name on the command line and of the folder of its findings."""
    seeds: Callable[[], Sequence[bytes]]
    """Makes sound inputs, small ones."""
    read: Callable[[bytes], object]
    """Reads an input; anything but a refusal that it raises is a finding."""
    refusals: tuple[type[Exception], ...] = (ZeitnotError,)
    """Errors that are the documented answer to bad input."""
    refuses: bool = True
    """Whether much of the damaged input is refused; a session answers all of it."""
    words: tuple[str, ...] = ()
    """Words of the format, which damage inserts."""
    most_bytes: int = 4_096
    """Longest input that is made up."""
    tries: int = 40
    """Damaged inputs that `make test` reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one input."""

    refused: bool = False
    """Whether it was refused as documented."""
    finding: str = ""
    """What must not happen and did: the kind of error and its place, which tell causes apart."""
    details: str = ""
    """The whole story of a finding."""


def outcome_of(target: Target, data: bytes, *, most_s: float = MOST_S, most_mb: float = MOST_MB) -> Outcome:
    """Let a target read an input, and judge what happens."""
    began_s, before_mb = time.process_time(), _peak_mb()
    refused = False
    with _thread_errors() as errors:
        try:
            target.read(data)
        except target.refusals:
            refused = True
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # noqa: BLE001 (whatever it is, it is a finding)
            errors.append(error)
    if errors:
        return Outcome(finding=_cause(errors[0]), details="".join(traceback.format_exception(errors[0])))
    took_s, grew_mb = time.process_time() - began_s, _peak_mb() - before_mb
    if took_s > most_s:
        return Outcome(finding="too slow", details=f"{took_s:.1f} s of processor time for {len(data)} bytes")
    if grew_mb > most_mb:
        return Outcome(finding="too large", details=f"{grew_mb:.0f} MB of memory for {len(data)} bytes")
    return Outcome(refused=refused)


def smaller(target: Target, data: bytes, finding: str, *, tries: int = 300) -> bytes:
    """Return a part of an input that has the same finding, found by leaving out ever smaller pieces."""
    size = len(data) // 2
    while size and tries > 0:
        at = 0
        while at < len(data) and tries > 0:
            shorter = data[:at] + data[at + size :]
            tries -= 1
            if outcome_of(target, shorter).finding == finding:
                data = shorter
            else:
                at += size
        size //= 2
    return data


@cache
def work_folder() -> Path:
    """Return a folder for the files of this process, which is gone at its end."""
    folder = Path(tempfile.mkdtemp(prefix="zeitnot-fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def file_of(data: bytes, name: str) -> Path:
    """Return a file of the work folder with these contents."""
    path = work_folder() / name
    path.write_bytes(data)
    return path


@contextmanager
def _thread_errors() -> Iterator[list[BaseException]]:
    """Collect the errors that end other threads, which nobody would hear of."""
    found: list[BaseException] = []
    before = threading.excepthook

    def note(ended: threading.ExceptHookArgs) -> None:
        if ended.exc_value is not None:
            found.append(ended.exc_value)

    threading.excepthook = note
    try:
        yield found
    finally:
        threading.excepthook = before


def _cause(error: BaseException) -> str:
    """Return the kind of an error and the last line of our own that it came through."""
    frames = traceback.extract_tb(error.__traceback__)
    for folder in _SOURCES:
        own = [frame for frame in frames if folder in Path(frame.filename).parts]
        if own:
            broken = f": {error}" if isinstance(error, AssertionError) else ""
            return f"{type(error).__name__} in {Path(own[-1].filename).name}, {own[-1].name}{broken}"
    return type(error).__name__


def _peak_mb() -> float:
    """Return the most memory that this program has had; `getrusage` has that of its parent, too."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(status.partition("VmHWM:")[2].split(maxsplit=1)[0]) / 1024
