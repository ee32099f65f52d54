"""Own turns to come by tiles left (bag and both racks): counted in games at sight, and as formulas have them.

Example: python benchmarks/scrabble_turns_left.py --games 2000
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean

import numpy as np

from zeitnot.policies.magpie import Magpie
from zeitnot.scrabble import Game, Generator, MoveKind
from zeitnot.scrabble.features import features_of
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.table import TileBag
from zeitnot.turns import ScrabbleFeatures

_BANDS = ((87, 100), (73, 86), (59, 72), (45, 58), (31, 44), (22, 30), (15, 21), (9, 14), (1, 8))
"""Tiles left, from and to; with 15 to 21 the bag has its last seven."""


def main() -> None:
    """Play the games, print the counts beside both formulas, and the line that fits them best."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", dest="json_form")
    options = parser.parse_args()
    counts = [
        count for game in range(options.games) for count in turns_of_a_game(options.seed * 1_000_003 + game)
    ]
    form = summary(counts)
    print(json.dumps(form) if options.json_form else text_of(form))


def turns_of_a_game(seed: int) -> Iterator[tuple[ScrabbleFeatures, int]]:
    """Play a game at sight; give every turn with the own turns that were to come, it included."""
    known = Knowledge.built_in()
    generator = Generator.make(known.lexicon, known.evaluation)
    bag = TileBag(known.lexicon.distribution, seed)
    racks = [bag.fill((), seat) for seat in (0, 1)]
    game, seen = Game.new(), []
    while not game.is_over:
        seat = game.state.on_turn
        position = replace(game.position(), rack=racks[seat])
        best = generator.moves(position, 1)[0]
        seen.append(features_of(position, (best,)))
        game = game.play(best.move, rack=racks[seat])
        if best.move.kind is MoveKind.EXCHANGE:
            racks[seat] = bag.exchange(racks[seat], best.move.tiles, seat)
        elif best.move.kind is MoveKind.PLACE:
            racks[seat] = bag.fill(best.leave, seat)
    for number, features in enumerate(seen):
        yield features, (len(seen) - number + 1) // 2


def summary(counts: list[tuple[ScrabbleFeatures, int]]) -> dict[str, object]:
    """Give the means by band, and the line."""
    tiles = np.array([features.tiles_left for features, _ in counts], dtype=float)
    turns = np.array([own for _, own in counts], dtype=float)
    slope, last_turns = np.polyfit(tiles, turns, 1)
    document, default = Magpie(tiles_per_turn=4.5, last_turns=0.0), Magpie()
    by_band: dict[tuple[int, int], list[tuple[float, float, float]]] = defaultdict(list)
    for features, own in counts:
        band = next(band for band in _BANDS if band[0] <= features.tiles_left <= band[1])
        row = [
            features.own_turns(tiles_per_turn=each.tiles_per_turn, last_turns=each.last_turns)
            for each in (document, default)
        ]
        by_band[band].append((own, row[0], row[1]))
    return {
        "turns": len(counts),
        "fit": {"tiles_per_turn": 0.5 / float(slope), "last_turns": float(last_turns)},
        "bands": [
            {
                "tiles_left": list(band),
                "turns": len(by_band[band]),
                **{
                    name: fmean(row[column] for row in by_band[band])
                    for column, name in enumerate(("counted", "document", "default"))
                },
            }
            for band in _BANDS
            if by_band[band]
        ],
    }


def text_of(form: dict[str, object]) -> str:
    """Write the table."""
    bands, fit = form["bands"], form["fit"]
    assert isinstance(bands, list)
    assert isinstance(fit, dict)
    lines = [f"{'tiles left':>10} {'turns':>7} {'counted':>8} {'document':>9} {'default':>8}"]
    for row in bands:
        low, high = row["tiles_left"]
        figures = f"{row['counted']:8.2f} {row['document']:9.2f} {row['default']:8.2f}"
        lines.append(f"{f'{low}-{high}':>10} {row['turns']:7d} {figures}")
    lines.append(
        f"best line: {fit['tiles_per_turn']:.2f} tiles a turn, and {fit['last_turns']:.2f} turns more"
    )
    return "\n".join(lines)


if __name__ == "__main__":
    main()
