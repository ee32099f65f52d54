"""Autoplay: two static players and as many games as wanted, on all cores, with what can be said of them."""

import hashlib
import threading
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from zeitnot import _native
from zeitnot.errors import SettingError
from zeitnot.scrabble.estimate import Estimate, Sum
from zeitnot.scrabble.evaluation import StaticEvaluation
from zeitnot.scrabble.generation import dictionary_of
from zeitnot.scrabble.layout import Layout
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.self_play import Batch, SelfPlays, batches, played_in_order

DEALS_AT_ONCE = 16
"""A thread plays so many before it reports: some hundredths of a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The games with one shuffle of the tiles: player 0 begins the first, player 1 the second, if any."""

    scores: tuple[tuple[int, int], ...]
    """Points by player, for each game."""
    bingos: tuple[int, int]
    """Plays of seven tiles by player, of all games together."""
    exchanges: tuple[int, int]
    """Turns that changed tiles, likewise."""
    turns: int
    """Of both players, all games together."""


@dataclass(slots=True)
class Tally:
    """What the deals so far came to, for player 0 against player 1; errors are over deals, not games."""

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
        """Count a deal; all must have the same number of games."""
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
        """Share of the games that went to who began."""
        return self._beginner_results.estimate(0.5 / self._games_a_deal)

    @property
    def spread_pts(self) -> Estimate:
        """Points of player 0 less those of player 1, a game."""
        return self._spreads.estimate(1.0 / self._games_a_deal)

    def score_pts(self, player: int) -> Estimate:
        """Points of a player, a game."""
        return self._scores[player].estimate(1.0 / self._games_a_deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Autoplay:
    """Games between two evaluations; the same seed deals the same tiles, whatever the threads."""

    lexicon: Lexicon
    """The words."""
    first: StaticEvaluation
    """Player 0."""
    second: StaticEvaluation | None = None
    """Player 1; None is player 0 himself, and then every deal is played once: seats swapped, it would
    be the same game."""
    layout: Layout = field(default_factory=Layout.standard)
    """The premium squares."""
    seed: int = 1
    """Another seed, other games."""
    threads: int = 1
    """How many play at once."""

    def __post_init__(self) -> None:
        """Refuse less than one thread."""
        if self.threads < 1:
            raise SettingError(f"threads must be at least 1, got {self.threads!r}")

    @property
    def games_a_deal(self) -> int:
        """Two where the players differ: each begins once with the same tiles."""
        return 1 if self.second is None else 2

    def prepare(self) -> None:
        """Open what the games need, so that the first of them is as quick as the others."""
        dictionary_of(self.lexicon, self.layout)

    def deals(self, count: int) -> Generator[Sequence[Deal], None, None]:
        """Play deals and yield them in portions, in order; closing the generator ends the games."""
        self_plays = SelfPlays(dictionary_of(self.lexicon, self.layout))
        stop = threading.Event()
        first_seed = _spread(self.seed)

        def play(batch: Batch) -> list[Deal]:
            numbers = range(batch.first, batch.first + batch.count)
            own = self_plays.mine()
            return [self._deal(own, first_seed, number) for number in numbers if not stop.is_set()]

        todo = batches(first=0, count=count, size=DEALS_AT_ONCE)
        with closing(played_in_order(todo, play, threads=self.threads, stop=stop)) as played:
            try:
                for _, deals in played:
                    yield deals
            finally:
                stop.set()

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
    """Half wins."""
    return 2 if spread_pts > 0 else 1 if spread_pts == 0 else 0


def _spread(seed: int) -> int:
    """Make the first of the seeds of a run: neighbouring seeds are to have no games in common."""
    return int.from_bytes(hashlib.sha256(str(seed).encode()).digest()[:7])
