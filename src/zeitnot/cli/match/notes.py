"""Notes on a match: settings that work but are probably a mistake."""

import math
from typing import TYPE_CHECKING

from zeitnot.cli.console import tell

if TYPE_CHECKING:
    from zeitnot.clocks import TimeControl
    from zeitnot.lab.match import MatchPlan

LEAST_WORK = 20_000
"""Nodes a second from which the steps of the search are short on any clock: one is 50 ms."""
STEP_NODES = 1024
"""Nodes between two looks of the search at the clock."""
LONG_STEP = 0.05
"""Part of a turn from which a step is worth a note."""
GAME_MOVES = 40
"""Moves that a clock is thought to last for where its rules do not say."""


def say_what_is_odd(plan: "MatchPlan") -> None:
    """Print a note about a policy of another game, and about steps that are long for the clock."""
    from zeitnot.lab.match.participant import GameKind, plays

    if plan.game is GameKind.SCRABBLE:
        return
    for participant in plan.participants:
        if participant.policy and not plays(participant.policy, plan.game):
            tell(f"zeitnot: {participant.policy} is made for Scrabble; this is chess")
    if plan.work_per_s is not None and 0 < plan.work_per_s < LEAST_WORK:
        step_s, turn_s = STEP_NODES / plan.work_per_s, _turn_s(plan.time_control)
        if step_s > LONG_STEP * turn_s:
            tell(
                f"zeitnot: the search counts its work in steps of {STEP_NODES:,} nodes, {step_s:.2g} s of "
                f"about {turn_s:.2g} s that a move has; a larger --work or a slower --clock is safer"
            )


def _turn_s(control: "TimeControl") -> float:
    """Return what a move has on average."""
    if not control.stages:
        return control.move_time_s or math.inf
    first = control.stages[0]
    return first.base_s / (first.moves or GAME_MOVES) + first.increment_s + first.delay_s
