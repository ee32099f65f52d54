"""`zeitnot scrabble think`: the player thinks about one position, and shows how."""

import json
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.table import Table

from zeitnot import clocks, scrabble, turns
from zeitnot.cli.console import output
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.exits import EXIT_INTERRUPTED
from zeitnot.cli.options import JsonOption, TurnTime, clock_option, option, read_turn_time
from zeitnot.cli.policies.plan_table import show_budget
from zeitnot.cli.scrabble.move_tables import (
    arms_table,
    endgame_text,
    live_table,
    move_text,
    moves_table,
    position_heading,
)
from zeitnot.cli.scrabble.options import (
    LenientOption,
    PositionArgument,
    TurnOption,
    note_lexicon,
    read_position,
)
from zeitnot.cli.scrabble.player_options import PlayerOptions, PlayerSeedOption

TIME = "5s"
"""Default thinking time of a position."""

_CLOCK = "The clock"
_TICK_S = 0.125
"""Time between two pictures of the search."""
_LIVE_ROWS = 10
"""Arms shown while they change: what fits the smallest terminals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Thought:
    """What the player made of a position."""

    position: "scrabble.Position"
    choice: "scrabble.Choice"
    time: TurnTime
    policy: str
    lexicon: str
    leaves: str
    interrupted: bool
    solved_samples: int
    """Deals that must be solved before they decide."""

    @property
    def is_solved_enough(self) -> bool:
        """Whether what was solved decides."""
        return self.choice.solved is not None and self.choice.solved.has_each(self.solved_samples)


def think(
    position: PositionArgument,
    turn: TurnOption = None,
    clock: Annotated[
        str | None,
        clock_option(
            "The time control: '25:00 -10/min', 3:00+2 ...; the policy decides how long to think.", _CLOCK
        ),
    ] = None,
    remaining: Annotated[
        str | None, option("TIME", "Time left: 750, 12:30, 2m30s. Default: all of it.", panel=_CLOCK)
    ] = None,
    time: Annotated[
        str | None,
        option(
            "TIME", f"Think so long, whatever a policy says. Default without a clock: {TIME}.", panel=_CLOCK
        ),
    ] = None,
    *,
    options: PlayerOptions,
    seed: PlayerSeedOption = 1,
    lenient: LenientOption = False,
    json_form: JsonOption = False,
) -> None:
    """Think about a position as in a game: the budget, the ranking of the moves, and why it stopped.

    At a terminal the ranking is shown while it changes. Ctrl-C ends the
    thinking and shows the result so far.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble think "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRSTV/ 0/14 0" --time 2s
    zeitnot scrabble think game.gcg --turn 3 -c "25:00 -10/min" --remaining 12:30
    zeitnot scrabble think game.gcg --turn 3 --time 1s --work 10000 --json
    """
    given = read_turn_time(clock=clock, remaining=remaining, time=time, default=TIME)
    asked = read_position(
        position, turn, distribution=options.distribution, layout=options.layout, lenient=lenient
    ).position
    leaves, knowledge, player = options.open(distribution=asked.distribution, layout=asked.layout)
    note_lexicon(asked, knowledge.lexicon)
    choice, interrupted = _choose(player, asked, given, seed=seed, shows=not json_form)
    thought = _Thought(
        position=asked,
        choice=choice,
        time=given,
        policy=options.policy,
        lexicon=knowledge.lexicon.name,
        leaves=leaves,
        interrupted=interrupted,
        solved_samples=options.player_settings().solved_samples,
    )
    if json_form:
        print(json.dumps(_json_form(thought), indent=2))
    else:
        _show(output(), thought)
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _choose(
    player: "scrabble.Player", position: "scrabble.Position", given: TurnTime, *, seed: int, shows: bool
) -> "tuple[scrabble.Choice, bool]":
    """Think in the background, shown live at a terminal; Ctrl-C ends it early."""

    player.new_game(initial_s=given.initial_s)
    console = output()
    interrupted = False
    with scrabble.BackgroundTurn(
        lambda timer, look: player.choose(
            position, clock=given.clock, limits=given.limits, seed=seed, on_state=look, timer=timer
        ),
        player.rates,
    ) as turn:
        try:
            if shows and console.is_terminal:
                with Live(console=console, transient=True, auto_refresh=False) as live:
                    while not turn.is_done_within(_TICK_S):
                        live.update(live_table(turn.state, position, rows=_LIVE_ROWS), refresh=True)
            turn.result()
        except KeyboardInterrupt:
            interrupted = True
            turn.stop()
        return turn.result(), interrupted


def _show(console: "Console", thought: _Thought) -> None:

    choice, position = thought.choice, thought.position
    console.print(position_heading(position, lexicon=thought.lexicon, leaves=thought.leaves))
    console.print(f"[bold]{escape(thought.policy)}[/bold]: {thought.time.text}")
    if choice.record.fault:
        console.print(f"[red]the policy failed, uniform stands in ({escape(choice.record.fault)})[/red]")
    show_budget(console, choice.record.budget)
    if choice.endgame is not None:
        console.print(endgame_text(choice.endgame, position))
    elif choice.simulation is None:
        console.print(moves_table(list(choice.moves[:_LIVE_ROWS]), position))
    few = ", but on too few deals to decide" if not thought.is_solved_enough else ""
    for state, name in ((choice.simulation, "simulated"), (choice.solved, f"then solved to the end{few}")):
        if state is not None and state.samples:
            console.print(f"[bold]{name}[/bold]")
            moves = state.moves
            console.print(arms_table(moves, position, most=len(moves), chosen=choice.chosen.move))
    _show_end(console, thought)


def _show_end(console: "Console", thought: _Thought) -> None:

    choice, record = thought.choice, thought.choice.record
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column()
    facts.add_row("plays", move_text(choice.chosen.move, thought.position, width=0))
    facts.add_row("score", str(choice.chosen.score_pts))
    note = f" ({escape(record.note)})" if record.note else ""
    facts.add_row("stopped", f"{record.reason.value}{note}")
    if record.expected_loss_pts is not None:
        facts.add_row("expected loss", f"{record.expected_loss_pts:.3f} points by stopping there")
    facts.add_row("time", _time_text(thought))
    console.print(facts)


def _time_text(thought: _Thought) -> str:
    record = thought.choice.record
    parts = []
    if thought.choice.simulation is not None:
        parts.append(f"simulation {clocks.seconds_text(record.simulation_s)}, {record.samples:,} samples")
    if record.endgame_s or record.nodes:
        parts.append(f"endgame {clocks.seconds_text(record.endgame_s)}, {record.nodes:,} nodes")
    granted = f"of {clocks.seconds_text(record.budget.limit_s)}"
    return f"{clocks.seconds_text(record.used_s)} {granted}" + (f": {'; '.join(parts)}" if parts else "")


def _json_form(thought: _Thought) -> dict[str, Any]:
    choice, record, position = thought.choice, thought.choice.record, thought.position
    return {
        "cgp": position.to_cgp(),
        **fields_form(thought, "lexicon", "leaves", "policy", "interrupted"),
        "move": record.move,
        "score_pts": choice.chosen.score_pts,
        "reason": record.reason.value,
        **fields_form(record, "note", "expected_loss_pts", "used_s"),
        "simulation": _arms_form(choice.simulation, position),
        "solved": _arms_form(choice.solved, position),
        "endgame": _endgame_form(choice.endgame, position),
        "record": turns.to_json_form(record),
    }


def _arms_form(
    state: "scrabble.SimulationState | None", position: "scrabble.Position"
) -> dict[str, Any] | None:
    if state is None:
        return None
    return {
        "time_s": state.elapsed_s,
        **fields_form(state, "samples", "nodes"),
        "moves": [
            {
                "move": position.move_text(move.rated.move),
                "score_pts": move.rated.score_pts,
                "static_equity_pts": move.rated.equity_pts,
                **fields_form(move, "samples", "win_chance", "equity_pts"),
                "equity_error_pts": move.equity_error_pts if move.samples else None,
                "worth_pts": move.arm.mean_pts,
                "worth_error_pts": move.arm.standard_error_pts if move.samples else None,
            }
            for move in state.moves
        ],
    }


def _endgame_form(
    state: "scrabble.EndgameState | None", position: "scrabble.Position"
) -> dict[str, Any] | None:
    if state is None:
        return None
    alphabet = position.distribution.alphabet
    return {
        "time_s": state.elapsed_s,
        **fields_form(state, "depth", "value_pts", "nodes"),
        "proven": state.is_complete,
        "line": [move.text(alphabet) for move in state.line],
    }
