"""Notes on a match: settings that work but are probably a mistake."""

import math
from typing import TYPE_CHECKING

from zeitnot.cli.printable import tell

if TYPE_CHECKING:
    from zeitnot.clocks import TimeControl
    from zeitnot.games import Game
    from zeitnot.lab.match import MatchPlan

LEAST_WORK = 20_000
"""Nodes a second from which the steps of the search are short on any clock: one is 50 ms."""
LONG_STEP = 0.05
"""Part of a turn from which a step is worth a note."""
GAME_MOVES = 40
"""Moves that a clock is thought to last for where its rules do not say."""


def say_what_is_odd(plan: "MatchPlan") -> None:
    """Print a note about a policy of another game, and about steps that are long for the clock."""
    game = plan.played_game
    for participant in plan.participants:
        if participant.policy:
            note_unsuited(participant.policy, game)
    if game.steps_of_work and plan.work_per_s is not None and 0 < plan.work_per_s < LEAST_WORK:
        step_s, turn_s = game.steps_of_work / plan.work_per_s, _turn_s(plan.time_control)
        if step_s > LONG_STEP * turn_s:
            tell(
                f"zeitnot: the search counts its work in steps of {game.steps_of_work:,} {game.work_unit}, "
                f"{step_s:.2g} s of about {turn_s:.2g} s that a move has; "
                "a larger --work or a slower --clock is safer"
            )


def note_unsuited(policy: str, game: "Game") -> None:
    """Print a note about a policy that was made for other games."""
    from zeitnot.games import find_game, game_names
    from zeitnot.policies import policy_hooks

    if not game.suits(policy):
        known = game_names()  # a policy may be made for a game that is not installed
        names = policy_hooks(policy).games
        others = " and ".join(find_game(name).title if name in known else name for name in names)
        tell(f"zeitnot: {policy} is made for {others}; this is {game.name}")


def _turn_s(control: "TimeControl") -> float:
    """Return what a move has on average."""
    if not control.stages:
        return control.move_time_s or math.inf
    first = control.stages[0]
    return first.base_s / (first.moves or GAME_MOVES) + first.increment_s + first.delay_s
