"""`zeitnot policies`: what policies there are, and what can be set."""

import json
import math
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from zeitnot import models, turns
from zeitnot.cli.completion import policy_words
from zeitnot.cli.console import output, printable
from zeitnot.cli.narrow_table import Cell, NarrowTable, figures, words
from zeitnot.cli.options import JsonOption

if TYPE_CHECKING:
    from zeitnot.policies import Parameter, Taught

PROSE_WIDTH = 16
"""Characters that what a policy does may be wrapped to."""
_NAME_WIDTH = 22


def policies(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Show the parameters of this policy.", autocompletion=policy_words, show_default=False
        ),
    ] = None,
    json_form: JsonOption = False,
) -> None:
    """List the policies, or the parameters of one.

    \b
    [bold]Examples[/bold]
    zeitnot policies
    zeitnot policies neurofish
    zeitnot policies --json
    """
    from zeitnot.policies import left_out, plug_in_value, policy_names

    if json_form:
        described = (
            _json_form(name)
            if name
            else [
                {"name": each, "plug_in": value} if (value := plug_in_value(each)) else _json_form(each)
                for each in policy_names()
            ]
        )
        print(json.dumps(described, indent=2))
        return

    if name is None:
        output().print(_policies_table(policy_names()))
        for sentence in left_out():
            output().print(f"\n[red]{sentence}[/red]")
        output().print("\n[dim]`zeitnot policies NAME` shows the parameters of one.[/dim]")
    else:
        _show_policy(name)


def _policies_table(names: tuple[str, ...]) -> NarrowTable:
    return NarrowTable.of(
        [(name, *_cells(name)) for name in names],
        words("policy", lambda row: row[0], style="bold"),
        words("what it does", lambda row: row[1], wraps=PROSE_WIDTH),
        words("games", lambda row: row[2], left_out=2),
        figures("parameters", lambda row: row[3], 1),
    )


def _cells(name: str) -> tuple[Cell, Cell, Cell]:
    from zeitnot.policies import hooks_of, parameters_of, plug_in_value, policy_class, presets_of

    # A plug-in is imported when it is named: one that is broken must not stop every list.
    if value := plug_in_value(name):
        return f"plug-in {value}; `zeitnot policies {name}` shows it", "", ""
    cls = policy_class(name)
    about = Text(printable(_about(cls)))
    if presets_of(name):
        about.append(f"\npresets: {printable(', '.join(presets_of(name)))}", "dim")
    return about, Text("\n".join(map(printable, hooks_of(cls).games))), str(len(parameters_of(cls)))


def _show_policy(name: str) -> None:

    from zeitnot.policies import hooks_of, parameters_of, policy_class, presets_of

    cls = policy_class(name)
    console = output()
    console.print(f"[bold]{name}[/bold] ({', '.join(hooks_of(cls).games)}): {escape(_about(cls))}\n")
    for parameter in parameters_of(cls).values():
        default = parameter.text(parameter.default)
        console.print(
            f"[bold]{parameter.name}[/bold] = [cyan]{default}[/cyan]  [dim]{_range_text(parameter)}[/dim]"
        )
        console.print(Padding(escape(parameter.doc), (0, 0, 0, 4), expand=False))
    for preset, settings in presets_of(name).items():
        console.print(f"\npreset [bold]{preset}[/bold]")
        said = ", ".join(f"{key}={value}" for key, value in settings.items())
        console.print(Padding(escape(said), (0, 0, 0, 4), expand=False))
    taught = _taught(name)
    for line in () if taught is None else ("", *taught_lines(taught)):
        console.print(line, markup=False, highlight=False)
    variable = f"ZEITNOT_{name.upper().replace('-', '_')}_PARAMETER"
    console.print(
        f"\n[dim]To set: --set PARAMETER=VALUE, {variable}, or \\[policies.{name}] in zeitnot.toml.[/dim]"
    )


def _range_text(parameter: "Parameter") -> str:
    if math.isinf(parameter.low):
        return parameter.expected()
    optional = ", or none" if parameter.optional else ""
    return f"{parameter.low:.10g} .. {parameter.high:.10g}{optional}"


def _about(cls: type[Any]) -> str:
    return (cls.__doc__ or "").strip().split("\n")[0]


def _taught(name: str) -> "Taught | None":
    """Return what the user's games taught a policy that learns; None for the others."""
    from zeitnot.policies import policy_hooks

    return policy_hooks(name).taught(models.PackageModels())


def _json_form(name: str) -> dict[str, Any]:
    from zeitnot.policies import hooks_of, parameters_of, policy_class, presets_of

    cls, taught = policy_class(name), _taught(name)
    return {
        "name": name,
        **({} if taught is None else {"learned": taught_form(taught)}),
        "about": _about(cls),
        "games": list(hooks_of(cls).games),
        "presets": {preset: dict(settings) for preset, settings in presets_of(name).items()},
        "parameters": [
            {
                "name": parameter.name,
                **{key: turns.to_json_form(getattr(parameter, key)) for key in ("default", "low", "high")},
                "expected": parameter.expected(),
                "doc": parameter.doc,
            }
            for parameter in parameters_of(cls).values()
        ],
    }


def taught_lines(taught: "Taught") -> list[str]:
    """Return what is learned, beside the figures before."""
    if not taught.games:
        return ["Nothing is learned from past games: the document's figures hold."]
    lines = [f"Learned from {taught.games} games; the document's figures count for {taught.prior_games:g}:"]
    for name, learned in taught.learned.items():
        before = taught.before[name]
        if isinstance(learned, tuple) and isinstance(before, tuple):
            figures = f"{learned[0]:4.1f} .. {learned[1]:4.1f}  (document {before[0]:g} .. {before[1]:g})"
        else:
            figures = f"{learned:<12.4f}  (document {before:g})"
        lines.append(f"    {name:<{_NAME_WIDTH}} {figures}")
    return lines


def taught_form(taught: "Taught") -> dict[str, Any]:
    """Return what is learned, for JSON."""
    return {
        "games": taught.games,
        **{name: turns.to_json_form(value) for name, value in taught.learned.items()},
    }
