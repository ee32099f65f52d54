"""`zeitnot uci` and `zeitnot wrap`: our engine for chess interfaces, and other engines with our clock."""

import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from zeitnot import chess, models
from zeitnot.cli.options import option, policy_option
from zeitnot.cli.policy_settings import PolicySettings, SettingsOptions
from zeitnot.errors import DataError

DEBUG_VARIABLES = ("ZEITNOT_DEBUG", "IS_DIAGNOSTIC")
"""The first that is set decides: anything but a word for no is `debug on` from the start. The second is the
NeuroFish document's."""
_NO = frozenset({"0", "false", "no", "off"})


def _uci_option(help: str) -> Any:  # noqa: ANN401 (as typer has them)
    return option("NAME=VALUE", help, "--option", "-o")


def uci(
    policy: Annotated[str, policy_option("Who decides about the time.")] = "stockfish",
    *,
    settings: SettingsOptions,
    hash_mb: Annotated[str | None, option("MB", "Size of the transposition table.", "--hash")] = None,
    threads: Annotated[str | None, option("N", "Searching threads.", "--threads")] = None,
    options: Annotated[list[str] | None, _uci_option("Any UCI option beforehand. Can be repeated.")] = None,
) -> None:
    """Run as a UCI chess engine on standard input and output.

    \b
    [bold]Examples[/bold]
    zeitnot uci
    zeitnot uci --policy neurofish --preset flagging --hash 64
    zeitnot uci --policy argo:overhead_s=0.1 --option "Move Overhead=50"
    """
    named = {"Hash": hash_mb, "Threads": threads}
    words = [*(options or ()), *(f"{name}={value}" for name, value in named.items() if value is not None)]
    wanted, notes = engine_settings(policy, settings)
    _speak(partial(chess.serve, _with_options(wanted, words), notes=notes))


def debug_asked() -> bool:
    """Return whether the environment asks for explanations from the start."""
    words = (os.environ.get(name, "").strip().lower() for name in DEBUG_VARIABLES)
    return next(filter(None, words), "no") not in _NO


def engine_settings(policy: str, options: SettingsOptions) -> "tuple[chess.EngineSettings, list[str]]":
    """Put together what is set of all policies, with notes for the user; what does not fit is refused."""
    from zeitnot.policies import built_in_names, policy_names

    asked = options.read_all(forgiving=True)
    others = PolicySettings(config=options.config, forgiving=True)
    chosen, own = asked.read(policy)
    given = {name: others.of(name) for name in policy_names() if name != chosen}
    given, notes = {**given, chosen: own}, [*asked.notes, *others.notes]
    for name in dict.fromkeys((*built_in_names(), chosen)):
        try:
            given[name] = models.personal_settings(name, given[name])
        except DataError as error:
            notes.append(f"{error}; the document's figures are taken")
    wanted = chess.EngineSettings(policy=chosen, given=given)
    wanted.make_policy()
    return wanted, list(dict.fromkeys(notes))


def _with_options(wanted: "chess.EngineSettings", options: list[str]) -> "chess.EngineSettings":
    from zeitnot.policies import parse_words

    if not options:
        return wanted
    table = chess.OptionTable(wanted)
    for name, value in parse_words(options).items():
        table.set(name, value)
    return table.settings


def wrap(
    engine: Annotated[str, option("PROGRAM", "A UCI engine: its name or its file.", "--engine", "-e")],
    policy: Annotated[str, policy_option("Who decides about the time.")] = "stockfish",
    *,
    settings: SettingsOptions,
    options: Annotated[
        list[str] | None,
        _uci_option("Any UCI option of the engine or the clock beforehand. Can be repeated."),
    ] = None,
    engine_arguments: Annotated[
        list[str] | None, option("WORD", "An argument of the engine. Can be repeated.", "--engine-arg")
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
    from zeitnot.policies import parse_words

    wanted, notes = engine_settings(policy, settings)
    command = chess.resolved_command([engine, *(engine_arguments or ())])
    beforehand = parse_words(options or [])
    _speak(partial(chess.serve_proxy, command, wanted, options=beforehand, notes=notes))


def _speak(serve: Callable[..., None]) -> None:
    """Serve on standard input and output, where the process has both."""
    if sys.stdin is None or sys.stdout is None:
        return
    # A stream of its own: python's may be unbuffered, and an unbuffered one may write half a line.
    with open(sys.stdout.fileno(), "wb", closefd=False) as output:
        serve(input_fd=sys.stdin.fileno(), output=output, debug=debug_asked())
