"""Policies and managers by name, with the trained models of the package where a policy needs them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from zeitnot import policies
from zeitnot.errors import SettingError, UnknownPolicyError, ZeitnotError
from zeitnot.models.bounded_ask import BoundedAsk
from zeitnot.models.profile import find_profile
from zeitnot.models.source import GENERAL, PackageModels
from zeitnot.turns import (
    Ask,
    Calibration,
    NoAdviceError,
    Overhead,
    Patience,
    Policy,
    Safety,
    TimeManager,
    ask_directly,
)

_MODELS = PackageModels()

LOAD_S = 30.0
"""Longest wait for the import of a plug-in: some load large libraries, but none takes this long."""


def make_policy(name: str, settings: Mapping[str, Any] | None = None) -> Policy:
    """Return a policy by name, with its trained models; settings may be values or texts.

    >>> make_policy("textbook", {"soft_share": "0.5"}).soft_share
    0.5
    """
    load_plug_in(name)
    return policies.plain_policy(name, settings, models=_MODELS)


def hosted_settings(name: str, settings: Mapping[str, Any], host: policies.Host) -> dict[str, Any]:
    """Return the settings of a policy with those that follow from its host; explicit ones override them."""
    load_plug_in(name)
    return {**policies.policy_hooks(name).implied_settings(host, settings), **settings}


def personal_settings(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings with what the user's own games taught the policy, unless they say otherwise.

    For programs that play one user's games; matches and measurements stay with the figures that all share.
    """
    load_plug_in(name)  # within bounds: it may hang
    hooks = policies.policy_hooks(name)
    unset = {key: value for key, value in hooks.personal.items() if key not in settings}
    if unset:
        hooks.taught(_MODELS)  # a file that cannot be read is refused here
    return {**unset, **settings}


def load_plug_in(name: str) -> None:
    """Import the plug-in of that name, if it is one; an import that hangs is an UnknownPolicyError."""
    if name in policies.built_in_names():
        return
    try:
        error = BoundedAsk()(partial(_import_error, name), patience_s=LOAD_S)
    except NoAdviceError as late:
        raise UnknownPolicyError(f"policy {name!r} must be imported within {LOAD_S:g} s: {late}") from late
    if error is not None:
        raise error


def _import_error(name: str) -> ZeitnotError | None:
    try:
        policies.policy_class(name)
    except ZeitnotError as error:
        return error
    return None


def make_manager(
    policy: str | Policy = "stockfish",
    settings: Mapping[str, Any] | None = None,
    *,
    safety: Safety | None = None,
    overhead: Overhead | None = None,
    calibration: Calibration | None = None,
    ask: Ask | None = None,
    patience: Patience | None = None,
) -> TimeManager:
    """Return a guarded manager for a policy, given by name or as an object; `uniform` is its fallback.

    The trained models that the policy needs are loaded here; a file that is named and cannot be read is an
    error. A built-in policy is asked directly; any other in a thread, so that one that hangs costs no game.

    >>> from zeitnot import ClockReading
    >>> turn = make_manager("uniform").begin(clock=ClockReading(remaining_s=60.0))
    >>> turn.budget.target_s
    1.99
    """
    trusted = isinstance(policy, str) and policy in policies.built_in_names()
    name = policy if isinstance(policy, str) else None
    if isinstance(policy, str):
        made = make_policy(policy, settings)
    elif settings:
        raise SettingError(f"settings must be those of a policy by name, got {dict(settings)!r}")
    else:
        made = policy
    return TimeManager(
        made,
        fallback=policies.Uniform(),
        name=name,
        safety=safety,
        overhead=overhead,
        calibration=calibration or _first_calibration(made),
        ask=ask or (ask_directly if trusted else BoundedAsk()),
        patience=patience,
        tailor=partial(_tailored, policy, dict(settings or {})) if isinstance(policy, str) else None,
    )


def _tailored(name: str, settings: Mapping[str, Any], engine: str) -> tuple[Policy, str] | None:
    """Return a policy with what was learned from an engine's games, or from those of several others, and
    what that is in words; None for a policy that learns nothing from engines."""
    kept = find_profile(engine)
    loss, values = (GENERAL, GENERAL) if kept is None else (str(kept.loss_file), str(kept.values_file))
    implied = policies.policy_hooks(name).engine_settings(settings, loss_file=loss, values_file=values)
    if not implied:
        return None
    words = f"its profile: {kept.profile.words}" if kept else f"the general model: no profile of {engine}"
    return make_policy(name, {**implied, **settings}), words


def _first_calibration(policy: Policy) -> Calibration | None:
    if not isinstance(policy, policies.PolicyBase):
        return None
    try:
        calibration = ask_directly(policy.calibration, patience_s=0.0)
    except NoAdviceError as error:
        raise SettingError(f"the policy must have a calibration to begin with: {error}") from error
    if calibration is not None and not isinstance(calibration, Calibration):
        raise SettingError(f"calibration must return a Calibration, got {calibration!r:.80}")
    return calibration
