"""`zeitnot plan`: what a policy grants one turn, and why."""

import json
import math
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Annotated, Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from zeitnot import chess, clocks, games, models, turns
from zeitnot.cli.console import output, printable, tell
from zeitnot.cli.narrow_table import Column, NarrowTable
from zeitnot.cli.options import (
    JsonOption,
    clock_option,
    number_option,
    option,
    policy_option,
    reading_of,
    whole_option,
)
from zeitnot.cli.policy_settings import SettingsOptions
from zeitnot.errors import SettingError

_CLOCK = "The clock"
_POSITION = "The position"
_points_option = partial(number_option, metavar="POINTS", panel=_POSITION)
_position_whole = partial(whole_option, panel=_POSITION)
_time_option = partial(option, "TIME", panel=_CLOCK)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockOptions:
    """The options of a clock as it stands."""

    clock: Annotated[
        str,
        clock_option("The time control: 3:00+2, 40/90:00+30, '25:00 -10/min', '10:00 byo 5x30' ...", _CLOCK),
    ]
    remaining: Annotated[str | None, _time_option("Time left: 180, 3:00, 2m30s. Default: all of it.")] = None
    moves_to_go: Annotated[
        int | None,
        whole_option("--moves-to-go", "Moves to the next control. Default: by the rules.", panel=_CLOCK),
    ] = None
    opponent: Annotated[str | None, _time_option("The opponent's time left.")] = None

    def begin(
        self,
        manager: "turns.TimeManager",
        control: "clocks.TimeControl",
        *,
        ply: int,
        features: "turns.Features | None",
    ) -> "turns.Thinking":
        """Plan a turn on the clock as it stands."""
        if not control.has_clock:
            for field in fields(self)[1:]:
                if getattr(self, field.name) is not None:
                    option = f"--{field.name.replace('_', '-')}"
                    got = f"got {str(control)!r}"
                    raise SettingError(f"{option} needs a clock that runs, such as 3:00+2, {got}")
            unlimited = control.depth is None and control.move_time_s is None
            limits = turns.Limits(depth=control.depth, move_time_s=control.move_time_s, infinite=unlimited)
            return manager.begin(limits=limits, ply=ply, features=features)
        own = reading_of(control, self.remaining, option="--remaining")
        if self.moves_to_go is not None:
            own = replace(own, moves_to_go=self.moves_to_go)
        other = None if self.opponent is None else reading_of(control, self.opponent, option="--opponent")
        manager.new_game(initial_s=reading_of(control, None, option="--clock").remaining_s)
        return manager.begin(clock=own, opponent=other, ply=ply, features=features, wall_time=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionOptions:
    """The options of a position, in chess or in Scrabble."""

    ply: Annotated[
        int | None, _position_whole("--ply", "Half moves played. Default: as the FEN says, else 0.")
    ] = None
    fen: Annotated[
        str | None, option("FEN", "The position, in chess. Default: the first.", panel=_POSITION)
    ] = None
    bag: Annotated[
        int | None, _position_whole("--bag", "Tiles in the bag. Default: all.", metavar="TILES")
    ] = None
    gap: Annotated[float | None, _points_option("--gap", "Equity of the best move less the second's.")] = None
    competitive: Annotated[
        int | None, _position_whole("--competitive", "Moves within two points of the best.", metavar="MOVES")
    ] = None
    spread: Annotated[float | None, _points_option("--spread", "Own score less the opponent's.")] = None

    def features(self, policy: str) -> "tuple[turns.Features | None, int]":
        """Return the features that are described, else those of a first position, and the half moves."""
        from zeitnot.policies import policy_hooks

        ply = self.ply or 0
        given = {name: getattr(self, name) for name in _SCRABBLE if getattr(self, name) is not None}
        if self.fen is not None and given:
            rule = "a position is one of chess (--fen) or of Scrabble"
            raise SettingError(f"{rule}, got --fen and --{next(iter(given))}")
        if given:
            return turns.ScrabbleFeatures(**{_SCRABBLE[name]: value for name, value in given.items()}), ply
        if self.fen is None:
            first = next(iter(policy_hooks(policy).games), "chess")
            return games.find_game(first).first_features(ply), ply
        board = chess.board_of_fen(self.fen)
        return chess.features_of(board), board.ply() if self.ply is None else ply


_SCRABBLE = {
    "bag": "bag_tiles",
    "gap": "gap_pts",
    "competitive": "competitive_moves",
    "spread": "score_difference_pts",
}
"""Features that the options of Scrabble describe."""


def plan(
    policy: Annotated[str, policy_option("Who plans; `zeitnot policies` lists them.")],
    clock: ClockOptions,
    position: PositionOptions,
    *,
    options: SettingsOptions,
    json_form: JsonOption = False,
) -> None:
    """Show the time that a policy grants one turn, with every step that led there.

    \b
    [bold]Examples[/bold]
    zeitnot plan --policy neurofish --clock 3:00+2 --moves-to-go 40
    zeitnot plan -p mergen:emergency_share=0.2 -c 3+2 --remaining 8
    zeitnot plan -p magpie -c "25:00 -10/min" --remaining 12:30 --bag 40 --json
    """
    control = clocks.TimeControl.parse(clock.clock)
    chosen = options.read_all()
    name, own = chosen.read(policy)
    manager = models.make_manager(name, own)
    features, ply = position.features(name)
    for note in chosen.unknown_variables():
        tell(f"zeitnot: {note}")
    thinking = clock.begin(manager, control, ply=ply, features=features)
    said, file = _said(manager, thinking), chosen.file_for(name)
    if json_form:
        form = _json_form(policy, control, thinking, said)
        print(json.dumps({**form, "settings_file": file and str(file)}, indent=2))
        return
    _show_plan(policy, control, thinking, said)
    if file is not None:
        output().print(f"[dim]settings from {file}[/dim]")


def _said(manager: "turns.TimeManager", thinking: "turns.Thinking") -> "turns.Budget":
    """Ask again for the plan before the guard; policies are pure, so the answer is the same."""
    turn = thinking.turn
    if math.isinf(turn.clock.remaining_s) or not turn.limits.clock_rules:
        return thinking.budget
    if thinking.planner is manager.fallback:
        return manager.fallback.plan(turn)
    return manager.ask(lambda: manager.policy.plan(turn), patience_s=manager.patience.hang_s)


def _json_form(
    policy: str, control: "clocks.TimeControl", thinking: "turns.Thinking", said: "turns.Budget"
) -> dict[str, Any]:
    return {
        "policy": policy,
        "clock": str(control),
        "target_s": turns.to_json_form(thinking.budget.target_s),
        "limit_s": turns.to_json_form(thinking.budget.limit_s),
        "budget": turns.to_json_form(thinking.budget),
        "before_guard": {
            "target_s": turns.to_json_form(said.target_s),
            "limit_s": turns.to_json_form(said.limit_s),
        },
        "fault": thinking.fault,
        "turn": turns.to_json_form(thinking.turn),
    }


STEP_WIDTH = 12
"""Characters that the name of a step may be wrapped to."""


def _show_plan(
    policy: str, control: "clocks.TimeControl", thinking: "turns.Thinking", said: "turns.Budget"
) -> None:
    """Print a turn's budget: what the policy said, what the guard made of it, and what the search is told."""
    console, budget = output(), thinking.budget
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


def facts_grid() -> Table:
    """Return a grid for names of facts, each with what is known of it."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column()
    return facts


def _facts(budget: "turns.Budget") -> Table:
    facts = facts_grid()
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
        **({"inference": split.inference_s} if split.inference_s else {}),
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
