"""Zeitnot keeps game engines out of time trouble: how long to think, when to stop, and which way is best.

The names of this module are all that most programs need; they are imported when they are asked for.
Everything else is in the rooms: `zeitnot.clocks`, `zeitnot.turns`, `zeitnot.monitors`, `zeitnot.policies`,
`zeitnot.models`, `zeitnot.chess`, `zeitnot.scrabble`, `zeitnot.learning`, `zeitnot.lab`, `zeitnot.report`.

    >>> import zeitnot
    >>> manager = zeitnot.make_manager("uniform")
    >>> turn = manager.begin(clock=zeitnot.ClockReading(remaining_s=60.0))
    >>> turn.observe(zeitnot.Tick(elapsed_s=0.5)).stop, turn.observe(zeitnot.Tick(elapsed_s=2.0)).stop
    (False, True)
    >>> turn.finish(used_s=2.0, move="e2e4").reason
    <Reason.LIMIT: 'limit'>
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeitnot.clocks import Clock, ClockReading, GameClock, TimeControl
    from zeitnot.errors import ZeitnotError
    from zeitnot.lab import MatchPlan, RunStore, plan_match, play_match, resume_match
    from zeitnot.models import make_manager, make_policy
    from zeitnot.policies import PolicyBase, policy_names
    from zeitnot.turns import (
        GO_ON,
        Budget,
        ChessFeatures,
        EndgamePly,
        GtpClock,
        Iteration,
        Limits,
        Memory,
        Monitor,
        Policy,
        Reason,
        ScrabbleFeatures,
        SimulationCheck,
        Tick,
        TimeManager,
        Trail,
        Turn,
        TurnRecord,
        Verdict,
        from_uci_limit,
        from_usi_go,
    )

    __version__: str

__all__ = [
    "GO_ON",
    "Budget",
    "ChessFeatures",
    "Clock",
    "ClockReading",
    "EndgamePly",
    "GameClock",
    "GtpClock",
    "Iteration",
    "Limits",
    "MatchPlan",
    "Memory",
    "Monitor",
    "Policy",
    "PolicyBase",
    "Reason",
    "RunStore",
    "ScrabbleFeatures",
    "SimulationCheck",
    "Tick",
    "TimeControl",
    "TimeManager",
    "Trail",
    "Turn",
    "TurnRecord",
    "Verdict",
    "ZeitnotError",
    "__version__",
    "from_uci_limit",
    "from_usi_go",
    "make_manager",
    "make_policy",
    "plan_match",
    "play_match",
    "policy_names",
    "resume_match",
]

_ROOMS = ("errors", "clocks", "turns", "policies", "models", "lab")
"""Where the names come from, the cheapest to import first."""


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # else a type checker would take any name for an object

    def __getattr__(name: str) -> object:
        """Look a name up when it is asked for: importing everything takes a while."""
        if name == "__version__":
            from importlib.metadata import version

            return version("zeitnot")
        if name in __all__:
            for room in _ROOMS:
                module = import_module(f"{__name__}.{room}")
                if name in vars(module) or name in vars(module).get("__all__", ()):
                    return getattr(module, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
