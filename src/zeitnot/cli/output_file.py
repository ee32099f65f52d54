"""Output files: written whole or not at all."""

from pathlib import Path


def write_file(path: Path, data: bytes, *, option: str) -> None:
    """Write a file whole or not at all; what cannot be written is refused with the reason."""
    from zeitnot.report.atomic_file import write_atomically

    write_atomically(path, data, rule=f"{option} must be")
