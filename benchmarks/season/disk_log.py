"""Disk log: what a process wrote and synced, by strace, and what a disk may hold after a loss of power.

The disk of the model keeps what was synced and nothing else for sure. Of the writes since then it may have
kept any, whole or torn. Names change in their order: a folder that was not synced may have kept the first
few of its changes. Folders themselves are there from the beginning.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

CALLS = (
    *("openat", "write", "pwrite64", "lseek", "ftruncate", "fsync", "fdatasync"),
    *("rename", "renameat", "renameat2", "unlink", "unlinkat"),
)
_LINE = re.compile(r"(?P<call>\w+)\((?P<arguments>.*)\) += (?P<result>-?\d+)")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_HANDLE = re.compile(r"^(?P<number>\d+)(?:<(?P<path>[^>]*)>)?")
_OUTPUT = 1
_SECTOR = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of the process to the system that succeeded."""

    name: str
    path: str
    """File that it is about; the first of a renaming."""
    other: str = ""
    """New name of a renaming."""
    handle: int = -1
    data: bytes = b""
    offset: int = -1
    """Where a write goes, or the size after a truncation; -1: after the last one."""
    flags: str = ""


def is_traceable() -> bool:
    """Return whether calls can be recorded here."""
    return shutil.which("strace") is not None


def traced(command: Sequence[str], log: Path) -> list[Call]:
    """Run a program, which must succeed, and return its calls."""
    words = [
        "strace",
        "-qq",
        "-y",
        "-xx",
        "-s",
        "100000000",
        "-e",
        f"trace={','.join(CALLS)}",
        "-o",
        str(log),
    ]
    subprocess.run([*words, *command], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 (named here)
    with log.open(encoding="latin-1") as lines:
        return [call for line in lines if (call := _parsed(line)) is not None]


def _parsed(line: str) -> Call | None:
    match = _LINE.match(line)
    if match is None or int(match["result"]) < 0:
        return None
    name, arguments = match["call"], match["arguments"]
    strings = [_text(each) for each in _STRING.findall(arguments)]
    if name.startswith(("rename", "unlink")):
        old, *new = (each.decode(errors="surrogateescape") for each in strings)
        return Call(name="rename" if new else "unlink", path=old, other="".join(new))
    if name == "openat":
        flags = arguments.rpartition('", ')[2]
        return Call(
            name=name,
            path=strings[0].decode(errors="surrogateescape"),
            handle=int(match["result"]),
            flags=flags,
        )
    handle = _HANDLE.match(arguments)
    if handle is None:
        return None
    last = arguments.rpartition(", ")[2]
    return Call(
        name=name,
        path=_text(handle["path"] or "").decode(errors="surrogateescape"),
        handle=int(handle["number"]),
        data=strings[0] if strings else b"",
        offset=int(match["result"]) if name == "lseek" else int(last) if name in _PLACED else -1,
    )


_PLACED = ("pwrite64", "ftruncate")


def _text(quoted: str) -> bytes:
    return quoted.encode("latin-1").decode("unicode_escape").encode("latin-1")


@dataclass(slots=True)
class _File:
    """A file: what is on the disk for sure, and the writes since; data of None is a truncation."""

    size: int = 0
    synced: bytes = b""
    writes: list[tuple[int, bytes | None]] = field(default_factory=list)

    def write(self, offset: int, data: bytes) -> None:
        self.writes.append((offset, data))
        self.size = max(self.size, offset + len(data))

    def truncate(self, size: int) -> None:
        self.writes.append((size, None))
        self.size = size

    def sync(self) -> None:
        self.synced, self.writes = _applied(self.synced, self.writes), []

    def after_crash(self, rng: Random) -> bytes:
        """Return what may be on the disk: of the writes since the last sync all, none or some."""
        match rng.randrange(3):
            case 0:
                return self.synced
            case 1:
                return _applied(self.synced, self.writes)
        some = [_torn(write, rng) for write in self.writes if rng.random() < _HALF]
        return _applied(self.synced, some)


_HALF = 0.5


def _torn(write: tuple[int, bytes | None], rng: Random) -> tuple[int, bytes | None]:
    offset, data = write
    if data is None or rng.random() < _HALF:
        return write
    return offset, data[: _SECTOR * rng.randint(0, len(data) // _SECTOR)]


def _applied(content: bytes, writes: Sequence[tuple[int, bytes | None]]) -> bytes:
    found = bytearray(content)
    for offset, data in writes:
        if len(found) < offset:
            found.extend(bytes(offset - len(found)))
        if data is None:
            del found[offset:]
        else:
            found[offset : offset + len(data)] = data
    return bytes(found)


class Disk:
    """The files of one folder tree, as a process changes them."""

    def __init__(self, root: Path) -> None:
        """Start with an empty tree."""
        self._root = str(root)
        self._names: dict[str, _File] = {}
        self._synced: dict[str, _File] = {}
        self._changes: dict[str, list[tuple[str, _File | None]]] = {}
        self._places: dict[int, int] = {}

    def play(self, call: Call) -> None:
        """Do what the process did."""
        if not call.path.startswith(self._root):
            return
        match call.name:
            case "openat":
                self._open(call)
            case "write" | "pwrite64":
                offset = call.offset if call.offset >= 0 else self._places.get(call.handle, 0)
                self._file(call.path).write(offset, call.data)
                if call.name == "write":
                    self._places[call.handle] = offset + len(call.data)
            case "lseek":
                self._places[call.handle] = call.offset
            case "ftruncate":
                self._file(call.path).truncate(call.offset)
            case "fsync" | "fdatasync":
                self._sync(call.path)
            case "unlink":
                self._name(call.path, None)
            case "rename":
                moved = self._file(call.path)
                self._name(call.path, None)
                self._name(call.other, moved)

    def _file(self, path: str) -> _File:
        # What was written under a name that is gone, or was never seen, is nobody's.
        return self._names.get(path) or _File()

    def _open(self, call: Call) -> None:
        if call.path not in self._names and "O_CREAT" in call.flags:
            self._name(call.path, _File())
        if "O_TRUNC" in call.flags and self._file(call.path).size:
            self._file(call.path).truncate(0)
        self._places[call.handle] = self._file(call.path).size if "O_APPEND" in call.flags else 0

    def _name(self, path: str, file: _File | None) -> None:
        self._changes.setdefault(str(Path(path).parent), []).append((path, file))
        _rename(self._names, path, file)

    def _sync(self, path: str) -> None:
        if path in self._names:
            self._names[path].sync()
            return
        for name, file in self._changes.pop(path, []):
            _rename(self._synced, name, file)

    def write_crashed(self, root: Path, rng: Random) -> None:
        """Write what the disk may hold after a loss of power to another folder."""
        names = dict(self._synced)
        for changes in self._changes.values():
            for name, file in changes[: rng.randint(0, len(changes))]:
                _rename(names, name, file)
        for name, file in names.items():
            path = root / Path(name).relative_to(self._root)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.after_crash(rng))


def _rename(names: dict[str, _File], path: str, file: _File | None) -> None:
    if file is None:
        names.pop(path, None)
    else:
        names[path] = file


def told_before(calls: Sequence[Call], moment: int) -> Iterator[str]:
    """Yield the lines that the process had printed at a moment."""
    said = b"".join(call.data for call in calls[:moment] if call.name == "write" and call.handle == _OUTPUT)
    yield from said.decode(errors="replace").split("\n")[:-1]
