"""Console: what is shown at a terminal, in a redirected output, and beside the results.

Rich is imported when something is drawn with it: an engine that speaks UCI starts without it.
"""

import codecs
import io
import logging
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from zeitnot import chess, games, report

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.progress import Progress


FILE_WIDTH = 100
"""Characters of a line in files."""
SPEED_S = 600.0
"""Seconds of past work that the time left is estimated from; one task may take a minute."""
_LOOK_ALIKES = str.maketrans("│┤┴─└━…\u00d7", "||+-+-.x")
_MOST_TOLD = 20
_BRAILLE = range(0x2800, 0x2900)


def printable(text: object) -> str:
    """Return the text with every unprintable character written as an escape, such as `\\x1b`.

    Control and format characters, other line ends and lone surrogates are among these; a plain space is not.
    """
    words = str(text)
    if words.isprintable():
        return words
    escaped = (sign if sign.isprintable() else ascii(sign)[1:-1] for sign in words)
    return "".join(escaped)


def tell(words: str) -> None:
    """Print a line beside the results, whatever names are in it."""
    print(printable(words), file=sys.stderr, flush=True)


def tell_first(lines: Sequence[str]) -> None:
    """Print the first of many lines beside the results, and how many more there are."""
    for line in lines[:_MOST_TOLD]:
        tell(f"zeitnot: {line}")
    if len(lines) > _MOST_TOLD:
        tell(f"zeitnot: and {len(lines) - _MOST_TOLD:,} more")


def _look_alike(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the output cannot encode by plain ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_LOOK_ALIKES)
    signs = ("." if ord(sign) in _BRAILLE else sign if sign.isascii() else "?" for sign in text)
    return "".join(signs), error.end


def stand_any_encoding() -> None:
    """Write look-alikes on an output that lacks characters, such as plain ASCII, instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("zeitnot.look-alike", _look_alike)
        sys.stdout.reconfigure(errors="zeitnot.look-alike")


@cache
def _safe_console() -> "type[Console]":
    from rich.console import Console
    from rich.segment import Segment

    class SafeConsole(Console):
        """Writes control characters as escapes; only its own colours and moves get through."""

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

    return SafeConsole


def output() -> "Console":
    """Return a new console for results, which follows a redirected output."""
    return _safe_console()(highlight=False, soft_wrap=False)


def error_output() -> "Console":
    """Return a new console for what is shown beside the results."""
    return _safe_console()(stderr=True, highlight=False)


def text_console() -> "Console":
    """Return a console that keeps plain text for export to a file."""
    return _safe_console()(highlight=False, file=io.StringIO(), record=True, width=FILE_WIDTH)


def has_colour(console: "Console") -> bool:
    """Return whether the console shows colours."""
    return console.color_system is not None and not console.no_color


def line_colours(console: "Console") -> tuple[str, ...]:
    """Return the colours of lines: those that a terminal of sixteen colours can tell apart, or all."""
    return report.COLOURS if console.color_system in ("256", "truecolor") else report.TERMINAL_COLOURS


@contextmanager
def work_bar(
    total: int,
    done: int = 0,
    *,
    doing: str = "playing",
    things: str = "games",
    keeps: bool = False,
    **fields: Any,  # noqa: ANN401 (what the text of the bar formats)
) -> "Iterator[Progress]":
    """Show what is done and the time left; `things` may name fields of the task, `keeps` leaves the bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = error_output()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(things),
        TimeRemainingColumn(),
        console=console,
        transient=not keeps,
        disable=not console.is_terminal,
        speed_estimate_period=SPEED_S,
    ) as progress:
        progress.add_task(doing, total=total, completed=done, **fields)
        yield progress


@contextmanager
def game_screen() -> "Iterator[games.Screen]":
    """Draw on the terminal if input and output are one; write plain lines otherwise."""
    # Warnings on stderr would be written into the picture and cleared with it: the game itself tells.
    log, silence = logging.getLogger("zeitnot"), logging.NullHandler()
    log.addHandler(silence)
    try:
        dumb = os.environ.get("TERM", "") in {"", "dumb"}
        if sys.stdin.isatty() and sys.stdout.isatty() and not dumb:
            with chess.TerminalScreen() as screen:
                yield screen
        else:
            yield chess.PlainScreen(sys.stdin, sys.stdout)
    finally:
        log.removeHandler(silence)
