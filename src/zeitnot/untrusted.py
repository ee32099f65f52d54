"""Untrusted input: files and texts from outside, read within limits; every problem is a DataError.

The parsers of the standard library raise many kinds of errors for bad input: digits beyond the limit of
`int`, nesting beyond the stack, sizes beyond memory. `UNREADABLE` lists them all.
"""

import json
import tomllib
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from zeitnot.errors import DataError

UNREADABLE = (
    ValueError,  # UnicodeError, JSONDecodeError and TOMLDecodeError among them
    RecursionError,
    OverflowError,
    MemoryError,
    EOFError,
    zlib.error,
)
"""Errors that parsers and decompressors raise for damaged or malicious input."""

MOST_BYTES = 256 << 20
"""Default limit for the size of a file, and for the size of its unpacked contents."""
_PACKED_MEMORY = 128 << 20
"""Memory limit for an xz stream; the strongest preset needs half of it."""
_LONGEST_VALUE = 80


class _Decompressor(Protocol):
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...


def cause_of(error: BaseException) -> str:
    """Return one line that says what is wrong with an input."""
    match error:
        case RecursionError():
            return "it is nested too deeply"
        case MemoryError():
            return "it does not fit into memory"
        case UnicodeError():
            return "not UTF-8 text"
        case OSError() if error.strerror:
            return error.strerror.lower()
    words = " ".join(str(error).split())
    if "integer string conversion" in words:
        return "a number has too many digits"
    return words[:200] or type(error).__name__


def shown(value: object) -> str:
    """Return a value's repr for an error message, shortened; a value that cannot be printed is named by its
    type."""
    try:
        text = repr(value)
    except UNREADABLE:
        return f"a value of type {type(value).__name__} that is too large to print"
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 3]}..."


@contextmanager
def placed(place: object, *errors: type[Exception]) -> Iterator[None]:
    """Begin the message of a DataError raised inside with its place; these errors become DataErrors, too."""
    try:
        yield
    except DataError as error:
        raise DataError(f"{place}: {error}") from error
    except errors as error:
        raise DataError(f"{place}: {cause_of(error)}") from error


def parse_json(text: str | bytes, *, what: str) -> object:
    """Parse JSON; `what` names the input in the DataError."""
    try:
        return json.loads(text)
    except UNREADABLE as error:
        raise DataError(f"{what} must be JSON: {cause_of(error)}") from error


def parse_toml(text: str, *, what: str) -> dict[str, Any]:
    """Parse TOML; `what` names the input in the DataError."""
    try:
        return tomllib.loads(text)
    except UNREADABLE as error:
        raise DataError(f"{what} must be TOML: {cause_of(error)}") from error


def read_bytes(path: Path, *, what: str, most_bytes: int = MOST_BYTES) -> bytes:
    """Read a file, even an endless one such as a device; `what` names its kind in the DataError."""
    try:
        with path.open("rb") as file:
            data = file.read(most_bytes + 1)
    except (OSError, *UNREADABLE) as error:  # ValueError: a name that no file can have
        raise unreadable(path, what=what, error=error) from error
    if len(data) > most_bytes:
        raise DataError(f"{what} must have at most {most_bytes:,} bytes, got more in {str(path)!r}")
    return data


def read_text(path: Path, *, what: str, most_bytes: int = MOST_BYTES) -> str:
    """Read a UTF-8 file, with or without a byte order mark."""
    try:
        return read_bytes(path, what=what, most_bytes=most_bytes).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unreadable(path, what=what, error=error) from error


def unreadable(path: Path, *, what: str, error: BaseException) -> DataError:
    """Return the error that names a file and says why it cannot be read."""
    return DataError(f"{what} must be a file that can be read ({cause_of(error)}), got {str(path)!r}")


def unpack_xz(packed: bytes, *, what: str, most_bytes: int = MOST_BYTES) -> bytes:
    """Unpack xz data; data that would exceed the limit is refused before it is unpacked."""
    import lzma  # few commands need it

    try:
        return _unpacked(
            lambda: lzma.LZMADecompressor(memlimit=_PACKED_MEMORY), packed, what=what, most_bytes=most_bytes
        )
    except lzma.LZMAError as error:
        raise DataError(f"{what} must be packed with xz: {cause_of(error)}") from error


def unpack_zlib(packed: bytes, *, what: str, most_bytes: int = MOST_BYTES) -> bytes:
    """Unpack zlib data; data that would exceed the limit is refused before it is unpacked."""
    try:
        return _unpacked(zlib.decompressobj, packed, what=what, most_bytes=most_bytes)
    except zlib.error as error:
        raise DataError(f"{what} must be packed with zlib: {cause_of(error)}") from error


def _unpacked(begin: Callable[[], Any], packed: bytes, *, what: str, most_bytes: int) -> bytes:
    """Unpack all streams: xz files may be concatenated."""
    found, rest = bytearray(), packed
    while True:
        stream: _Decompressor = begin()
        found += stream.decompress(rest, most_bytes + 1 - len(found))
        if len(found) > most_bytes:
            raise DataError(f"{what} must unpack to at most {most_bytes:,} bytes, got more")
        if not stream.eof:
            raise DataError(f"{what} must be whole, got packed data without its end")
        rest = stream.unused_data.lstrip(b"\0")  # the padding between streams
        if not rest:
            return bytes(found)
