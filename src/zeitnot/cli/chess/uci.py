"""`zeitnot uci` and `zeitnot wrap`: our engine for chess interfaces, and other engines with our clock."""

import os
import shlex
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from zeitnot import chess, clocks, models
from zeitnot.cli.options import ClockedCommand, clock_option, flag, number_option, option, policy_option
from zeitnot.cli.policy_settings import MOST_CONFIG_BYTES, PolicySettings, SettingsOptions
from zeitnot.errors import DataError, SettingError
from zeitnot.untrusted import read_text

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


class WrapCommand(ClockedCommand):
    """`zeitnot wrap`: `--script FILE` stands for the arguments in the file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 (typer's own)
        """Put the arguments of a script in its place."""
        words, given = list[str](), iter(args)
        for word in given:
            name, equals, value = word.partition("=")
            words += _script_words(value if equals else next(given, "")) if name == "--script" else [word]
        return super().parse_args(ctx, words)


COMMAND_CLASSES = {"wrap": WrapCommand}
"""How the words of these commands are parsed."""


def _script_words(name: str) -> list[str]:
    """Return the arguments in a file; `#` begins a comment, so that the file may be run by its first line."""
    text = read_text(Path(name), what="the script of --script", most_bytes=MOST_CONFIG_BYTES)
    try:
        words = shlex.split(text, comments=True)
    except ValueError as error:
        raise SettingError(
            f"--script must hold arguments as a shell reads them ({error}), got {name!r}"
        ) from error
    if any(word.partition("=")[0] == "--script" for word in words):
        raise SettingError(f"--script must not name another script, got {name!r}")
    return words


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
    clock: Annotated[
        str | None,
        clock_option("The control, where UCI cannot tell it: a delay, byoyomi, an hourglass."),
    ] = None,
    first_move: Annotated[
        float | None,
        number_option("--first-move", "Longest that the first move of a game takes.", metavar="S", above=0),
    ] = None,
    usi: Annotated[bool, flag("Speak USI, the protocol of shogi engines, on both sides.", "--usi")] = False,
    script: Annotated[
        Path | None,
        option("FILE", "Take arguments from a file, for tools that cannot pass any.", "--script"),
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
    zeitnot wrap -e stockfish -p textbook --clock "60 d5" --first-move 2
    zeitnot wrap -e fairy-stockfish -p textbook -o UCI_Variant=crazyhouse
    zeitnot wrap -e fairy-stockfish -p uniform --usi
    zeitnot wrap --script my-engine.args
    """
    del script  # WrapCommand has put its arguments here
    from zeitnot.policies import parse_words

    wanted, notes = engine_settings(policy, settings)
    command = chess.resolved_command([engine, *(engine_arguments or ())])
    beforehand = parse_words(options or [])
    control = None if clock is None else clocks.TimeControl.parse(clock)
    orders = chess.ClockOrders(control=control, first_move_s=first_move)
    _speak(
        partial(chess.serve_proxy, command, wanted, options=beforehand, notes=notes, orders=orders, usi=usi)
    )


def _speak(serve: Callable[..., None]) -> None:
    """Serve on standard input and output, where the process has both."""
    if sys.stdin is None or sys.stdout is None:
        return
    # A stream of its own: python's may be unbuffered, and an unbuffered one may write half a line.
    with open(sys.stdout.fileno(), "wb", closefd=False) as output:
        serve(input_fd=sys.stdin.fileno(), output=output, debug=debug_asked())
