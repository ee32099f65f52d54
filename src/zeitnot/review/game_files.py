"""Game files: PGN, plain or packed, and runs of matches, read game by game."""

import bz2
import codecs
import gzip
import io
import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO, cast

import chess.pgn

from zeitnot.chess import pgn_games
from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, MissingExtraError, SettingError
from zeitnot.lab import RUN_SUFFIX, RunStore
from zeitnot.review.timed_game import TimedGame, timed_game
from zeitnot.untrusted import UNREADABLE, cause_of, unreadable

_GZIP, _BZIP2, _XZ, _ZSTANDARD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd"
_SIGNATURE = 6
_MOST_BROKEN = 100
"""Games of one file that cannot be read before the rest of it is given up."""
_LATIN = "zeitnot.latin-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadGame:
    """A game that is not reviewed."""

    place: str
    """File and number of the game."""
    reason: str
    """Why it is not, in words."""


def read_games(path: Path, *, clock: TimeControl | None = None) -> Iterator[TimedGame | UnreadGame]:
    """Read the games of a file, one after the other; a file that cannot be opened is a DataError."""
    if path.suffix == RUN_SUFFIX:
        yield from _run_games(path)
        return
    with _opened(path) as text:
        yield from _pgn_games(text, what=str(path), clock=clock)


def read_pgn(text: str, *, what: str, clock: TimeControl | None = None) -> Iterator[TimedGame | UnreadGame]:
    """Read the games of a PGN text."""
    yield from _pgn_games(io.StringIO(text), what=what, clock=clock)


def _pgn_games(text: TextIO, *, what: str, clock: TimeControl | None) -> Iterator[TimedGame | UnreadGame]:
    done = broken = 0
    while broken < _MOST_BROKEN:
        try:
            for _, tree in pgn_games(text, what=what):
                done += 1
                yield _read(tree, place=f"{what}, game {done}", clock=clock)
            return
        except DataError as error:
            if isinstance(error.__cause__, OSError | EOFError | lzma.LZMAError):
                raise
            done, broken = done + 1, broken + 1
            yield UnreadGame(place=f"{what}, game {done}", reason=str(error))


def _read(tree: chess.pgn.Game, *, place: str, clock: TimeControl | None) -> TimedGame | UnreadGame:
    try:
        game = timed_game(tree, place=place, clock=clock)
    except SettingError as error:
        return UnreadGame(place=place, reason=str(error))
    except UNREADABLE as error:
        return UnreadGame(place=place, reason=cause_of(error))
    if not game.moves:
        return UnreadGame(place=place, reason="it has no moves")
    return game


def _run_games(path: Path) -> Iterator[TimedGame | UnreadGame]:
    with RunStore.read(path) as store:
        if store.plan.game != "chess":
            raise DataError(f"a run must be of chess games to be reviewed, got {store.plan.game} in {path}")
        for row in store.games():
            for _, tree in pgn_games(io.StringIO(store.text(row.number)), what=str(path)):
                control = None if store.plan.has_odds else store.plan.time_control
                yield _read(tree, place=f"{path}, game {row.number + 1}", clock=control)


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """Open a file of games by what it begins with, whatever its name; map read errors to DataError."""
    try:
        with path.open("rb") as file:
            signature = file.read(_SIGNATURE)
            file.seek(0)
            with _unpacked(file, signature) as plain:
                yield io.TextIOWrapper(plain, encoding="utf-8-sig", errors=_LATIN)
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise unreadable(path, what="games", error=error) from error


def _unpacked(file: BinaryIO, signature: bytes) -> BinaryIO:
    if signature.startswith(_GZIP):
        return cast("BinaryIO", gzip.GzipFile(fileobj=file))
    if signature.startswith(_BZIP2):
        return cast("BinaryIO", bz2.BZ2File(file))
    if signature.startswith(_XZ):
        return cast("BinaryIO", lzma.LZMAFile(file))
    if signature.startswith(_ZSTANDARD):
        try:
            import zstandard
        except ImportError as error:
            raise MissingExtraError(feature="a file packed with zst", extra="zst") from error
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        return cast("BinaryIO", io.BufferedReader(reader))
    return file


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are not UTF-8 as Latin-1, as old files of games have them."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_LATIN, _as_latin)
