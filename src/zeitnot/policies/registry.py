"""All policies by name: built in, and plug-ins from the entry-point group `zeitnot.policies`."""

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from zeitnot.errors import SettingError, UnknownPolicyError, ZeitnotError
from zeitnot.policies.argo import Argo
from zeitnot.policies.base import HOOKS, ModelSource, PolicyBase, hooks_of
from zeitnot.policies.learned import Learned
from zeitnot.policies.magpie import Magpie
from zeitnot.policies.mergen import Mergen
from zeitnot.policies.neurofish import Neurofish
from zeitnot.policies.parameters import read_settings
from zeitnot.policies.settings import PRESET
from zeitnot.policies.stockfish import Stockfish
from zeitnot.policies.textbook import Textbook, TextbookComplete
from zeitnot.policies.uniform import Uniform
from zeitnot.turns import Policy, error_words

ENTRY_POINT_GROUP = "zeitnot.policies"

_BUILT_IN: dict[str, type[Any]] = {
    cls.name: cls
    for cls in (Uniform, Magpie, Neurofish, Mergen, Argo, Textbook, TextbookComplete, Stockfish, Learned)
}


@cache
def _plugged_in() -> dict[str, EntryPoint]:
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=ENTRY_POINT_GROUP):
        if point.name not in _BUILT_IN:
            found.setdefault(point.name, point)
    return found


def policy_names() -> tuple[str, ...]:
    """Return the names of all policies, built-in ones first; a plug-in cannot take a name that is in use."""
    return (*built_in_names(), *sorted(_plugged_in()))


def built_in_names() -> tuple[str, ...]:
    """Return the names of this package's policies, without looking for plug-ins."""
    return tuple(_BUILT_IN)


def plug_in_value(name: str) -> str:
    """Return where a plug-in comes from, as `module:Class`, without importing it; empty for a built-in
    policy."""
    return "" if name in _BUILT_IN else _plugged_in()[name].value


def left_out() -> tuple[str, ...]:
    """Return for every plug-in that is not listed the reason why not."""
    sentences = []
    for point in entry_points(group=ENTRY_POINT_GROUP):
        owner = "a built-in policy" if point.name in _BUILT_IN else "another plug-in"
        if point.name in _BUILT_IN or point.value != _plugged_in()[point.name].value:
            sentences.append(f"plug-in {point.name!r} ({point.value}) is left out: {owner} has that name")
    return tuple(sentences)


def policy_class(name: str) -> type[Any]:
    """Return the class of a policy; a plug-in is imported here, and an error names the one that is broken."""
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    point = _plugged_in().get(name)
    if point is None:
        near = difflib.get_close_matches(name, policy_names(), n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(policy_names())}"
        raise UnknownPolicyError(f"no such policy: {name!r}; {hint}")
    try:
        cls = point.load()
    except KeyboardInterrupt:  # most likely Ctrl-C by the user
        raise
    except BaseException as error:
        words = error_words(error)
        raise UnknownPolicyError(f"policy {name!r} ({point.value}) cannot be loaded: {words}") from error
    if not isinstance(cls, type) or not all(callable(getattr(cls, m, None)) for m in ("plan", "monitor")):
        raise UnknownPolicyError(
            f"policy {name!r} ({point.value}) must be a class with plan and monitor, got {cls!r}"
        )
    if not issubclass(cls, PolicyBase) and (hooks := [hook for hook in HOOKS if hook in vars(cls)]):
        raise UnknownPolicyError(
            f"policy {name!r} ({point.value}) must inherit from zeitnot.PolicyBase to declare {hooks[0]}"
        )
    if wrong := _wrong_in_hooks(hooks_of(cls)):
        raise UnknownPolicyError(f"policy {name!r} ({point.value}) {wrong}")
    return cls


def _wrong_in_hooks(hooks: type[PolicyBase]) -> str:
    """Return what a plug-in declares with a wrong type; empty if nothing."""
    games: object = hooks.games
    if not isinstance(games, tuple) or not all(isinstance(game, str) for game in games):
        return f"must declare games as a tuple of texts, got {games!r:.80}"
    for name in ("presets", "only_in", "personal"):
        if not isinstance(getattr(hooks, name), Mapping):
            return f"must declare {name} as a mapping, got {getattr(hooks, name)!r:.80}"
    if not all(isinstance(preset, Mapping) for preset in hooks.presets.values()):
        return f"must declare every preset as a mapping, got {dict(hooks.presets)!r:.80}"
    return ""


def policy_hooks(name: str) -> type[PolicyBase]:
    """Return what a policy declares; the defaults for a class without the base class."""
    return hooks_of(policy_class(name))


def presets_of(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the presets of a policy, each with its settings."""
    return policy_hooks(name).presets


def with_preset(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings with a preset's name replaced by what it sets; explicit settings override it."""
    given = dict(settings)
    preset = given.pop(PRESET, None)
    if preset is None:
        return given
    presets = presets_of(name)
    if not presets:
        raise SettingError(f"{name} has no presets, got {preset!r}")
    if not isinstance(preset, str) or preset not in presets:
        raise SettingError(f"preset of {name} must be one of {', '.join(presets)}, got {preset!r}")
    return {**presets[preset], **given}


def plain_policy(
    name: str, settings: Mapping[str, Any] | None = None, *, models: ModelSource | None = None
) -> Policy:
    """Return a policy by name, with settings as values or as texts; `preset` sets several at once.

    Without models it estimates by rules of thumb: `zeitnot.make_policy` hands in those of the package.
    """
    cls = policy_class(name)
    values = read_settings(cls, with_preset(name, settings or {}))
    try:
        policy: Policy = cls(**values)
        if models is not None and isinstance(policy, PolicyBase):
            policy = policy.with_models(models)
    except (ZeitnotError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise SettingError(
            f"policy {name!r} must be made from its settings alone: {error_words(error)}"
        ) from error
    return policy
