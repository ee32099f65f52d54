"""Experiments: matches, and games without engines that show how policies spend their time."""

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

__all__ = [
    "NO_LATENCY",
    "TYPICAL_LENGTH",
    "DeepeningHabits",
    "DrawsLatency",
    "Latency",
    "SimulatedAnalysis",
    "SimulatedChess",
    "SimulatedDeepening",
    "SimulatedGame",
    "SimulatedPosition",
    "SimulatedScrabble",
    "SimulatedSearch",
    "SimulationHabits",
    "SpendingCurve",
    "play_simulated",
    "spending_curves",
    "typical_chess_game",
    "typical_scrabble_game",
]
