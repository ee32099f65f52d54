"""Option groups: a command takes a dataclass, its users see the fields as options."""

from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from zeitnot.cli.numbers import whole_option
from zeitnot.cli.option_groups import with_option_groups


@dataclass(frozen=True, slots=True, kw_only=True)
class _Size:
    """A group with one option of a type of its own and one with a name of its own."""

    width: Annotated[int, whole_option("--width", help="Columns.")] = 8
    tall: Annotated[bool, typer.Option("--tall")] = False


def _app(seen: list[tuple[str, _Size, int]]) -> typer.Typer:
    app = typer.Typer()

    @app.command()
    @with_option_groups
    def draw(name: str, *, size: _Size, count: Annotated[int, typer.Option()] = 1) -> None:
        """Draw it."""
        seen.append((name, size, count))

    return app


def test_the_fields_of_a_group_are_options_between_the_others() -> None:
    seen: list[tuple[str, _Size, int]] = []
    result = CliRunner().invoke(_app(seen), ["box", "--width", "12", "--tall", "--count", "3"])
    assert result.exit_code == 0
    assert seen == [("box", _Size(width=12, tall=True), 3)]


def test_the_defaults_of_a_group_are_those_of_its_fields() -> None:
    seen: list[tuple[str, _Size, int]] = []
    assert CliRunner().invoke(_app(seen), ["box"]).exit_code == 0
    assert seen == [("box", _Size(), 1)]


def test_the_help_of_a_command_lists_the_options_of_its_groups() -> None:
    shown = CliRunner().invoke(_app([]), ["--help"]).output
    assert "--width" in shown
    assert "--size" not in shown
    assert "Draw it." in shown
