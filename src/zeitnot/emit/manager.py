"""EmittedManager: a policy with its settings, and the program that does the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zeitnot import models
from zeitnot.emit.program import Program, read_program
from zeitnot.errors import SettingError
from zeitnot.policies import Learned
from zeitnot.turns import Policy

EMITTABLE = ("learned", "textbook", "stockfish")
"""Policies that can be emitted."""
GENERAL = "general"
"""Name of the model that was learned from the games of several engines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedManager:
    """A manager to be written as a source file."""

    name: str
    """Name of the policy."""
    policy: Policy
    """The policy, which the file must agree with."""
    program: Program
    """Its rules and figures."""
    about: str
    """Where its figures come from, in words."""


def emitted_manager(
    name: str, settings: Mapping[str, Any] | None = None, *, profile: str = ""
) -> EmittedManager:
    """Return the manager of a policy; a profile is named by its engine or by its folder.

    >>> emitted_manager("textbook").about
    'policy textbook'
    """
    if name not in EMITTABLE:
        raise SettingError(f"a policy to emit must be one of {', '.join(EMITTABLE)}, got {name!r}")
    if name == "learned":
        return _learned(dict(settings or {}), profile)
    if profile:
        raise SettingError(f"only the policy learned takes a profile, got {profile!r} for {name}")
    policy = models.make_policy(name, settings)
    program = read_program(name, {"POLICY": policy})
    return EmittedManager(name=name, policy=policy, program=program, about=_about(name, settings or {}))


def _about(*words: str | Mapping[str, Any]) -> str:
    """Return a description: the name of the policy, then words and settings."""
    texts = [
        each if isinstance(each, str) else ", ".join(f"{key}={value}" for key, value in each.items())
        for each in words
    ]
    return f"policy {', '.join(filter(None, texts))}"


def _learned(settings: dict[str, Any], profile: str) -> EmittedManager:
    kept = _kept_profile(profile) if profile else None
    loss, values = (GENERAL, GENERAL) if kept is None else (str(kept.loss_file), str(kept.values_file))
    implied = Learned.engine_settings(settings, loss_file=loss, values_file=values)
    policy = models.make_policy("learned", {**implied, **settings})
    assert isinstance(policy, Learned)  # noqa: S101 (by its name)
    model = _model(policy.chess_model)
    if model.inputs != models.GENERAL_INPUTS:
        other = sorted(set(model.inputs) ^ set(models.GENERAL_INPUTS))
        rule = "a model to emit must take the inputs that mean the same for every engine"
        raise SettingError(f"{rule}, as those of `zeitnot learn engine` do, got {', '.join(other[:3])} ...")
    if not policy.chess.relative:
        raise SettingError("time values to emit must be relative, as those of `zeitnot learn engine` are")
    words = f"the profile of {kept.profile.words}" if kept else "the general model"
    about = _about("learned", words if implied else "", settings)
    program = read_program("learned", {"POLICY": policy, "MODEL": model})
    return EmittedManager(name="learned", policy=policy, program=program, about=about)


def _model(name: str) -> "models.LossModel":
    if name == GENERAL:
        return models.PackageModels().general_model()
    return models.read_model(Path(name) if name else models.package_file("chess_loss.npz"))


def _kept_profile(name: str) -> "models.KeptProfile":
    kept = models.all_profiles()
    for each in kept:
        if name in (each.profile.engine, each.folder.name):
            return each
    known = ", ".join(each.folder.name for each in kept)
    raise SettingError(f"a profile must be one of {known}, got {name!r}")
