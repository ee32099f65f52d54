"""Consoles: coloured at a terminal, plain elsewhere, with control characters of their contents escaped."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.console import Console
from rich.segment import Segment

from zeitnot.cli.printable import printable

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderableType

FILE_WIDTH = 100
"""Characters of a line in files."""


class SafeConsole(Console):
    """Writes control characters of what it shows as escapes; only its own colours and moves get through."""

    def render(
        self, renderable: "RenderableType", options: "ConsoleOptions | None" = None
    ) -> Iterable[Segment]:
        """Render as always, with every text made printable line by line."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                text = "\n".join(map(printable, segment.text.split("\n")))
                yield Segment(text, segment.style)


def output() -> Console:
    """Return a new console for results, which follows a redirected output."""
    return SafeConsole(highlight=False, soft_wrap=False)


def error_output() -> Console:
    """Return a new console for what is shown beside the results."""
    return SafeConsole(stderr=True, highlight=False)


def text_console() -> Console:
    """Return a console that keeps plain text for export to a file."""
    import io

    return SafeConsole(highlight=False, file=io.StringIO(), record=True, width=FILE_WIDTH)


def has_colour(console: Console) -> bool:
    """Return whether the console shows colours."""
    return console.color_system is not None and not console.no_color


def line_colours(console: Console) -> tuple[str, ...]:
    """Return the colours of lines: those that a terminal of sixteen colours can tell apart, or all."""
    from zeitnot.report import COLOURS, TERMINAL_COLOURS

    return COLOURS if console.color_system in ("256", "truecolor") else TERMINAL_COLOURS
