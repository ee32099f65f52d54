"""Generation: the best moves of a position by static evaluation."""

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from zeitnot import _native
from zeitnot.errors import DataError, SettingError
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.evaluation import MILLI, StaticEvaluation
from zeitnot.scrabble.letters import rack_tile
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.moves import THROUGH, Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.rules import native_rules

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
        return cls(dictionary=dictionary, native=_native.MoveGenerator(dictionary), evaluation=evaluation)

    def moves(self, position: Position, count: int = ALL) -> list[RatedMove]:
        """Return the best moves of the player on turn, best first; a pass is always among all moves."""
        if count < 1:
            raise SettingError(f"count must be at least 1, got {count!r}")
        return [self._rated(native, move_of(native), position) for native in self._found(position, count)]

    def rate(self, position: Position, move: Move) -> RatedMove | None:
        """Return a move of the player on turn with its rating; None if it is illegal."""
        # Only this one is rated: rating all moves takes tens of milliseconds, and a clock may run.
        for native in self._found(position, ALL):
            if move_of(native) == move:
                return self._rated(native, move, position)
        return None

    def _found(self, position: Position, count: int) -> list[_native.ScrabbleMove]:
        if not position.rack:
            raise DataError("a position must have the rack of the player on turn to generate moves, got none")
        # The opponent's tiles are known when the bag is empty: all that are unseen.
        unseen = () if position.bag_count else position.unseen
        return self.native.generate(
            native_board(position),
            bytes(position.rack),
            self.evaluation.native,
            bag=position.bag_count,
            opponent_score=position.distribution.rack_value(unseen),
            wanted=min(count, ALL),
        )

    def _rated(self, native: _native.ScrabbleMove, move: Move, position: Position) -> RatedMove:
        played = move.tiles
        if move.kind is MoveKind.PLACE:
            played = tuple(rack_tile(tile) for tile in move.tiles if tile != THROUGH)
        leave = tuple((Counter(position.rack) - Counter(played)).elements())
        return RatedMove(
            move=move,
            score_pts=native.score,
            equity_pts=native.equity / MILLI,
            leave=leave,
            leave_pts=self.evaluation.leave_pts(leave) if position.bag_count else 0.0,
            native=native,
        )


def move_of(native: _native.ScrabbleMove) -> Move:
    """Return the move of a native one."""
    tiles = tuple(native.tiles)
    if native.kind == _native.ScrabbleMoveKind.PASS:
        return Move.pass_turn()
    if native.kind == _native.ScrabbleMoveKind.EXCHANGE:
        return Move.exchange(tiles)
    row, column = (native.start, native.line) if native.down else (native.line, native.start)
    return Move.place(row=row, column=column, across=not native.down, tiles=tiles)


def generate(
    position: Position,
    count: int = ALL,
    *,
    lexicon: Lexicon | None = None,
    evaluation: StaticEvaluation | None = None,
) -> list[RatedMove]:
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
    return _native.Dictionary(native_rules(lexicon.distribution, layout), lexicon.native, lexicon.word_map)


def native_board(position: Position) -> bytes:
    """Return the squares row by row, in native form."""
    return bytes(tile for row in position.board.rows for tile in row)
