"""Section: a part of the page, and the pieces that sections share."""

from collections.abc import Iterable
from dataclasses import dataclass

from zeitnot.report.match_page.figures import text
from zeitnot.report.match_page.palette import colour
from zeitnot.report.match_page.plot import Plot
from zeitnot.report.match_page.run_data import RunData


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of the page under a heading."""

    key: str
    """Name of the section in addresses."""
    title: str
    """Heading of the section."""
    body: str
    """Content of the section, as HTML."""

    def html(self) -> str:
        """Write it."""
        return f'<section id="{self.key}"><h2>{text(self.title)}</h2>{self.body}</section>'


def figure(plot: Plot, *, title: str, note: str = "", legend: str = "") -> str:
    """Put a plot under its title, with what to know about it."""
    words = f"<p>{text(note)}</p>" if note else ""
    return f"<figure><figcaption><h3>{text(title)}</h3>{words}</figcaption>{legend}{plot.html()}</figure>"


def paragraph(words: str, kind: str = "") -> str:
    """Write plain words."""
    return f"<p{f' class={kind}' if kind else ''}>{text(words)}</p>"


def named(data: RunData, number: int) -> str:
    """Write the name of a participant with its colour before it."""
    return f'<span class="who">{swatch(colour(number))}<span>{text(data.name(number))}</span></span>'


def swatch(of_colour: str) -> str:
    """Show a colour."""
    return f'<i class="swatch" style="background:{of_colour}"></i>'


def legend_of(entries: Iterable[tuple[str, str]]) -> str:
    """Write a legend of names and their colours."""
    items = "".join(f"<li>{swatch(of_colour)}{text(name)}</li>" for name, of_colour in entries)
    return f'<ul class="legend">{items}</ul>'


def participants_legend(data: RunData) -> str:
    """Write the legend of all participants, the best first."""
    return legend_of((data.name(number), colour(number)) for number in data.ranked)
