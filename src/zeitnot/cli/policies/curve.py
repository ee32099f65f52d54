"""`zeitnot curve`: how policies would spend a clock over a whole game."""

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from zeitnot import clocks, games, lab, models, report
from zeitnot.cli.console import has_colour, line_colours, output, tell
from zeitnot.cli.match.run import known_game
from zeitnot.cli.narrow_table import Column, NarrowTable, thinned
from zeitnot.cli.options import GameOption, JsonOption, clock_option, option, policy_option, whole_option
from zeitnot.cli.policy_settings import SettingsOptions
from zeitnot.errors import SettingError

PLOT_HEIGHT = 16
"""Rows of the plot at least."""
TALLEST_PLOT = 28
"""Rows of the plot on a high screen."""
OTHER_ROWS = 13
"""Rows of everything beside the plot and the policies: headings, axes, legend, prompt."""
MOST_STEPS = 6
"""Steps between the turns that the table shows."""
POLICY_WIDTH = 12
"""Characters that the name of a policy may be shortened to."""


def curve(
    clock: Annotated[str, clock_option("The time control: 3+2, 40/90:00+30, '25:00 -10/min' ...")],
    policy: Annotated[
        list[str] | None, policy_option("A policy; can be repeated. Default: all built-in ones for the game.")
    ] = None,
    game: GameOption = "chess",
    turns: Annotated[
        int | None,
        whole_option("--turns", "Turns of one side. Default: as the game has, 40 in chess.", least=1),
    ] = None,
    html: Annotated[Path | None, option("FILE", "Write an interactive plot to this file.")] = None,
    *,
    options: SettingsOptions,
    json_form: JsonOption = False,
) -> None:
    """Show how policies would spend a clock over a game of typical length.

    The searches are made up and free of chance. What is shown is the mean over eight games,
    the same for every policy.

    \b
    [bold]Examples[/bold]
    zeitnot curve --clock 3+2
    zeitnot curve -c 10:00 -p uniform -p uniform:turns_left=50 --html curves.html
    zeitnot curve --game scrabble --clock "25:00 -10/min"
    """
    from zeitnot.turns import NO_CONNECTION  # here the turns are an option

    control = clocks.TimeControl.parse(clock)
    played = known_game(game.lower())
    names = list(dict.fromkeys(policy or [])) or played.policies()
    if len(names) > 1 and (options.preset is not None or options.settings):
        raise SettingError(f"--set and --preset need exactly one --policy, got {', '.join(names)}")
    chosen = options.read_all()
    policies = {text: chosen.read(text) for text in names}
    managers = {
        text: partial(models.make_manager, name, own, overhead=NO_CONNECTION)
        for text, (name, own) in policies.items()
    }
    for make in managers.values():
        make()  # a bad setting is refused before anything is played
    for note in (*chosen.unknown_variables(), *_foreign([name for name, _ in policies.values()], played)):
        tell(f"zeitnot: {note}")
    curves = lab.spending_curves(managers, control, game=played.name, turns=turns)
    if html is not None:
        _write_html(html, curves, control, played)
    if json_form:
        print(
            json.dumps(
                {"clock": str(control), "game": played.name, "curves": [asdict(each) for each in curves]}
            )
        )
    else:
        _show(curves, control, played, asked=clock)
        if html is not None:
            typer.echo(f"\nwritten: {html}")


def _foreign(names: list[str], game: "games.Game") -> list[str]:
    """Return a note for each policy made for another game; it is shown all the same."""
    from zeitnot.policies import policy_hooks

    return [
        f"{name} is not made for {game.name} but for {', '.join(policy_hooks(name).games)}"
        for name in names
        if not game.suits(name)
    ]


def _show(
    curves: "list[lab.SpendingCurve]", control: "clocks.TimeControl", game: "games.Game", *, asked: str
) -> None:
    console, word = output(), game.turn_word
    read_as = "" if str(control) == asked else f", read as [bold]{control}[/bold]"
    length = max(len(each.used_s) for each in curves)
    console.print(f"{game.name}, {length} {word}s on [bold]{asked}[/bold]{read_as}; seconds per {word}:")
    colours = line_colours(console)
    console.print(_table(curves, word, length, colours))
    plot = report.terminal_plot(
        _series(curves, "used_s"),
        width=console.width,
        height=max(PLOT_HEIGHT, min(TALLEST_PLOT, console.height - len(curves) - OTHER_ROWS)),
        x_label=word,
        y_label=f"seconds per {word}",
        colours=colours,
        letters=not has_colour(console),
    )
    console.print(plot)


def _table(
    curves: "list[lab.SpendingCurve]", word: str, length: int, colours: tuple[str, ...]
) -> NarrowTable:
    shown = _shown_turns(length)
    columns = [Column(head="policy", justify="left", shortest=POLICY_WIDTH)]
    for place, turn in enumerate(shown):
        name = f"{word} {turn}"
        head = name if place == 0 else str(turn)
        columns.append(Column(head=head, name=name, left_out=thinned(place, len(shown))))
    columns += [Column(head="used"), Column(head="left")]
    rows = []
    for index, each in enumerate(curves):
        cells = [_seconds(each.used_s[turn - 1]) if turn <= len(each.used_s) else "-" for turn in shown]
        left = Text("lost on time", style="red") if each.flagged else clocks.clock_text(each.left_s[-1])
        policy = Text(each.policy, style=colours[index % len(colours)])
        rows.append([policy, *cells, clocks.clock_text(each.total_s), left])
    return NarrowTable(columns=columns, rows=rows)


def _shown_turns(length: int) -> list[int]:
    """Choose the first turn, the last, and round numbers between them."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if length <= step * MOST_STEPS)
    return sorted({1, *range(step, length + 1, step), length})


def _seconds(seconds: float) -> str:
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.1f}" if seconds < 100 else f"{seconds:.0f}"  # noqa: PLR2004 (three digits)


def _series(curves: "list[lab.SpendingCurve]", field: str) -> "list[report.Series]":
    return [
        report.Series(name=each.policy, points=tuple(enumerate(getattr(each, field), start=1)))
        for each in curves
    ]


def _write_html(
    path: Path, curves: "list[lab.SpendingCurve]", control: "clocks.TimeControl", game: "games.Game"
) -> None:
    word = game.turn_word
    used = report.Panel(title=f"Time per {word}", y_label="seconds", series=tuple(_series(curves, "used_s")))
    left = report.Panel(title="Clock left", y_label="seconds", series=tuple(_series(curves, "left_s")))
    title = f"How policies spend {control} in {game.title}"
    report.write_html_plot(path, title=title, x_label=word, panels=[used, left])
