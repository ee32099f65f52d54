"""Entrant: a policy in a replay, as people write it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from zeitnot.errors import SettingError, UnknownPolicyError
from zeitnot.models import make_manager
from zeitnot.policies import parse_policy, policy_names
from zeitnot.turns import NO_CONNECTION, TimeManager, ask_directly

_FORM = "POLICY[:KEY=VALUE,...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A policy with its settings; plain texts, so that it travels between processes."""

    name: str
    """The policy with its parameters, as the user wrote it."""
    policy: str
    """Name of the policy."""
    settings: tuple[tuple[str, str], ...] = ()
    """Parameters that differ from the defaults."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an entry such as `uniform` or `stockfish:horizon_moves=40`; what is wrong is said at once."""
        policy, settings = parse_policy(text)
        entrant = cls(name=text.strip(), policy=policy, settings=tuple(settings.items()))
        entrant.manager()
        return entrant

    def with_settings(self, settings: Mapping[str, str]) -> Self:
        """Add settings from elsewhere; what was written with the entrant wins."""
        return replace(self, settings=tuple({**settings, **dict(self.settings)}.items()))

    def manager(self) -> TimeManager:
        """Make a manager that knows nothing yet; no clock runs in a replay, so it asks directly, and fast."""
        return make_manager(self.policy, dict(self.settings), overhead=NO_CONNECTION, ask=ask_directly)


def parse_entrants(text: str) -> tuple[Entrant, ...]:
    """Read a list such as `uniform,stockfish:horizon_moves=40,short_clock_s=2,magpie`."""
    words: list[str] = []
    for word in filter(None, (word.strip() for word in text.split(","))):
        head = word.partition(":")[0].strip()
        if head in policy_names() or ("=" not in word.partition(":")[0] and not (words and ":" in words[-1])):
            words.append(word)
        elif words and ":" in words[-1]:
            words[-1] += f",{word}"  # one more setting, or one more of several values
        else:
            raise UnknownPolicyError(f"policies must be {_FORM}, got {word!r}")
    entrants = tuple(Entrant.parse(word) for word in words)
    names = [entrant.name for entrant in entrants]
    if not names or len(set(names)) < len(names):
        raise SettingError(f"policies must be one or more that differ, got {text!r}")
    return entrants
