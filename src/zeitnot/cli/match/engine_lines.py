"""Engine lines: the programs that a run starts, shown and agreed to before they are started."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from zeitnot.cli.console import printable, tell

if TYPE_CHECKING:
    from rich.text import Text

    from zeitnot.lab.match import MatchPlan
    from zeitnot.lab.match.engine_commands import EngineCommand


def command_lines(plan: "MatchPlan", prefix: str = "") -> "list[Text]":
    """Return the command of each participant that is another program, marked if its name means another."""
    from rich.text import Text

    from zeitnot.lab.match.engine_commands import engine_commands

    return [
        Text(f"{printable(prefix)}{_line(each)}", style="dim" if each.is_as_named else "bold yellow")
        for each in engine_commands(plan)
    ]


def agree_to_commands(commands: "Sequence[EngineCommand]", *, trust: bool) -> bool:
    """Show the commands of a run; at a terminal, ask before one that its name does not mean here."""
    for each in commands:
        tell(f"zeitnot: {_line(each)}")
    if trust or all(each.is_as_named for each in commands):
        return True
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    if not typer.confirm("Start these commands?", default=False, err=True):
        raise typer.Exit(1)
    return True


def _line(command: "EngineCommand") -> str:
    difference = f"; but {command.difference}" if command.difference else ""
    return printable(f"{command.participant} runs {command.text}{difference}")
