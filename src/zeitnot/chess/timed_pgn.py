"""Timed PGN: games of chess read with the time of every move, and all that is doubtful about it."""

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TextIO, cast

import chess
import chess.pgn

from zeitnot.chess.openings import pgn_games
from zeitnot.chess.separate_games import SeparateGames
from zeitnot.clocks import Clock, TimeControl
from zeitnot.errors import DataError, ParseError, SettingError
from zeitnot.games import (
    SideTimes,
    StatedTime,
    TimedGame,
    TimedMove,
    UnreadGame,
    clock_rises,
    side_times,
    stated_time,
)
from zeitnot.untrusted import UNREADABLE, cause_of

MOST_PLIES = 2_000
"""Half moves of a game at most; a longer one is nobody's."""
_MOST_BROKEN = 100
"""Games of one file that cannot be read before the rest of it is given up."""
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


def timed_games(text: TextIO, *, what: str, clock: TimeControl | None) -> Iterator[TimedGame | UnreadGame]:
    """Read the games of a PGN text, one after the other; a text that cannot be read on is a DataError."""
    separate = cast("TextIO", SeparateGames(text))
    done = broken = 0
    while broken < _MOST_BROKEN:
        try:
            for _, tree in pgn_games(separate, what=what):
                done += 1
                yield _read(tree, place=f"{what}, game {done}", clock=clock)
            return
        except DataError as error:
            done, broken = done + 1, broken + 1
            yield UnreadGame(place=f"{what}, game {done}", reason=str(error))


def _read(tree: chess.pgn.Game, *, place: str, clock: TimeControl | None) -> TimedGame | UnreadGame:
    try:
        game = timed_game(tree, place=place, clock=clock)
    except SettingError as error:
        return UnreadGame(place=place, reason=str(error))
    except UNREADABLE as error:
        return UnreadGame(place=place, reason=cause_of(error))
    if not game.moves:
        return UnreadGame(place=place, reason="it has no moves")
    return game


def board_before(game: TimedGame, move: TimedMove) -> chess.Board:
    """Return the position before a move, with the moves that led to it."""
    board = chess.Board(game.root)
    for each in itertools.takewhile(lambda each: each.ply < move.ply, game.moves):
        board.push_uci(each.code)
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
        game="chess",
        place=place,
        players=(_tag(tree, "White"), _tag(tree, "Black")),
        result=tree.headers.get("Result", "*"),
        date=tree.headers.get("UTCDate", tree.headers.get("Date", "????.??.??")),
        event=_tag(tree, "Event"),
        control=control,
        root=board.fen(),
        moves=_moves(board, nodes, sides),
        notes=tuple(dict.fromkeys(notes)),
        text=str(tree),
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
                seat=0 if board.turn == chess.WHITE else 1,
                text=board.san(node.move),
                code=node.move.uci(),
                position=board.fen(),
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
