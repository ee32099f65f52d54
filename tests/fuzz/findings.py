"""Findings: inputs that showed a fault, kept as files; a test reads each of them again."""

import hashlib
from pathlib import Path

FOLDER = Path(__file__).with_name("found")
"""A folder for each target; every file in it is one input."""


def keep_finding(target: str, data: bytes) -> Path:
    """Keep an input, and return its file."""
    path = FOLDER / target / hashlib.sha256(data).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def findings_of(target: str) -> list[Path]:
    """Return the kept inputs of a target, by name."""
    folder = FOLDER / target
    return sorted(folder.iterdir()) if folder.is_dir() else []
