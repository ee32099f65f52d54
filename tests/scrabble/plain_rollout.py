"""A simulation in plain Python, from the rules alone: what the native one must agree with."""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.scrabble.oracle import BLANK, BLANK_BIT, FULL_RACK, Oracle, Tiles, exchanges, letter
from tests.scrabble.slow_values import SlowValues
from zeitnot._native import ScrabbleMove, ScrabbleMoveKind
from zeitnot.scrabble import WinTable
from zeitnot.scrabble.evaluation import MILLI

MOST_SCORELESS = 6
WORST = -1_000 * MILLI
"""A pass while the bag has tiles."""

Below = Callable[[int], int]
"""Draws a number from 0 to one below the bound."""


class PlainMove(NamedTuple):
    """A move; the fields after the score stand in the order that decides among equals."""

    score: int
    kind: int
    down: bool = False
    line: int = 0
    start: int = 0
    length: int = 0
    tiles: bytes = b""

    @classmethod
    def of(cls, move: ScrabbleMove) -> "PlainMove":
        """Read a native move."""
        kinds = (ScrabbleMoveKind.PASS, ScrabbleMoveKind.EXCHANGE, ScrabbleMoveKind.PLACE)
        tiles = bytes(move.tiles)
        return cls(move.score, kinds.index(move.kind), move.down, move.line, move.start, len(tiles), tiles)

    @property
    def is_exchange(self) -> bool:
        """Whether tiles go back to the bag."""
        return self.kind == 1

    @property
    def placed(self) -> Tiles:
        """Tiles put down, by square."""
        if self.is_exchange:
            return {}
        at = enumerate(self.tiles, start=self.start)
        return {(i, self.line) if self.down else (self.line, i): tile for i, tile in at if tile}

    @property
    def gone(self) -> bytes:
        """Tiles that leave the rack."""
        if self.is_exchange:
            return self.tiles
        return bytes(BLANK if tile & BLANK_BIT else tile for tile in self.tiles if tile)


class Outcome(NamedTuple):
    """What came of one sample."""

    equity_pts: float
    win: float


@dataclass(frozen=True, kw_only=True)
class Known:
    """What the player on turn knows."""

    board: Tiles
    rack: bytes
    unseen: bytes
    spread: int = 0
    scoreless: int = 0


@dataclass(kw_only=True)
class Plain:
    """A game going on: seat 0 is the player whose candidate it is."""

    board: Tiles
    racks: list[Counter[int]]
    bag: list[int]
    spread: int
    scoreless: int
    leaves: list[int] = field(default_factory=lambda: [0, 0])
    on_turn: int = 0
    over: bool = False


@dataclass(frozen=True, kw_only=True)
class PlainRollout:
    """Rules, values and chances; best static moves are remembered, since they cost much."""

    oracle: Oracle
    values: SlowValues
    wins: WinTable
    plies: int
    known_best: dict[object, PlainMove] = field(default_factory=dict)

    def sample(self, known: Known, candidate: PlainMove, deal: list[int], below: Below) -> Outcome:
        """Play one out. The other takes his tiles from the front of the deal, the player from its end."""
        bag = list(deal)
        racks = [Counter(known.rack), Counter(bag[:FULL_RACK])]
        del bag[:FULL_RACK]
        game = Plain(board=known.board, racks=racks, bag=bag, spread=known.spread, scoreless=known.scoreless)
        self._play(game, candidate, below)
        for _ in range(self.plies):
            if not game.over:
                self._play(game, self.best(game), below)
        return self._outcome(game, known.spread)

    def outcomes(
        self, known: Known, candidate: PlainMove, deals: Iterator[list[int]], below: Below
    ) -> list[Outcome]:
        """Play all the deals out."""
        return [self.sample(known, candidate, deal, below) for deal in deals]

    def _play(self, game: Plain, move: PlainMove, below: Below) -> None:
        seat = game.on_turn
        rack = game.racks[seat]
        rack.subtract(move.gone)
        assert min(rack.values(), default=0) >= 0, "the tiles must be on the rack"
        kept = bytes(sorted(rack.elements()))
        game.leaves[seat] = self.values.leaves.get(kept, 0) if game.bag else 0
        game.board = {**game.board, **move.placed}
        while game.bag and rack.total() < FULL_RACK:
            rack[game.bag.pop(0 if seat else -1)] += 1
        if move.is_exchange:
            put_back(game.bag, move.gone, seat, below)
        game.spread += -move.score if seat else move.score
        game.scoreless = 0 if move.score else game.scoreless + 1
        if rack.total() == 0 or game.scoreless >= MOST_SCORELESS:
            self._settle(game, out=rack.total() == 0)
        game.on_turn = 1 - seat

    def _settle(self, game: Plain, *, out: bool) -> None:
        own, other = (self._points(rack) for rack in game.racks)
        # Who is out has nothing, so what he gets twice is all that is held.
        game.spread += 2 * (other - own) if out else other - own
        game.over = True

    def _outcome(self, game: Plain, spread_before: int) -> Outcome:
        if game.over:
            return Outcome(
                game.spread - spread_before, (math.copysign(1, game.spread) * bool(game.spread) + 1) / 2
            )
        value = game.spread + (game.leaves[0] - game.leaves[1]) / MILLI
        whole = math.copysign(math.floor(abs(value) + 0.5), value)
        unseen = len(game.bag) + game.racks[1 - game.on_turn].total()
        chance = self.wins.probability(unseen=unseen, spread_pts=-whole if game.on_turn else whole)
        return Outcome(value - spread_before, 1 - chance if game.on_turn else chance)

    def best(self, game: Plain) -> PlainMove:
        """Return the best static move of the player on turn."""
        rack = bytes(sorted(game.racks[game.on_turn].elements()))
        other = 0 if game.bag else self._points(game.racks[1 - game.on_turn])
        key = frozenset(game.board.items()), rack, len(game.bag), other
        if key not in self.known_best:
            moves = [PlainMove(0, 0)]
            moves += [
                PlainMove(0, 1, length=len(tiles), tiles=tiles)
                for tiles in exchanges(rack, bag=len(game.bag))
            ]
            moves += [
                PlainMove(score, 2, at.down, at.line, at.start, len(at.tiles), at.tiles)
                for at, score in self.oracle.moves(game.board, rack).items()
            ]
            self.known_best[key] = min(
                moves, key=lambda move: (-self.equity(game, rack, other, move), -move.score, move[1:])
            )
        return self.known_best[key]

    def equity(self, game: Plain, rack: bytes, other: int, move: PlainMove) -> int:
        """Return the static equity of a move, in thousandths of a point."""
        kept = Counter(rack) - Counter(move.gone)
        equity = MILLI * move.score
        if not game.board:
            equity -= self.values.opening_vowel * self._exposed(move)
        if not game.bag:
            loss = 2 * MILLI * self._points(kept) + self.values.not_out
            return equity - loss if kept else equity + 2 * MILLI * other
        if not move.gone:
            return WORST
        left = len(game.bag) if move.is_exchange else max(0, len(game.bag) - len(move.gone))
        late = self.values.pre_endgame
        return (
            equity
            + (late[left] if left < len(late) else 0)
            + self.values.leaves.get(bytes(sorted(kept.elements())), 0)
        )

    def _exposed(self, move: PlainMove) -> int:
        """Count vowels beside squares that multiply letters, by multiples above one."""
        step = (0, 1) if move.down else (1, 0)
        return sum(
            self.oracle.layout.premiums[row + sign * step[0]][column + sign * step[1]].letter - 1
            for (row, column), tile in move.placed.items()
            if letter(tile) in self.oracle.distribution.vowels
            for sign in (-1, 1)
            if 0 <= row + sign * step[0] < self.oracle.size
            and 0 <= column + sign * step[1] < self.oracle.size
        )

    def _points(self, rack: Counter[int]) -> int:
        return sum(count * self.oracle.distribution.scores[tile] for tile, count in rack.items())


def put_back(bag: list[int], tiles: bytes, seat: int, below: Below) -> None:
    """Put tiles back, each in a random place."""
    for tile in tiles:
        at = 0 if seat else len(bag)
        bag.insert(at, tile)
        other = below(len(bag))
        bag[at], bag[other] = bag[other], bag[at]
