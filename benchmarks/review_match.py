"""Whether what reviews tell of ways to spend a clock is what a match shows when the way is changed.

The built-in engine plays `uniform` in work time with several ways to spend its clock: at random, dawdling
(an eighth of the clock on every turn), miserly (a hundredth, and half of what a move adds), and by
`learned`. Some games of each are reviewed. A review replays other managers on the same turns, so it tells
how much less the player would have lost under `uniform` and under `learned`; the match shows it: half a
point minus the way's score against `uniform`, and the score of `learned` minus that of the way.

The expected losses of a side's single moves add up to what it lost in the game: each move takes its loss off
the expected score, so the result is the start plus the opponent's losses minus one's own. So far as the judge
is right, a smaller sum of losses against the same opponent is a better score by the same number of points.

Example: nice -n 10 python -m benchmarks.review_match --games 300 --reviewed 60
"""

import argparse
import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.review_truth import CONTROL, LEARNED, RANDOM_CLOCK, Player, played_game, shares
from zeitnot.clocks import Clock
from zeitnot.games import CONFIDENCE, Estimate
from zeitnot.review import JudgeSettings, SideReview, TimedGame, read_pgn, review_games

UNIFORM = Player(name="uniform")


def dawdling_share_s(clock: Clock, _: random.Random) -> float:
    """Return an eighth of the clock: half of it is gone after five turns."""
    return clock.remaining_s / 8


def miserly_share_s(clock: Clock, _: random.Random) -> float:
    """Return a hundredth of the clock and half of what a move adds: most of it is never used."""
    return clock.remaining_s / 100 + clock.reading().increment_s / 2


WAYS = (
    Player(name=LEARNED, policy=LEARNED),
    RANDOM_CLOCK,
    Player(name="dawdler", share_s=dawdling_share_s),
    Player(name="miser", share_s=miserly_share_s),
    UNIFORM,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Games of a way against `uniform`."""

    score: Estimate
    """Score of the way, with its error over pairs of games."""
    texts: tuple[str, ...]
    """Games as PGN."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the reviews of a way's games tell."""

    share: Estimate
    """Share of the achievable, over games."""
    used_s: Estimate
    """Seconds used in a game."""
    loss: Estimate
    """Expected loss of a game with the player's own times."""
    gain: Estimate
    """Gain told of the best spending of the same seconds."""
    less: dict[str, Estimate]
    """By how much less would have been lost under each manager."""


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean with its 95 % error."""
    error = CONFIDENCE * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
    return Estimate(mean=statistics.mean(values), error=error)


def difference(left: Estimate, right: Estimate) -> Estimate:
    """Return the difference of two independent means."""
    return Estimate(mean=left.mean - right.mean, error=math.hypot(left.error or 0.0, right.error or 0.0))


def played_match(way: Player, *, games: int, nodes_per_s: float) -> Match:
    """Play pairs of games, each from one opening with both colours; against itself, one game each."""
    pairs, texts = [], []
    seats = (0,) if way is UNIFORM else (0, 1)
    for pair in range(games // len(seats)):
        points = 0.0
        for first in seats:
            rng = random.Random(f"review match {way.name} {pair} {first}")
            game = played_game(
                (way, UNIFORM), opening=7 * pair, first=first, rng=rng, nodes_per_s=nodes_per_s
            )
            texts.append(game.pgn)
            is_white = f'[White "{way.name}"]' in game.pgn
            points += (game.half_points if is_white else 2 - game.half_points) / 2
        pairs.append(points / len(seats))
    return Match(score=estimate(pairs), texts=tuple(texts))


def told_of(way: Player, texts: Sequence[str], *, effort: float, nodes_per_s: float) -> Told:
    """Review the way's side of games."""
    read = [each for number, text in enumerate(texts) for each in read_pgn(text, what=f"game {number + 1}")]
    found = review_games(
        [each for each in read if isinstance(each, TimedGame)],
        player=way.name,
        settings=JudgeSettings(engine=(), effort=effort, processes=1),
        nodes_per_s=nodes_per_s,
        managers=(UNIFORM.name, LEARNED),
    )
    sides = [side for game in found.games for side in game.sides]
    share, share_error = shares(found, way.name)
    return Told(
        share=Estimate(mean=share, error=share_error),
        used_s=estimate([side.used_s for side in sides]),
        loss=estimate([side.expected_loss for side in sides]),
        gain=estimate([side.gain for side in sides]),
        less={
            name: estimate([side.expected_loss - _loss_under(name, side) for side in sides])
            for name in (UNIFORM.name, LEARNED)
        },
    )


def _loss_under(name: str, side: SideReview) -> float:
    return next(each.loss for each in side.managers if each.name == name)


def text_of(found: Estimate, digits: int = 3) -> str:
    """Return a mean with its error."""
    return f"{found.mean:+.{digits}f} ± {found.error or 0.0:.{digits}f}"


def main() -> None:
    """Play, review, and print what was told beside what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300, help="games of each way against uniform")
    parser.add_argument("--reviewed", type=int, default=60, help="games of each way that are reviewed")
    parser.add_argument("--speed", type=float, default=10_000.0, help="nodes that are a second")
    parser.add_argument("--effort", type=float, default=0.5, help="of the reviews")
    parser.add_argument("--ways", nargs="*", default=[way.name for way in WAYS])
    given = parser.parse_args()
    print(f"{CONTROL} at {given.speed:.0f} nodes a second, {given.games} games each against uniform")
    matches: dict[str, Estimate] = {}
    tellings: dict[str, Told] = {}
    for way in (way for way in WAYS if way.name in given.ways):
        # Against itself, half the points are certain: those games are played to be reviewed.
        games = given.reviewed if way is UNIFORM else given.games
        match = played_match(way, games=games, nodes_per_s=given.speed)
        matches[way.name] = Estimate(mean=0.5, error=0.0) if way is UNIFORM else match.score
        print(f"{way.name}: score {text_of(matches[way.name])}", flush=True)
        told = told_of(way, match.texts[: given.reviewed], effort=given.effort, nodes_per_s=given.speed)
        tellings[way.name] = told
        print(
            f"{way.name}: share {text_of(told.share)}, used {text_of(told.used_s, 2)} s, "
            f"expected loss {text_of(told.loss)}, gain told {text_of(told.gain)}; less lost under "
            + ", ".join(f"{name} {text_of(less)}" for name, less in told.less.items()),
            flush=True,
        )
    for worse, told in tellings.items():
        for better in (UNIFORM.name, LEARNED):
            if worse != better and better in matches:
                found = difference(matches[better], matches[worse])
                print(f"{worse} -> {better}: told {text_of(told.less[better])}, found {text_of(found)}")


if __name__ == "__main__":
    main()
