"""NarrowTable: a table that never cuts a number, however narrow the terminal is.

Rich is imported when a table is drawn: commands name their columns without it.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.measure import Measurement
    from rich.text import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column of a table; what is not said to be shortened is shown whole or not at all."""

    head: str = ""
    """Its heading."""
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


Cell: TypeAlias = "str | Text"
"""What stands in a table: plain words, made printable here, or a text with styles of its own."""


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

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Draw it as wide as there is room."""
        from zeitnot.cli.narrow_layout import drawn

        return drawn(self, options.max_width)

    def __rich_measure__(self, console: "Console", options: "ConsoleOptions") -> "Measurement":
        """Take the whole width available."""
        from rich.measure import Measurement

        return Measurement(1, options.max_width)


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
