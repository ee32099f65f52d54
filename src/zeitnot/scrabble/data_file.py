"""Data files: read whole, or refused with a reason in one line."""

from pathlib import Path

from zeitnot.errors import DataError


def read_bytes(path: Path, *, what: str) -> bytes:
    """Read a file; `what` names its kind in the DataError."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, what, (error.strerror or str(error)).lower()) from error
    except ValueError as error:  # a name that no file can have
        raise _unreadable(path, what, str(error)) from error


def read_text(path: Path, *, what: str) -> str:
    """Read a UTF-8 file, with or without a byte order mark."""
    try:
        return read_bytes(path, what=what).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(path, what, "not UTF-8 text") from error


def _unreadable(path: Path, what: str, cause: str) -> DataError:
    return DataError(f"{what} must be a file that can be read ({cause}), got {str(path)!r}")
