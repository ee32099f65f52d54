"""Engine turn: the engine's search on the game's clocks, in a thread."""

from zeitnot.scrabble.inference import observed_play
from zeitnot.scrabble.player import OnPlan, Player, nobody_plans
from zeitnot.scrabble.table import Table, seed_of
from zeitnot.scrabble.turn import BackgroundTurn
from zeitnot.turns import NO_LIMITS, Limits

UNCLOCKED_S = 5.0
"""Search time of the engine in a game without a clock."""


def begin_engine_turn(table: Table, engine: Player, *, on_plan: OnPlan = nobody_plans) -> BackgroundTurn:
    """Start the search of the seat on turn; `on_plan` is called with the plan of the turn."""
    seat, position = table.on_turn, table.position()
    seen = observed_play(table.game, seat)
    has_clock = table.control.has_clock
    own, other = (table.clock.reading(each) if has_clock else None for each in (seat, 1 - seat))
    limits = NO_LIMITS if has_clock else Limits(move_time_s=table.control.move_time_s or UNCLOCKED_S)
    return BackgroundTurn(
        lambda timer, look: engine.choose(
            position,
            clock=own,
            opponent=other,
            limits=limits,
            ply=table.ply,
            seed=seed_of(table.seed, table.ply),
            on_state=look,
            on_plan=on_plan,
            timer=timer,
            seen=seen,
        ),
        engine.rates,
    )
