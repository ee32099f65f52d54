"""Options that commands share: how they are declared, read and checked."""

import inspect
import itertools
import math
import os
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperCommand

from zeitnot import chess, clocks, report, turns
from zeitnot.cli.completion import game_words, policy_words
from zeitnot.errors import SettingError, ZeitnotError

POLICY_FORM = "NAME[:KEY=VALUE,...]"
"""How a policy is written, in help texts."""

Bound = int | Callable[[], int] | None
"""The most that is allowed; a function where finding out needs an import."""
_PENALTY = re.compile(r"-[0-9]+/min")


def option(metavar: str, help: str, *names: str, panel: str | None = None, **more: Any) -> Any:  # noqa: ANN401 (as typer has them)
    """Make an option: what it takes, what it is for, and its names where the parameter's is not enough."""
    return typer.Option(*names, metavar=metavar, help=help, rich_help_panel=panel, **more)


def flag(help: str, *names: str, panel: str | None = None) -> Any:  # noqa: ANN401 (as typer has them)
    """Make an option that takes no value."""
    return typer.Option(*names, help=help, rich_help_panel=panel)


JsonOption = Annotated[bool, flag("Print the result as JSON.", "--json")]
RayOption = Annotated[
    str | None,
    option(
        "ADDRESS",
        "Run on a Ray cluster: its address, or auto for the one that this machine belongs to.",
        "--ray",
    ),
]


def read_curve(text: str) -> "chess.ScoreCurve":
    """Read the two figures of a score curve."""
    try:
        win_at_cp, spread_cp = map(float, text.split(","))
    except ValueError as error:
        raise SettingError(f"--score-curve must be two numbers, such as 91,42, got {text!r}") from error
    return chess.ScoreCurve(win_at_cp=win_at_cp, spread_cp=spread_cp)


ScoreCurveOption = Annotated[
    str | None,
    option(
        "WIN,SPREAD",
        "What a score is worth: centipawns at which half of the games are won, and that change the odds by"
        " e. Default: fitted to the recorded games.",
        "--score-curve",
    ),
]


GameOption = Annotated[
    str, option("GAME", "chess, scrabble, or a game of a plug-in.", "--game", "-g", autocompletion=game_words)
]


def work_option(help: str) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option for the work that counts as one second."""
    return number_option("--work", help, metavar="N/S", unit="/s", above=0)


def policy_option(help: str, panel: str | None = None) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option that names a policy with its settings."""
    return option(POLICY_FORM, help, "--policy", "-p", panel=panel, autocompletion=policy_words)


def clock_option(help: str, panel: str | None = None) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option that names a time control."""
    return option("CONTROL", help, "--clock", "-c", panel=panel)


def hash_option(help: str, panel: str) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option for the memory of the built-in chess engine, in the range of its UCI option."""
    most = lambda: chess.largest_hash_mb()  # noqa: E731, PLW0108 (nothing of the room is loaded before)
    return whole_option("--hash", help, metavar="MB", least=1, most=most, panel=panel)


def threads_option(help: str, panel: str) -> Any:  # noqa: ANN401 (as typer has them)
    """Make the option for the threads of the built-in chess engine, in the range of its UCI option."""
    return whole_option("--threads", help, least=1, most=lambda: chess.MOST_THREADS, panel=panel)


def whole_option(
    name: str,
    help: str,
    *short: str,
    metavar: str = "N",
    least: int = 0,
    most: Bound = None,
    panel: str | None = None,
) -> Any:  # noqa: ANN401 (typer's own)
    """Make an option that takes a whole number."""

    def read(text: str | int) -> int:
        return read_whole(str(text), option=name, least=least, most=most() if callable(most) else most)

    return option(metavar, help, name, *short, panel=panel, parser=read)


def number_option(
    name: str,
    help: str,
    *,
    metavar: str,
    above: float | None = None,
    unit: str = "",
    panel: str | None = None,
) -> Any:  # noqa: ANN401 (typer's own)
    """Make an option that takes a finite number, with or without its unit behind it."""

    def read(text: str | float) -> float:
        return read_number(str(text).removesuffix(unit), option=name, above=above)

    return option(metavar, help, name, panel=panel, parser=read)


def read_whole(text: str, *, option: str, least: int = 0, most: int | None = None) -> int:
    """Read a whole number; the error is no ValueError, which typer would put into words of its own."""
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise ZeitnotError(f"{option} must be a whole number of {least} or more, got {text!r}")
    if most is not None and number > most:
        raise ZeitnotError(f"{option} must be at most {most}, got {text!r}")
    return number


def read_number(text: str, *, option: str, above: float | None = None, least: float | None = None) -> float:
    """Read a finite number, above one or not below one."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if above is not None:
        rule, fits = f" above {above:g}", number > above
    elif least is not None:
        rule, fits = f" of {least:g} or more", number >= least
    else:
        rule, fits = "", True
    if not (math.isfinite(number) and fits):
        raise ZeitnotError(f"{option} must be a number{rule}, got {text!r}")
    return number


def read_command(text: str, *, option: str) -> list[str]:
    """Read a command with its arguments, as a shell would."""
    try:
        return shlex.split(text)
    except ValueError as error:
        raise SettingError(f"{option} must be a command ({str(error).lower()}), got {text!r}") from error


def read_time(text: str, *, option: str) -> float:
    """Return `180`, `3:00`, `2m30s` or `-5` in seconds; a bare number is in seconds."""
    sign = -1.0 if text.strip().startswith("-") else 1.0
    scan = clocks.Scanner(text.replace("-", " ", 1) if sign < 0 else text, what=option)
    amount = scan.amount("a time, such as 180, 3:00 or 2m30s")
    if not scan.at_end():
        raise scan.error("the end")
    return sign * float(amount.number)


def reading_of(control: "clocks.TimeControl", remaining: str | None, *, option: str) -> "clocks.ClockReading":
    """Return the reading of a clock with a given time left, by the rules of its first stage."""
    state = clocks.ClockState.initial(control)
    if remaining is not None:
        state = replace(state, remaining_s=read_time(remaining, option=option))
    return clocks.Clock(control, state=state).reading()


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTime:
    """How long a turn may take."""

    clock: "clocks.ClockReading | None"
    """The clock as it stands; None without one."""
    limits: "turns.Limits"
    """A time for the move, if there is one."""
    text: str
    """The clock or the time in words, for people."""
    initial_s: float | None = None
    """What the clock had at the beginning of the game."""


def read_turn_time(*, clock: str | None, remaining: str | None, time: str | None, default: str) -> TurnTime:
    """Read a clock or a time; without either the default time."""
    if clock is None or time is not None:
        for option, value in (("--clock", clock), ("--remaining", remaining)):
            if value is not None:
                rule = f"{option} goes without --time" if time is not None else f"{option} needs --clock"
                raise SettingError(f"{rule}, got {value!r}")
        return _move_time(read_move_time(time or default))
    control = clocks.TimeControl.parse(clock)
    if not control.has_clock:
        if control.move_time_s is None or remaining is not None:
            raise SettingError(f"--clock must be a clock that runs, such as '25:00 -10/min', got {clock!r}")
        return _move_time(control.move_time_s)
    reading = reading_of(control, remaining, option="--remaining")
    return TurnTime(
        clock=reading,
        limits=turns.NO_LIMITS,
        text=f"{control}, {clocks.clock_text(reading.remaining_s)} left",
        initial_s=reading_of(control, None, option="--clock").remaining_s,
    )


def read_move_time(text: str) -> float:
    """Read a time for a move, above 0."""
    time_s = read_time(text, option="--time")
    if time_s <= 0:
        raise SettingError(f"--time must be above 0, got {text!r}")
    return time_s


def _move_time(time_s: float) -> TurnTime:
    return TurnTime(
        clock=None,
        limits=turns.Limits(move_time_s=time_s),
        text=f"{clocks.seconds_text(time_s)} for the move",
    )


class ClockedCommand(TyperCommand):
    """A command with `--clock` that also takes the penalty which a shell passes as a word of its own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 (typer's own)
        """Join the penalty to its clock before the options are parsed."""
        joined: list[str] = []
        for word in args:
            if _PENALTY.fullmatch(word) and joined[-2:-1] in (["--clock"], ["-c"]):
                joined[-1] = f"{joined[-1]} {word}"
            else:
                joined.append(word)
        return super().parse_args(ctx, joined)


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Return the command with every dataclass among its parameters replaced by the fields, for typer."""
    parameters = inspect.signature(command).parameters.values()
    groups: dict[str, Any] = {
        each.name: each.annotation for each in parameters if is_dataclass(each.annotation)
    }
    options = [option for each in parameters for option in _options(each)]

    @wraps(command)
    def grouped(**given: Any) -> None:  # noqa: ANN401 (whatever the options hold)
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    grouped.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    grouped.__annotations__ = {option.name: option.annotation for option in options}
    return grouped


def _options(parameter: inspect.Parameter) -> list[inspect.Parameter]:
    kind = inspect.Parameter.KEYWORD_ONLY
    if not is_dataclass(parameter.annotation):
        return [parameter.replace(kind=kind)]
    return [
        inspect.Parameter(
            field.name,
            kind,
            annotation=field.type,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
        )
        for field in _fields(parameter.annotation)
    ]


def write_file(path: Path, data: bytes, *, option: str) -> None:
    """Write a file whole or not at all; what cannot be written is refused with the reason."""
    report.write_atomically(path, data, rule=f"{option} must be")


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """Return a file of the folder that is not there yet: with this name, or with a number behind it."""
    names = (f"{stem}{f'-{number}' if number > 1 else ''}{suffix}" for number in itertools.count(1))
    return next(folder / name for name in names if not (folder / name).exists())


def check_place(path: Path, option: str = "--output") -> None:
    """Refuse at once what could not be written after hours."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise SettingError(f"{option} must be a file in a folder that can be written, got {str(path)!r}")


def _fields(group: Any) -> "list[Field[Any]]":  # noqa: ANN401 (a class that is a dataclass)
    """Return the options of a group, its own before those that other groups share with it."""
    names = [name for each in group.__mro__ for name in vars(each).get("__annotations__", ())]
    return sorted(fields(group), key=lambda field: names.index(field.name))


def given_options(group: Any) -> dict[str, Any]:  # noqa: ANN401 (a dataclass of options)
    """Return the options of a group that differ from their defaults, as `resume_line` takes them."""
    given: dict[str, Any] = {}
    for field in _fields(type(group)):
        value = getattr(group, field.name)
        if value != field.default:
            option: Any = get_args(field.type)[1]  # typer takes the first name in the place of a default
            name = option.default if isinstance(option.default, str) else f"--{field.name.replace('_', '-')}"
            yes, _, no = name.partition("/")
            given |= {no: True} if value is False else {yes: value}
    return given


def resume_line(command: str, options: Mapping[str, Any]) -> str:
    """Return a command with its options; False and None are left out, True is a flag."""
    words = command.split()
    for option, value in options.items():
        if isinstance(value, list):
            words += [word for each in value for word in (option, each)]
        elif value is True:
            words.append(option)
        elif value is not None and value is not False:
            words += [option, f"{value:g}" if isinstance(value, float) else str(value)]
    return shlex.join(words)
