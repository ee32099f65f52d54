"""Game files: texts of games, plain or packed, and runs of matches, read game by game."""

import bz2
import codecs
import gzip
import io
import lzma
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, MissingExtraError, SettingError
from zeitnot.games import Reviewer, TimedGame, UnreadGame, find_game, game_names
from zeitnot.lab import RUN_SUFFIX, RunStore
from zeitnot.untrusted import cause_of, unreadable

_GZIP, _BZIP2, _XZ, _ZSTANDARD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd"
_SIGNATURE = 6
_HEAD = 4096
"""Characters that show what a file holds."""
_LATIN = "zeitnot.latin-1"


def read_games(
    path: Path, *, clock: TimeControl | None = None, settings: Sequence[tuple[str, str]] = ()
) -> Iterator[TimedGame | UnreadGame]:
    """Read the games of a file, one after the other; a file that cannot be opened is a DataError.

    What the file holds is seen from its text, whatever its name: PGN, GCG, or a run of a match. `settings`
    are those of a game whose file does not name its own, such as the lexicon.
    """
    if path.suffix == RUN_SUFFIX:
        yield from _run_games(path)
        return
    with _opened(path) as text:
        head = text.read(_HEAD)
        joined = cast("TextIO", _Rejoined(head, text))
        yield from _reviewer_of(head).read(joined, what=str(path), clock=clock, settings=settings)


def read_pgn(text: str, *, what: str, clock: TimeControl | None = None) -> Iterator[TimedGame | UnreadGame]:
    """Read the games of a PGN text."""
    yield from find_game("chess").reviewer().read(io.StringIO(text), what=what, clock=clock)


def _reviewer_of(head: str) -> Reviewer:
    """Return the reviewer of the first game that knows such a text; chess takes what no other one does."""
    for name in reversed(game_names()):
        with suppress(SettingError):
            reviewer = find_game(name).reviewer()
            if reviewer.reads(head):
                return reviewer
    raise DataError("a file of games must be one that a game can read, got none that does")


def _run_games(path: Path) -> Iterator[TimedGame | UnreadGame]:
    with RunStore.read(path) as store:
        try:
            reviewer = find_game(store.plan.game).reviewer()
        except SettingError as error:
            raise DataError(f"{error} in {path}") from error
        control = None if store.plan.has_odds else store.plan.time_control
        for row in store.games():
            text = io.StringIO(store.text(row.number))
            place = f"{path}, game {row.number + 1}"
            for game in reviewer.read(text, what=str(path), clock=control, settings=store.plan.settings):
                yield replace(game, place=place)


class _Rejoined:
    """A text whose beginning was looked at."""

    def __init__(self, head: str, rest: TextIO) -> None:
        self._head, self._rest = io.StringIO(head), rest

    def readline(self) -> str:
        line = self._head.readline()
        return line if line.endswith("\n") else line + self._rest.readline()

    def read(self, size: int = -1) -> str:
        head = self._head.read(size)
        return head + self._rest.read(size if size < 0 else size - len(head))

    def __iter__(self) -> Iterator[str]:
        return iter(self.readline, "")


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """Open a file of games by what it begins with, whatever its name; map read errors to DataError."""
    try:
        with path.open("rb") as file:
            signature = file.read(_SIGNATURE)
            file.seek(0)
            with _unpacked(file, signature) as plain:
                yield io.TextIOWrapper(plain, encoding="utf-8-sig", errors=_LATIN)
    except OSError as error:
        raise unreadable(path, what="games", error=error) from error


def _unpacked(file: BinaryIO, signature: bytes) -> BinaryIO:
    if signature.startswith(_GZIP):
        return _stream(gzip.GzipFile(fileobj=file), zlib.error)
    if signature.startswith(_BZIP2):
        return _stream(bz2.BZ2File(file))
    if signature.startswith(_XZ):
        return _stream(lzma.LZMAFile(file), lzma.LZMAError)
    if signature.startswith(_ZSTANDARD):
        try:
            import zstandard
        except ImportError as error:
            raise MissingExtraError(feature="a file packed with zst", extra="zst") from error
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        return _stream(reader, zstandard.ZstdError)
    return file


class _Unpacking(io.RawIOBase):
    """A packed file as it was before it was packed; what is wrong with the packing is an OSError."""

    def __init__(self, packed: BinaryIO, errors: tuple[type[Exception], ...]) -> None:
        self._packed, self._errors = packed, errors

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:  # noqa: ANN401 (any buffer that can be written)
        try:
            data = self._packed.read(len(buffer))
        except self._errors as error:
            raise OSError(f"it is damaged: {cause_of(error)}") from error
        buffer[: len(data)] = data
        return len(data)


def _stream(packed: Any, *errors: type[Exception]) -> BinaryIO:  # noqa: ANN401 (any kind of packed file)
    return io.BufferedReader(_Unpacking(packed, (EOFError, MemoryError, *errors)))


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are not UTF-8 as Latin-1, as old files of games have them."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_LATIN, _as_latin)
