"""Experiments: matches, and games without engines that show how policies spend their time."""

from importlib import import_module
from typing import TYPE_CHECKING

from zeitnot.lab.curve import SpendingCurve, spending_curves
from zeitnot.lab.latency import NO_LATENCY, DrawsLatency, Latency
from zeitnot.lab.simulated import SimulatedGame, play_simulated

if TYPE_CHECKING:
    from zeitnot.lab.match import MatchPlan, plan_match
    from zeitnot.lab.match_progress import MatchObserver, MatchProgress
    from zeitnot.lab.match_runner import MatchResult, play_match, resume_match

_LATE = {
    "MatchObserver": "match_progress",
    "MatchPlan": "match",
    "MatchProgress": "match_progress",
    "MatchResult": "match_runner",
    "plan_match": "match",
    "play_match": "match_runner",
    "resume_match": "match_runner",
}
"""Names that bring engines and stores with them, imported when they are first asked for."""

__all__ = [
    "NO_LATENCY",
    "DrawsLatency",
    "Latency",
    "MatchObserver",
    "MatchPlan",
    "MatchProgress",
    "MatchResult",
    "SimulatedGame",
    "SpendingCurve",
    "plan_match",
    "play_match",
    "play_simulated",
    "resume_match",
    "spending_curves",
]


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
