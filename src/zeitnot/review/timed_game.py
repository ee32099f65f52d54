"""TimedGame: a game of chess with the time of every move, and all that is doubtful about it."""

import itertools
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import chess
import chess.pgn

from zeitnot.clocks import Clock, TimeControl
from zeitnot.errors import ParseError, SettingError
from zeitnot.review.move_times import NO_TIME, MoveTime, SideTimes, clock_rises, side_times
from zeitnot.review.time_comments import StatedTime, stated_time
from zeitnot.untrusted import cause_of

MOST_PLIES = 2_000
"""Half moves of a game at most; a longer one is nobody's."""
_UNKNOWN_TAGS = ("", "?")
_NO_CLOCK = "-"
_MOST_MINUTES = 180.0
"""Largest number that can be minutes where seconds were to be written."""
_SLACK = 1.2
"""Factor by which a first clock may be above its control before minutes are tried for seconds."""
_LONGEST_TEXT = 60
_IN_WORDS = re.compile(
    r"(?P<minutes>\d+)\s*(?:m|min|minutes?|')\.?\s*\+\s*(?P<seconds>\d+)\s*(?:s|sec|secs|seconds?|'')\.?"
    r"(?:\s*(?:/|per|a|each)\s*move)?\.?",
    re.IGNORECASE,
)
"""`15 min. + 10 s. per move`, as relays write it."""
_VARIANT_EVENT = re.compile(
    r"\b(?:un)?rated (?P<name>atomic|bughouse|crazyhouse|losers|suicide|antichess|giveaway)\b", re.IGNORECASE
)
"""`FICS rated atomic game`: FICS has no Variant tag."""
_ON_TIME = re.compile(r"\bon time\b|time forfeit", re.IGNORECASE)
"""`Time forfeit`, `anna won on time`: Termination tags of lichess, cutechess and chess.com."""
_LOSERS = {"1-0": "Black", "0-1": "White"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedMove:
    """One move with its time."""

    ply: int
    """Half moves of the game before it."""
    number: int
    """Number of the move as players count."""
    is_white: bool
    """Whether White moved."""
    san: str
    """The move as players write it."""
    uci: str
    """The move in UCI notation."""
    fen: str
    """The position before the move."""
    time: MoveTime
    """Its time."""

    @property
    def label(self) -> str:
        """The move with its number: `12. Nf3` or `12... Nf6`."""
        return f"{self.number}{'.' if self.is_white else '...'} {self.san}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedGame:
    """A game with its times."""

    place: str
    """File and number of the game."""
    white: str
    """Name of White."""
    black: str
    """Name of Black."""
    result: str
    """Result as PGN writes it."""
    date: str
    """Date of the game as PGN writes it."""
    event: str
    """Name of the event."""
    control: TimeControl | None
    """Time control; None if it is unknown."""
    root_fen: str
    """Position that the game began with."""
    moves: tuple[TimedMove, ...]
    """Moves of both sides, in their order."""
    notes: tuple[str, ...] = ()
    """What was assumed, and what could not be read, about the game as a whole."""
    pgn: str = ""
    """Text of the game."""

    @property
    def players(self) -> tuple[str, str]:
        """White and Black."""
        return self.white, self.black

    @property
    def problems(self) -> tuple[str, ...]:
        """Everything that is missing, impossible or assumed, move by move."""
        told = tuple(f"{move.label}: {move.time.problem}" for move in self.moves if move.time.problem)
        if all(move.time.problem == NO_TIME for move in self.moves):
            told = ("no move has a time",)
        return (*self.notes, *told)

    @property
    def has_times(self) -> bool:
        """Whether any move has a time."""
        return any(move.time.used_s is not None for move in self.moves)

    def board_before(self, move: TimedMove) -> chess.Board:
        """Return the position before a move, with the moves that led to it."""
        board = chess.Board(self.root_fen)
        for each in itertools.takewhile(lambda each: each.ply < move.ply, self.moves):
            board.push_uci(each.uci)
        return board


def timed_game(tree: chess.pgn.Game, *, place: str, clock: TimeControl | None = None) -> TimedGame:
    """Read the times of a game; `clock` is used in place of its TimeControl tag."""
    board = tree.board()
    if type(board) is not chess.Board or board.chess960:
        raise SettingError("only games of usual chess are reviewed, got a variant")
    if event := _VARIANT_EVENT.search(tree.headers.get("Event", "")):
        raise SettingError(f"only games of usual chess are reviewed, got {event['name']} by the Event tag")
    notes = [f"the game ends where it cannot be read: {cause_of(tree.errors[0])}"] if tree.errors else []
    nodes = [*itertools.islice(tree.mainline(), MOST_PLIES)]
    null = next((place for place, node in enumerate(nodes) if not node.move), None)
    if null is not None:
        notes.append("a move is left out in the game: what follows it is not reviewed")
        nodes = nodes[:null]
    stated = [stated_time(_comment(node)) for node in nodes]
    control, told = (clock, []) if clock is not None else _control_of(tree, stated)
    notes += told
    loser = _LOSERS.get(tree.headers.get("Result", ""))
    if loser and _ON_TIME.search(tree.headers.get("Termination", "")):
        notes.append(f"{loser} lost on time: that is in no figure, which are of moves that were made")
    first = 0 if board.turn == chess.WHITE else 1
    rises = any(clock_rises(stated[side::2]) for side in (0, 1))
    sides = [side_times(stated[side::2], control, rises=rises) for side in (0, 1)]
    for side, times in enumerate(sides):
        name = ("White", "Black")[(side + first) % 2]
        notes += [f"{name}: {note}" for note in times.notes]
    return TimedGame(
        place=place,
        white=_tag(tree, "White"),
        black=_tag(tree, "Black"),
        result=tree.headers.get("Result", "*"),
        date=tree.headers.get("UTCDate", tree.headers.get("Date", "????.??.??")),
        event=_tag(tree, "Event"),
        control=control,
        root_fen=board.fen(),
        moves=_moves(board, nodes, sides),
        notes=tuple(dict.fromkeys(notes)),
        pgn=str(tree),
    )


def _tag(tree: chess.pgn.Game, name: str) -> str:
    return " ".join(tree.headers.get(name, "?").split()) or "?"


def _comment(node: chess.pgn.ChildNode) -> str:
    """Return all comments of a move as one text; a time may be cut by a line's end."""
    return " ".join(node.comment.split())


def _moves(
    board: chess.Board, nodes: Sequence[chess.pgn.ChildNode], sides: Sequence[SideTimes]
) -> tuple[TimedMove, ...]:
    moves = []
    for place, node in enumerate(nodes):
        moves.append(
            TimedMove(
                ply=board.ply(),
                number=board.fullmove_number,
                is_white=board.turn == chess.WHITE,
                san=board.san(node.move),
                uci=node.move.uci(),
                fen=board.fen(),
                time=sides[place % 2].moves[place // 2],
            )
        )
        board.push(node.move)
    return tuple(moves)


def _control_of(tree: chess.pgn.Game, stated: Sequence[StatedTime]) -> tuple[TimeControl | None, list[str]]:
    """Read the TimeControl tag as the world writes it; notes tell what was assumed."""
    tag = tree.headers.get("TimeControl", "").strip()
    if tag in _UNKNOWN_TAGS:
        return None, [f"the TimeControl tag is {'empty or missing' if not tag else repr(tag)}"]
    clocks_s = [each.clock_s for each in stated[:4] if each.clock_s is not None]
    if tag == _NO_CLOCK:
        return (None, ["the TimeControl tag says that no clock ran"]) if clocks_s else (None, [])
    try:
        control, notes = TimeControl.from_pgn(tag), []
    except ParseError:
        words = _IN_WORDS.fullmatch(tag)
        try:
            control = TimeControl.parse(tag if words is None else f"{words['minutes']}m+{words['seconds']}")
        except ParseError:
            return None, [f"the TimeControl tag cannot be read: {tag[:_LONGEST_TEXT]!r}"]
        notes = [f"the TimeControl tag {tag[:_LONGEST_TEXT]!r} is read as {control}"]
    return _fitting(control, tag, notes, first_s=max(clocks_s, default=-math.inf))


def _fitting(
    control: TimeControl, tag: str, notes: list[str], *, first_s: float
) -> tuple[TimeControl, list[str]]:
    """Return the control in minutes where its clocks show that seconds cannot be meant."""
    if not control.stages:
        return control, notes
    stage = control.stages[0]
    if len(control.stages) == 1 and stage.moves == 1 and not stage.increment_s:
        return TimeControl(move_time_s=stage.base_s), notes  # a game by correspondence
    begins_s = Clock(control).remaining_s + stage.increment_s
    if first_s <= _SLACK * begins_s or any(each.base_s > _MOST_MINUTES for each in control.stages):
        return control, notes
    longer = replace(
        control, stages=tuple(replace(each, base_s=each.base_s * 60.0) for each in control.stages)
    )
    if first_s > _SLACK * Clock(longer).remaining_s:
        return control, notes
    return longer, [*notes, f"the TimeControl tag {tag[:_LONGEST_TEXT]!r} is read in minutes: {longer}"]
