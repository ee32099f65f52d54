"""Fixtures of move generation: lexicons with tiles and premium squares, and random positions."""

import lzma
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

from tests.scrabble.oracle import BLANK, BLANK_BIT, FULL_RACK, SIZE, Oracle, SlowMove, Tiles
from zeitnot import _native
from zeitnot.scrabble import Alphabet, Layout, LetterDistribution, Premium, read_rules
from zeitnot.scrabble.lexicon import ENABLE1
from zeitnot.scrabble.rules import native_rules

EFFORT = float(os.environ.get("ZEITNOT_SCRABBLE_EFFORT", "0.25"))
"""Factor on the number of positions: larger to search for bugs, smaller on slow machines."""

ALL = 1_000_000


def effort(usual: int) -> int:
    """Return a number of positions scaled by EFFORT."""
    return max(1, round(usual * EFFORT))


@dataclass(frozen=True, kw_only=True)
class World:
    """A lexicon with its rules, for the oracle and for the native generators."""

    oracle: Oracle
    dictionaries: dict[str, _native.Dictionary]
    generators: dict[str, _native.MoveGenerator]

    @property
    def way(self) -> str:
        """Return the quickest way of generation."""
        return list(self.generators)[-1]

    @classmethod
    def make(
        cls,
        words: Iterable[bytes],
        distribution: LetterDistribution,
        layout: Layout,
        *,
        wide: bool | None = None,
    ) -> "World":
        """Build everything in memory, for the native core that fits or for the wide one."""
        known = frozenset(words)
        lexicon = _native.Lexicon.from_bytes(_native.Lexicon.build(sorted(known)))
        rules = native_rules(distribution, layout, wide=wide)
        core = rules.core
        dictionaries = {"gaddag": core.Dictionary(rules, lexicon)}
        if core.has_word_maps:
            word_map = _native.WordMap.from_bytes(_native.WordMap.build(lexicon))
            dictionaries["word map"] = core.Dictionary(rules, lexicon, word_map)
        return cls(
            oracle=Oracle(words=known, distribution=distribution, layout=layout),
            dictionaries=dictionaries,
            generators={way: core.MoveGenerator(each) for way, each in dictionaries.items()},
        )


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A position as the generators take it."""

    board: Tiles
    rack: bytes
    bag: int
    opponent_score: int
    size: int = SIZE

    def squares(self) -> bytes:
        """Return the board in native form."""
        return bytes(self.board.get(square, 0) for square in product(range(self.size), range(self.size)))

    def generate(
        self, generator: _native.MoveGenerator, values: _native.StaticValues, wanted: int = ALL
    ) -> list[_native.ScrabbleMove]:
        """Return the moves of a native generator."""
        return list(self.listed(generator, values, wanted))

    def listed(
        self, generator: _native.MoveGenerator, values: _native.StaticValues, wanted: int = ALL
    ) -> _native.ScrabbleMoves:
        """Return the moves as the native generator returns them."""
        return generator.generate(
            self.squares(),
            self.rack,
            values,
            bag=self.bag,
            opponent_score=self.opponent_score,
            wanted=wanted,
        )

    def rate(
        self, generator: _native.MoveGenerator, values: _native.StaticValues, move: SlowMove
    ) -> _native.ScrabbleMove | None:
        """Return a placement with its rating."""
        return generator.rate(
            self.squares(),
            self.rack,
            values,
            bare(move),
            bag=self.bag,
            opponent_score=self.opponent_score,
        )


class Table:
    """A board that fills with random plays; each turn has a rack of its own, from the tiles not played."""

    def __init__(self, world: World, rng: Random) -> None:
        """Start with an empty board."""
        self.world = world
        self.rng = rng
        self.board: Tiles = {}

    def scene(self) -> Scene:
        """Deal: mostly as in a game, now and then with blanks, few tiles or an empty bag."""
        counts = Counter(dict(enumerate(self.world.oracle.distribution.counts)))
        counts.subtract(BLANK if tile & BLANK_BIT else tile for tile in self.board.values())
        unseen = [tile for tile, count in counts.items() for _ in range(count)]
        bag = max(0, len(unseen) - 2 * FULL_RACK)
        blanks = min(self.rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 2)), counts[BLANK])
        rack = unseen[:blanks] + self.rng.sample(unseen[blanks:], len(unseen) - blanks)
        rack = rack[: FULL_RACK if self.rng.random() < 0.8 else self.rng.randint(1, FULL_RACK)]
        bag = 0 if self.rng.random() < 0.1 else bag
        other = self.rng.randrange(40) if bag == 0 else 0
        size = self.world.oracle.size
        return Scene(board=dict(self.board), rack=bytes(rack), bag=bag, opponent_score=other, size=size)

    def play(self, moves: Iterable[SlowMove]) -> None:
        """Play one of the moves, short or long; begin again when there is none, or no tiles are left."""
        choices = sorted(moves)
        if self.rng.random() < 0.3:
            most = max((played(move) for move in choices), default=0)
            choices = [move for move in choices if played(move) == most]
        if not choices or len(self.board) > sum(self.world.oracle.distribution.counts) - FULL_RACK - 1:
            self.board = {}
            return
        move = self.rng.choice(choices)
        for at, tile in enumerate(move.tiles, start=move.start):
            if tile:
                self.board[(at, move.line) if move.down else (move.line, at)] = tile


def played(move: SlowMove) -> int:
    """Return the number of tiles placed by a move."""
    return len(move.tiles) - move.tiles.count(0)


def native_moves(moves: Iterable[_native.ScrabbleMove]) -> dict[SlowMove, int]:
    """Return the placements among native moves as the oracle writes them, with their scores."""
    placed = [move for move in moves if move.kind == _native.ScrabbleMoveKind.PLACE]
    found = {slow(move): move.score for move in placed}
    assert len(found) == len(placed), "a move was listed twice"
    return found


def bare(move: SlowMove) -> _native.ScrabbleMove:
    """Return a placement in native form, without a rating."""
    return _native.ScrabbleMove(
        _native.ScrabbleMoveKind.PLACE, down=move.down, line=move.line, start=move.start, tiles=move.tiles
    )


def slow(move: _native.ScrabbleMove) -> SlowMove:
    """Return a native placement as the oracle writes it."""
    return SlowMove(move.down, move.line, move.start, move.tiles)


def scattered_scene(world: World, rng: Random) -> Scene:
    """Return a board that no game leads to: islands, gaps and words not in the lexicon."""
    board: Tiles = {}
    letters, size = len(world.oracle.distribution.alphabet), world.oracle.size
    for _ in range(rng.randint(1, 12)):
        row, column, down = rng.randrange(size), rng.randrange(size), rng.random() < 0.5
        for step in range(rng.randint(1, 6)):
            square = (row + step, column) if down else (row, column + step)
            if max(square) < size:
                board[square] = rng.randint(1, letters) | rng.choice((0, 0, 0, BLANK_BIT))
    rack = [BLANK] * rng.choice((0, 0, 0, 0, 0, 1, 1, 2)) + rng.choices(range(1, letters + 1), k=FULL_RACK)
    rack = rack[: rng.randint(1, FULL_RACK)]
    return Scene(board=board, rack=bytes(rack), bag=rng.choice((0, 5, 60)), opponent_score=0, size=size)


@cache
def english_words() -> tuple[bytes, ...]:
    """Return ENABLE1 by letter numbers."""
    listed = lzma.decompress(ENABLE1.read_bytes()).decode().split()
    return tuple(bytes(ord(sign) - ord("a") + 1 for sign in word) for word in listed)


@cache
def enable1() -> World:
    """Return the built-in lexicon with the standard board."""
    return World.make(english_words(), LetterDistribution.english(), Layout.standard())


@cache
def subset() -> World:
    """Return 2,000 words of ENABLE1, with enough short ones that parallel plays are legal."""
    rng = Random(2_000)
    short = [word for word in english_words() if len(word) == 2]
    words = rng.sample(short, 60) + rng.sample(english_words(), 1_940)
    return World.make(words, LetterDistribution.english(), Layout.standard())


@cache
def tiny() -> World:
    """Return a lexicon of few letters and short words, on an asymmetric board with an unusual start."""
    rng = Random(5)
    words = {bytes(rng.choices(range(1, 6), k=rng.randint(2, 6))) for _ in range(120)}
    words |= {bytes([2]) * length for length in (2, 3, 9, 15)}
    return World.make(words, distribution_of(rng, letters=5, count=14), layout_of(rng, start=(2, 11)))


@cache
def wide() -> World:
    """Return a lexicon with the most letters possible and words of every length, on an asymmetric board."""
    rng = Random(31)
    stems = [bytes(rng.choices(range(1, 32), k=rng.randint(1, 3))) for _ in range(60)]
    words = {b"".join(rng.choices(stems, k=rng.randint(1, 6)))[:SIZE] for _ in range(3_000)}
    words |= {bytes(rng.choices(range(1, 32), k=2)) for _ in range(300)} | {bytes([31]) * SIZE}
    words = {word for word in words if len(word) > 1}
    return World.make(words, distribution_of(rng, letters=31, count=4), layout_of(rng, start=(14, 0)))


@cache
def large() -> World:
    """Return a lexicon of 63 letters and words of up to 21 of them, on the largest board."""
    return _made_up(63, letters=63, size=21, start=(20, 3))


@cache
def small() -> World:
    """Return a lexicon of 40 letters on a board of nine rows: the native one has room beside it."""
    return _made_up(9, letters=40, size=9, start=(8, 8))


@cache
def super_board() -> World:
    """Return words of ENABLE1 with tiles and board of Super Scrabble."""
    rng = Random(2_100)
    short = [word for word in english_words() if len(word) == 2]
    words = rng.sample(short, 60) + rng.sample(english_words(), 1_500)
    return World.make(words, *read_rules(None, Path("super")))


def _made_up(seed: int, *, letters: int, size: int, start: tuple[int, int]) -> World:
    rng = Random(seed)
    stems = [bytes(rng.choices(range(1, letters + 1), k=rng.randint(1, 3))) for _ in range(40)]
    words = {b"".join(rng.choices(stems, k=rng.randint(1, 9)))[:size] for _ in range(3_000)}
    words |= {bytes(rng.choices(range(1, letters + 1), k=2)) for _ in range(20 * letters)}
    words |= {bytes([letters]) * size, bytes([letters]) * (size - 1)}
    words = {word for word in words if len(word) > 1}
    tiles = distribution_of(rng, letters=letters, count=200 // letters)
    return World.make(words, tiles, layout_of(rng, start=start, size=size))


def distribution_of(rng: Random, *, letters: int, count: int) -> LetterDistribution:
    """Make up tiles: scores up to the highest that native code takes."""
    names = [chr(0x410 + number % 32) * (1 + number // 32) for number in range(letters)]
    names = [name if len(name) == 1 else f"[{name}]" for name in names]
    return LetterDistribution(
        name="made up",
        alphabet=Alphabet(capitals=tuple(names), smalls=tuple(name.lower() for name in names)),
        counts=(2, *([count] * letters)),
        scores=(0, *(rng.choice((0, 1, 2, 5, 30)) for _ in names)),
        vowels=frozenset(rng.sample(range(1, letters + 1), letters // 3)),
    )


def layout_of(rng: Random, *, start: tuple[int, int], size: int = SIZE) -> Layout:
    """Make up premium squares without symmetry; words multiply seldom enough that scores stay sane."""
    rows = tuple(
        tuple(
            Premium(
                letter=rng.choice((1, 1, 1, 2, 3, 4)),
                word=rng.choice((2, 3)) if (3 * row + 5 * column) % 7 == 0 else 1,
            )
            for column in range(size)
        )
        for row in range(size)
    )
    return Layout(name="made up", premiums=rows, start_row=start[0], start_column=start[1])
