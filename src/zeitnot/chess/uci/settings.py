"""EngineSettings: everything that the command line or UCI options can set of an engine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from zeitnot import policies
from zeitnot.models import hosted_settings, make_manager, make_policy
from zeitnot.turns import NO_CONNECTION, Overhead, Policy, TimeManager

MOST_THREADS = 256
"""Largest number of search threads."""

_MS = 0.001
_WORST_MARGIN = 1.5
"""Smallest assumed ratio of the worst overhead to the usual one, as in `Overhead.margin`."""
_WORST_LOCAL = 10.0
"""Assumed ratio up to the default worst case: a process on the same machine is rarely late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings:
    """Settings of an engine, one field per option."""

    policy: str = "stockfish"
    """Name of the time-management policy."""
    given: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Parameters set for each policy, by its name; `preset` included."""
    overhead_ms: int = 10
    """Time the clock loses on each move besides the search, before it is measured."""
    hash_mb: int = 16
    """Size of the transposition table."""
    threads: int = 1
    """Number of search threads."""
    lines: int = 1
    """Number of variations to report."""
    ponder: bool = False
    """Whether the interface lets the engine think on the opponent's time."""
    own_book: bool = False
    """Whether the engine plays from a book."""
    book_file: str = ""
    """Path of a Polyglot book; empty for the built-in one."""
    chess960: bool = False
    """Whether castling is written as king takes rook."""
    shows_wdl: bool = False
    """Whether scores come with win, draw and loss probabilities."""
    nodes_per_second: int = 0
    """Nodes that count as one second, for reproducible runs; 0 for wall time."""

    def with_field(self, name: str, value: str | int | bool) -> "EngineSettings":
        """Return the settings with one field changed by its name."""
        changed: dict[str, Any] = {name: value}
        return replace(self, **changed)

    def with_given(self, policy: str, name: str, value: str | None) -> "EngineSettings":
        """Return the settings with a policy's parameter, or its `preset`, changed; None removes it."""
        own = {**self.given.get(policy, {}), name: value}
        kept = {key: each for key, each in own.items() if each is not None}
        return replace(self, given={**self.given, policy: kept})

    def plain_policy(self, name: str) -> Policy:
        """Return a policy without its trained models, to read its parameters quickly."""
        return policies.plain_policy(name, self._settings_of(name))

    def make_policy(self, name: str | None = None) -> Policy:
        """Return the chosen policy, or the one named, with its parameters."""
        name = name or self.policy
        return make_policy(name, self._settings_of(name))

    def make_manager(self) -> TimeManager:
        """Return a manager of the chosen policy, with its parameters."""
        return make_manager(self.policy, self._settings_of(self.policy), overhead=self.overhead())

    def overhead(self) -> Overhead:
        """Return the initial overhead, for planning and for the hard limit."""
        mean_s, default = self.overhead_ms * _MS, Overhead()
        return Overhead(
            mean_s=mean_s,
            worst_s=max(_WORST_MARGIN * mean_s, min(_WORST_LOCAL * mean_s, default.worst_s)),
            measurements=NO_CONNECTION.measurements if self.nodes_per_second else 0,
        )

    def _settings_of(self, policy: str) -> dict[str, Any]:
        host = policies.Host(ponders=self.ponder, overhead_s=self.overhead_ms * _MS)
        return hosted_settings(policy, self.given.get(policy, {}), host)


def largest_hash_mb() -> int:
    """Return the largest hash size that may be set: three quarters of this machine's memory."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        memory = 4 << 30
    return max(64, memory * 3 // 4 >> 20)
