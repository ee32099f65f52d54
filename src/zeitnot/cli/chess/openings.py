"""`zeitnot openings`: make lists of openings, and books, with the engine itself."""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import chess
from zeitnot.cli.console import tell, work_bar
from zeitnot.cli.exits import kept_when_killed
from zeitnot.cli.options import option, whole_option, with_option_groups, write_file
from zeitnot.errors import SettingError

openings = typer.Typer(name="openings", help="Make opening lists and books with the engine itself.")

OutputOption = Annotated[
    Path | None, option("FILE", "Where to write. Default: the output.", "--output", "-o")
]
PliesOption = Annotated[int | None, whole_option("--plies", "Half moves. Default: 8.", least=1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesOptions:
    """The options of the rules by which openings are made."""

    plies: PliesOption = None
    nodes: Annotated[
        int | None, whole_option("--nodes", "Nodes for the moves of a position. Default: 40000.", least=1)
    ] = None
    final_nodes: Annotated[
        int | None, whole_option("--final-nodes", "Nodes for the last position. Default: 100000.", least=1)
    ] = None
    balance_cp: Annotated[
        int | None, whole_option("--balance", "Most that a side may be better by. Default: 40.", metavar="CP")
    ] = None
    least_cp: Annotated[
        int | None, whole_option("--least", "Least that a side must be better by. Default: 0.", metavar="CP")
    ] = None
    window_cp: Annotated[
        int | None, whole_option("--window", "Most that a move may be worse by. Default: 60.", metavar="CP")
    ] = None


def make(
    count: Annotated[int, whole_option("--count", "Openings to make.", least=1)] = 500,
    seed: Annotated[int, whole_option("--seed", "Another seed, another list.")] = 1,
    *,
    rules: RulesOptions,
    output: OutputOption = None,
) -> None:
    """Make openings, balanced or not, one a line: UCI moves, then the same moves for people behind a `#`.

    Ctrl-C keeps the openings made so far in a file with `.partial` behind the output's name.

    \b
    [bold]Examples[/bold]
    zeitnot openings make --count 2 --plies 2 --nodes 2000
    zeitnot openings make --count 2 --plies 2 --nodes 2000 -o openings.txt
    zeitnot openings make --count 2 --nodes 2000 --least 80 --balance 130
    """
    given = _given(**asdict(rules))
    maker = chess.OpeningMaker(rules=chess.OpeningRules(**given), seed=seed)
    lines: list[str] = []
    try:
        with kept_when_killed(), work_bar(count, doing="openings", things="") as progress:
            for opening in maker.make(count):
                lines.append(opening.line())
                progress.advance(progress.task_ids[0])
    except KeyboardInterrupt:
        _keep_partial(output, maker, given, lines, count=count)
        raise
    _write(output, _list(maker, given, lines))
    if output is not None:
        print(f"{count} openings of {maker.drawn} drawn in {output}")


openings.command()(with_option_groups(make))


def _keep_partial(
    output: Path | None, maker: "chess.OpeningMaker", given: dict[str, int], lines: list[str], *, count: int
) -> None:
    """Write the openings of an interrupted run beside the output: no one takes them for the whole list."""
    if not lines:
        return
    partial = None if output is None else output.with_name(f"{output.name}.partial")
    _write(partial, _list(maker, given, lines))
    tell(f"interrupted: {len(lines):,} of {count:,} openings are kept in {partial or 'the output'}")


def _list(maker: "chess.OpeningMaker", given: dict[str, int], lines: list[str]) -> bytes:
    """Return a list with the command that makes it: a larger count would not change its openings."""
    rules = maker.rules
    said = sorted({**given, "count": len(lines), "seed": maker.seed}.items())
    options = (f"--{key.removesuffix('_cp').replace('_', '-')} {number}" for key, number in said)
    from_equality = (
        f"{rules.least_cp:g} to {rules.balance_cp:g} cp from"
        if rules.least_cp
        else f"within {rules.balance_cp:g} cp of"
    )
    header = [
        f"# {len(lines)} openings of {rules.plies} half moves, {from_equality} equality.",
        f"# Made by: zeitnot openings make {' '.join(options)}",
        "# One a line: UCI moves, then the same moves for people.",
    ]
    return "\n".join([*header, *lines, ""]).encode()


@openings.command()
def book(
    positions: Annotated[
        int | None, whole_option("--positions", "Positions, the most likely ones. Default: 1000.", least=1)
    ] = None,
    plies: PliesOption = None,
    nodes: Annotated[
        int | None, whole_option("--nodes", "Nodes for the moves of a position. Default: 80000.", least=1)
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
    rules = chess.BookRules(**_given(positions=positions, plies=plies, nodes=nodes))
    if output is None and sys.stdout.isatty():
        raise SettingError("a book must go to a file, since it is no text; --output names it, got none")
    with work_bar(rules.positions, doing="positions", things="") as progress:
        entries = chess.make_book(
            rules, on_position=lambda count: progress.update(progress.task_ids[0], completed=count)
        )
    _write(output, chess.packed_book(entries))
    if output is not None:
        print(f"{len(entries)} moves of {len({each.key for each in entries})} positions in {output}")


def _given(**numbers: int | None) -> dict[str, int]:
    """Leave what is not given to the rules' own defaults."""
    return {key: number for key, number in numbers.items() if number is not None}


def _write(path: Path | None, data: bytes) -> None:
    if path is None:
        sys.stdout.buffer.write(data)
    else:
        write_file(path, data, option="--output")
