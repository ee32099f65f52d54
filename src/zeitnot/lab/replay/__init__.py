"""Replays: recorded turns under any policy and clock, without searching again."""

from zeitnot.lab.replay.entrant import Entrant, parse_entrants
from zeitnot.lab.replay.figures import PhaseFigures, PolicyFigures, figures_of, phase_figures
from zeitnot.lab.replay.recorded_deepening import RecordedDeepening
from zeitnot.lab.replay.recorded_search import RecordedPosition, RecordedSearch
from zeitnot.lab.replay.recorded_simulation import RecordedSimulation
from zeitnot.lab.replay.replay import WORK_PER_S, Replay, ReplayPlan
from zeitnot.lab.replay.run import ReplayRunner, run_replay
from zeitnot.lab.replay.sums import PhaseSum, PolicySums

__all__ = [
    "WORK_PER_S",
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
