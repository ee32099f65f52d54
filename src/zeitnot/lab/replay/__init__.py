"""Replays: recorded turns under any policy and clock, without searching again."""

from zeitnot.games import RecordedDeepening, RecordedPosition, RecordedSearch
from zeitnot.lab.replay.entrant import Entrant, parse_entrants
from zeitnot.lab.replay.figures import PhaseFigures, PolicyFigures, figures_of, phase_figures
from zeitnot.lab.replay.replay import Replay, ReplayPlan
from zeitnot.lab.replay.run import ReplayRunner, run_replay
from zeitnot.lab.replay.sums import PhaseSum, PolicySums
from zeitnot.scrabble.recorded_simulation import RecordedSimulation

__all__ = [
    "Entrant",
    "PhaseFigures",
    "PhaseSum",
    "PolicyFigures",
    "PolicySums",
    "RecordedDeepening",
    "RecordedPosition",
    "RecordedSearch",
    "RecordedSimulation",
    "Replay",
    "ReplayPlan",
    "ReplayRunner",
    "figures_of",
    "parse_entrants",
    "phase_figures",
    "run_replay",
]
