"""How well inference knows what the opponent kept: log-likelihood of the tiles really kept against chance.

The games must have all racks, as GCG files of matches have them. Temperature and floor are chosen on every
second game and the figures are those of the others, with errors by games (95 %).

Example: zeitnot match learned magpie --game scrabble --clock "2:00 -10/min" --work 400 --games 60 -o m.run
         python benchmarks/scrabble_inference.py m.gcg
"""

import argparse
import json
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb, prod
from pathlib import Path

import numpy as np
import numpy.typing as npt

from zeitnot._native import KeptTiles, StopControl
from zeitnot.scrabble import Game, Generator, InferenceSettings, ObservedPlay, RackInference, gcg
from zeitnot.scrabble.evaluation import MILLI
from zeitnot.scrabble.inference import observed_play, worth
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import RACK_SIZE, MoveKind
from zeitnot.scrabble.simulation import Simulator, unseen_counts

Floats = npt.NDArray[np.float64]
TEMPERATURES_PTS = (1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 12.0)
FLOORS = (0.0, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1)
DECAYS = (0.0, 0.25, 0.5, 0.75, 1.0)
BAGS = ((1, 14), (15, 30), (31, 60), (61, 100))
"""Tiles in the bag, from and to."""
LISTED_KEPT = 3
"""Most tiles kept for which all racks are listed, as the turn before must have them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One placement with the tiles really kept, and draws of what could have been kept."""

    game: int
    seat: int
    kept_count: int
    bag: int
    kept: bytes
    placed: bytes
    unseen: bytes
    """Counts of the tiles unseen after the move."""
    loss_pts: float
    """What the move lost against the best one of the real rack."""
    drawn: list[bytes]
    ways: Floats
    """Weights of those in a draw from the unseen tiles."""
    losses_pts: Floats
    once: Floats
    """Factor for racks that hold a letter again which was placed."""
    is_listed: bool

    def likelihoods(self, temperature_pts: float, floor: float, power: float = 1.0) -> Floats:
        """Return how likely the move is with each rack drawn, and with the real one at the end."""
        losses = np.append(self.losses_pts, self.loss_pts)
        once = np.append(self.once, once_factor(self.placed, self.kept)) ** power
        likely: Floats = once * (floor + (1 - floor) * np.exp(-losses / temperature_pts))
        return likely

    def gain(
        self, temperature_pts: float, floor: float, carried: Floats | None = None, power: float = 1.0
    ) -> float:
        """Return the log of the real tiles' chance by inference against that of a draw, in nats."""
        likely = self.likelihoods(temperature_pts, floor, power)
        if carried is not None:
            likely = likely * carried
        mean = float(np.average(likely[:-1], weights=self.ways))
        return math.log(likely[-1] / mean) if likely[-1] > 0 else -math.inf


def main() -> None:
    """Read the games, choose on half of them, and print the gains of the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=Path, nargs="+", help="folders of GCG files")
    parser.add_argument("--racks", type=int, default=1000, help="racks looked at for a turn")
    parser.add_argument("--most-games", type=int, default=10_000, help="of each folder")
    parser.add_argument(
        "--cost", action="store_true", help="only the cost of a rack against that of a sample"
    )
    parser.add_argument("--json", action="store_true", dest="json_form")
    options = parser.parse_args()
    if options.cost:
        print(text_of(costs(options.games[0])))
        return
    folders = [sorted(folder.glob("*.gcg"))[: options.most_games] for folder in options.games]
    paths = [path for folder in folders for path in folder]
    found = [each for number, path in enumerate(paths) for each in observations(number, path, options.racks)]
    form = summary(found, games=len(paths))
    print(json.dumps(form) if options.json_form else text_of(form))


def observations(number: int, path: Path, racks: int) -> Iterator[Observation]:
    """Yield the placements of a game after which the bag has tiles."""
    game = gcg.read(path).game
    for index in range(1, len(game.events)):
        play = observed_play(game, game.states[index].on_turn, index)
        position = game.position(index)
        if play is None or play.move.kind is not MoveKind.PLACE or not position.bag_count:
            continue
        racks_known = len(position.rack) == len(game.events[index - 1].rack) == RACK_SIZE
        if racks_known and play.kept_count:
            yield observation(number, game, index, play, racks)


def observation(number: int, game: Game, index: int, play: ObservedPlay, racks: int) -> Observation:
    """Look at racks that allow the move, and at the real one."""
    known = Knowledge.built_in()
    event = game.events[index - 1]
    kept = bytes(sorted((Counter(event.rack) - Counter(play.placed)).elements()))
    best = Generator.make(known.lexicon, known.evaluation).moves(game.position(index - 1), 1)[0]
    played_pts = worth(play, known.evaluation) / MILLI + known.evaluation.leave_pts(tuple(kept))
    most = 4_000 if play.kept_count <= LISTED_KEPT else racks
    control = StopControl()
    control.start(soft_s=math.inf, hard_s=math.inf)
    inference = RackInference(knowledge=known, settings=InferenceSettings(most_racks=most))
    report = inference.report(game.position(index), play, control, seed=index)
    drawn, chances, losses = zip(*report.hypotheses(), strict=True)
    once = np.array([once_factor(bytes(play.placed), tiles) for tiles in drawn])
    return Observation(
        game=number,
        seat=event.player,
        kept_count=play.kept_count,
        bag=play.position.bag_count,
        kept=kept,
        placed=bytes(play.placed),
        unseen=unseen_counts(game.position(index)),
        loss_pts=max(0.0, best.equity_pts - played_pts),
        drawn=list(drawn),
        ways=np.array(chances) / once,
        losses_pts=np.array(losses) / MILLI,
        once=once,
        is_listed=report.draws == 0,
    )


def once_factor(placed: bytes, kept: bytes) -> float:
    """Return the chance of a rack relative to drawing the tiles kept: equal tiles make one rack."""
    kept_counts, placed_counts = Counter(kept), Counter(placed)
    return 1 / prod(comb(placed_counts[tile] + count, count) for tile, count in kept_counts.items())


def carried(found: list[Observation], temperature_pts: float, floor: float) -> dict[int, Floats]:
    """Return for observations what the same player's turn before says about each rack, by their number.

    That is the mean, over the ways in which the tiles kept then may be among those of the rack now, of their
    chance by inference against that of a draw.
    """
    before: dict[tuple[int, int], Observation] = {}
    factors = {}
    for place, each in enumerate(found):
        earlier = before.get((each.game, each.seat))
        before[each.game, each.seat] = each
        if earlier is None or not earlier.is_listed or earlier.kept_count > LISTED_KEPT:
            continue
        likely = earlier.likelihoods(temperature_pts, floor)[:-1]
        mean = float(np.average(likely, weights=earlier.ways))
        weighted = zip(earlier.drawn, (likely * earlier.ways / mean).tolist(), strict=True)
        ratios = KeptTiles(list(weighted)).ratios(earlier.unseen)
        factors[place] = np.array([ratios.mean_in(each.placed + kept) for kept in (*each.drawn, each.kept)])
    return factors


def summary(found: list[Observation], *, games: int) -> dict[str, object]:
    """Choose on even games, and return the gains on odd ones."""
    fit = [each for each in found if each.game % 2 == 0]
    held_out = [each for each in found if each.game % 2]
    grid = {
        (temperature_pts, floor): np.mean([each.gain(temperature_pts, floor) for each in fit])
        for temperature_pts in TEMPERATURES_PTS
        for floor in FLOORS
    }
    temperature_pts, floor = max(grid, key=lambda key: float(grid[key]))
    likelihood = temperature_pts, floor
    by_kept = {
        kept: estimate([each for each in held_out if each.kept_count == kept], likelihood)
        for kept in sorted({each.kept_count for each in held_out})
    }
    by_bag = {
        f"{low}-{high}": estimate([each for each in held_out if low <= each.bag <= high], likelihood)
        for low, high in BAGS
    }
    factors = carried(found, *likelihood)
    decays = {}
    for decay in DECAYS:
        gains: dict[int, list[float]] = defaultdict(list)
        for place, factor in factors.items():
            if found[place].game % 2:
                gains[found[place].game].append(found[place].gain(*likelihood, factor**decay))
        decays[str(decay)] = of_games(gains)
    return {
        "games": games,
        "turns": len(found),
        "temperature_pts": temperature_pts,
        "floor": floor,
        "grid": {f"{key[0]:g}/{key[1]:g}": round(float(value), 4) for key, value in grid.items()},
        "without likelihood": estimate(held_out, (1.0, 1.0)),
        "with equal tiles as several racks": estimate(held_out, likelihood, power=0.0),
        "gain": estimate(held_out, likelihood),
        "by_kept": by_kept,
        "by_bag": by_bag,
        "losses_pts": np.percentile([each.loss_pts for each in found], (25, 50, 75, 90, 95, 99)).tolist(),
        "turns with the turn before": len(factors),
        "decays": decays,
    }


def estimate(found: list[Observation], likelihood: tuple[float, float], power: float = 1.0) -> list[float]:
    """Return the mean gain in nats, its error of 95 % by games, and the number of turns."""
    gains: dict[int, list[float]] = defaultdict(list)
    for each in found:
        gains[each.game].append(each.gain(*likelihood, power=power))
    return of_games(gains)


def of_games(gains: dict[int, list[float]]) -> list[float]:
    """Return the mean over turns, its error of 95 % by games, and the number of turns."""
    if not gains:
        return [math.nan, math.nan, 0]
    values = [value for each in gains.values() for value in each]
    mean = sum(values) / len(values)
    off = [sum(value - mean for value in each) for each in gains.values()]
    error = 1.96 * math.sqrt(sum(each**2 for each in off)) / len(values)
    return [round(mean, 4), round(error, 4), len(values)]


def costs(folder: Path, *, work: int = 1000) -> dict[str, object]:
    """Return processor times of racks and of samples on turns of some games, and their ratio."""
    known = Knowledge.built_in()
    generator = Generator.make(known.lexicon, known.evaluation)
    simulator = Simulator(knowledge=known)
    inference = RackInference(knowledge=known, settings=InferenceSettings(most_racks=work))
    spent: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    for path in sorted(folder.glob("*.gcg"))[:6]:
        game = gcg.read(path).game
        for index in range(1, len(game.events)):
            play, position = observed_play(game, game.states[index].on_turn, index), game.position(index)
            if play is None or play.kept_count < LISTED_KEPT or not position.bag_count or not position.rack:
                continue
            candidates = generator.moves(position, simulator.settings.candidates)
            control = StopControl()
            control.start(soft_s=math.inf, hard_s=math.inf)
            began_s = time.process_time()
            racks = inference.report(position, play, control).racks
            middle_s = time.process_time()
            samples = simulator.run(position, candidates, control, lambda _: False, most_samples=work).samples
            band = next(f"{low}-{high}" for low, high in BAGS if low <= position.bag_count <= high)
            row = (middle_s - began_s, racks, time.process_time() - middle_s, samples)
            spent[band] = [before + more for before, more in zip(spent[band], row, strict=True)]
    return {
        band: {
            "rack_us": round(1e6 * row[0] / row[1], 1),
            "sample_us": round(1e6 * row[2] / row[3], 1),
            "racks in a sample": round(row[2] / row[3] * row[1] / row[0], 2),
        }
        for band, row in sorted(spent.items())
    }


def text_of(form: dict[str, object]) -> str:
    """Return the figures line by line."""
    return "\n".join(f"{name}: {value}" for name, value in form.items())


if __name__ == "__main__":
    main()
