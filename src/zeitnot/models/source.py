"""PackageModels: trained models by name, from the package or from a user's files."""

import os
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path

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
from zeitnot.untrusted import read_text

ANALYTIC: Mapping[str, LossEstimator] = {
    "two-arm": two_arm_heuristic,
    "bonferroni": bonferroni,
    "exact": exact_independent,
}
"""Estimators for simulations that need no training, by name."""

_MOST_VALUES_BYTES = 1_000_000
_MOST_LESSONS_BYTES = 16_000_000
MINE = "mine"
"""Names what the user's own games taught."""


class PackageModels:
    """Gives the models of the package where a name is empty, else those of a path.

    Files are read once in a process. A package without a model falls back to what needs none.
    """

    def snapshot_loss(self, name: str = "", /) -> LossEstimator:
        """Give the estimator for simulations; those that need no training have names.

        Without a model it is the heuristic that the MAGPIE document has before the training (M9).
        """
        if name in ANALYTIC:
            return ANALYTIC[name]
        path = _path("scrabble_loss.npz", name)
        return two_arm_heuristic if path is None else _snapshot_loss(path)

    def deepening_loss(self, name: str = "", /) -> DeepeningLoss:
        """Give the estimator for iterative deepening."""
        path = _path("chess_loss.npz", name)
        return rule_of_thumb if path is None else _deepening_loss(path)

    def time_values(self, game: str, name: str = "", /) -> TimeValues:
        """Give the time values of a game."""
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
        """Give what `mergen` has learned from past games: the user's, if any, or what a file holds."""
        path = lessons_file() if name == MINE else Path(name)
        if name == MINE and not path.exists():
            return MergenLessons()
        text = read_text(path, what="what mergen has learned", most_bytes=_MOST_LESSONS_BYTES)
        try:
            return MergenLessons.from_json(text)
        except DataError as error:
            raise DataError(f"{path}: {error}") from error


def data_folder() -> Path:
    """Return the folder that a user's games and profiles are kept in."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "zeitnot"


def lessons_file() -> Path:
    """Return where what `mergen` has learned from the user's games is, or would be."""
    return data_folder() / "mergen.json"


def package_file(name: str) -> Path:
    """Tell where a trained file of the package is, or would be."""
    return Path(str(resources.files("zeitnot.models"))) / "data" / name


def _path(package_name: str, name: str) -> Path | None:
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
    try:
        return TimeValues.from_json(text)
    except DataError as error:
        raise DataError(f"{path}: {error}") from error
