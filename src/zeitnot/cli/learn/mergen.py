"""`zeitnot learn mergen`: figures of the policy `mergen` from past games."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot import lab, learning, models
from zeitnot.cli.console import output
from zeitnot.cli.options import JsonOption, flag, option, write_file
from zeitnot.cli.policies.policies import taught_form, taught_lines
from zeitnot.errors import SettingError
from zeitnot.untrusted import cause_of, read_text

if TYPE_CHECKING:
    from zeitnot.policies import MergenLessons

_RUN_BEGINS = b"SQLite format 3\x00"
_MOST_PGN_BYTES = 256 << 20


def mergen(  # noqa: PLR0917 (typer passes options by name)
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="GAMES...",
            help="Runs of `zeitnot match`, PGN files with clocks. Default: the games kept by `zeitnot play`.",
            show_default=False,
        ),
    ] = None,
    player: Annotated[str, option("NAME", "Learn from players with this in their name. Default: all.")] = "",
    output: Annotated[
        Path | None,
        option(
            "FILE",
            "Another file to add to, for `mergen:learned=FILE`. Default: in the data folder.",
            "--output",
            "-o",
        ),
    ] = None,
    show: Annotated[bool, flag("Show what is learned, and learn nothing.", "--show")] = False,
    forget: Annotated[bool, flag("Forget all that is learned.", "--forget")] = False,
    json_form: JsonOption = False,
) -> None:
    """Learn from past games how long they last, and what share of the clock a move should get.

    Few games change little: the document's figures count for 30 games. `uci`, `wrap` and `play` use what is
    learned; matches and all else play by the document, unless `mergen:learned=mine` says otherwise.

    \b
    [bold]Examples[/bold]
    zeitnot learn mergen match.run games.pgn --player mergen
    zeitnot learn mergen --show
    zeitnot learn mergen --forget
    """
    from zeitnot.policies import Mergen

    path = output or models.lessons_file()
    if show + forget + bool(files or player) > 1:
        raise SettingError("learn mergen must do one thing: learn from games, --show or --forget")
    notes: list[str] = []
    if forget:
        notes.append(_forgotten(path))
    elif not show:
        notes += _learned(path, files or [_kept_games()], player)
    taught = Mergen().taught_by(_lessons(path))
    if json_form:
        print(json.dumps({"file": str(path), **taught_form(taught), "notes": notes}, indent=2))
        return
    _show([*notes, *taught_lines(taught)])


def _show(lines: list[str]) -> None:
    console = output()
    for line in lines:
        console.print(line, markup=False)


def _lessons(path: Path) -> "MergenLessons":
    from zeitnot.policies import MergenLessons

    return models.PackageModels().mergen_lessons(str(path)) if path.exists() else MergenLessons()


def _learned(path: Path, files: list[Path], player: str) -> list[str]:
    lessons, notes = _lessons(path), list[str]()
    for file in files:
        new = known = useless = 0
        for game in _games(file):
            grown = lessons if game is None else learning.learn_game(lessons, game, player=player)
            new += grown is not lessons
            known += game is not None and game.fingerprint in lessons.seen
            useless += grown is lessons and (game is None or game.fingerprint not in lessons.seen)
            lessons = grown
        notes.append(
            f"{file}: {new} games learned from, {known} known already, "
            f"{useless} left out (no end, no clocks or another player)"
        )
    if path == models.lessons_file():
        path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, lessons.to_json().encode(), option="--output")
    return notes


def _games(file: Path) -> "Iterator[learning.PastGame | None]":
    from zeitnot.policies import Mergen

    if file.is_file():
        with file.open("rb") as begins:
            if begins.read(len(_RUN_BEGINS)) == _RUN_BEGINS:
                return lab.run_games(file, policy=Mergen.name)
    return learning.past_games(
        read_text(file, what="a file of games", most_bytes=_MOST_PGN_BYTES), what=str(file)
    )


def _kept_games() -> Path:
    from zeitnot.cli.chess.play import games_file

    path = games_file()
    if not path.exists():
        raise SettingError(f"learn mergen must have games to learn from: name files, got none, nor {path}")
    return path


def _forgotten(path: Path) -> str:
    try:
        path.unlink()
    except FileNotFoundError:
        return "There was nothing to forget."
    except OSError as error:
        raise SettingError(f"--forget must be able to delete {str(path)!r} ({cause_of(error)})") from error
    return f"Forgotten: {path}"
