"""Policies and managers by name, with the trained models of the package where a policy wants them."""

from collections.abc import Mapping
from typing import Any

from zeitnot import policies
from zeitnot.models.source import PackageModels
from zeitnot.turns import Calibration, Overhead, Policy, Safety, TimeManager

_MODELS = PackageModels()


def make_policy(name: str, settings: Mapping[str, Any] | None = None) -> Policy:
    """Make a policy as `zeitnot.policies.make_policy` does, with its models."""
    return policies.make_policy(name, settings, models=_MODELS)


def make_manager(
    name: str = "stockfish",
    settings: Mapping[str, Any] | None = None,
    *,
    safety: Safety | None = None,
    overhead: Overhead | None = None,
    calibration: Calibration | None = None,
) -> TimeManager:
    """Make a manager as `zeitnot.policies.make_manager` does, with the models of its policy."""
    return policies.make_manager(
        name, settings, safety=safety, overhead=overhead, calibration=calibration, models=_MODELS
    )
