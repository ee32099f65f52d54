"""Autoplay: static games in batches on all cores, yielded in order, and their statistics."""

import threading
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice

from zeitnot import _native
from zeitnot.errors import check_least
from zeitnot.games import Estimate, Sum
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.evaluation import StaticEvaluation
from zeitnot.scrabble.generation import dictionary_of
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.table import seed_of

MOST_SEED = 2**63
"""Upper bound of seeds, so that the seeds of later games still fit 64 bits."""

_AHEAD = 2
"""Batches per thread, running or queued, so that none is idle while the oldest is awaited."""

DEALS_AT_ONCE = 16
"""Number of deals a thread plays before it reports: some hundredths of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The games with one shuffle of the tiles: player 0 begins the first, player 1 the second, if any."""

    scores: tuple[tuple[int, int], ...]
    """Points by player, for each game."""
    bingos: tuple[int, int]
    """Bingos by player, over all games of the deal."""
    exchanges: tuple[int, int]
    """Exchanges by player, over all games of the deal."""
    turns: int
    """Turns of both players, over all games of the deal."""


@dataclass(slots=True)
class Tally:
    """Running statistics of player 0 against player 1; errors are over deals, not games."""

    deals: int = 0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    bingos: list[int] = field(default_factory=lambda: [0, 0])
    exchanges: list[int] = field(default_factory=lambda: [0, 0])
    turns: int = 0
    _results: Sum = field(default_factory=Sum)
    _beginner_results: Sum = field(default_factory=Sum)
    _spreads: Sum = field(default_factory=Sum)
    _scores: list[Sum] = field(default_factory=lambda: [Sum(), Sum()])
    _games_a_deal: int = 1

    def add(self, deal: Deal) -> None:
        """Add a deal; all must have the same number of games."""
        spreads = [own - other for own, other in deal.scores]
        results = list(map(_result, spreads))
        self._games_a_deal = len(spreads)
        self.deals += 1
        self.games += len(spreads)
        self.wins += results.count(2)
        self.draws += results.count(1)
        self.losses += results.count(0)
        self.turns += deal.turns
        self._results = self._results.plus(sum(results))
        self._beginner_results = self._beginner_results.plus(
            sum(2 - each if number else each for number, each in enumerate(results))
        )
        self._spreads = self._spreads.plus(sum(spreads))
        for player in (0, 1):
            points = sum(scores[player] for scores in deal.scores)
            self._scores[player] = self._scores[player].plus(points)
            self.bingos[player] += deal.bingos[player]
            self.exchanges[player] += deal.exchanges[player]

    @property
    def win_rate(self) -> Estimate:
        """Share of the games that player 0 won, a draw being half a win."""
        return self._results.estimate(0.5 / self._games_a_deal)

    @property
    def beginner_win_rate(self) -> Estimate:
        """Share of the games won by the player who began."""
        return self._beginner_results.estimate(0.5 / self._games_a_deal)

    @property
    def spread_pts(self) -> Estimate:
        """Points of player 0 less those of player 1, per game."""
        return self._spreads.estimate(1.0 / self._games_a_deal)

    def score_pts(self, player: int) -> Estimate:
        """Return the points of a player per game."""
        return self._scores[player].estimate(1.0 / self._games_a_deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Autoplay:
    """Games between two evaluations; the same seed deals the same tiles, whatever the threads."""

    lexicon: Lexicon
    first: StaticEvaluation
    """Evaluation of player 0."""
    second: StaticEvaluation | None = None
    """Evaluation of player 1; None for that of player 0. Then every deal is played once, because with
    swapped seats it would be the same game."""
    layout: Layout = field(default_factory=Layout.standard)
    """Premium squares."""
    seed: int = 1
    """Random seed of the deals."""
    threads: int = 1

    def __post_init__(self) -> None:
        check_least(self, 1, "threads")

    @property
    def games_a_deal(self) -> int:
        """Games per deal: two where the players differ, so that each begins once with the same tiles."""
        return 1 if self.second is None else 2

    def prepare(self) -> None:
        """Load the data that games need, so that the first one is as fast as the others."""
        dictionary_of(self.lexicon, self.layout)

    def deals(self, count: int) -> Generator[Sequence[Deal], None, None]:
        """Play deals and yield them in batches, in order; closing the generator stops the games."""
        dictionary = dictionary_of(self.lexicon, self.layout)
        own, stop = threading.local(), threading.Event()
        first_seed = seed_of(self.seed)  # neighbouring seeds share no games

        def play(numbers: range) -> list[Deal]:
            if not hasattr(own, "self_play"):
                own.self_play = dictionary.core.SelfPlay(dictionary)
            return [self._deal(own.self_play, first_seed, number) for number in numbers if not stop.is_set()]

        todo = (range(first, min(first + DEALS_AT_ONCE, count)) for first in range(0, count, DEALS_AT_ONCE))
        waiting: deque[Future[list[Deal]]] = deque()
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                while True:
                    room = _AHEAD * self.threads - len(waiting)
                    waiting.extend(pool.submit(play, numbers) for numbers in islice(todo, room))
                    if not waiting:
                        return
                    yield waiting.popleft().result()
            finally:
                stop.set()
                for future in waiting:
                    future.cancel()

    def _deal(self, play: _native.SelfPlay, seed: int, number: int) -> Deal:
        second = self.first if self.second is None else self.second
        games = play.play(
            self.first.native, second.native, seed=seed, first_game=2 * number, games=self.games_a_deal
        )
        return Deal(
            scores=tuple((game.scores[0], game.scores[1]) for game in games),
            bingos=(sum(game.bingos[0] for game in games), sum(game.bingos[1] for game in games)),
            exchanges=(sum(game.exchanges[0] for game in games), sum(game.exchanges[1] for game in games)),
            turns=sum(game.turns for game in games),
        )


def _result(spread_pts: int) -> int:
    """Return the result in half points: 2 for a win, 1 for a draw."""
    return 2 if spread_pts > 0 else 1 if spread_pts == 0 else 0
