"""PolicyBase: everything that a policy may declare besides `plan` and `monitor`, with defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self

from zeitnot.clocks import Kind
from zeitnot.monitors import DeepeningLoss, LossEstimator
from zeitnot.policies.mergen_lessons import MergenLessons
from zeitnot.policies.time_values import TimeValues
from zeitnot.turns import Calibration, Challenge


class ModelSource(Protocol):
    """Loads models by the name that a user gave: a path, or empty for the package's own.

    It is passed to `PolicyBase.with_models`, because policies read no files themselves.
    """

    def snapshot_loss(self, name: str, /) -> LossEstimator:
        """Return the loss estimator for simulations."""

    def deepening_loss(self, name: str, /) -> DeepeningLoss:
        """Return the loss estimator for iterative deepening."""

    def time_values(self, game: str, name: str, /) -> TimeValues:
        """Return the time values of a game."""

    def mergen_lessons(self, name: str, /) -> MergenLessons:
        """Return what `mergen` has learned from past games: from a file, or `mine` for the user's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """What a policy may want to know about the program that runs it, before the policy is created."""

    ponders: bool = False
    """Whether the engine thinks on the opponent's time."""
    overhead_s: float | None = None
    """Time lost per move besides the search, if the host has an option for it."""
    kind: Kind | None = None
    """Kind of game, if the host names one; it may differ from what the clock alone suggests."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """Parameters that were adjusted by a user's own games."""

    games: int
    """Number of games that the parameters were learned from."""
    prior_games: float
    """Number of games that the previous values count for."""
    learned: Mapping[str, float | tuple[float, float]] = field(default_factory=dict)
    """Learned value of each parameter."""
    before: Mapping[str, float | tuple[float, float]] = field(default_factory=dict)
    """Previous value of each parameter."""


class PolicyBase:
    """Base class of policies that declare more than `plan` and `monitor`.

    A policy without this base class is for every game, has no presets and needs no models.
    """

    __slots__ = ()

    name: ClassVar[str] = ""
    """Name of the policy, as users write it; empty for the name of the class."""
    games: ClassVar[tuple[str, ...]] = ()
    """Games that the policy is for; empty for every game."""
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Named sets of settings."""
    only_in: ClassVar[Mapping[str, str]] = {}
    """Parameters that apply to one game only, each with that game."""
    named_after_engine: ClassVar[bool] = False
    """Whether an engine has the same name; in a match the name alone then means the engine."""
    personal: ClassVar[Mapping[str, Any]] = {}
    """Settings for commands that play a user's own games, unless the user sets them."""

    @classmethod
    def plays(cls, game: str) -> bool:
        """Return whether the policy is for a game."""
        return not cls.games or game in cls.games

    @classmethod
    def implied_settings(cls, host: Host, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the settings that follow from the host; explicitly given settings override them."""
        return {}

    @classmethod
    def engine_settings(
        cls, given: Mapping[str, Any], *, loss_file: str, values_file: str
    ) -> Mapping[str, Any]:
        """Return the settings that make use of what was learned from an engine's games; explicitly given ones
        override them. Empty for a policy that learns nothing from engines."""
        return {}

    @classmethod
    def taught(cls, source: ModelSource) -> Taught | None:
        """Return what the user's own games have taught; None for a policy that does not learn from them."""
        return None

    def with_models(self, source: ModelSource) -> Self:
        """Return the policy with the trained models that it needs."""
        return self

    def calibration(self) -> Calibration | None:
        """Return the manager's first calibration; None for the usual first guesses."""
        return None

    def challenges(self, challenge: Challenge) -> bool:
        """Return whether to challenge the opponent's last play in Scrabble; by default if it has a phoney.

        The player's clock runs meanwhile.
        """
        return bool(challenge.phoneys)


HOOKS = tuple(hook for hook in vars(PolicyBase) if not hook.startswith("_") and hook != "name")
"""Names of everything that only a policy with this base class may declare."""


def hooks_of(policy: type) -> type[PolicyBase]:
    """Return what a policy class declares; the defaults for a class without the base class."""
    return policy if issubclass(policy, PolicyBase) else PolicyBase
