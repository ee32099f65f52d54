"""EngineSettings: all that can be set of an engine from outside, by command line or UCI options."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from zeitnot import policies
from zeitnot.models import hosted_settings, make_manager, make_policy
from zeitnot.turns import Overhead, Policy, TimeManager

MOST_THREADS = 256
"""Searching threads, at the most."""

_MS = 0.001
_WORST_MARGIN = 1.5
"""The worst overhead is assumed so much larger than the usual one at least, as in `Overhead.margin`."""
_WORST_LOCAL = 10.0
"""Up to the default worst case it is assumed so much larger: a process on the same machine is rarely late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """One value per option; frozen, so that a value out of range leaves no trace."""

    policy: str = "stockfish"
    """Name of the time-management policy."""
    given: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What is set of each policy, by its name; `preset` included."""
    overhead_ms: int = 10
    """Time the clock loses on each move beside the search, before it is measured."""
    hash_mb: int = 16
    """Size of the transposition table."""
    threads: int = 1
    """Searching threads."""
    lines: int = 1
    """Variations to report."""
    ponder: bool = False
    """Whether the interface will let the engine think on the opponent's time."""
    own_book: bool = False
    """Whether moves are taken from a book."""
    book_file: str = ""
    """A Polyglot book; empty: the built-in one."""
    chess960: bool = False
    """Whether castling is written as king takes rook."""
    shows_wdl: bool = False
    """Whether scores come with chances to win, draw and lose."""
    nodes_per_second: int = 0
    """Nodes that count as one second, for runs that can be repeated; 0: the clock on the wall."""

    def with_field(self, name: str, value: str | int | bool) -> "EngineSettings":
        """Set one field by its name."""
        changed: dict[str, Any] = {name: value}
        return replace(self, **changed)

    def with_given(self, policy: str, name: str, value: str | None) -> "EngineSettings":
        """Set one parameter of a policy, or its preset when the name is `preset`; None takes it back."""
        own = {**self.given.get(policy, {}), name: value}
        kept = {key: each for key, each in own.items() if each is not None}
        return replace(self, given={**self.given, policy: kept})

    def plain_policy(self, name: str) -> Policy:
        """Make a policy without its trained models: to read its parameters, which must go fast."""
        return policies.plain_policy(name, self._settings_of(name))

    def make_policy(self, name: str | None = None) -> Policy:
        """Make the chosen policy, or another one, with all that is set of it."""
        name = name or self.policy
        return make_policy(name, self._settings_of(name))

    def make_manager(self) -> TimeManager:
        """Make a manager of the chosen policy, with all that is set of it."""
        return make_manager(self.policy, self._settings_of(self.policy), overhead=self.overhead())

    def overhead(self) -> Overhead:
        """Give the overhead to begin with, for planning and for the hard limit."""
        mean_s, default = self.overhead_ms * _MS, Overhead()
        return Overhead(
            mean_s=mean_s, worst_s=max(_WORST_MARGIN * mean_s, min(_WORST_LOCAL * mean_s, default.worst_s))
        )

    def _settings_of(self, policy: str) -> dict[str, Any]:
        host = policies.Host(ponders=self.ponder, overhead_s=self.overhead_ms * _MS)
        return hosted_settings(policy, self.given.get(policy, {}), host)


def largest_hash_mb() -> int:
    """Tell how large a table may be asked for: three quarters of this machine's memory."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        memory = 4 << 30
    return max(64, memory * 3 // 4 >> 20)
