"""HtmlTable: rows and columns that scroll inside their box where the screen is narrow."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from zeitnot.report.match_page.figures import text


@dataclass(slots=True, kw_only=True)
class HtmlTable:
    """A table; cells are HTML already, heads are plain words."""

    heads: Sequence[str]
    """Heads of the columns; those after the first `left` ones are figures."""
    left: int = 1
    """Columns of words, set to the left."""
    label: str = ""
    """Text alternative for screen readers."""
    rows: list[Sequence[str]] = field(default_factory=list)
    """One list of cells each."""

    def add(self, *cells: str) -> None:
        """Add a row."""
        self.rows.append(cells)

    def html(self) -> str:
        """Write the table."""
        head = "".join(f"<th scope=col{self._side(n)}>{text(word)}</th>" for n, word in enumerate(self.heads))
        body = "".join(
            f"<tr>{''.join(f'<td{self._side(n)}>{cell}</td>' for n, cell in enumerate(row))}</tr>"
            for row in self.rows
        )
        label = f' aria-label="{text(self.label)}"' if self.label else ""
        return (
            f'<div class="scroll" tabindex="0" role="region"{label}><table>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )

    def _side(self, column: int) -> str:
        return "" if column < self.left else ' class="num"'
