"""PGN: games as text with the time of every move, and the file that games are saved to and resumed from."""

import datetime
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.engine
import chess.pgn

from zeitnot.atomic_file import write_atomically
from zeitnot.chess.native_search import MATE_CP
from zeitnot.chess.openings import Opening, next_game, parse_opening
from zeitnot.chess.play.game import Ending, Game
from zeitnot.clocks import TimeControl, TimeSource
from zeitnot.errors import DataError, ParseError, SettingError
from zeitnot.games import GameOrder, MatchTerms, opening_line
from zeitnot.turns import PlayedTurn, TurnRecord
from zeitnot.untrusted import UNREADABLE, cause_of, placed

ENGINE_NAME = "Zeitnot"
"""Begins the engine's name in the headers of a game."""
HUMAN_NAME = "Human"
"""Name of the human in the headers of a game."""
_DIGITS = 2
"""Decimals of the times at the terminal: a fast move takes less than a tenth of a second."""
_MATCH_DIGITS = 3
"""Decimals of the times of a match: a move at a fast control takes few milliseconds."""
_MOST_MOVES_TO_MATE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Players and date of a game."""

    white: str
    """Name of White."""
    black: str
    """Name of Black."""
    date: datetime.date
    """Date of the game."""

    @classmethod
    def against_engine(cls, policy: str, *, human: chess.Color, you: str = HUMAN_NAME) -> "Names":
        """Return the names of a game of a human against the engine under a policy, today."""
        engine = f"{ENGINE_NAME} ({policy})"
        white, black = (you, engine) if human == chess.WHITE else (engine, you)
        return cls(white=white, black=black, date=datetime.date.today())


def pgn_text(
    game: Game, names: Names, *, event: str = "Game at the terminal", tags: Mapping[str, str] | None = None
) -> str:
    """Return a game as PGN, with the clock after each move as [%clk] and the move's time as [%emt]."""
    tree = game_tree(game.board, names, event, control=game.control, ending=game.ending)
    tree.headers.update(tags or {})
    node: chess.pgn.GameNode = tree
    for played in game.played:
        node = node.add_variation(played.move)
        _set_times(node, used_s=played.used_s, left_s=played.left_s, digits=_DIGITS)
    return f"{tree}\n"


def _set_times(node: chess.pgn.GameNode, *, used_s: float, left_s: float | None, digits: int) -> None:
    if left_s is not None and math.isfinite(left_s):
        node.set_clock(round(max(0.0, left_s), digits))
    node.set_emt(round(used_s, digits))


def game_tree(
    board: chess.Board,
    names: Names,
    event: str,
    round_name: str = "-",
    *,
    control: TimeControl,
    ending: Ending | None,
) -> chess.pgn.Game:
    """Return a game without moves, with its first position and its tags."""
    tree = chess.pgn.Game()
    tree.setup(board.root())
    tree.headers.update(
        {
            "Event": event,
            "Site": "?",
            "Date": names.date.strftime("%Y.%m.%d"),
            "Round": round_name,
            "White": names.white,
            "Black": names.black,
            "Result": ending.result if ending else "*",
            "TimeControl": control_tag(control),
            "Termination": ending.termination if ending else "unterminated",
        }
    )
    return tree


def control_tag(control: TimeControl) -> str:
    """Return the TimeControl tag; `?` where PGN has no notation for the control."""
    if control.depth is not None:
        return "-"
    try:
        return control.to_pgn()
    except SettingError:
        return "?"


def opening_of(terms: MatchTerms, order: GameOrder) -> Opening:
    """Return the opening of a game."""
    return parse_opening(opening_line(terms, order))


def game_pgn(
    terms: MatchTerms,
    order: GameOrder,
    board: chess.Board,
    turns: Sequence[PlayedTurn],
    *,
    ending: Ending,
    day: datetime.datetime,
) -> str:
    """Write a game of a match, with comments [%eval], [%clk], [%emt] and `score/depth time` as runners do.

    The turns are those after the opening; a last one that lost on time is on no board. A game whose turns
    are lost has no comments.
    """
    players = [participant.name for participant in terms.participants]
    names = Names(white=players[order.sides[0]], black=players[order.sides[1]], date=day)
    round_name = f"{order.pair + 1}.{order.swapped + 1}"
    controls = [terms.control_of(side) for side in order.sides]
    tree = game_tree(board, names, " - ".join(players), round_name, control=controls[0], ending=ending)
    if controls[0] != controls[1]:
        del tree.headers["TimeControl"]  # as other runners write time odds
        tree.headers["WhiteTimeControl"], tree.headers["BlackTimeControl"] = map(control_tag, controls)
    given = len(opening_of(terms, order).moves)
    node: chess.pgn.GameNode = tree
    for number, move in enumerate(board.move_stack):
        node = node.add_variation(move)
        if given <= number < given + len(turns):
            _comment(node, turns[number - given])
    node.comment = f"{node.comment} {ending.words}".strip()
    return f"{tree}\n"


def _comment(node: chess.pgn.GameNode, turn: PlayedTurn) -> None:
    record = turn.record
    node.comment = f"{_score_text(record)}{turn.referee_s:.3f}s"
    if record.score_cp is not None:
        white = node.turn() == chess.BLACK  # the move was made by the other side than the one to move now
        score = _score(record.score_cp)
        pov = chess.engine.PovScore(score, chess.WHITE if white else chess.BLACK)
        node.set_eval(pov, record.depth or None)
    _set_times(node, used_s=turn.referee_s, left_s=record.clock_after_s, digits=_MATCH_DIGITS)


def _score(score_cp: float) -> chess.engine.Score:
    away = MATE_CP - abs(score_cp)
    if 0 <= away < _MOST_MOVES_TO_MATE:
        return chess.engine.Mate(round(math.copysign(max(1.0, away), score_cp)))
    return chess.engine.Cp(round(score_cp))


def _score_text(record: TurnRecord) -> str:
    if record.score_cp is None:
        return ""
    score = _score(record.score_cp)
    mate = score.mate()
    text = f"{'+' if mate > 0 else '-'}M{abs(mate)}" if mate is not None else f"{record.score_cp / 100:+.2f}"
    return f"{text}/{record.depth} "


PGN_FIELDS = ("score", "time", "eval", "clk", "emt", "nodes", "nps")
"""What can be written after a move: `+0.68/12`, `0.232s`, [%eval], [%clk], [%emt], `n=5000`, `nps=90000`."""


def pgn_with_fields(text: str, records: Sequence[TurnRecord], fields: Sequence[str]) -> str:
    """Return a game of a match with these fields, and no other comments, after the moves of its turns.

    The turns of the records are the last moves of the game; one that lost on time is on no board.
    """
    tree = next_game(io.StringIO(text), what="games to export")
    if tree is None:
        raise DataError("a game to export must be one in PGN, got none")
    nodes = list(tree.mainline())
    for node in nodes:
        node.comment = ""
    if records and (not nodes or records[-1].move != nodes[-1].move.uci()):
        records = records[:-1]
    for record, node in zip(reversed(records), reversed(nodes), strict=False):
        _set_fields(node, record, fields)
    return f"{tree}\n"


def _set_fields(node: chess.pgn.ChildNode, record: TurnRecord, fields: Sequence[str]) -> None:
    rate = record.nodes / record.used_s if record.used_s > 0 else 0.0
    words = {
        "score": _score_text(record).strip(),
        "time": f"{record.used_s:.3f}s",
        "nodes": f"n={record.nodes}" if record.nodes else "",
        "nps": f"nps={rate:.0f}" if rate else "",
    }
    node.comment = " ".join(words[name] for name in fields if words.get(name))
    if "eval" in fields and record.score_cp is not None:
        pov = chess.engine.PovScore(_score(record.score_cp), not node.turn())
        node.set_eval(pov, record.depth or None)
    if "clk" in fields and record.clock_after_s is not None and math.isfinite(record.clock_after_s):
        node.set_clock(round(max(0.0, record.clock_after_s), _MATCH_DIGITS))
    if "emt" in fields:
        node.set_emt(round(record.used_s, _MATCH_DIGITS))


_UNDECIDED = "*"
_NO_CLOCK = "-"
"""The TimeControl tag of a game without a clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """A saved game that can be resumed."""

    number: int
    """Number of the game in the file, counted from 1."""
    tree: chess.pgn.Game
    """Headers and moves of the game."""

    @property
    def human(self) -> chess.Color:
        """Side that is not the engine's."""
        names = {chess.WHITE: self.tree.headers["White"], chess.BLACK: self.tree.headers["Black"]}
        for colour, name in names.items():
            if name.startswith(ENGINE_NAME):
                return not colour
        raise DataError(
            f"a game to go on with must be one against {ENGINE_NAME}, got {' and '.join(names.values())}"
        )

    @property
    def policy(self) -> str:
        """Policy of the engine, which its name holds in parentheses; empty where it holds none."""
        name = self.tree.headers["Black" if self.human == chess.WHITE else "White"]
        return name.partition("(")[2].rpartition(")")[0]

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
        with placed("a game to go on with", *UNREADABLE):
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
    return parse_kept(text, chosen)


def parse_kept(text: str, number: int = 1) -> KeptGame:
    """Return a game of a text, finished or not, by its number."""
    reader = io.StringIO(text)
    for _ in range(number - 1):
        chess.pgn.skip_game(reader)
    tree = next_game(reader, what="games to go on with")
    if tree is None or tree.errors:
        cause = tree.errors[0] if tree is not None else "no game"
        raise DataError(f"a game to go on with must have legal moves only, got {cause}")
    return KeptGame(number=number, tree=tree)


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
