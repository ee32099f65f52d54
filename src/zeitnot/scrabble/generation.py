"""Generation: the best moves of a position by static worth."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from zeitnot import _native
from zeitnot.errors import DataError
from zeitnot.scrabble.evaluation import MILLI, StaticEvaluation
from zeitnot.scrabble.layout import Layout
from zeitnot.scrabble.letters import LetterDistribution, rack_tile
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.moves import THROUGH, Move
from zeitnot.scrabble.position import Position

ALL = 1_000_000
"""More moves than any position has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedMove:
    """A move with what it brings."""

    move: Move
    """What is played."""
    score_pts: int
    """What it scores."""
    equity_pts: float
    """Score and the worth of what stays."""
    leave: tuple[int, ...]
    """Tiles that stay on the rack, in their order."""

    @property
    def leave_pts(self) -> float:
        """What equity adds to the score."""
        return self.equity_pts - self.score_pts


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator:
    """Generates moves with one lexicon and one evaluation: one for each thread."""

    dictionary: _native.Dictionary
    native: _native.MoveGenerator
    evaluation: StaticEvaluation

    @classmethod
    def make(
        cls, lexicon: Lexicon, evaluation: StaticEvaluation, layout: Layout | None = None
    ) -> "Generator":
        """Prepare a workspace."""
        dictionary = dictionary_of(lexicon, layout or Layout.standard())
        return cls(dictionary=dictionary, native=_native.MoveGenerator(dictionary), evaluation=evaluation)

    def moves(self, position: Position, count: int = ALL) -> list[RatedMove]:
        """List the best moves of the player on turn, best first; the pass is always one of them."""
        found = self.native.generate(
            bytes(tile for row in position.board.rows for tile in row),
            bytes(position.rack),
            self.evaluation.native,
            bag=position.bag_count,
            opponent_score=_opponent_score(position),
            wanted=count,
        )
        return [_rated(move, position) for move in found]


def generate(
    position: Position,
    count: int = ALL,
    *,
    lexicon: Lexicon | None = None,
    evaluation: StaticEvaluation | None = None,
) -> list[RatedMove]:
    """List the best moves of a position, best first; lexicon and leaves are the built-in ones unless given.

    >>> position = Position.from_cgp("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUIZZES/ 0/0 0")
    >>> best = generate(position, 1)[0]
    >>> best.move.text(position.distribution.alphabet), best.score_pts
    ('8H QUIZ', 44)
    """
    if not position.rack:
        raise DataError("a position must have the rack of the player on turn to generate moves, got none")
    lexicon = lexicon or Lexicon.built_in()
    evaluation = evaluation or StaticEvaluation.built_in()
    return Generator.make(lexicon, evaluation, position.layout).moves(position, count)


@lru_cache(maxsize=8)
def dictionary_of(lexicon: Lexicon, layout: Layout) -> _native.Dictionary:
    """Give what native code needs of rules and words, made once and shared by all threads."""
    return _native.Dictionary(native_rules(lexicon.distribution, layout), lexicon.native, lexicon.word_map)


def native_rules(distribution: LetterDistribution, layout: Layout) -> _native.ScrabbleRules:
    """Hand tiles and premium squares to native code."""
    squares = [premium for row in layout.premiums for premium in row]
    try:
        return _native.ScrabbleRules(
            counts=bytes(distribution.counts),
            scores=bytes(distribution.scores),
            vowels=bytes(sorted(distribution.vowels)),
            letter_premiums=bytes(premium.letter for premium in squares),
            word_premiums=bytes(premium.word for premium in squares),
            start_row=layout.start_row,
            start_column=layout.start_column,
        )
    except ValueError as error:
        raise DataError(str(error)) from error


def _opponent_score(position: Position) -> int:
    """Points of the other's tiles, which are known when the bag is empty: they are all that is unseen."""
    return position.distribution.rack_value(position.unseen) if position.bag_count == 0 else 0


def _rated(native: _native.ScrabbleMove, position: Position) -> RatedMove:
    tiles = tuple(native.tiles)
    played: tuple[int, ...] = ()
    if native.kind == _native.ScrabbleMoveKind.PASS:
        move = Move.pass_turn()
    elif native.kind == _native.ScrabbleMoveKind.EXCHANGE:
        move, played = Move.exchange(tiles), tiles
    else:
        row, column = (native.start, native.line) if native.down else (native.line, native.start)
        move = Move.place(row=row, column=column, across=not native.down, tiles=tiles)
        played = tuple(rack_tile(tile) for tile in tiles if tile != THROUGH)
    return RatedMove(
        move=move,
        score_pts=native.score,
        equity_pts=native.equity / MILLI,
        leave=tuple((Counter(position.rack) - Counter(played)).elements()),
    )
