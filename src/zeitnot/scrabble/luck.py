"""Luck of the draw: what the tiles drawn were worth, against all that could have been drawn."""

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import stdev

from zeitnot.errors import DataError
from zeitnot.scrabble.challenges import is_withdrawn
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.generation import Generator
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.rules import off_board
from zeitnot.scrabble.table import seed_of
from zeitnot.scrabble.timed_gcg import turn_places

SAMPLES = 600
"""Draws that stand for all that were possible; where there are no more of them, each is counted. A draw is
worth 15 points more or less, so that the error of its luck is about 0.6, and of a game's about 2."""

Tiles = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TileDraw:
    """The draw that filled the rack of a turn.

    A rack is worth the static equity of its best move, on the board that the player meets with it. What the
    opponent played in between does not depend on the draw before the bag is empty, so that luck is 0 on
    average.
    """

    ply: int
    """Turn whose rack it filled, from 0."""
    player: int
    """Player who drew, 0 or 1."""
    tiles: Tiles = ()
    """Tiles drawn."""
    value_pts: float = 0.0
    """Equity of the best move with them."""
    mean_pts: float = 0.0
    """Mean of the same over the draws that were possible."""
    error_pts: float = 0.0
    """Standard error of that mean; 0 where all draws were counted."""
    counted: int = 0
    """Number of draws that the mean is of; 0 where luck is not known."""
    problem: str = ""
    """Why luck is not known, in words."""

    @property
    def luck_pts(self) -> float:
        """Points that the draw was better than the mean."""
        return self.value_pts - self.mean_pts


def draws_of(
    game: Game,
    generator: Generator,
    *,
    plies: Collection[int] | None = None,
    samples: int = SAMPLES,
    seed: int = 1,
) -> tuple[TileDraw, ...]:
    """Return the draws of a game in the order of the turns that they were for, by default all of them.

    All tiles that the file knows on the other rack are taken out of the bag: the player could not know them,
    but they could not be drawn either.
    """
    places = turn_places(game)
    found = []
    for ply, place in enumerate(places):
        if plies is not None and ply not in plies:
            continue
        player = game.events[place].player
        plain = TileDraw(ply=ply, player=player)
        try:
            drawn = _drawn(game, places, ply)
        except DataError as error:
            found.append(replace(plain, problem=str(error)))
            continue
        if drawn is not None:
            found.append(_valued(plain, game, place, drawn, generator, samples=samples, seed=seed))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    """What was kept, what was drawn, and from what."""

    kept: Tiles
    tiles: Tiles
    pool: Tiles


def _drawn(game: Game, places: Sequence[int], ply: int) -> _Drawn | None:
    """Return the draw before a turn; None if nothing was drawn. A DataError says what the file does not."""
    place = places[ply]
    event, alphabet = game.events[place], game.distribution.alphabet
    earlier = [each for each in places[:ply] if game.events[each].player == event.player]
    before = earlier[-1] if earlier else None
    kept, put_back = ((), ()) if before is None else _kept(game, before)
    if len(event.rack) < game.states[place].hands[event.player]:
        raise DataError("the rack is not known")
    tiles = Counter(event.rack)
    tiles.subtract(kept)
    if any(count < 0 for count in tiles.values()):
        raise DataError(f"{alphabet.rack_text(kept)} were kept, but the next rack lacks some of them")
    drawn = tuple(tiles.elements())
    if not drawn:
        return None
    # Before the first turns both have drawn; later the opponent holds what he shows next.
    after = -1 if before is None else before
    theirs = [e for e in places if e > after and game.events[e].player != event.player]
    other = game.events[theirs[0]].rack if theirs else ()
    board = game.states[0 if before is None else before + 1].board
    pool = off_board(board, game.distribution, kept, put_back, other)
    if Counter(drawn) - Counter(pool):
        raise DataError("the racks contradict each other")
    return _Drawn(kept=kept, tiles=drawn, pool=pool)


def _kept(game: Game, place: int) -> tuple[Tiles, Tiles]:
    """Return the tiles kept after a turn, and those put back into the bag."""
    event = game.events[place]
    if len(event.rack) < game.states[place].hands[event.player]:
        raise DataError("the rack before is not known")
    move = event.move
    if move is None or is_withdrawn(game, place):
        return event.rack, ()
    if move.kind is MoveKind.EXCHANGE and not move.tiles:
        raise DataError("the tiles exchanged are not known")
    left = Counter(event.rack)
    left.subtract(move.used)
    return tuple(left.elements()), move.used if move.kind is MoveKind.EXCHANGE else ()


def _valued(
    plain: TileDraw, game: Game, place: int, drawn: _Drawn, generator: Generator, *, samples: int, seed: int
) -> TileDraw:
    position, size = game.position(place), len(drawn.tiles)
    is_exhaustive = draw_count(drawn.pool, size) <= samples
    if is_exhaustive:
        draws, weights = zip(*all_draws(drawn.pool, size), strict=True)
    else:
        random = Random(seed_of(seed, "luck", plain.ply))
        draws = tuple(tuple(random.sample(drawn.pool, size)) for _ in range(samples))
        weights = (1,) * samples
    racks = [(*drawn.kept, *each) for each in (drawn.tiles, *draws)]
    value_pts, *others_pts = generator.best_pts(position, racks)
    weighted = (weight * pts for weight, pts in zip(weights, others_pts, strict=True))
    return replace(
        plain,
        tiles=drawn.tiles,
        value_pts=value_pts,
        mean_pts=math.fsum(weighted) / sum(weights),
        error_pts=0.0 if is_exhaustive else stdev(others_pts) / math.sqrt(samples),
        counted=len(draws),
    )


def draw_count(pool: Sequence[int], size: int) -> int:
    """Return the number of draws of a size that differ."""
    ways = [1] + [0] * size
    for count in Counter(pool).values():
        ways = [sum(ways[max(0, drawn - count) : drawn + 1]) for drawn in range(size + 1)]
    return ways[size]


def all_draws(pool: Sequence[int], size: int) -> Iterator[tuple[Tiles, int]]:
    """Yield every draw that differs, with the number of ways to draw it."""
    counts = sorted(Counter(pool).items())

    def drawn(place: int, left: int) -> Iterator[tuple[Tiles, int]]:
        if left == 0 or place == len(counts):
            if left == 0:
                yield (), 1
            return
        tile, count = counts[place]
        for copies in range(min(count, left) + 1):
            ways = math.comb(count, copies)
            for rest, other_ways in drawn(place + 1, left - copies):
                yield (tile,) * copies + rest, ways * other_ways

    return drawn(0, size)
