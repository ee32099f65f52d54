"""`zeitnot scrabble show`: the board of a position, or of a turn of a game."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.options import JsonOption
from zeitnot.cli.scrabble.options import DistributionOption, LayoutOption
from zeitnot.cli.scrabble.position import Asked, LenientOption, PositionArgument, TurnOption, read_position
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from rich.text import Text


def show(  # noqa: PLR0917 (typer passes options by name)
    position: PositionArgument,
    turn: TurnOption = None,
    cgp: Annotated[bool, typer.Option("--cgp", help="Print the position as CGP instead.")] = False,
    distribution: DistributionOption = None,
    layout: LayoutOption = None,
    lenient: LenientOption = False,
    json_form: JsonOption = False,
) -> None:
    """Show a board with racks, scores, and the tiles not seen yet.

    Premium squares: ' and " multiply the letter by 2 and 3, - and = the word.
    Small letters are blanks.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble show "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRST?/ 0/14 0"
    zeitnot scrabble show game.gcg --turn 3
    zeitnot scrabble show game.gcg --turn 3 --cgp
    zeitnot scrabble show game.gcg --json
    """
    if cgp and json_form:
        raise SettingError("--cgp and --json are two forms of one position, got both")
    asked = read_position(position, turn, distribution=distribution, layout=layout, lenient=lenient)
    if json_form:
        from zeitnot.cli.scrabble.json_forms import asked_form

        print(json.dumps(asked_form(asked), indent=2, ensure_ascii=False))
        return
    if cgp:
        print(asked.position.to_cgp())
        return
    from zeitnot.cli.console import output
    from zeitnot.scrabble.board_text import position_text

    console = output()
    if asked.record is None:
        console.print(position_text(asked.position), no_wrap=True)
        return
    nicks = asked.record.game.nicks
    console.print(_heading(asked))
    names = nicks[asked.on_turn], nicks[1 - asked.on_turn]
    # A terminal that is too narrow wraps by itself; a board that is cut would lose its squares.
    console.print(position_text(asked.position, names=names), no_wrap=True, crop=False, overflow="ignore")
    if asked.upcoming is not None:
        console.print(_played(asked))


def _heading(asked: Asked) -> str:
    from rich.markup import escape

    record = asked.record
    if record is None:
        return ""
    players = " - ".join(name or nick for name, nick in zip(record.names, record.game.nicks, strict=True))
    where = f"turn {asked.turn} of {asked.turns}" if asked.turn is not None else _end(asked)
    return f"[bold]{escape(players)}[/bold], {where}"


def _end(asked: Asked) -> str:
    over = asked.record is not None and asked.record.game.is_over
    turns = "1 turn" if asked.turns == 1 else f"{asked.turns} turns"
    return f"the end after {turns}" if over else f"after {turns}"


def _played(asked: Asked) -> "Text":
    from rich.text import Text

    from zeitnot.cli.scrabble.moves import move_text
    from zeitnot.clocks import seconds_text

    event = asked.upcoming
    if event is None or event.move is None:
        return Text()
    took = "" if event.used_s is None else f"  in {seconds_text(event.used_s)}"
    return Text.assemble("played   ", move_text(event.move, asked.position), f"  {event.points:+d}{took}")
