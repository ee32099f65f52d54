"""NarrowTable: a table that never cuts a number, however narrow the terminal is."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from zeitnot.cli.console import printable

_EDGES = 2
"""Characters at the two edges of a table."""
_BETWEEN = 3
"""Characters between two columns."""
_NUMBERED = 3
"""Characters of a text that is only a number which the legend explains."""
_FEWEST = 4
"""Characters of a shortened text at least: fewer show nothing of it."""

Cell = str | Text
"""What stands in a table: plain words, made printable here, or a text with styles of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table; what is not said to be shortened is shown whole or not at all."""

    head: str = ""
    """Its heading."""
    cell: Callable[[Any], Cell] = str
    """Makes its cell of what a row is about."""
    name: str = ""
    """What it is called where it is left out; empty: as in the heading."""
    justify: Literal["left", "right"] = "right"
    """Figures stand to the right, words to the left."""
    left_out: int | None = None
    """Where it comes when columns are left out for lack of room, the lowest first; None: it always stays."""
    shortest: int | None = None
    """Characters that a text may be shortened to; the whole stands below the table then. None: never."""
    wraps: int | None = None
    """Characters that prose may be wrapped to, between words; None: it is not wrapped."""
    style: str = ""
    """Style of its cells."""

    @property
    def least(self) -> int | None:
        """Characters that it may be narrowed to; None: it is shown at its full width."""
        return self.shortest if self.wraps is None else self.wraps


def figures(head: str, cell: Callable[[Any], Cell], left_out: int | None = None) -> Column:
    """Make a column of figures."""
    return Column(head=head, cell=cell, left_out=left_out)


def words(head: str, cell: Callable[[Any], Cell], **more: Any) -> Column:  # noqa: ANN401 (fields of Column)
    """Make a column of words."""
    return Column(head=head, cell=cell, justify="left", **more)


def figure_columns(left_out: Mapping[str, int | None]) -> list[Column]:
    """Make columns of figures by their headings, each with where it comes when columns are left out."""
    return [Column(head=head, left_out=place) for head, place in left_out.items()]


def thinned(place: int, count: int) -> int:
    """Return where one of several like columns comes when some are left out.

    Every second one goes first, then the others; the last one and the first stay longest.
    """
    if place in (0, count - 1):
        return 2 * count + (place == 0)
    return place if place % 2 else count + place


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrowTable:
    """Columns that fit the width: texts are shortened, then columns left out, then texts numbered.

    Where nothing of that is enough, every cell has a line of its own. What is left out or shortened is said
    below the table.
    """

    columns: Sequence[Column]
    """What the table can show."""
    rows: Sequence[Sequence[Cell]]
    """Cells in the order of the columns."""
    elsewhere: str = "a wider terminal or --json"
    """What shows the columns that were left out."""
    sections: Container[int] = ()
    """Rows, counted from 0, that an empty line follows."""

    @classmethod
    def of(cls, items: Iterable[object], *columns: Column, **more: Any) -> Self:  # noqa: ANN401 (other fields)
        """Make a table with a row for each of the items."""
        rows = [[column.cell(item) for column in columns] for item in items]
        return cls(columns=columns, rows=rows, **more)

    @property
    def natural_width(self) -> int:
        """Characters that the whole table takes, with nothing shortened or left out."""
        return _total(dict(enumerate(self._natural())))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it as wide as there is room, and below it what was shortened or left out."""
        layout = self._layout(options.max_width)
        if layout is None:
            yield from self._stacked()
            return
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for number in layout.kept:
            column = self.columns[number]
            table.add_column(
                printable(column.head),
                justify=column.justify,
                no_wrap=column.wraps is None,
                overflow="fold",
                width=None if column.wraps is None else layout.widths[number],
                style=column.style,
            )
        for place, row in enumerate(self.rows):
            cells = (_text(row[number], layout.shown.get((number, place))) for number in layout.kept)
            table.add_row(*cells, end_section=place in self.sections)
        yield table
        for shown, whole in layout.legend.items():
            yield Text.assemble((shown, "bold"), f" is {whole}", overflow="fold")
        if layout.left_out:
            columns = (self.columns[number] for number in layout.left_out)
            names = ", ".join(printable(column.name or column.head) for column in columns)
            yield Text(f"Left out for lack of room: {names}; {self.elsewhere} shows them.", style="dim")

    def _texts(self) -> list[list[str]]:
        return [[_text(cell).plain for cell in row] for row in self.rows]

    def _natural(self) -> list[int]:
        heads = [printable(column.head) for column in self.columns]
        columns = zip(heads, *self._texts(), strict=True)
        return [max(map(cell_len, "\n".join(texts).split("\n"))) for texts in columns]

    def _stacked(self) -> RenderResult:
        for row in self.rows:
            for column, cell in zip(self.columns, row, strict=True):
                text = _text(cell)
                if text.plain:
                    head = f"{printable(column.head)}: " if column.head else ""
                    yield Text.assemble((head, "dim"), text, overflow="fold")
            yield Text()

    def _layout(self, width: int) -> "_Layout | None":
        """Choose what is shown; None where no choice fits."""
        columns, rows, natural = self.columns, self._texts(), self._natural()
        kept = list(range(len(columns)))
        left_out: list[int] = []
        while (widths := _shrunk(columns, natural, kept, width)) is None:
            going = [number for number in kept if columns[number].left_out is not None]
            if not going:
                return self._numbered(rows, natural, kept=kept, left_out=left_out, width=width)
            first = min(going, key=lambda number: columns[number].left_out or 0)
            kept.remove(first)
            left_out.append(first)
        layout = _Layout(kept=kept, left_out=left_out, widths=widths)
        for number in kept:
            if widths[number] < natural[number] and columns[number].wraps is None:
                texts = [row[number] for row in rows]
                short = _shortened(texts, widths[number])
                layout.shown.update({(number, place): short[text] for place, text in enumerate(texts)})
                layout.legend.update({short[text]: text for text in texts if short[text] != text})
        return layout

    def _numbered(
        self, rows: list[list[str]], natural: list[int], *, kept: list[int], left_out: list[int], width: int
    ) -> "_Layout | None":
        """Replace every text that may be shortened by a number; the legend lists them in full."""
        texts = [number for number in kept if self.columns[number].shortest is not None]
        names = list(dict.fromkeys(row[number] for number in texts for row in rows if row[number]))
        marks = {name: f"#{place}" for place, name in enumerate(names, start=1)} | {"": ""}
        heads = {number: cell_len(printable(self.columns[number].head)) for number in texts}
        longest = max([_NUMBERED, *(cell_len(mark) for mark in marks.values())])
        widths = {number: self.columns[number].wraps or natural[number] for number in kept}
        widths |= {number: max(longest, heads[number]) for number in texts}
        if not names or _total(widths) > width:
            return None
        shown = {(number, place): marks[row[number]] for number in texts for place, row in enumerate(rows)}
        legend = {marks[name]: name for name in names}
        return _Layout(kept=kept, left_out=left_out, widths=widths, shown=shown, legend=legend)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """Which columns are shown, and what stands for the texts that are too long."""

    kept: list[int]
    left_out: list[int]
    widths: dict[int, int]
    shown: dict[tuple[int, int], str] = field(default_factory=dict)
    legend: dict[str, str] = field(default_factory=dict)


def _text(cell: Cell, shown: str | None = None) -> Text:
    """Return a cell as a text, or what is shown instead of it, in its style."""
    text = cell if isinstance(cell, Text) else Text(printable(cell))
    return text if shown is None else Text(shown, style=text.style)


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
