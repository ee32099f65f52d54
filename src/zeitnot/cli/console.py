"""Consoles: coloured at a terminal, plain everywhere else."""

from rich.console import Console

FILE_WIDTH = 100
"""Characters of a line in files."""


def output() -> Console:
    """Make the console for results; made anew so that it follows a redirected output."""
    return Console(highlight=False, soft_wrap=False)


def text_console() -> Console:
    """Make a console that keeps plain text, to be exported to a file."""
    import io

    return Console(highlight=False, file=io.StringIO(), record=True, width=FILE_WIDTH)


def has_colour(console: Console) -> bool:
    """Whether colours will be seen."""
    return console.color_system is not None and not console.no_color


def line_colours(console: Console) -> tuple[str, ...]:
    """Choose the colours of lines: a terminal of sixteen colours would show several of the others alike."""
    from zeitnot.report import COLOURS, TERMINAL_COLOURS

    return COLOURS if console.color_system in ("256", "truecolor") else TERMINAL_COLOURS
