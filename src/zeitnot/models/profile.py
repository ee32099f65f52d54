"""Profile: what was learned from an engine's own games, kept under its name and found by it."""

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from zeitnot.atomic_file import write_atomically
from zeitnot.errors import DataError
from zeitnot.models.source import data_folder, package_file
from zeitnot.turns import from_json_form, to_json_form
from zeitnot.untrusted import parse_json, placed, read_text

LOSS, VALUES, ABOUT = "loss.npz", "values.json", "profile.json"
PROFILE_FILES = (LOSS, VALUES, ABOUT)
"""Files of a profile; that of the last name is written last."""
_MOST_ABOUT_BYTES = 100_000
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """About an engine, and the games that its figures are from."""

    engine: str
    """Name that the engine gives itself, with its version."""
    options: tuple[tuple[str, str], ...] = ()
    """Its options in the recorded games."""
    nodes_per_s: float
    """Nodes that it searched in a second when it was recorded, on one thread."""
    games: int
    """Games recorded."""
    turns: int
    """Turns of these games."""
    recorded: str
    """Day of the recording, in ISO form."""
    made_by: str = ""
    """Command that made it."""
    held_out_games: int = 0
    """Games that judged it: the model was trained on the others."""
    ranking: float | None = None
    """How well the model ranks the losses of the games held out; 0.5 is chance."""
    share: float | None = None
    """Part of the way from even shares to the oracle, in replays of the games held out."""
    share_error: float | None = None
    """Half width of its 95 % confidence interval."""

    @property
    def words(self) -> str:
        """The profile in a few words."""
        return f"{self.engine}, {self.games} games recorded on {self.recorded}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptProfile:
    """A profile and its files."""

    profile: Profile
    """What is in it."""
    folder: Path
    """Folder of its files."""
    shipped: bool = False
    """Whether it came with the package."""

    @property
    def loss_file(self) -> Path:
        """File of the loss model."""
        return self.folder / LOSS

    @property
    def values_file(self) -> Path:
        """File of the time values."""
        return self.folder / VALUES


def profiles_folder() -> Path:
    """Return the folder of the user's profiles; it may not exist."""
    return data_folder() / "profiles"


def profile_folder(engine: str) -> Path:
    """Return the folder for the profile of an engine; it may not exist."""
    return profiles_folder() / _slug(engine)


def find_profile(engine: str) -> KeptProfile | None:
    """Return the profile of an engine by the name that it gives itself: the user's, else the package's."""
    for parent, shipped in _parents():
        folder = parent / _slug(engine)
        if (folder / ABOUT).is_file():
            kept = KeptProfile(profile=_read(folder), folder=folder, shipped=shipped)
            return kept if kept.profile.engine == engine else None
    return None


def all_profiles() -> list[KeptProfile]:
    """Return all profiles, the user's first; of one engine only the one that is used."""
    found: dict[str, KeptProfile] = {}
    for parent, shipped in _parents():
        for about in sorted(parent.glob(f"*/{ABOUT}")):
            profile = _read(about.parent)
            found.setdefault(
                profile.engine, KeptProfile(profile=profile, folder=about.parent, shipped=shipped)
            )
    return list(found.values())


def keep_profile(profile: Profile, folder: Path) -> None:
    """Write what is known about a profile beside its other files."""
    write_atomically(folder / ABOUT, json.dumps(to_json_form(profile), indent=1) + "\n")


def forget_profile(engine: str) -> bool:
    """Remove the user's profile of an engine with all that was recorded for it; return whether there was
    one."""
    folder = profile_folder(engine)
    if not folder.is_dir():
        return False
    shutil.rmtree(folder)
    return True


def _parents() -> tuple[tuple[Path, bool], ...]:
    return (profiles_folder(), False), (package_file("profiles"), True)


def _read(folder: Path) -> Profile:
    path = folder / ABOUT
    text = read_text(path, what="a profile", most_bytes=_MOST_ABOUT_BYTES)
    with placed(path):
        return from_json_form(Profile, parse_json(text, what="a profile"))


def _slug(engine: str) -> str:
    """Return the name of a folder for an engine."""
    slug = re.sub(r"[^a-z0-9.]+", "-", engine.lower()).strip("-.")[:_LONGEST_NAME]
    if not slug:
        raise DataError(f"an engine must have a name for its profile, got {engine!r}")
    return slug
