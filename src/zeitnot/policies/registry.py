"""All policies by name: built in, and plugged in through the entry-point group `zeitnot.policies`."""

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from zeitnot.errors import SettingError, UnknownPolicyError
from zeitnot.policies.argo import Argo
from zeitnot.policies.magpie import Magpie
from zeitnot.policies.mergen import Mergen
from zeitnot.policies.neurofish import Neurofish
from zeitnot.policies.parameters import with_settings
from zeitnot.policies.settings import PRESET
from zeitnot.policies.stockfish import Stockfish
from zeitnot.policies.textbook import Textbook, TextbookComplete
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import Calibration, Overhead, Policy, Safety, TimeManager

ENTRY_POINT_GROUP = "zeitnot.policies"

_BUILT_IN: dict[str, type[Any]] = {
    cls.name: cls for cls in (Uniform, Magpie, Neurofish, Mergen, Argo, Textbook, TextbookComplete, Stockfish)
}


@cache
def _plugged_in() -> dict[str, EntryPoint]:
    return {
        point.name: point for point in entry_points(group=ENTRY_POINT_GROUP) if point.name not in _BUILT_IN
    }


def policy_names() -> tuple[str, ...]:
    """Name all policies, built in first; a plug-in cannot take a built-in's name."""
    return (*_BUILT_IN, *sorted(_plugged_in()))


def policy_class(name: str) -> type[Any]:
    """Find the class of a policy; a plug-in is imported here, and a broken one says whose fault it is."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    point = _plugged_in().get(name)
    if point is None:
        near = difflib.get_close_matches(name, policy_names(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(policy_names())}"
        raise UnknownPolicyError(f"no policy is called {name!r}; {hint}")
    try:
        cls = point.load()
    except Exception as error:
        raise UnknownPolicyError(f"policy {name!r} ({point.value}) cannot be loaded: {error}") from error
    if not isinstance(cls, type) or not all(callable(getattr(cls, m, None)) for m in ("plan", "monitor")):
        raise UnknownPolicyError(
            f"policy {name!r} ({point.value}) must be a class with plan and monitor, got {cls!r}"
        )
    return cls


def presets_of(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Name the presets of a policy with what they set."""
    presets: Mapping[str, Mapping[str, Any]] = getattr(policy_class(name), "presets", {})
    return presets


def make_policy(name: str, settings: Mapping[str, Any] | None = None) -> Policy:
    """Make a policy by name, with settings as values or as texts; `preset` sets several at once."""
    given = dict(settings or {})
    preset = given.pop(PRESET, None)
    if preset is not None:
        presets = presets_of(name)
        if preset not in presets:
            raise SettingError(
                f"preset of {name} must be one of {', '.join(presets) or 'none'}, got {preset!r}"
            )
        given = {**presets[str(preset)], **given}
    policy: Policy = with_settings(policy_class(name)(), given)
    return policy


def make_manager(
    name: str = "stockfish",
    settings: Mapping[str, Any] | None = None,
    *,
    safety: Safety | None = None,
    overhead: Overhead | None = None,
    calibration: Calibration | None = None,
) -> TimeManager:
    """Make a guarded manager around a policy by name; `uniform` stands in when the policy fails."""
    return TimeManager(
        make_policy(name, settings),
        fallback=Uniform(),
        name=name,
        safety=safety,
        overhead=overhead,
        calibration=calibration,
    )
