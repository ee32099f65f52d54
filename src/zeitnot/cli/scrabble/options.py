"""What the commands of Scrabble share: options, and the files, positions and plans that they name."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import scrabble
from zeitnot.cli.console import error_output, tell, tell_first
from zeitnot.cli.options import flag, option, whole_option
from zeitnot.errors import DataError, SettingError

_RULES = "Rules"

LexiconOption = Annotated[
    Path | None, option("FILE.kwg", "The words. Default: ENABLE1, built in.", "--lexicon", "-l")
]
LeavesOption = Annotated[
    str | None,
    option(
        "FILE.klv2",
        "What kept tiles are worth; also `none` (score only), `rough` (rules of thumb). Default: built in.",
        "--leaves",
    ),
]
DistributionOption = Annotated[
    Path | None, option("FILE.csv", "The tiles. Default: English.", "--distribution", panel=_RULES)
]
LayoutOption = Annotated[
    Path | None,
    option("FILE", "The premium squares. Default: those of the standard board.", "--layout", panel=_RULES),
]


def note_lexicon(position: "scrabble.Position", lexicon: "scrabble.Lexicon") -> None:
    """Print a note if the position names another lexicon than the one used."""
    if position.lexicon is not None and position.lexicon.lower() != lexicon.name.lower():
        note = f"the position names the lexicon {position.lexicon}, {lexicon.name} was used"
        tell(f"zeitnot: {note}; --lexicon names another")


def opened_lexicon(path: Path | None, distribution: Path | None) -> "scrabble.Lexicon":
    """Open a lexicon with its tiles; what is built is shown."""
    with build_status() as on_build:
        return scrabble.open_lexicon(path, scrabble.read_distribution(distribution), on_build)


@contextmanager
def build_status() -> "Iterator[scrabble.OnBuild]":
    """Show on the error output what is being made, while it is a terminal; quick openings show nothing."""
    console = error_output()
    if not console.is_terminal:
        yield lambda what: None
        return
    status = console.status("")

    def show(what: str) -> None:
        status.update(f"{what} ...")
        status.start()

    try:
        yield show
    finally:
        status.stop()


PositionArgument = Annotated[
    str, typer.Argument(metavar="CGP|FILE.gcg", help="A position as CGP text, or a game as a GCG file.")
]
TurnOption = Annotated[
    int | None,
    whole_option("--turn", "Of a game: the position before turn N. Default: its end.", "-t", least=1),
]
LenientOption = Annotated[
    bool,
    flag("Of a game with wrong points, totals or racks: list them, and go on by the rules.", "--lenient"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A position that a command was asked about."""

    position: "scrabble.Position"
    """What the player on turn sees."""
    record: "scrabble.GameRecord | None" = None
    """The game that it is from."""
    turn: int | None = None
    """The number of the turn, from 1."""
    turns: int = 0
    """How many turns the game has."""
    index: int | None = None
    """The event of that turn, by its place in the game."""
    on_turn: int = 0
    """The player on turn."""


def read_position(
    text: str,
    turn: int | None,
    *,
    distribution: Path | None = None,
    layout: Path | None = None,
    lenient: bool = False,
) -> Asked:
    """Read what the argument names; only a text of several words is a CGP."""
    if len(text.split()) > 1 and not text.lower().endswith(".gcg"):
        if turn is not None:
            raise SettingError(f"--turn needs a game, a GCG file, got the position {text!r}")
        # A CGP may say which tiles and squares it means; so nothing is handed on that nobody has named.
        tiles, squares = _named(distribution, layout)
        return Asked(position=scrabble.Position.from_cgp(text, distribution=tiles, layout=squares))
    return _turn_of(read_game(Path(text), distribution=distribution, layout=layout, lenient=lenient), turn)


def read_game(
    path: Path, *, distribution: Path | None = None, layout: Path | None = None, lenient: bool = False
) -> "scrabble.GameRecord":
    """Read a game from a GCG file; leniently, with what disagrees with the rules on the error output."""
    tiles, squares = _named(distribution, layout)
    found: list[str] = []
    read = partial(scrabble.gcg.read, path, distribution=tiles, layout=squares)
    if lenient:
        record = read(on_disagreement=found.append)
        tell_first(found)
        return record
    try:
        return read()
    except DataError as error:
        try:
            read(on_disagreement=found.append)
        except DataError:
            raise error from None  # leniency would not help
        raise DataError(f"{error}; --lenient lists what is wrong and goes on by the rules") from error


def _named(
    distribution: Path | None, layout: Path | None
) -> "tuple[scrabble.LetterDistribution | None, scrabble.Layout | None]":
    tiles = None if distribution is None else scrabble.LetterDistribution.read(distribution)
    return tiles, None if layout is None else scrabble.Layout.read(layout)


def _turn_of(record: "scrabble.GameRecord", turn: int | None) -> Asked:
    game = record.game
    moves = [index for index, event in enumerate(game.events) if event.kind is scrabble.EventKind.MOVE]
    if turn is None:
        on_turn = game.state.on_turn
        return Asked(position=record.position(), record=record, turns=len(moves), on_turn=on_turn)
    if turn > len(moves):
        raise SettingError(f"--turn must be 1 to {len(moves)} in this game, got '{turn}'")
    index = moves[turn - 1]
    return Asked(
        position=replace(game.position(index), options=record.position().options),
        record=record,
        turn=turn,
        turns=len(moves),
        index=index,
        on_turn=game.states[index].on_turn,
    )
