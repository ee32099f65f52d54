"""Engine lines: the programs that a run starts, shown and agreed to before they are started."""

import sys
from typing import TYPE_CHECKING

import typer

from zeitnot.cli.printable import printable, tell
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from rich.text import Text

    from zeitnot.lab.match import MatchPlan
    from zeitnot.lab.match.engine_commands import EngineCommand


def command_lines(plan: "MatchPlan", prefix: str = "") -> "list[Text]":
    """Say for every participant that is another program which command is run, and whether it is meant."""
    from rich.text import Text

    from zeitnot.lab.match.engine_commands import engine_commands

    return [
        Text(f"{printable(prefix)}{_line(each)}", style="dim" if each.is_as_named else "bold yellow")
        for each in engine_commands(plan)
    ]


def agree_to_commands(plan: "MatchPlan", *, trust: bool) -> None:
    """Show the commands of a run, and ask where a name means another one here; without a terminal, refuse."""
    from zeitnot.lab.match.engine_commands import engine_commands

    commands = engine_commands(plan)
    for each in commands:
        tell(f"zeitnot: {_line(each)}")
    differing = [each for each in commands if not each.is_as_named]
    if not differing or trust:
        return
    if sys.stdin.isatty() and sys.stderr.isatty():
        if typer.confirm("Start these commands?", default=False, err=True):
            return
        raise typer.Exit(1)
    first = differing[0]
    raise SettingError(
        "engines of a run must be what their names mean on this machine, or --trust accepts them, "
        f"got {first.text!r} for {first.participant!r}: {first.difference}"
    )


def _line(command: "EngineCommand") -> str:
    difference = f"; but {command.difference}" if command.difference else ""
    return printable(f"{command.participant} runs {command.text}{difference}")
