"""The user's data folder: games, and what was learned from them."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder that a user's games and profiles are kept in."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "zeitnot"
