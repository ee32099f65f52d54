"""`zeitnot scrabble moves`: the best moves of a position by static worth."""

import json
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

from zeitnot.cli.options import JsonOption, whole_option
from zeitnot.cli.scrabble.options import (
    DistributionOption,
    LayoutOption,
    LeavesOption,
    LexiconOption,
    build_status,
    note_lexicon,
    open_lexicon,
    read_evaluation,
)
from zeitnot.cli.scrabble.position import LenientOption, PositionArgument, TurnOption, read_position

if TYPE_CHECKING:
    from rich.text import Text

    from zeitnot.cli.narrow_table import Cell, NarrowTable
    from zeitnot.scrabble import Move, Position, RatedMove

COUNT = 15
"""Moves shown: what fits a screen."""


def moves(  # noqa: PLR0917 (typer passes options by name)
    position: PositionArgument,
    count: Annotated[
        int, whole_option("--count", "-n", least=1, help="How many to show, the best ones.")
    ] = COUNT,
    turn: TurnOption = None,
    lexicon: LexiconOption = None,
    leaves: LeavesOption = None,
    distribution: DistributionOption = None,
    layout: LayoutOption = None,
    lenient: LenientOption = False,
    json_form: JsonOption = False,
) -> None:
    """List the best moves of a position with score, tiles kept, and what they are worth.

    Letters in parentheses lie on the board already, small letters are blanks.
    What equity has besides score and leave is shown as other: vowels of a
    first play beside premium squares, and the end of the game.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble moves "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRST?/ 0/14 0"
    zeitnot scrabble moves game.gcg --turn 3 -n 5
    zeitnot scrabble moves game.gcg --turn 3 --leaves none --json
    """
    from zeitnot.scrabble import generate

    asked = read_position(position, turn, distribution=distribution, layout=layout, lenient=lenient).position
    with build_status() as on_build:
        words = open_lexicon(lexicon, asked.distribution, on_build)
        leaves_name, evaluation = read_evaluation(leaves, asked.distribution, on_build)
        found = generate(asked, count, lexicon=words, evaluation=evaluation)
    note_lexicon(asked, words)
    if json_form:
        form = {
            "cgp": asked.to_cgp(),
            "lexicon": words.name,
            "leaves": leaves_name,
            "moves": [_json_form(rated, asked) for rated in found],
        }
        print(json.dumps(form, indent=2))
        return
    from rich.markup import escape

    from zeitnot.cli.console import output

    console = output()
    rack = escape(asked.distribution.alphabet.rack_text(asked.rack))
    bag = "1 tile" if asked.bag_count == 1 else f"{asked.bag_count} tiles"
    used = escape(f"lexicon {words.name}, leaves {leaves_name}")
    console.print(f"[bold]{rack}[/bold], {bag} in the bag; {used}")
    console.print(moves_table(found, asked))


def _json_form(rated: "RatedMove", position: "Position") -> dict[str, Any]:
    alphabet = position.distribution.alphabet
    return {
        "move": rated.move.text(alphabet, position.board),
        "kind": rated.move.kind.value,
        "score_pts": rated.score_pts,
        "leave": alphabet.rack_text(rated.leave),
        "leave_pts": rated.leave_pts,
        "other_pts": rated.other_pts,
        "equity_pts": rated.equity_pts,
    }


def moves_table(found: "list[RatedMove]", position: "Position") -> "NarrowTable":
    """Rank moves by static worth."""
    from zeitnot.cli.narrow_table import Column, NarrowTable
    from zeitnot.scrabble import MoveKind

    def is_whole(rated: "RatedMove") -> bool:
        """Return whether the move is a pass with tiles left to draw, which is rated below everything."""
        return rated.move.kind is MoveKind.PASS and position.bag_count > 0

    others = [0.0 if is_whole(rated) else rated.other_pts for rated in found]
    columns = (
        Column(head="#", left_out=1, style="dim"),
        Column(head="move", justify="left"),
        Column(head="score"),
        Column(head="keeps", justify="left", left_out=3),
        Column(head="leave", left_out=4),
        *([Column(head="other", left_out=2)] if any(others) else []),
        Column(head="equity"),
    )
    rows: list[Sequence[Cell]] = []
    for number, (rated, other) in enumerate(zip(found, others, strict=True), start=1):
        kept = sorted(rated.leave, key=lambda tile: (tile == 0, tile))
        leave_pts = 0.0 if is_whole(rated) else rated.leave_pts
        cells: list[Cell] = [
            str(number),
            move_text(rated.move, position),
            str(rated.score_pts),
            position.distribution.alphabet.rack_text(kept),
            f"{leave_pts:+.1f}" if leave_pts else "",
            *([f"{other:+.1f}" if other else ""] if any(others) else []),
            f"{rated.equity_pts:.1f}",
        ]
        rows.append([emphasised(cell) for cell in cells] if number == 1 else cells)
    return NarrowTable(columns=columns, rows=rows)


def emphasised(cell: "Cell") -> "Text":
    """Set a cell in bold type."""
    from rich.text import Text

    text = Text(cell) if isinstance(cell, str) else cell.copy()
    text.stylize_before("bold")
    return text


def move_text(move: "Move", position: "Position", *, width: int = 3) -> "Text":
    """Write a move; what lies on the board already is dim, a blank red; coordinates fill a width."""
    from rich.text import Text

    from zeitnot.scrabble import MoveKind
    from zeitnot.scrabble.letters import is_blank
    from zeitnot.scrabble.moves import THROUGH

    alphabet = position.distribution.alphabet
    if move.kind is MoveKind.PASS:
        return Text("pass")
    if move.kind is MoveKind.EXCHANGE:
        return Text(f"exchange {alphabet.rack_text(move.tiles) or move.count}")
    text = Text.assemble((f"{move.coordinates:>{width}}", "cyan"), " ")
    squares = zip(move.squares(), move.tiles, strict=True)
    for through, group in groupby(squares, key=lambda square: square[1] == THROUGH):
        if through:
            there = alphabet.text(position.board.tile(*square) for square, _ in group)
            text.append(f"({there})", "dim")
        else:
            for _, tile in group:
                text.append(alphabet.text([tile]), "red" if is_blank(tile) else "")
    return text
