"""Narrow layout: the columns of a table that fit a width, what stands for long texts, and the drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.table import Table
from rich.text import Text

from zeitnot.cli.console import printable
from zeitnot.cli.narrow_table import Cell, Column, NarrowTable

if TYPE_CHECKING:
    from rich.console import RenderResult

_EDGES = 2
"""Characters at the two edges of a table."""
_BETWEEN = 3
"""Characters between two columns."""
_NUMBERED = 3
"""Characters of a text that is only a number which the legend explains."""
_FEWEST = 4
"""Characters of a shortened text at least: fewer show nothing of it."""


def drawn(narrow: NarrowTable, width: int) -> "RenderResult":
    """Yield the table, and below it what was shortened or left out."""
    layout = _layout(narrow.columns, _texts(narrow), width)
    if layout is None:
        yield from _stacked(narrow)
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number in layout.kept:
        column = narrow.columns[number]
        table.add_column(
            printable(column.head),
            justify=column.justify,
            no_wrap=column.wraps is None,
            overflow="fold",
            width=None if column.wraps is None else layout.widths[number],
            style=column.style,
        )
    for place, row in enumerate(narrow.rows):
        cells = (_text(row[number], layout.shown.get((number, place))) for number in layout.kept)
        table.add_row(*cells, end_section=place in narrow.sections)
    yield table
    for shown, whole in layout.legend.items():
        yield Text.assemble((shown, "bold"), f" is {whole}", overflow="fold")
    if layout.left_out:
        columns = (narrow.columns[number] for number in layout.left_out)
        names = ", ".join(printable(column.name or column.head) for column in columns)
        yield Text(f"Left out for lack of room: {names}; {narrow.elsewhere} shows them.", style="dim")


def natural_width(narrow: NarrowTable) -> int:
    """Return the characters that the whole table takes, with nothing shortened or left out."""
    return _total(dict(enumerate(_natural(narrow.columns, _texts(narrow)))))


def _texts(narrow: NarrowTable) -> list[list[str]]:
    return [[_text(cell).plain for cell in row] for row in narrow.rows]


def _stacked(narrow: NarrowTable) -> "RenderResult":
    for row in narrow.rows:
        for column, cell in zip(narrow.columns, row, strict=True):
            text = _text(cell)
            if text.plain:
                head = f"{printable(column.head)}: " if column.head else ""
                yield Text.assemble((head, "dim"), text, overflow="fold")
        yield Text()


def _text(cell: Cell, shown: str | None = None) -> Text:
    """Return a cell as a text, or what is shown instead of it, in its style."""
    text = cell if isinstance(cell, Text) else Text(printable(cell))
    return text if shown is None else Text(shown, style=text.style)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """Which columns are shown, and what stands for the texts that are too long."""

    kept: list[int]
    left_out: list[int]
    widths: dict[int, int]
    shown: dict[tuple[int, int], str]
    legend: dict[str, str]


def _layout(columns: Sequence[Column], rows: list[list[str]], width: int) -> _Layout | None:
    """Choose what is shown; None where no choice fits."""
    natural = _natural(columns, rows)
    kept = list(range(len(columns)))
    left_out: list[int] = []
    while (widths := _shrunk(columns, natural, kept, width)) is None:
        going = [number for number in kept if columns[number].left_out is not None]
        if not going:
            return _numbered(columns, rows, natural, kept=kept, left_out=left_out, width=width)
        first = min(going, key=lambda number: columns[number].left_out or 0)
        kept.remove(first)
        left_out.append(first)
    shown: dict[tuple[int, int], str] = {}
    legend: dict[str, str] = {}
    for number in kept:
        if widths[number] < natural[number] and columns[number].wraps is None:
            short = _shortened([row[number] for row in rows], widths[number])
            shown |= {(number, place): short[row[number]] for place, row in enumerate(rows)}
            legend |= {short[row[number]]: row[number] for row in rows if short[row[number]] != row[number]}
    return _Layout(kept=kept, left_out=left_out, widths=widths, shown=shown, legend=legend)


def _natural(columns: Sequence[Column], rows: list[list[str]]) -> list[int]:
    heads = [printable(column.head) for column in columns]
    return [max(map(cell_len, "\n".join(texts).split("\n"))) for texts in zip(heads, *rows, strict=True)]


def _shrunk(
    columns: Sequence[Column], natural: list[int], kept: list[int], width: int
) -> dict[int, int] | None:
    """Return the widths of the columns, the longest texts shortened first; None where they do not fit."""
    widths = {number: natural[number] for number in kept}
    over = _total(widths) - width
    while over > 0:
        longer = [
            number
            for number in kept
            if (least := columns[number].least) is not None and widths[number] > max(least, _FEWEST)
        ]
        if not longer:
            return None
        widths[max(longer, key=widths.__getitem__)] -= 1
        over -= 1
    return widths


def _total(widths: dict[int, int]) -> int:
    return sum(widths.values()) + _EDGES + _BETWEEN * (len(widths) - 1)


def _numbered(
    columns: Sequence[Column],
    rows: list[list[str]],
    natural: list[int],
    *,
    kept: list[int],
    left_out: list[int],
    width: int,
) -> _Layout | None:
    """Replace every text that may be shortened by a number; the legend lists them in full."""
    texts = [number for number in kept if columns[number].shortest is not None]
    names = list(dict.fromkeys(row[number] for number in texts for row in rows if row[number]))
    marks = {name: f"#{place}" for place, name in enumerate(names, start=1)} | {"": ""}
    heads = {number: cell_len(printable(columns[number].head)) for number in texts}
    longest = max([_NUMBERED, *(cell_len(mark) for mark in marks.values())])
    widths = {number: columns[number].wraps or natural[number] for number in kept}
    widths |= {number: max(longest, heads[number]) for number in texts}
    if not names or _total(widths) > width:
        return None
    shown = {(number, place): marks[row[number]] for number in texts for place, row in enumerate(rows)}
    legend = {marks[name]: name for name in names}
    return _Layout(kept=kept, left_out=left_out, widths=widths, shown=shown, legend=legend)


def _shortened(texts: Sequence[str], width: int) -> dict[str, str]:
    """Shorten texts so that no two of them look the same."""
    short: dict[str, str] = {}
    taken = {text for text in texts if cell_len(text) <= width}
    for text in dict.fromkeys(texts):
        shown, again = text if text in taken else shortened_text(text, width), 1
        while text not in taken and shown in taken:
            again += 1
            mark = f"~{again}"
            shown = shortened_text(text, width - len(mark)) + mark
        taken.add(shown)
        short[text] = shown
    return short


def shortened_text(text: str, width: int) -> str:
    """Shorten a text in the middle, where variants of a name differ least; one that fits stays as it is."""
    if cell_len(text) <= width:
        return text
    tail_width = max(0, (width - 1) // 2)
    head = set_cell_size(text, max(0, width - 1 - tail_width)).rstrip()
    tail = ""
    for sign in reversed(text):
        if cell_len(sign + tail) > tail_width:
            break
        tail = sign + tail
    return f"{head}…{tail}"
