"""`zeitnot wrap`: another UCI engine for chess interfaces, with its clock taken over."""

import sys
from typing import Annotated

import typer

from zeitnot.cli.chess.uci import debug_asked, engine_settings
from zeitnot.cli.options import policy_option
from zeitnot.cli.policy_settings import ConfigOption, PresetOption, SetOption


def wrap(  # noqa: PLR0917 (typer passes options by name)
    engine: Annotated[
        str, typer.Option("--engine", "-e", metavar="PROGRAM", help="A UCI engine: its name or its file.")
    ],
    policy: Annotated[str, policy_option("Who decides about the time.")] = "stockfish",
    config: ConfigOption = None,
    preset: PresetOption = None,
    settings: SetOption = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="NAME=VALUE",
            help="Any UCI option of the engine or the clock beforehand. Can be repeated.",
        ),
    ] = None,
    engine_arguments: Annotated[
        list[str] | None,
        typer.Option("--engine-arg", metavar="WORD", help="An argument of the engine. Can be repeated."),
    ] = None,
) -> None:
    """Run another UCI chess engine, with a policy of ours in charge of its clock.

    To interfaces and match runners it is an engine like any other. `go` with clocks is planned here, and the
    engine searches until the proxy sends stop; everything else is passed through.

    \b
    [bold]Examples[/bold]
    zeitnot wrap --engine stockfish --policy textbook
    zeitnot wrap --engine ./my-engine --policy argo:overhead_s=0.1
    zeitnot wrap -e ethereal-chess -p mergen -o Hash=64 -o "Move Overhead=50"
    """
    from zeitnot.chess.proxy.engine_process import resolved_command
    from zeitnot.policies import parse_words

    wanted, notes = engine_settings(policy, config=config, preset=preset, words=settings or ())
    beforehand = parse_words(options or [])
    command = resolved_command([engine, *(engine_arguments or ())])
    if sys.stdin is None or sys.stdout is None:
        return
    from zeitnot.chess.proxy.session import serve_proxy

    # A stream of its own: python's may be unbuffered, and an unbuffered one may write half a line.
    with open(sys.stdout.fileno(), "wb", closefd=False) as output:
        serve_proxy(
            command,
            wanted,
            options={name: str(value) for name, value in beforehand.items()},
            input_fd=sys.stdin.fileno(),
            output=output,
            debug=debug_asked(),
            notes=notes,
        )
