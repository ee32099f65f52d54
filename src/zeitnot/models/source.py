"""PackageModels: trained models by name, from the package or from a user's files; and the user's data
folder."""

import os
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from zeitnot.errors import DataError
from zeitnot.monitors import (
    DeepeningLoss,
    LossEstimator,
    bonferroni,
    exact_independent,
    rule_of_thumb,
    two_arm_heuristic,
)
from zeitnot.policies import MergenLessons, TimeValues
from zeitnot.untrusted import placed, read_text

if TYPE_CHECKING:
    from zeitnot.models.model_file import LossModel

ANALYTIC: Mapping[str, LossEstimator] = {
    "two-arm": two_arm_heuristic,
    "bonferroni": bonferroni,
    "exact": exact_independent,
}
"""Loss estimators for simulations that need no training, by name."""

_MOST_VALUES_BYTES = 1_000_000
_MOST_LESSONS_BYTES = 16_000_000
GENERAL = "general"
"""Name of what was learned from the games of several engines, for any engine of chess."""
MINE = "mine"
"""Name of what was learned from the user's own games."""


class PackageModels:
    """Loads the package's models for an empty name, and any others by their path.

    Files are read once per process. A package without a model falls back to an estimator that needs none.
    """

    def snapshot_loss(self, name: str = "", /) -> LossEstimator:
        """Return the loss estimator for simulations; those that need no training have names.

        Without a model it is the heuristic that the MAGPIE document uses before training (M9).
        """
        if name in ANALYTIC:
            return ANALYTIC[name]
        path = _path("scrabble_loss.npz", name)
        return two_arm_heuristic if path is None else _snapshot_loss(path)

    def deepening_loss(self, name: str = "", /) -> DeepeningLoss:
        """Return the loss estimator for iterative deepening."""
        path = _path("chess_loss.npz", name)
        return rule_of_thumb if path is None else _deepening_loss(path)

    def general_model(self) -> "LossModel":
        """Return the loss model of any engine, to be calibrated."""
        from zeitnot.models.model_file import read_model

        return read_model(package_file("general_loss.npz"))

    def time_values(self, game: str, name: str = "", /) -> TimeValues:
        """Return the time values of a game."""
        if game not in {"chess", "scrabble"}:
            raise DataError(f"time values must be those of chess or scrabble, got {game!r}")
        path = _path(f"{game}_values.json", name)
        if path is None:
            return TimeValues.rough("chess" if game == "chess" else "scrabble")
        values = _values(path)
        if values.game != game:
            raise DataError(f"{path} must hold time values for {game}, got {values.game!r}")
        return values

    def mergen_lessons(self, name: str = MINE, /) -> MergenLessons:
        """Return what `mergen` has learned from past games: the user's, if any, or from a file."""
        path = lessons_file() if name == MINE else Path(name)
        if name == MINE and not path.exists():
            return MergenLessons()
        text = read_text(path, what="a file of mergen lessons", most_bytes=_MOST_LESSONS_BYTES)
        with placed(path):
            return MergenLessons.from_json(text)


def data_folder() -> Path:
    """Return the folder for a user's games and profiles."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "zeitnot"


def lessons_file() -> Path:
    """Return the path of what `mergen` has learned from the user's games; it may not exist."""
    return data_folder() / "mergen.json"


def package_file(name: str) -> Path:
    """Return the path of a trained file of the package; it may not exist."""
    return Path(str(resources.files("zeitnot.models"))) / "data" / name


def _path(package_name: str, name: str) -> Path | None:
    if name == GENERAL:
        return package_file(package_name.replace("chess", GENERAL))
    if name:
        return Path(name)
    path = package_file(package_name)
    return path if path.is_file() else None


@cache
def _snapshot_loss(path: Path) -> LossEstimator:
    from zeitnot.models.model_file import read_model
    from zeitnot.models.network_loss import SnapshotLoss

    return SnapshotLoss(read_model(path))


@cache
def _deepening_loss(path: Path) -> DeepeningLoss:
    from zeitnot.models.model_file import read_model
    from zeitnot.models.network_loss import DeepeningNetwork

    return DeepeningNetwork(read_model(path))


@cache
def _values(path: Path) -> TimeValues:
    text = read_text(path, what="time values", most_bytes=_MOST_VALUES_BYTES)
    with placed(path):
        return TimeValues.from_json(text)
