"""Imported runs: games that other programs played, from their PGN, as a run with standings and times."""

import datetime
import io
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.pgn

from zeitnot.chess import Opening, features_of
from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, ParseError, SettingError
from zeitnot.games import Fault, Participant, PlayedGame, Side, TimedGame, TimedMove, UnreadGame
from zeitnot.lab import NO_CLOCK, NO_GAME, GameFiles, MatchPlan, RunStore
from zeitnot.review.game_files import read_games
from zeitnot.turns import Budget, PlayedTurn, Reason, TurnRecord
from zeitnot.untrusted import UNREADABLE

IMPORTED = "imported"
"""Stands for a policy in the records of imported turns."""
LONGEST_NAME = 200
OPENING_PLIES = 8
"""Half moves that make two games the same opening where no move has a time."""
FEWEST = 2
_RESULTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
_FAULTS = {
    "time forfeit": Fault.FLAG,
    "loses on time": Fault.FLAG,
    "illegal move": Fault.ILLEGAL,
    "rules infraction": Fault.ILLEGAL,
    "stall": Fault.STALL,
    "disconnect": Fault.CRASH,
    "abandoned": Fault.CRASH,
}
"""Words of terminations and last comments, as runners write them, and the faults that they mean."""
_SCORE = re.compile(
    r"^\s*(?P<sign>[+-]?)(?:(?P<mate>M)(?P<moves>\d{1,4})|(?P<pawns>\d{1,5}(?:\.\d+)?))/(?P<depth>\d{1,3})\b"
)
"""`+0.68/12` or `-M5/20`, by the side that moved."""
_MATE_CP = 30_000.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRun:
    """What became of an import."""

    path: Path
    """The run."""
    games: int
    """Games that it has."""
    left_out: tuple[UnreadGame, ...]
    """Games that it has not, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Game:
    """A game that can be imported."""

    game: TimedGame
    tree: chess.pgn.Game
    half_points: int
    names: tuple[str, str]

    @property
    def timed_from(self) -> int:
        """Place of the first move that has a time; the number of moves where none has."""
        moves = self.game.moves
        return next((place for place, each in enumerate(moves) if each.time.used_s is not None), len(moves))

    @property
    def opening(self) -> Opening:
        """Moves before the first that has a time; none where no move has one."""
        book = self.timed_from if self.timed_from < len(self.game.moves) else 0
        return Opening(fen=self.game.root, moves=tuple(each.code for each in self.game.moves[:book]))

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What two games of a pair have in common: the position or the moves that they were begun with."""
        moves = self.opening.moves
        if not moves and self.game.root == chess.STARTING_FEN:
            moves = tuple(each.code for each in self.game.moves[:OPENING_PLIES])
        return self.game.root, moves


@dataclass(slots=True)
class _Numbers:
    """The numbers of imported games: the two of a pair side by side, a game without a partner alone."""

    games: list[_Game | None] = field(default_factory=list)
    _waiting: dict[tuple[tuple[str, str], object], list[int]] = field(default_factory=dict)

    def add(self, game: _Game) -> None:
        """Put a game beside the first without a partner that had the seats swapped and began alike."""
        partners = self._waiting.get((game.names[::-1], game.key), [])
        if partners:
            self.games[partners.pop(0) + 1] = game
            return
        self._waiting.setdefault((game.names, game.key), []).append(len(self.games))
        self.games += [game, None]


def import_games(files: Sequence[Path], path: Path) -> ImportedRun:
    """Make a run of the finished games of PGN files, with the times of their moves where the files have them.

    A DataError says that there are none. Games that cannot be read are left out, each with its reason.
    """
    games, left_out = list[_Game](), list[UnreadGame]()
    for file in files:
        for game in read_games(file):
            read = game if isinstance(game, UnreadGame) else _readable(game)
            if isinstance(read, UnreadGame):
                left_out.append(read)
            else:
                games.append(read)
    if not games:
        reason = f" ({left_out[0].reason})" if left_out else ""
        raise DataError(f"files to import must have a finished game between two{reason}, got none")
    numbers = _Numbers()
    for each in games:
        numbers.add(each)
    plan = _plan(numbers.games, source=", ".join(map(str, files)))
    with RunStore.create(path, plan) as store:
        for number, found in enumerate(numbers.games):
            if found is not None:
                store.add(_played(number, found))
        GameFiles(store).close()
    return ImportedRun(path=path, games=len(games), left_out=tuple(left_out))


def _readable(game: TimedGame) -> _Game | UnreadGame:
    names = _name(game.players[0]), _name(game.players[1])
    if game.game != "chess":
        return UnreadGame(place=game.place, reason=f"only games of chess are imported, got {game.game}")
    if game.result not in _RESULTS:
        return UnreadGame(place=game.place, reason=f"its result is {game.result!r}")
    if names[0] == names[1]:
        return UnreadGame(place=game.place, reason=f"{names[0]!r} plays itself")
    tree = chess.pgn.read_game(io.StringIO(game.text))
    if tree is None:
        return UnreadGame(place=game.place, reason="it cannot be read again")
    return _Game(game=game, tree=tree, half_points=_RESULTS[game.result], names=names)


def _name(text: str) -> str:
    """Return a name fit for tables: printable, and not endless."""
    words = "".join(letter if letter.isprintable() else "?" for letter in text.strip())
    return words[:LONGEST_NAME] or "?"


def _plan(games: Sequence[_Game | None], *, source: str) -> MatchPlan:
    there = [each for each in games if each is not None]
    names = list(dict.fromkeys(name for each in there for name in each.names))
    if len(names) < FEWEST:
        raise DataError(f"files to import must have games of two players or more, got {len(names)}")
    controls: dict[str, Counter[str]] = {name: Counter() for name in names}
    for each in there:
        for seat, name in enumerate(each.names):
            controls[name][_control(each, ("White", "Black")[seat])] += 1
    usual = {name: count.most_common(1)[0][0] for name, count in controls.items()}
    match_control = Counter(usual.values()).most_common(1)[0][0]
    return MatchPlan(
        participants=tuple(
            Participant(name=name, side=Side.ELSEWHERE, control="" if own == match_control else own)
            for name, own in usual.items()
        ),
        control=match_control,
        games=FEWEST,
        openings=tuple(_pair_line(games[number : number + 2]) for number in range(0, len(games), 2)),
        source=source,
        imported=tuple(
            NO_GAME if each is None else (names.index(each.names[0]), names.index(each.names[1]))
            for each in games
        ),
    )


def _pair_line(pair: Sequence[_Game | None]) -> str:
    return next(each.opening.line() for each in pair if each is not None)


def _control(game: _Game, seat: str) -> str:
    """Return the clock of a seat; infinite where the file does not say."""
    tag = game.tree.headers.get(f"{seat}TimeControl")
    if tag is not None:
        try:
            return str(TimeControl.from_pgn(tag))
        except (ParseError, SettingError):
            return NO_CLOCK
    return NO_CLOCK if game.game.control is None else str(game.game.control)


def _played(number: int, found: _Game) -> PlayedGame:
    game, nodes = found.game, list(found.tree.mainline())
    first = found.timed_from
    turns = tuple(_turn(move, node) for move, node in zip(game.moves[first:], nodes[first:], strict=False))
    left_s = [math.inf, math.inf]
    for turn in turns:
        left_s[turn.seat] = turn.record.clock_after_s if turn.record.clock_after_s is not None else math.inf
    for turn, node in zip(turns, nodes[first:], strict=False):
        node.set_emt(round(turn.referee_s, 3))  # so that boards of turns are found in the text
    fault = _fault(found, nodes)
    return PlayedGame(
        number=number,
        half_points=found.half_points,
        words=_words(found, nodes),
        fault=fault,
        fault_seat=None if fault is None else 0 if found.half_points == 0 else 1,
        turns=turns,
        left_s=(left_s[0], left_s[1]),
        notes=game.notes[:1],
        text=f"{found.tree}\n",
        began=_began(found),
        took_s=sum(turn.referee_s for turn in turns),
    )


def _turn(move: TimedMove, node: chess.pgn.ChildNode) -> PlayedTurn:
    used_s = move.time.used_s or 0.0
    score_cp, depth = _score(node)
    record = TurnRecord(
        policy=IMPORTED,
        ply=move.ply,
        clock_before_s=move.time.before_s,
        budget=Budget.unlimited(IMPORTED),
        used_s=used_s,
        reason=Reason.OTHER,
        note=move.time.problem or IMPORTED,
        target_s=math.inf,
        move=move.code,
        score_cp=score_cp,
        depth=depth,
        features=features_of(node.parent.board()),
        clock_after_s=move.time.after_s,
    )
    return PlayedTurn(seat=move.seat, record=record, referee_s=used_s)


def _score(node: chess.pgn.ChildNode) -> tuple[float | None, int]:
    """Return the score of the side that moved and the depth, from `+0.68/12` or [%eval]."""
    match = _SCORE.match(node.comment)
    if match is not None:
        sign = -1.0 if match["sign"] == "-" else 1.0
        size = _MATE_CP - int(match["moves"]) if match["mate"] else 100 * float(match["pawns"])
        return sign * size, int(match["depth"])
    try:
        stated, depth = node.eval(), node.eval_depth()
        if stated is None:
            return None, 0
        return float(stated.pov(not node.turn()).score(mate_score=int(_MATE_CP))), depth or 0
    except UNREADABLE:  # numbers of hundreds of digits
        return None, 0


def _last_comment(nodes: Sequence[chess.pgn.ChildNode]) -> str:
    return nodes[-1].comment if nodes else ""


def _words(found: _Game, nodes: Sequence[chess.pgn.ChildNode]) -> str:
    """Return how the game ended, as far as its last comment or its tags say."""
    said = re.sub(r"\[%[^\]]*\]", "", _last_comment(nodes)).rpartition(", ")[2].strip()
    termination = found.tree.headers.get("Termination", "")
    reason = said if " " in said and not _SCORE.match(said) else termination or found.game.result
    winner = {2: "White wins", 1: "Draw", 0: "Black wins"}[found.half_points]
    return _name(reason if reason.startswith(winner) else f"{winner}: {reason}")


def _fault(found: _Game, nodes: Sequence[chess.pgn.ChildNode]) -> Fault | None:
    """Return what the loser did wrong; None for a drawn game."""
    if found.half_points == 1:
        return None
    said = f"{found.tree.headers.get('Termination', '')} {_last_comment(nodes)}".lower()
    return next((fault for words, fault in _FAULTS.items() if words in said), None)


def _began(found: _Game) -> str:
    """Return when the game began, in ISO form, or its day; empty where the file does not say."""
    headers = found.tree.headers
    for text in (headers.get("GameStartTime", ""), headers.get("Date", "").replace(".", "-")):
        try:
            return datetime.datetime.fromisoformat(text.replace(" +", "+")).isoformat(timespec="seconds")
        except ValueError:
            continue
    return ""


def left_out_words(left_out: Iterable[UnreadGame]) -> str:
    """Return in one line how many games were left out, and why the first was."""
    games = list(left_out)
    return f"{len(games):,} games were left out; the first, {games[0].place}: {games[0].reason}"
