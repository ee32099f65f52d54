"""Experiments: matches, and games without engines that show how policies spend their time."""

from importlib import import_module
from typing import TYPE_CHECKING

from zeitnot.lab.curve import TYPICAL_LENGTH, SpendingCurve, spending_curves
from zeitnot.lab.latency import NO_LATENCY, DrawsLatency, Latency
from zeitnot.lab.simulated import SimulatedGame, play_simulated
from zeitnot.lab.simulated_chess import (
    DeepeningHabits,
    SimulatedChess,
    SimulatedDeepening,
    typical_chess_game,
)
from zeitnot.lab.simulated_scrabble import (
    SimulatedAnalysis,
    SimulatedScrabble,
    SimulationHabits,
    typical_scrabble_game,
)
from zeitnot.lab.simulated_search import SimulatedPosition, SimulatedSearch

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
    "TYPICAL_LENGTH",
    "DeepeningHabits",
    "DrawsLatency",
    "Latency",
    "MatchObserver",
    "MatchPlan",
    "MatchProgress",
    "MatchResult",
    "SimulatedAnalysis",
    "SimulatedChess",
    "SimulatedDeepening",
    "SimulatedGame",
    "SimulatedPosition",
    "SimulatedScrabble",
    "SimulatedSearch",
    "SimulationHabits",
    "SpendingCurve",
    "plan_match",
    "play_match",
    "play_simulated",
    "resume_match",
    "spending_curves",
    "typical_chess_game",
    "typical_scrabble_game",
]


def __getattr__(name: str) -> object:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
