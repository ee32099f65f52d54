"""NPZ files: arrays in a zip archive, unpacked within a size limit and without anything executable."""

import io
import zipfile

import numpy as np
import numpy.typing as npt

from zeitnot.errors import DataError
from zeitnot.untrusted import UNREADABLE, cause_of

UNREADABLE_NPZ = (
    *UNREADABLE,
    zipfile.BadZipFile,
    NotImplementedError,  # a compression method that this Python does not have
    RuntimeError,  # an archive with a password
    KeyError,  # an archive whose directory lists a missing member
    OSError,
)
"""Errors that numpy and zipfile raise for damaged or malicious archives."""


def unpack_npz(data: bytes, *, what: str, most_bytes: int) -> dict[str, npt.NDArray[np.generic]]:
    """Return all arrays; an archive that would unpack to more than the limit is refused before it does."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            # zipfile reads no more of a member than this size, whatever the packed data would become.
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > most_bytes:
            raise DataError(f"{what} must unpack to at most {most_bytes:,} bytes, got {unpacked:,}")
        with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except DataError:
        raise
    except UNREADABLE_NPZ as error:
        raise DataError(f"{what} must be an NPZ file: {cause_of(error)}") from error
