"""Generation: the best moves of a position by static evaluation."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType
from typing import overload

import numpy as np
import numpy.typing as npt

from zeitnot import _native
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.evaluation import MILLI, StaticEvaluation
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.moves import THROUGH, THROUGH_BIT, Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.rules import native_rules, settled

ALL = 1_000_000
"""A number larger than the moves of any position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedMove:
    """A move with its static evaluation."""

    move: Move
    score_pts: int
    equity_pts: float
    """Static equity of the move."""
    leave: tuple[int, ...]
    """Tiles kept on the rack, in order; 0 is the blank."""
    leave_pts: float
    """Value of the leave in the leave table; 0 when the bag is empty."""
    native: _native.ScrabbleMove = field(repr=False, compare=False)
    """Move as native searches take it."""

    @property
    def other_pts(self) -> float:
        """Rest of the equity: vowels next to premiums on a first play, and end-game adjustments."""
        return round(self.equity_pts - self.score_pts - self.leave_pts, 3)


class RatedMoves(Sequence[RatedMove]):  # noqa: PLW1641 (equal to lists, which have no hash either)
    """Moves of a position, best first. Each is made when it is first asked for: most are never looked at."""

    __slots__ = ("_evaluation", "_has_bag", "_made", "_native", "_places", "_position")

    def __init__(
        self, native: _native.ScrabbleMoves, position: Position, evaluation: StaticEvaluation
    ) -> None:
        self._native = native
        self._position = position
        self._evaluation = evaluation
        self._has_bag = position.bag_count > 0
        self._places = range(len(native))
        self._made: dict[int, RatedMove] = {}

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> RatedMove: ...
    @overload
    def __getitem__(self, place: slice) -> "RatedMoves": ...
    def __getitem__(self, place: int | slice) -> "RatedMove | RatedMoves":
        if isinstance(place, slice):
            part = RatedMoves(self._native, self._position, self._evaluation)
            part._places, part._made = self._places[place], self._made
            return part
        index = self._places[place]
        if index not in self._made:
            native = self._native[index]
            self._made[index] = rated(native, self._position.rack, self._evaluation, has_bag=self._has_bag)
        return self._made[index]

    def __eq__(self, other: object) -> bool:
        """Compare with any list of moves."""
        if not isinstance(other, RatedMoves | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(own == each for own, each in zip(self, other, strict=True))

    def __repr__(self) -> str:
        return f"<{len(self)} moves>"

    @property
    def scores_pts(self) -> npt.NDArray[np.int32]:
        """Scores of the moves, without making any."""
        return np.frombuffer(self._native.scores, dtype=np.int32)[np.array(self._places, dtype=np.intp)]

    @property
    def equities_pts(self) -> npt.NDArray[np.float64]:
        """Static equities of the moves, without making any."""
        milli = np.frombuffer(self._native.equities, dtype=np.int32)[np.array(self._places, dtype=np.intp)]
        return milli / MILLI

    def find(self, move: Move) -> RatedMove | None:
        """Return the same play, whichever way it is written; None if it is not among them."""
        place = self.place_of(move)
        return None if place is None else self[place]

    def place_of(self, move: Move) -> int | None:
        """Return the place of the same play, from 0; None if it is not among them.

        A single tile goes across or down, tiles are exchanged in any order, and a first play down is the one
        across that mirrors it: on a board whose halves are alike, only that is generated.
        """
        index = self._native.find(native_move(move, self._native.core))
        mirrored = move.kind is MoveKind.PLACE and self._position.board.is_empty
        if index is None and mirrored and is_symmetric(self._position.layout):
            turned = Move.place(row=move.column, column=move.row, across=not move.across, tiles=move.tiles)
            index = self._native.find(native_move(turned, self._native.core))
        return self._places.index(index) if index is not None and index in self._places else None


@lru_cache(maxsize=8)
def is_symmetric(layout: Layout) -> bool:
    """Return whether a board looks the same when rows and columns are swapped."""
    columns = tuple(zip(*layout.premiums, strict=True))
    return layout.start_row == layout.start_column and columns == tuple(map(tuple, layout.premiums))


def rated(
    native: _native.ScrabbleMove, rack: tuple[int, ...], evaluation: StaticEvaluation, *, has_bag: bool
) -> RatedMove:
    """Return a native move with its leave."""
    move = move_of(native)
    used = move.used
    kept = (tile for tile in dict.fromkeys(rack) for _ in range(rack.count(tile) - used.count(tile)))
    leave = tuple(kept)
    return RatedMove(
        move=move,
        score_pts=native.score,
        equity_pts=native.equity / MILLI,
        leave=leave,
        leave_pts=evaluation.leave_pts(leave) if has_bag else 0.0,
        native=native,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator:
    """Move generator for one lexicon and one evaluation; each thread needs its own."""

    dictionary: _native.Dictionary
    native: _native.MoveGenerator
    evaluation: StaticEvaluation

    @classmethod
    def make(
        cls, lexicon: Lexicon, evaluation: StaticEvaluation, layout: Layout | None = None
    ) -> "Generator":
        """Return a generator; lexicons without a GADDAG are refused."""
        dictionary = dictionary_of(lexicon, layout or Layout.standard())
        native = dictionary.core.MoveGenerator(dictionary)
        return cls(dictionary=dictionary, native=native, evaluation=evaluation)

    def moves(self, position: Position, count: int = ALL) -> RatedMoves:
        """Return the best moves of the player on turn, best first; a pass is always among all moves."""
        if count < 1:
            raise SettingError(f"count must be at least 1, got {count!r}")
        native = self.native.generate(
            native_board(position),
            _rack_of(position),
            self.evaluation.native,
            bag=position.bag_count,
            opponent_score=_opponent_score(position),
            wanted=min(count, ALL),
        )
        return RatedMoves(native, position, self.evaluation)

    def rate(self, position: Position, move: Move) -> RatedMove | None:
        """Return a move of the player on turn with its rating; None if it is illegal. No list is made."""
        rack = _rack_of(position)
        if move.kind is MoveKind.PLACE:
            try:
                move = settled(move, position.board, position.distribution.alphabet)
            except DataError:
                return None
        native = self.native.rate(
            native_board(position),
            rack,
            self.evaluation.native,
            native_move(move, self.native.core),
            bag=position.bag_count,
            opponent_score=_opponent_score(position),
        )
        has_bag = position.bag_count > 0
        return None if native is None else rated(native, position.rack, self.evaluation, has_bag=has_bag)

    def loss_pts(self, position: Position, move: Move) -> float | None:
        """Return how far a move is behind the best at sight; None if it is illegal. No list is made."""
        own = self.rate(position, move)
        return None if own is None else self.moves(position, 1)[0].equity_pts - own.equity_pts

    def best_pts(self, position: Position, racks: Sequence[tuple[int, ...]]) -> list[float]:
        """Return the equity of the best move that the player on turn would have with each of the racks."""
        distribution, bag = position.distribution, position.bag_count
        off_board_pts = distribution.rack_value((*position.rack, *position.unseen))
        scores = [0 if bag else off_board_pts - distribution.rack_value(rack) for rack in racks]
        equities = self.native.best_equities(
            native_board(position),
            [bytes(rack) for rack in racks],
            self.evaluation.native,
            bag=bag,
            opponent_scores=scores,
        )
        return [equity / MILLI for equity in equities]


def _rack_of(position: Position) -> bytes:
    if not position.rack:
        raise DataError("a position must have the rack of the player on turn to generate moves, got none")
    return bytes(position.rack)


def _opponent_score(position: Position) -> int:
    """Return the value of the opponent's tiles, known when the bag is empty: all that are unseen."""
    return position.distribution.rack_value(() if position.bag_count else position.unseen)


def move_of(native: _native.ScrabbleMove) -> Move:
    """Return the move of a native one."""
    tiles = tuple(native.tiles)
    if native.kind == _native.ScrabbleMoveKind.PASS:
        return Move.pass_turn()
    if native.kind == _native.ScrabbleMoveKind.EXCHANGE:
        return Move.exchange(tiles)
    row, column = (native.start, native.line) if native.down else (native.line, native.start)
    return Move.place(row=row, column=column, across=not native.down, tiles=tiles)


def native_move(move: Move, core: ModuleType) -> _native.ScrabbleMove:
    """Return the form of a move, without a score, in a native core."""
    line, start = (move.row, move.column) if move.across else (move.column, move.row)
    tiles = bytes(THROUGH if tile & THROUGH_BIT else tile for tile in move.tiles)
    native: _native.ScrabbleMove = core.ScrabbleMove(
        _native.ScrabbleMoveKind[move.kind.name], down=not move.across, line=line, start=start, tiles=tiles
    )
    return native


def generate(
    position: Position,
    count: int = ALL,
    *,
    lexicon: Lexicon | None = None,
    evaluation: StaticEvaluation | None = None,
) -> RatedMoves:
    """Return the best moves of a position, best first; lexicon and leaves are by default the built-in ones.

    >>> position = Position.from_cgp("15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRST?/ 0/14 0")
    >>> best = generate(position, 1)[0]
    >>> best.move.text(position.distribution.alphabet, position.board), best.score_pts
    ('H1 HySTERI(A)', 83)
    """
    if lexicon is None:
        lexicon = Lexicon.built_in()
    if lexicon.distribution != position.distribution:
        names = position.distribution.name, lexicon.distribution.name
        raise DataError(f"lexicon and position must have the same letters {names[0]!r}, got {names[1]!r}")
    if evaluation is None:
        evaluation = StaticEvaluation.built_in()
    return Generator.make(lexicon, evaluation, position.layout).moves(position, count)


@lru_cache(maxsize=8)
def dictionary_of(lexicon: Lexicon, layout: Layout) -> _native.Dictionary:
    """Return the rules and words for native code, made once and shared by all threads."""
    if not lexicon.native.has_gaddag:
        raise DataError(f"a lexicon must have a GADDAG to generate moves, got none in {lexicon.name}")
    rules = native_rules(lexicon.distribution, layout)
    words = lexicon.word_map if rules.core.has_word_maps else None
    dictionary: _native.Dictionary = rules.core.Dictionary(rules, lexicon.native, words)
    return dictionary


def native_board(position: Position) -> bytes:
    """Return the squares row by row, in native form."""
    return bytes(tile for row in position.board.rows for tile in row)
