"""PolicyBase: all that a policy may declare beside `plan` and `monitor`, with what holds when it does not."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, Self

from zeitnot.clocks import Kind
from zeitnot.monitors import DeepeningLoss, LossEstimator
from zeitnot.policies.mergen_lessons import MergenLessons
from zeitnot.policies.time_values import TimeValues
from zeitnot.turns import Calibration


class ModelSource(Protocol):
    """Finds models by a name that a user wrote: a path, or nothing for the one of the package.

    A policy with a method `with_models(source)` is asked to make itself anew with what it needs.
    """

    def snapshot_loss(self, name: str, /) -> LossEstimator:
        """Give the estimator for simulations."""
        ...

    def deepening_loss(self, name: str, /) -> DeepeningLoss:
        """Give the estimator for iterative deepening."""
        ...

    def time_values(self, game: str, name: str, /) -> TimeValues:
        """Give the time values of a game."""
        ...

    def mergen_lessons(self, name: str, /) -> MergenLessons:
        """Give what `mergen` has learned from past games: in a file, or `mine`, that of the user."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """What a policy may want to know about whoever runs it, before it is made."""

    ponders: bool = False
    """Whether the engine thinks on the opponent's time."""
    overhead_s: float | None = None
    """Time lost per move beside the search, where the host has an option for it."""
    kind: Kind | None = None
    """Kind of game, where the host names one; the clock alone may say another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Taught:
    """Parameters that a user's own games have moved."""

    games: int
    """Games that they were learned from."""
    prior_games: float
    """Games that the figures before count for."""
    learned: Mapping[str, float | tuple[float, float]] = field(default_factory=dict)
    """Each parameter with its learned value."""
    before: Mapping[str, float | tuple[float, float]] = field(default_factory=dict)
    """Each parameter with its value before."""


class PolicyBase:
    """Base of policies that declare more than `plan` and `monitor`.

    A policy without this base is for every game, has no presets and needs no models.
    """

    __slots__ = ()

    name: ClassVar[str] = ""
    """Name of the policy, as users write it; empty: that of the class."""
    games: ClassVar[tuple[str, ...]] = ()
    """Games that the policy is for; empty: every game."""
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Named sets of settings."""
    only_in: ClassVar[Mapping[str, str]] = {}
    """Parameters that only one game has, each with that game."""
    named_after_engine: ClassVar[bool] = False
    """Whether an engine has the same name; in a match the name alone then means the engine."""
    personal: ClassVar[Mapping[str, Any]] = {}
    """Settings for commands that play one user's own games, unless the user says otherwise."""

    @classmethod
    def plays(cls, game: str) -> bool:
        """Return whether the policy is for a game."""
        return not cls.games or game in cls.games

    @classmethod
    def implied_settings(cls, host: Host, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the settings that follow from the host; what is given beside them wins."""
        return {}

    @classmethod
    def taught(cls, source: ModelSource) -> Taught | None:
        """Return what the user's own games have taught; None for a policy that does not learn from them."""
        return None

    def with_models(self, source: ModelSource) -> Self:
        """Return the policy with the trained models that it needs."""
        return self

    def calibration(self) -> Calibration | None:
        """Return what the manager's calibration begins with; None: the usual first guesses."""
        return None


HOOKS = tuple(hook for hook in vars(PolicyBase) if not hook.startswith("_") and hook != "name")
"""Names of all that only a policy with this base may declare; anything may have a name."""


def hooks_of(policy: type) -> type[PolicyBase]:
    """Return what a policy class declares; one without the base declares nothing."""
    return policy if issubclass(policy, PolicyBase) else PolicyBase
