"""PGN: a game as text with the time of every move, and the file that games are saved to and resumed from."""

import datetime
import io
import math
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from zeitnot.atomic_file import write_atomically
from zeitnot.chess.play.game import Game
from zeitnot.clocks import TimeControl, TimeSource
from zeitnot.errors import DataError, ParseError, SettingError
from zeitnot.untrusted import cause_of

_DIGITS = 2
"""Decimals of the times: a fast move takes less than a tenth of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Players and date of a game."""

    white: str
    """Name of White."""
    black: str
    """Name of Black."""
    date: datetime.date
    """Date of the game."""


def pgn_text(game: Game, names: Names) -> str:
    """Return a game as PGN, with the clock after each move as [%clk] and the move's time as [%emt]."""
    tree = chess.pgn.Game()
    tree.setup(game.board.root())
    tree.headers.update(
        {
            "Event": "Game at the terminal",
            "Site": "?",
            "Date": names.date.strftime("%Y.%m.%d"),
            "Round": "-",
            "White": names.white,
            "Black": names.black,
            "Result": game.ending.result if game.ending else "*",
            "TimeControl": control_tag(game.control),
            "Termination": game.ending.termination if game.ending else "unterminated",
        }
    )
    node: chess.pgn.GameNode = tree
    for played in game.played:
        node = node.add_variation(played.move)
        if math.isfinite(played.left_s):
            node.set_clock(round(max(0.0, played.left_s), _DIGITS))
        node.set_emt(round(played.used_s, _DIGITS))
    return f"{tree}\n"


def control_tag(control: TimeControl) -> str:
    """Return the TimeControl tag; `?` where PGN has no notation for the control."""
    if control.depth is not None:
        return "-"
    try:
        return control.to_pgn()
    except SettingError:
        return "?"


_UNDECIDED = "*"
_NO_CLOCK = "-"
"""The TimeControl tag of a game without a clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """A saved game that can be resumed."""

    path: Path
    """File that contains the game."""
    number: int
    """Number of the game in the file, counted from 1."""
    tree: chess.pgn.Game
    """Headers and moves of the game."""

    def human(self, engine: str) -> chess.Color:
        """Return the side that is not the engine's; the name of an engine begins with the word given."""
        names = {chess.WHITE: self.tree.headers["White"], chess.BLACK: self.tree.headers["Black"]}
        for colour, name in names.items():
            if name.startswith(engine):
                return not colour
        raise DataError(
            f"a game to go on with must be one against {engine}, got {' and '.join(names.values())}"
        )

    def control(self) -> TimeControl | None:
        """Read the time control from its PGN tag; None where the tag does not name one."""
        tag = self.tree.headers.get("TimeControl", "?")
        if tag == _NO_CLOCK:
            return TimeControl.infinite()
        try:
            return TimeControl.from_pgn(tag)
        except ParseError:
            return None

    def game(self, control: TimeControl, source: TimeSource | None = None) -> Game:
        """Return the game as it stood when the turn of the side to move began."""
        game = Game(control, board=self.tree.board(), source=source)
        game.replay([(node.move, node.emt() or 0.0) for node in self.tree.mainline()])
        return game


def read_kept(path: Path, number: int | None = None) -> KeptGame:
    """Return an unfinished game: the one with the number given, or the last one in the file."""
    text = _text(path)
    headers, _ = _scan(text)
    open_numbers = [place for place, head in enumerate(headers, 1) if head.get("Result") == _UNDECIDED]
    if number is None and not open_numbers:
        raise DataError(f"--resume must name a file with a game that is not over, got {str(path)!r}")
    chosen = open_numbers[-1] if number is None else number
    if not 1 <= chosen <= len(headers):
        raise DataError(f"--number must be a game of {path}, which has {len(headers)}, got {chosen}")
    if chosen not in open_numbers:
        result = headers[chosen - 1].get("Result", "?")
        raise DataError(f"--number must be a game that is not over, got {chosen}, which ended {result}")
    reader = io.StringIO(text)
    for _ in range(chosen - 1):
        chess.pgn.skip_game(reader)
    tree = chess.pgn.read_game(reader)
    if tree is None or tree.errors:
        cause = tree.errors[0] if tree is not None else "no game"
        raise DataError(f"a game to go on with must have legal moves only, got {cause}")
    return KeptGame(path=path, number=chosen, tree=tree)


def keep_game(path: Path, text: str, number: int | None = None) -> int:
    """Add a game to a file, or replace the one with the number given; return its number.

    A file that cannot be written raises a SettingError.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8", errors="surrogateescape") if path.is_file() else ""
        _, starts = _scan(before)
        if number is not None and number <= len(starts):
            ends = [*starts[1:], len(before)]
            after = before[ends[number - 1] :]
            content = before[: starts[number - 1]] + text + (f"\n{after}" if after else "")
            write_atomically(path, content.encode(errors="surrogateescape"), rule="games must be kept in")
            return number
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n{text}" if before else text)
        return len(starts) + 1
    except OSError as error:
        rule = f"games must be kept in a file that can be written ({cause_of(error)})"
        raise SettingError(f"{rule}, got {str(path)!r}") from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        rule = f"--resume must name a file of games ({cause_of(error)})"
        raise DataError(f"{rule}, got {str(path)!r}") from error


def _scan(text: str) -> tuple[list[chess.pgn.Headers], list[int]]:
    """Return the headers of all games and the offset of each."""
    reader = io.StringIO(text)
    headers, starts = [], [0]
    while (found := chess.pgn.read_headers(reader)) is not None:
        headers.append(found)
        starts.append(reader.tell())
    return headers, starts[:-1]
