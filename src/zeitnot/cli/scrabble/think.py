"""`zeitnot scrabble think`: the player thinks about one position, and shows how."""

import json
from typing import Annotated, Any, TypeVar

import typer
from rich.console import Console
from rich.live import Live
from rich.markup import escape

from zeitnot import clocks, scrabble, turns
from zeitnot.cli.console import output
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.exits import EXIT_INTERRUPTED
from zeitnot.cli.options import JsonOption, TurnTime, clock_option, option, read_turn_time
from zeitnot.cli.policies.plan import facts_grid, show_budget
from zeitnot.cli.scrabble.move_tables import (
    arms_table,
    deals_form,
    deals_table,
    deals_text,
    endgame_form,
    endgame_text,
    live_table,
    move_text,
    moves_table,
    position_heading,
)
from zeitnot.cli.scrabble.options import (
    Asked,
    LenientOption,
    PlayerOptions,
    PlayerSeedOption,
    PositionArgument,
    TurnOption,
    note_lexicon,
)

Answer = TypeVar("Answer")

TIME = "5s"
"""Default thinking time of a position."""

_CLOCK = "The clock"
_TICK_S = 0.125
"""Time between two pictures of the search."""
_LIVE_ROWS = 10
"""Arms shown while they change: what fits the smallest terminals."""


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
            "TIME",
            f"Think this long, whatever the policy says. Default without a clock: {TIME}.",
            panel=_CLOCK,
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
    found = options.read_position(position, turn, lenient=lenient)
    asked = found.position
    leaves, knowledge, player = options.open(distribution=asked.distribution, layout=asked.layout)
    note_lexicon(asked, knowledge.lexicon)
    choice, interrupted = _choose(player, found, given, seed=seed, shows=not json_form)
    named = {"lexicon": knowledge.lexicon.name, "leaves": leaves}
    if json_form:
        about = {"cgp": asked.to_cgp(), **named, "policy": options.policy, "interrupted": interrupted}
        print(json.dumps({**about, **_choice_form(choice, asked)}, indent=2))
    else:
        console = output()
        console.print(position_heading(asked, **named))
        console.print(f"[bold]{escape(options.policy)}[/bold]: {given.text}")
        _show(console, choice, asked, solved_samples=options.player_settings().solved_samples)
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _choose(
    player: "scrabble.Player", asked: Asked, given: TurnTime, *, seed: int, shows: bool
) -> "tuple[scrabble.Choice, bool]":
    """Think in the background, shown live at a terminal; Ctrl-C ends it early."""

    position, seen = asked.position, asked.seen()
    player.new_game(initial_s=given.initial_s)
    with scrabble.BackgroundTurn(
        lambda timer, look: player.choose(
            position, clock=given.clock, limits=given.limits, seed=seed, on_state=look, timer=timer, seen=seen
        ),
        player.rates,
    ) as turn:
        return watched(turn, position, shows=shows)


def watched(
    search: "scrabble.BackgroundSearch[Answer]", position: "scrabble.Position", *, shows: bool
) -> tuple[Answer, bool]:
    """Show a search live at a terminal; return its answer, and whether Ctrl-C ended it early."""
    console = output()
    try:
        if shows and console.is_terminal:
            with Live(console=console, transient=True, auto_refresh=False) as live:
                while not search.is_done_within(_TICK_S):
                    live.update(live_table(search.state, position, rows=_LIVE_ROWS), refresh=True)
        return search.result(), False
    except KeyboardInterrupt:
        search.stop()
        return search.result(), True


def _show(
    console: Console, choice: "scrabble.Choice", position: "scrabble.Position", *, solved_samples: int
) -> None:
    """Print the budget, the ranking, and the end; fewer solved deals than these samples decide nothing."""
    if choice.record.fault:
        console.print(f"[red]the policy failed, uniform stands in ({escape(choice.record.fault)})[/red]")
    show_budget(console, choice.record.budget)
    if choice.endgame is not None:
        console.print(endgame_text(choice.endgame, position))
    elif choice.simulation is None:
        console.print(moves_table(list(choice.moves[:_LIVE_ROWS]), position))
    decides = choice.solved is not None and choice.solved.has_each(solved_samples)
    few = "" if decides else ", but on too few deals to decide"
    for state, name in ((choice.simulation, "simulated"), (choice.solved, f"then solved to the end{few}")):
        if state is not None and state.samples:
            console.print(f"[bold]{name}[/bold]")
            moves = state.moves
            console.print(arms_table(moves, position, most=len(moves), chosen=choice.chosen.move))
    if choice.pre_endgame is not None:
        console.print(deals_text(choice.pre_endgame))
        moves_solved = choice.pre_endgame.moves
        most = len(moves_solved)
        console.print(deals_table(moves_solved, position, most=most, chosen=choice.chosen.move))
    _show_end(console, choice, position)


def _show_end(console: Console, choice: "scrabble.Choice", position: "scrabble.Position") -> None:
    record = choice.record
    facts = facts_grid()
    facts.add_row("plays", move_text(choice.chosen.move, position, width=0))
    facts.add_row("score", str(choice.chosen.score_pts))
    note = f" ({escape(record.note)})" if record.note else ""
    facts.add_row("stopped", f"{record.reason.value}{note}")
    if record.expected_loss_pts is not None:
        facts.add_row("expected loss", f"{record.expected_loss_pts:.3f} points by stopping there")
    parts = []
    if record.inference_s:
        parts.append(f"inference {clocks.seconds_text(record.inference_s)}")
    if choice.simulation is not None:
        parts.append(f"simulation {clocks.seconds_text(record.simulation_s)}, {record.samples:,} samples")
    if record.endgame_s or record.nodes:
        parts.append(f"endgame {clocks.seconds_text(record.endgame_s)}, {record.nodes:,} nodes")
    used = f"{clocks.seconds_text(record.used_s)} of {clocks.seconds_text(record.budget.limit_s)}"
    facts.add_row("time", used + (f": {'; '.join(parts)}" if parts else ""))
    console.print(facts)


def _choice_form(choice: "scrabble.Choice", position: "scrabble.Position") -> dict[str, Any]:
    record = choice.record
    return {
        "move": record.move,
        "score_pts": choice.chosen.score_pts,
        "reason": record.reason.value,
        **fields_form(record, "note", "expected_loss_pts", "used_s"),
        "simulation": _arms_form(choice.simulation, position),
        "solved": _arms_form(choice.solved, position),
        "pre_endgame": choice.pre_endgame and deals_form(choice.pre_endgame, position),
        "endgame": choice.endgame and endgame_form(choice.endgame, position),
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
