"""Progress bars on the error output, where it is a terminal: results can be redirected beside them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress

SPEED_S = 600.0
"""Seconds of past work that the time left is estimated from; one task may take a minute."""


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

    from zeitnot.cli.console import error_output

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
