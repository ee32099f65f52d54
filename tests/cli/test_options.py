"""Options: times are read as people write them, and a group of options is one dataclass to its command."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from zeitnot.cli.options import read_time, whole_option, with_option_groups
from zeitnot.errors import ParseError


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("180", 180.0),
        (" 12 ", 12.0),
        ("0.5", 0.5),
        ("3:00", 180.0),
        ("1:30:00", 5400.0),
        ("2m30s", 150.0),
        ("500ms", 0.5),
        ("-5", -5.0),
        ("-0:30", -30.0),
    ],
)
def test_times_are_read_as_people_write_them(text: str, seconds: float) -> None:
    assert read_time(text, option="--remaining") == seconds


@pytest.mark.parametrize("text", ["", "x", "--5", "3:00 x", "5 5"])
def test_what_is_no_time_is_refused_under_the_options_name(text: str) -> None:
    with pytest.raises(ParseError, match="--remaining"):
        read_time(text, option="--remaining")


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
