"""Pre-endgames by plain exhaustive search in Python: what the native solver must agree with."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, perm

from tests.scrabble.oracle import SlowMove, Square, Tiles
from tests.scrabble.plain_endgame import played
from zeitnot.scrabble import LetterDistribution
from zeitnot.scrabble.rules import MOST_SCORELESS

Key = tuple[frozenset[tuple[Square, int]], bytes, bytes, bytes, int]
Prior = list[tuple[bytes, float]]


@dataclass(frozen=True, kw_only=True)
class PlainValue:
    """Exact worth of a candidate."""

    win: Fraction
    """Chance to win, a draw as half a win."""
    spread: Fraction
    """Mean final spread."""


@dataclass(frozen=True, kw_only=True)
class PlainPreEndgame:
    """Deals the unseen tiles in every order and tries every move at every turn, with all tiles in sight."""

    moves: Callable[[Tiles, bytes], dict[SlowMove, int]]
    """Gives all placements with their scores."""
    distribution: LetterDistribution
    known: dict[Key, int] = field(default_factory=dict)

    def candidate(
        self,
        board: Tiles,
        rack: bytes,
        move: SlowMove | None,
        *,
        score: int,
        unseen: bytes,
        bag: int,
        spread: int = 0,
        scoreless: int = 0,
        prior: Prior | None = None,
    ) -> PlainValue:
        """Return the worth of a placement, or of a pass, over all orders of the unseen tiles."""
        win = mean = Fraction(0)
        after, left = (board, rack) if move is None else played(board, rack, move)
        scoreless = 0 if score else scoreless + 1
        for order, weight in self._orders(unseen, bag, prior or [(b"", 1.0)]):
            drawn = min(bag, len(rack) - len(left))
            final = spread + self._after(
                after,
                left + order[:drawn],
                order[bag:],
                order[drawn:bag],
                scoreless=scoreless,
                score=score,
            )
            win += weight * Fraction((final > 0) + (final >= 0), 2)
            mean += weight * final
        return PlainValue(win=win, spread=mean)

    def _orders(self, unseen: bytes, bag: int, prior: Prior) -> Iterator[tuple[bytes, Fraction]]:
        """List the orders of all tiles, each with its chance; the first ones are the bag, the rest a rack."""
        places = range(len(unseen))
        chances: dict[tuple[int, ...], Fraction] = {}
        for kept, weight in prior:
            alike = [
                each
                for each in combinations(places, len(kept))
                if sorted(unseen[at] for at in each) == sorted(kept)
            ]
            for each in alike:
                others = [at for at in places if at not in each]
                size = len(unseen) - bag - len(kept)
                for more in combinations(others, size) if size >= 0 else ():
                    rack = tuple(sorted((*each, *more)))
                    chance = Fraction(weight) / len(alike) / comb(len(others), size)
                    chances[rack] = chances.get(rack, Fraction(0)) + chance
        total = sum(chances.values())
        for order in permutations(places, bag):
            rack = tuple(at for at in places if at not in order)
            if rack in chances:
                weight_here = chances[rack] / total / (perm(bag))
                yield bytes(unseen[at] for at in (*order, *rack)), weight_here

    def value_pts(self, board: Tiles, rack: bytes, other: bytes, bag: bytes, scoreless: int) -> int:
        """Return what the player on turn still gains on the other when both play as well as can be."""
        key = frozenset(board.items()), bytes(sorted(rack)), bytes(sorted(other)), bag, scoreless
        if key not in self.known:
            values = [self._after(board, rack, other, bag, scoreless=scoreless + 1, score=0)]
            for move, score in self.moves(board, rack).items():
                after, left = played(board, rack, move)
                drawn = len(rack) - len(left)
                values.append(
                    self._after(
                        after,
                        left + bag[:drawn],
                        other,
                        bag[drawn:],
                        scoreless=0 if score else scoreless + 1,
                        score=score,
                    )
                )
            self.known[key] = max(values)
        return self.known[key]

    def _after(
        self, board: Tiles, rack: bytes, other: bytes, bag: bytes, *, scoreless: int, score: int
    ) -> int:
        """Return the gain of the player who has just moved and drawn."""
        if not rack:
            return score + 2 * self.distribution.rack_value(other)
        if scoreless >= MOST_SCORELESS:
            return score + self.distribution.rack_value(other) - self.distribution.rack_value(rack)
        return score - self.value_pts(board, other, rack, bag, scoreless)
