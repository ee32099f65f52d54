"""The app: commands put together, and every error turned into one line and an exit code."""

import os
import sys
from collections.abc import Sequence
from functools import cache, partial
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any

import typer

from zeitnot.cli.completion import answer_shells, install_completion, shell_words, show_completion, with_shell
from zeitnot.cli.console import stand_any_encoding, tell
from zeitnot.cli.exits import EXIT_BAD_INPUT, EXIT_BROKEN_PIPE, EXIT_INTERRUPTED
from zeitnot.cli.options import ClockedCommand, with_option_groups
from zeitnot.errors import ZeitnotError

# Typer carries its own copy of click's errors since 0.21, click's own before: this is their base in both.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

_shell_option = partial(typer.Option, metavar="[SHELL]", is_eager=True, autocompletion=shell_words)
_MODULES = {
    "policies": "policies.policies",
    "plan": "policies.plan",
    "curve": "policies.curve",
    "emit": "policies.emit",
    "play": "chess.play",
    "uci": "chess.uci",
    "wrap": "chess.uci",
    "bench": "chess.bench",
    "match": "match.match",
    **dict.fromkeys(("resume", "runs", "report", "export"), "match.runs"),
    "autopsy": "match.autopsy",
    "import": "match.importing",
    "serve": "web.serve",
    "review": "review.review",
    "replay": "replay.replay",
    "tune": "replay.tune",
    "learn": "learn",
    "openings": "chess.openings",
    "scrabble": "scrabble",
    "doctor": "doctor",
}
"""Modules that define the commands, and groups of commands: only the one that is called is loaded."""


def _version(asked: bool) -> None:
    if asked:
        from zeitnot import __version__

        print(f"zeitnot {__version__}")
        raise typer.Exit


def zeitnot(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    install: Annotated[
        str | None,
        _shell_option(
            "--install-completion",
            callback=install_completion,
            help="Let bash, zsh or fish complete commands, options and names. Default: the shell you use.",
        ),
    ] = None,
    show: Annotated[
        str | None,
        _shell_option(
            "--show-completion",
            callback=show_completion,
            help="Print the completion script instead of installing it.",
        ),
    ] = None,
) -> None:
    """Keep game engines out of time trouble: how long to think, when to stop, which way is best.

    \b
    [bold]Examples[/bold]
    zeitnot policies
    zeitnot plan --policy neurofish --clock 3:00+2 --moves-to-go 40
    zeitnot curve --clock 3+2
    """


def _command_words(context: typer.Context, incomplete: str) -> list[str]:
    """Offer the commands below those that are named already."""
    group: object = root()
    for word in context.params.get("command") or ():
        group = getattr(group, "commands", {}).get(word)
    return [name for name in getattr(group, "commands", {}) if name.startswith(incomplete)]


def help_on(
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND", help="A command, and one below it.", autocompletion=_command_words),
    ] = None,
) -> None:
    """Show the help of a command, as --help does.

    \b
    [bold]Examples[/bold]
    zeitnot help
    zeitnot help match
    zeitnot help scrabble play
    """
    raise typer.Exit(run([*(command or ()), "--help"]))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run with the given arguments, or those of the process, and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    stand_any_encoding()
    answer_shells()
    try:
        command = root(words[0] if words[0] in _MODULES else "")
        code = command(with_shell(words), prog_name="zeitnot", standalone_mode=False)
        sys.stdout.flush()
    except ZeitnotError as error:
        return _refused(str(error))
    except _UsageError as error:
        return _refused(_usage_line(error))
    except MemoryError:
        return _refused("not enough memory for what was asked")
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has gone; python must not complain when it closes what is left.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    return code if isinstance(code, int) else 0


@cache
def root(command: str = "") -> Any:  # noqa: ANN401 (typer has its own classes since 0.21, click's before)
    """Return the root command with all below it, or with this one only; the others are not loaded then."""
    app = typer.Typer(
        name="zeitnot",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(zeitnot)
    for name in [command] if command else _MODULES:
        module = import_module(f"zeitnot.cli.{_MODULES[name]}")
        found = getattr(module, f"{name}_" if iskeyword(name) else name)
        if isinstance(found, typer.Typer):
            app.add_typer(found, name=name)
        else:
            kind = getattr(module, "COMMAND_CLASSES", {}).get(name, ClockedCommand)
            app.command(name, cls=kind)(with_option_groups(found))
    app.command("help")(help_on)
    made = typer.main.get_command(app)
    without_types(made)
    return made


def _refused(message: str) -> int:
    tell(f"zeitnot: {' '.join(message.split())}")
    return EXIT_BAD_INPUT


def _usage_line(error: Exception) -> str:
    message = str(getattr(error, "format_message", error.__str__)()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "zeitnot"
    hint = f"see `{path} --help`"
    if "No such option: --set" in message:
        message, hint = "No such option: --set", "settings stand behind the policy here: uniform:KEY=VALUE"
    if context is not None and message.startswith("No such command"):
        hint = f"the commands are {', '.join(context.command.list_commands(context))}"
    said = message[:1].lower() + message[1:].replace(". Did you mean", "; did you mean")
    return f"{said} {hint.capitalize()}" if said.endswith("?") else f"{said}; {hint}"


def without_types(command: Any) -> None:  # noqa: ANN401 (typer has its own classes since 0.21, click's before)
    """Take `<bool>`, `<path>` and the like off the help of a command and of all below it.

    A flag takes no value, and every other option has a word of its own for what it takes.
    """
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            _name_alone(parameter)
        elif parameter.is_flag:
            parameter.metavar = ""
    make = command.get_help_option

    def help_option(context: Any) -> Any:  # noqa: ANN401 (typer's own)
        option = make(context)
        if option is not None:
            option.metavar = ""
        return option

    command.get_help_option = help_option
    for each in getattr(command, "commands", {}).values():
        without_types(each)


def _name_alone(argument: Any) -> None:  # noqa: ANN401 (typer's own)
    """Show an argument by its name, in brackets where it may be left out."""
    name = argument.metavar or argument.name.upper()
    more = "..." if argument.nargs != 1 and not name.endswith("...") else ""
    piece = f"{name}{more}" if argument.required else f"[{name}{more}]"
    argument.metavar = name
    argument.get_usage_pieces = lambda _context: [piece]
    argument.display_type_rich = lambda **_: None
