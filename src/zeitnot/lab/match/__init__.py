"""Matches: who plays whom, and what became of their games."""

from zeitnot.lab.match.engine_commands import EngineCommand, engine_commands
from zeitnot.lab.match.plan import MatchPlan, Tournament, chosen_openings, plan_match
from zeitnot.lab.match.stalled import stalled_game

__all__ = [
    "EngineCommand",
    "MatchPlan",
    "Tournament",
    "chosen_openings",
    "engine_commands",
    "plan_match",
    "stalled_game",
]
