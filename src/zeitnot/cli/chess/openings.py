"""`zeitnot openings`: make lists of balanced openings, and books, with the engine itself."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.numbers import read_whole
from zeitnot.cli.output_file import write_file
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from rich.progress import Progress

openings = typer.Typer(name="openings", help="Make opening lists and books with the engine itself.")

OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write. Default: the output.")
]
PliesOption = Annotated[str | None, typer.Option(metavar="N", help="Half moves. Default: 8.")]


@openings.command()
def make(  # noqa: PLR0917 (typer passes options by name)
    count: Annotated[str, typer.Option(metavar="N", help="Openings to make.")] = "500",
    plies: PliesOption = None,
    seed: Annotated[str, typer.Option(metavar="N", help="Another seed, another list.")] = "1",
    nodes: Annotated[
        str | None, typer.Option(metavar="N", help="Nodes for the moves of a position. Default: 40000.")
    ] = None,
    final_nodes: Annotated[
        str | None, typer.Option(metavar="N", help="Nodes for the last position. Default: 100000.")
    ] = None,
    balance: Annotated[
        str | None, typer.Option(metavar="CP", help="Most that a side may be better by. Default: 40.")
    ] = None,
    output: OutputOption = None,
) -> None:
    """Make balanced openings, one a line: UCI moves, then the same moves for people behind a `#`.

    \b
    [bold]Examples[/bold]
    zeitnot openings make --count 2 --plies 2 --nodes 2000
    zeitnot openings make --count 2 --plies 2 --nodes 2000 --seed 7 --balance 60
    zeitnot openings make --count 2 --plies 2 --nodes 2000 -o openings.txt
    """
    from zeitnot.chess.opening_maker import OpeningMaker, OpeningRules

    wanted = _given(count, option="--count")
    given = {"plies": plies, "nodes": nodes, "final_nodes": final_nodes, "balance_cp": balance}
    rules = OpeningRules(**_rules(given))
    maker = OpeningMaker(rules=rules, seed=_given(seed, option="--seed", least=0))
    with _progress("openings", wanted) as progress:
        lines = []
        for opening in maker.make(wanted):
            lines.append(opening.line())
            progress.advance(progress.task_ids[0])
    header = [
        f"# {wanted} openings of {rules.plies} half moves, within {rules.balance_cp:g} cp of equality.",
        f"# Made by: {_command('make', given | {'count': count, 'seed': seed})}",
        "# One a line: UCI moves, then the same moves for people.",
    ]
    _write(output, "\n".join([*header, *lines, ""]).encode())
    if output is not None:
        print(f"{wanted} openings of {maker.drawn} drawn in {output}")


@openings.command()
def book(
    positions: Annotated[
        str | None, typer.Option(metavar="N", help="Positions, the most likely ones. Default: 1000.")
    ] = None,
    plies: PliesOption = None,
    nodes: Annotated[
        str | None, typer.Option(metavar="N", help="Nodes for the moves of a position. Default: 80000.")
    ] = None,
    output: OutputOption = None,
) -> None:
    """Make a Polyglot book of the positions most likely on the board.

    \b
    [bold]Examples[/bold]
    zeitnot openings book --positions 5 --nodes 2000 -o small.bin
    zeitnot openings book --positions 9 --nodes 2000 --plies 2 -o small.bin
    zeitnot openings book --positions 5 --nodes 4000 -o small.bin
    """
    from zeitnot.chess.book import packed_book
    from zeitnot.chess.book_maker import BookRules, make_book

    rules = BookRules(**_rules({"positions": positions, "plies": plies, "nodes": nodes}))
    if output is None and sys.stdout.isatty():
        raise SettingError("a book must go to a file, since it is no text; --output names it, got none")
    with _progress("positions", rules.positions) as progress:
        entries = make_book(
            rules, on_position=lambda count: progress.update(progress.task_ids[0], completed=count)
        )
    _write(output, packed_book(entries))
    if output is not None:
        print(f"{len(entries)} moves of {len({each.key for each in entries})} positions in {output}")


def _given(text: str, *, option: str, least: int = 1) -> int:
    number = read_whole(text, option=option, least=least)
    return least if number is None else number


def _rules(given: dict[str, str | None]) -> dict[str, int]:
    """Read what is given and leave the rest to the rules' own defaults."""
    names = {"balance_cp": "--balance"}
    options = {key: names.get(key, f"--{key.replace('_', '-')}") for key in given}
    return {
        key: _given(text, option=options[key], least=0 if key == "balance_cp" else 1)
        for key, text in given.items()
        if text is not None
    }


def _command(name: str, given: dict[str, str | None]) -> str:
    options = ((key.removesuffix("_cp").replace("_", "-"), text) for key, text in sorted(given.items()))
    words = [f"--{key} {shlex.quote(text)}" for key, text in options if text is not None]
    return f"zeitnot openings {name} {' '.join(words)}"


@contextmanager
def _progress(what: str, total: int) -> "Iterator[Progress]":
    """Show a bar on the error output while it is a terminal, so that results can be redirected."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from zeitnot.cli.console import error_output

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = error_output()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        progress.add_task(what, total=total)
        yield progress


def _write(path: Path | None, data: bytes) -> None:
    if path is None:
        sys.stdout.buffer.write(data)
    else:
        write_file(path, data, option="--output")
