"""SearchReports: the `info` lines of one search, parsed and turned into iterations for policies."""

from dataclasses import dataclass, field
from typing import Literal

from zeitnot.chess.native_search import mate_cp
from zeitnot.turns import Iteration

Bound = Literal["", "lower", "upper"]

_NUMBERS = frozenset({"depth", "seldepth", "multipv", "nodes", "hashfull", "movesleft"})
_BOUNDS: dict[str, Bound] = {"lowerbound": "lower", "upperbound": "upper"}
_LARGEST = 10**15
"""Largest valid number; no engine counts further in one search."""
_PERMILLE = 1000
_OUTCOMES = 3
"""Numbers after `wdl`: won, drawn and lost games of a thousand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InfoLine:
    """Contents of one line; missing or invalid values are None or empty."""

    depth: int | None = None
    """Depth of the iteration."""
    selective_depth: int | None = None
    """Deepest ply reached."""
    place: int = 1
    """Rank of the variation, 1 for the best."""
    nodes: int | None = None
    """Nodes visited."""
    score_cp: float | None = None
    """Score for the side to move; a mate is near +-100,000."""
    mate_in: int | None = None
    """Moves to mate, negative when being mated; None also for a mate on the board."""
    bound: Bound = ""
    """Whether the score is only a bound."""
    hash_full: float | None = None
    """Part of the hash table in use."""
    win_chance: float | None = None
    """Probability of winning."""
    draw_chance: float | None = None
    """Probability of a draw."""
    moves_left: float | None = None
    """Moves until the end of the game, as the engine estimates them."""
    moves: tuple[str, ...] = ()
    """The variation."""
    current_move: bool = False
    """Whether the line reports only the move being searched."""

    @property
    def announces_depth(self) -> bool:
        """Whether the line has a depth but no score, at the start of an iteration or as its summary."""
        return self.depth is not None and self.score_cp is None and not self.moves and not self.current_move


def parse_info(line: str) -> InfoLine | None:
    """Parse a line; return None when it is not `info` or is an `info string`."""
    words = line.split()
    if words[:1] != ["info"] or words[1:2] == ["string"]:
        return None
    numbers: dict[str, int] = {}
    score: tuple[float | None, int | None] = (None, None)
    chances: tuple[float | None, float | None] = (None, None)
    bound: Bound = ""
    moves: tuple[str, ...] = ()
    place = 1
    while place < len(words):
        word = words[place]
        place += 1
        if word in _NUMBERS:
            number = _whole(words[place : place + 1])
            if number is not None and number >= 0:
                numbers[word] = number
        elif word == "score":
            score = _score(words[place : place + 2])
        elif word == "wdl":
            chances = _chances(words[place : place + _OUTCOMES])
        elif word in _BOUNDS:
            bound = _BOUNDS[word]
        elif word == "pv":
            moves = tuple(words[place:])
            break
        elif word in ("string", "refutation", "currline"):
            break  # moves or free text until the end
    return InfoLine(
        depth=numbers.get("depth"),
        selective_depth=numbers.get("seldepth"),
        place=max(1, numbers.get("multipv", 1)),
        nodes=numbers.get("nodes"),
        score_cp=score[0],
        mate_in=score[1],
        bound=bound,
        hash_full=_part(numbers.get("hashfull")),
        win_chance=chances[0],
        draw_chance=chances[1],
        moves_left=None if (left := numbers.get("movesleft")) is None else float(left),
        moves=moves,
        current_move="currmove" in words,
    )


def _score(words: list[str]) -> tuple[float | None, int | None]:
    number = _whole(words[1:])
    match words[:1]:
        case ["cp"] if number is not None:
            return float(number), None
        case ["mate"] if number is not None:
            return mate_cp(number), number or None
    return None, None


def without_wdl(line: str) -> str:
    """Return an `info` line without the chances of winning, for a caller who did not ask for them."""
    words = line.split()
    if "wdl" not in words:
        return line
    place = words.index("wdl")
    return " ".join(words[:place] + words[place + 1 + _OUTCOMES :])


def _chances(words: list[str]) -> tuple[float | None, float | None]:
    """Return the chances of winning and drawing; none unless the three numbers are a thousand together."""
    numbers = [_whole([word]) for word in words]
    known = [number for number in numbers if number is not None and number >= 0]
    if len(known) != _OUTCOMES or sum(known) != _PERMILLE:
        return None, None
    return known[0] / _PERMILLE, known[1] / _PERMILLE


def _part(permille: int | None) -> float | None:
    return None if permille is None or permille > _PERMILLE else permille / _PERMILLE


def _whole(words: list[str]) -> int | None:
    try:
        number = int(words[0])
    except (ValueError, IndexError):
        return None
    return number if abs(number) <= _LARGEST else None


@dataclass(slots=True, kw_only=True)
class SearchReports:
    """Reports of one search. How the end of an iteration shows depends on the engine.

    Most engines report a variation once its depth is complete. Older ones report each best move as they find
    it and announce depths separately: a depth is complete when the next is announced or a summary comes.
    """

    lines: int = 1
    """Number of variations requested; the last one completes the iteration."""
    announces: bool = False
    """Whether this engine announces depths; once seen, it holds for its later searches."""
    nodes: int = 0
    """Nodes last reported."""
    latest: InfoLine | None = None
    """Best variation last reported, complete or not."""
    second_move: str = ""
    """First move of the second variation last reported."""
    depth: int = 0
    """Depth last completed."""
    _found: dict[int, InfoLine] = field(default_factory=dict)
    _open_depth: int = 0
    _best_move: str = ""
    _changes: int = 0
    _fail_highs: int = 0
    _fail_lows: int = 0

    def take(self, info: InfoLine, *, elapsed_s: float) -> Iteration | None:
        """Add a line; return the iteration that it completes, if any."""
        self.nodes = max(self.nodes, info.nodes or 0)
        if info.announces_depth:
            self.announces = True
            return self._closed(elapsed_s)
        if info.depth is None or info.score_cp is None or not info.moves:
            return None
        finished = None
        if info.depth > self._open_depth:
            # An engine that went on had completed the depth; only the time is a little late.
            finished = self._closed(elapsed_s)
            self._open_depth = info.depth
        elif info.depth < self._open_depth:
            return None  # a variation repeated at its old rank
        self._note(info)
        complete = not info.bound and 1 in self._found and info.place >= self.lines
        if complete and not self.announces:
            finished = self._closed(elapsed_s) or finished
        return finished

    def end(self, *, elapsed_s: float) -> Iteration | None:
        """Note that the search ended by itself; return the iteration that this completes, if any."""
        return self._closed(elapsed_s)

    def _note(self, info: InfoLine) -> None:
        if info.place == 1:
            self.latest = info
            if self._best_move and info.moves[0] != self._best_move:
                self._changes += 1
            self._best_move = info.moves[0]
            self._fail_highs += info.bound == "lower"
            self._fail_lows += info.bound == "upper"
        elif info.place == 2:  # noqa: PLR2004 (the second of several)
            self.second_move = info.moves[0]
        if not info.bound:
            self._found[info.place] = info

    def _closed(self, elapsed_s: float) -> Iteration | None:
        best, second = self._found.get(1), self._found.get(2)
        if best is None or self._open_depth <= self.depth:
            return None
        self.depth = self._open_depth
        assert best.score_cp is not None  # noqa: S101 (only lines with a score are kept)
        iteration = Iteration(
            elapsed_s=elapsed_s,
            depth=self.depth,
            score_cp=best.score_cp,
            best_move=best.moves[0],
            mate_in=best.mate_in,
            nodes=self.nodes,
            best_move_changes=float(self._changes),
            second_score_cp=second.score_cp if second else None,
            selective_depth=best.selective_depth or 0,
            fail_highs=self._fail_highs,
            fail_lows=self._fail_lows,
            hash_full=best.hash_full,
            win_chance=best.win_chance,
            draw_chance=best.draw_chance,
            moves_left=best.moves_left,
            line=best.moves,
        )
        self._found, self._changes, self._fail_highs, self._fail_lows = {}, 0, 0, 0
        return iteration


@dataclass(slots=True)
class PassedLines:
    """Best variations of one search as they were passed on, the last of each first move."""

    _by_move: dict[str, str] = field(default_factory=dict)
    _last_move: str = ""

    def take(self, line: str) -> None:
        """Note a line that was passed on."""
        info = parse_info(line)
        if info is not None and info.place == 1 and info.moves:
            self._last_move = info.moves[0]
            self._by_move[self._last_move] = line

    def to_repeat(self, move: str) -> str | None:
        """Return the line to send again before `bestmove`; None when the last one begins with the move.

        Stopped early in a depth, some engines (Ethereal) play the move of the depth before the one reported.
        """
        return None if move == self._last_move else self._by_move.get(move)
