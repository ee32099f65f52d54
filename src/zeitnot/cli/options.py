"""Options that several groups of commands share."""

from typing import Annotated, Any

import typer

from zeitnot.cli.completion import policy_words
from zeitnot.cli.numbers import whole_option

POLICY_FORM = "NAME[:KEY=VALUE,...]"
"""How a policy is written, in help texts."""

JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Run on a Ray cluster: its address, or auto for the one that this machine belongs to.",
    ),
]


def policy_option(help: str, panel: str | None = None) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option that names a policy with its settings."""
    return typer.Option(
        "--policy",
        "-p",
        metavar=POLICY_FORM,
        autocompletion=policy_words,
        help=help,
        rich_help_panel=panel,
    )


def clock_option(help: str, panel: str | None = None) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option that names a time control."""
    return typer.Option("--clock", "-c", metavar="CONTROL", help=help, rich_help_panel=panel)


def hash_option(help: str, panel: str) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option for the memory of the built-in chess engine, in the range of its UCI option."""
    return whole_option("--hash", metavar="MB", help=help, least=1, most=_most_hash_mb, panel=panel)


def threads_option(help: str, panel: str) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option for the threads of the built-in chess engine, in the range of its UCI option."""
    return whole_option("--threads", help=help, least=1, most=_most_threads, panel=panel)


def _most_hash_mb() -> int:
    from zeitnot.chess.uci.settings import largest_hash_mb

    return largest_hash_mb()


def _most_threads() -> int:
    from zeitnot.chess.uci.settings import MOST_THREADS

    return MOST_THREADS
