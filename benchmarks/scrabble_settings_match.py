"""What a setting of the player brings: pairs of games in work time, one side with it, one without.

The two games of a pair have the same tiles and the seats swapped, so errors (95 %) are over pairs. Both sides
have the same policy and the same clock.
"""

import argparse
import dataclasses
import itertools
import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from zeitnot.clocks import TimeControl
from zeitnot.models import make_manager
from zeitnot.scrabble import Knowledge, Player, PlayerSettings, WorkRates
from zeitnot.scrabble.clocked_game import ClockedGame
from zeitnot.turns import NO_CONNECTION

EXAMPLES = """examples:
  python -m benchmarks.scrabble_settings_match --set pre_endgame=true --pairs 300
  python -m benchmarks.scrabble_settings_match --set decide_share=0.3 --work 100 --clock "2:00 -10/min"
"""

TRUE = "true"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What all games have in common."""

    settings: tuple[tuple[str, str], ...]
    clock: str
    work: float
    policy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two games on the same tiles, from the view of the side with the settings."""

    spread_pts: float
    """Mean of the two."""
    wins: float
    """Share of the two, 0 to 1."""
    solved_turns: int
    """Turns in which deals were solved."""
    over_s: float
    """Overtime of both sides in both games."""


@cache
def knowledge() -> Knowledge:
    """Return what all players of a process share."""
    return Knowledge.built_in()


def settings_of(given: tuple[tuple[str, str], ...]) -> PlayerSettings:
    """Return the player's settings with those given, in the types of their defaults."""
    default = PlayerSettings()
    known = {field.name: getattr(default, field.name) for field in dataclasses.fields(default)}
    changed: dict[str, Any] = {
        name: text == TRUE if isinstance(known[name], bool) else type(known[name])(text)
        for name, text in given
    }
    return replace(default, **changed)


def pair(terms: Terms, seed: int) -> Pair:
    """Play both games of a pair."""
    spreads, wins, solved, over_s = [], [], 0, 0.0
    for seat in (0, 1):
        players = [
            Player(
                make_manager(terms.policy, {}, overhead=NO_CONNECTION),
                knowledge(),
                settings=settings_of(terms.settings if each == seat else ()),
                rates=WorkRates.at(terms.work),
            )
            for each in (0, 1)
        ]
        game = ClockedGame((players[0], players[1]), TimeControl.parse(terms.clock), seed=seed)
        result = game.play()
        spread = result.scores[seat] - result.scores[1 - seat]
        spreads.append(spread)
        wins.append(0.5 + 0.5 * ((spread > 0) - (spread < 0)))
        solved += sum("pre-endgame" in turn.record.note for turn in result.turns)
        over_s += sum(result.over_s)
    return Pair(
        spread_pts=statistics.mean(spreads), wins=statistics.mean(wins), solved_turns=solved, over_s=over_s
    )


def estimate(values: list[float]) -> str:
    """Write a mean with its 95 % error."""
    error = 1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    return f"{statistics.mean(values):+.3f} +- {error:.3f}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", action="append", required=True, metavar="NAME=VALUE", help="of one side")
    parser.add_argument("--pairs", type=int, default=300, help="default: %(default)s")
    parser.add_argument("--clock", default="25:00 -10/min", help="default: %(default)s")
    parser.add_argument("--work", type=float, default=100.0, help="samples a second (default: %(default)s)")
    parser.add_argument("--policy", default="magpie", help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair")
    parser.add_argument("--processes", type=int, default=1, help="default: %(default)s")
    options = parser.parse_args()
    given = tuple((name, value) for name, _, value in (each.partition("=") for each in options.set))
    terms = Terms(settings=given, clock=options.clock, work=options.work, policy=options.policy)
    settings_of(given)  # refuses what does not exist before anything is played
    seeds = range(options.seed, options.seed + options.pairs)
    with ProcessPoolExecutor(options.processes) as pool:
        played = []
        for each in pool.map(pair, itertools.repeat(terms), seeds):
            played.append(each)
            if len(played) % 10 == 0 or len(played) == options.pairs:
                print(
                    f"{2 * len(played)} games: points {estimate([one.spread_pts for one in played])}, "
                    f"wins less half {estimate([one.wins - 0.5 for one in played])}, "
                    f"{sum(one.solved_turns for one in played)} turns solved, "
                    f"{sum(one.over_s for one in played):.1f} s over",
                    flush=True,
                )


if __name__ == "__main__":
    main()
