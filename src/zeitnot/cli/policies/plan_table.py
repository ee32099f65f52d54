"""The plan as a table: the steps to target and limit side by side, then what else the budget says."""

from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from zeitnot import clocks, turns
from zeitnot.cli.console import printable
from zeitnot.cli.narrow_table import Column, NarrowTable

STEP_WIDTH = 12
"""Characters that the name of a step may be wrapped to."""


def show_plan(
    console: Console,
    *,
    policy: str,
    control: "clocks.TimeControl",
    thinking: "turns.Thinking",
    said: "turns.Budget",
) -> None:
    """Print a turn's budget: what the policy said, what the guard made of it, and what the search is told."""
    budget = thinking.budget
    console.print(f"[bold]{escape(policy)}[/bold] on {control}: {_situation(thinking)}")
    if thinking.fault:
        console.print(f"[red]the policy failed, uniform stands in ({escape(thinking.fault)})[/red]")
    console.print(_steps_table(said, budget))
    facts = _facts(budget)
    facts.add_row("minimum depth", str(budget.minimum_depth))
    for name, value, default in _differing(
        turns.to_json_form(budget.settings), turns.to_json_form(turns.SearchSettings())
    ):
        facts.add_row(name, f"{_value_text(value)} [dim](else {_value_text(default)})[/dim]")
    console.print(facts)


def show_budget(console: Console, budget: "turns.Budget") -> None:
    """Print a budget alone, the guard's steps among the policy's."""
    console.print(_steps_table(budget, budget, guarded=False))
    facts = _facts(budget)
    if facts.row_count:
        console.print(facts)


def _facts(budget: "turns.Budget") -> Table:
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column()
    if budget.quick_exit is not None:
        facts.add_row("quick exit", f"no search: {budget.quick_exit.value}")
    if budget.kept_for_lag_s:
        kept = turns.seconds_text(budget.kept_for_lag_s)
        facts.add_row("kept for lag", f"{kept}: the policy planned as if the clock had that much less")
    if budget.split is not None:
        facts.add_row("split", _split_text(budget.split))
    return facts


def _situation(thinking: "turns.Thinking") -> str:
    clock, limits = thinking.turn.clock, thinking.turn.limits
    if limits.move_time_s is not None:
        return f"{turns.seconds_text(limits.move_time_s)} for the move"
    if limits.depth is not None:
        return f"depth {limits.depth}, no clock"
    words = [f"{clocks.clock_text(clock.remaining_s)} left"]
    if clock.increment_s:
        words.append(f"{turns.seconds_text(clock.increment_s)} after the move")
    if clock.moves_to_go is not None:
        words.append(f"{turns.pluralised(clock.moves_to_go, 'move')} to go")
    if clock.free_s:
        words.append(f"{turns.seconds_text(clock.free_s)} free")
    if thinking.turn.ply:
        words.append(f"move {thinking.turn.ply // 2 + 1}")
    return ", ".join(words)


def _steps_table(said: "turns.Budget", budget: "turns.Budget", *, guarded: bool = True) -> NarrowTable:
    """Put the running result of each step into its column; common steps stand in both."""
    columns = (
        Column(head="step", justify="left", wraps=STEP_WIDTH),
        Column(name="what each step does", left_out=1),
        Column(head="target"),
        Column(head="limit"),
    )
    rows = [_row(*each) for each in turns.side_by_side(said.target, said.limit)]
    ends = [len(rows) - 1]
    if guarded:
        trails = ((False, said.limit, budget.limit), (True, said.target, budget.target))
        changed = [
            _row(step, in_target, not in_target, who="guard: ")
            for in_target, before, after in trails
            for step in after.steps[len(before.steps) :]
        ]
        rows += changed or [(Text("guard: nothing to change", style="dim"), "", "", "")]
        ends.append(len(rows) - 1)
    rows.append(
        (Text("granted"), "", turns.seconds_text(budget.target_s), turns.seconds_text(budget.limit_s))
    )
    return NarrowTable(columns=columns, rows=rows, sections=ends)


def _row(step: "turns.Step", in_target: bool, in_limit: bool, who: str = "") -> tuple[Text, str, str, str]:
    name = Text(printable(f"{who}{step.name}"))
    if step.note:
        name.append(f" ({printable(step.note)})", "dim")
    shown = "" if step.operation == "start" else step.figure_text
    result = turns.seconds_text(step.result_s)
    return name, shown, result if in_target else "", result if in_limit else ""


def _split_text(split: "turns.Split") -> str:
    parts = {
        "move generation": split.movegen_s,
        "simulation": split.simulation_s,
        "endgame": split.endgame_s,
        "cushion": split.cushion_s,
    }
    text = ", ".join(f"{name} {turns.seconds_text(seconds)}" for name, seconds in parts.items())
    samples = "" if split.samples is None else f"; {split.samples} samples"
    return f"{text}{samples}, a check every {split.check_every_samples}"


def _value_text(value: object) -> str:
    if isinstance(value, list):
        return " / ".join(map(_value_text, value))
    if isinstance(value, float):
        return f"{value:.4g}"
    return {"True": "yes", "False": "no", "None": "none", "inf": "no limit"}.get(str(value), str(value))


def _differing(form: dict[str, Any], default: dict[str, Any], place: str = "") -> list[tuple[str, Any, Any]]:
    """List the settings that are not the default, nested ones with their path."""
    found = []
    for key, value in form.items():
        name = f"{place}{key.replace('_', ' ')}"
        if isinstance(value, dict):
            found += _differing(value, default[key], f"{name}: ")
        elif value != default[key]:
            found.append((name, value, default[key]))
    return found
