"""Whether dynamic leaves help: static players with and without them, or single decisions played out.

Examples: python -m benchmarks.dynamic_leaves match --pairs 400
          python -m benchmarks.dynamic_leaves decisions --games 100 --setting board_draws=0 --setting ""
"""

import argparse
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace

from zeitnot._native import Sampling, StopControl
from zeitnot.scrabble import Board, Generator, LetterDistribution, MoveKind, Position, RatedMove
from zeitnot.scrabble.dynamic_leaves import DynamicLeaves
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import RACK_SIZE
from zeitnot.scrabble.rules import MOST_SCORELESS
from zeitnot.scrabble.simulation import SimulationSettings, Simulator

CANDIDATES = 40
"""Best static moves that are rated anew."""

CONFIDENCE = 1.96
"""Standard errors to either side that hold 95 % of a normal distribution."""

TO_THE_END = 200
"""Plies that no game outlasts."""

Chooser = Callable[[Position], RatedMove]


@dataclass(kw_only=True)
class Table:
    """A game under way; each draws from his own end of the bag, so that a seed gives both their tiles."""

    seed: int
    bag: list[int]
    racks: list[list[int]] = field(default_factory=lambda: [[], []])
    scores: list[int] = field(default_factory=lambda: [0, 0])
    board: Board = field(default_factory=Board.empty)
    on_turn: int = 0
    scoreless: int = 0
    over: bool = False

    @classmethod
    def deal(cls, seed: int) -> "Table":
        """Shuffle and give both players their tiles."""
        bag = [tile for tile, count in enumerate(LetterDistribution.english().counts) for _ in range(count)]
        random.Random(seed).shuffle(bag)
        table = cls(seed=seed, bag=bag)
        for player in (0, 1):
            table.draw(player)
        return table

    def draw(self, player: int) -> None:
        """Fill a rack."""
        while self.bag and len(self.racks[player]) < RACK_SIZE:
            self.racks[player].append(self.bag.pop(-1 if player == 0 else 0))

    def position(self) -> Position:
        """Give what the player on turn sees."""
        own, other = self.scores[self.on_turn], self.scores[1 - self.on_turn]
        return Position(
            board=self.board,
            rack=tuple(self.racks[self.on_turn]),
            scores=(own, other),
            scoreless_turns=self.scoreless,
        )

    def play(self, rated: RatedMove) -> None:
        """Make a move, draw, and count the tiles left if it was the last."""
        player = self.on_turn
        played = Counter(self.racks[player]) - Counter(rated.leave)
        if rated.move.kind is MoveKind.PLACE:
            self.board = self.board.with_tiles(self.position().judge(rated.move).squares)
        self.racks[player] = list(rated.leave)
        self.draw(player)
        if rated.move.kind is MoveKind.EXCHANGE:
            rng = random.Random(self.seed + len(self.bag))
            for tile in played.elements():
                self.bag.insert(rng.randrange(len(self.bag) + 1), tile)
        self.scores[player] += rated.score_pts
        self.scoreless = 0 if rated.score_pts else self.scoreless + 1
        self.on_turn = 1 - player
        self._end(player)

    def _end(self, player: int) -> None:
        left = [LetterDistribution.english().rack_value(rack) for rack in self.racks]
        if not self.racks[player]:
            self.scores[player] += 2 * left[1 - player]
        elif self.scoreless >= MOST_SCORELESS:
            self.scores = [score - value for score, value in zip(self.scores, left, strict=True)]
        else:
            return
        self.over = True


@dataclass(kw_only=True)
class Player:
    """A static player whose leaves are dynamic where that is worthwhile."""

    generator: Generator
    leaves: DynamicLeaves
    turns: int = 0
    changed: int = 0
    spent_s: float = 0.0

    def static(self, position: Position) -> RatedMove:
        """Choose without."""
        return self.generator.moves(position, 1)[0]

    def choose(self, position: Position) -> RatedMove:
        """Choose with dynamic leaves."""
        if not self.leaves.worthwhile(position):
            return self.static(position)
        moves = self.generator.moves(position, CANDIDATES)
        control = StopControl()
        control.start(soft_s=math.inf, hard_s=math.inf)
        began_s = time.process_time()
        rating = self.leaves.rate(position, moves, control, seed=len(position.unseen) + sum(position.rack))
        self.spent_s += time.process_time() - began_s
        self.turns += 1
        self.changed += rating.moves[0].move != moves[0].move
        return rating.moves[0]

    def cost(self) -> str:
        """Say what it took."""
        turns = max(1, self.turns)
        return f"{self.changed / turns:.0%} of turns changed, {1000 * self.spent_s / turns:.1f} ms a turn"


def estimate(values: list[float], unit: float = 1.0) -> str:
    """Write a mean with its error."""
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{mean * unit:.2f} +- {CONFIDENCE * math.sqrt(variance / len(values)) * unit:.2f}"


def play_out(table: Table, players: tuple[Chooser, Chooser]) -> int:
    """Play to the end; points of player 0 less those of player 1."""
    while not table.over:
        table.play(players[table.on_turn](table.position()))
    return table.scores[0] - table.scores[1]


def match(player: Player, seeds: range) -> str:
    """Play pairs of games on the same tiles against the static player."""
    points, wins = [], []
    for seed in seeds:
        table = Table.deal(seed)
        while not table.over and not player.leaves.worthwhile(table.position()):
            table.play(player.static(table.position()))
        first = play_out(deepcopy(table), (player.choose, player.static))
        second = -play_out(table, (player.static, player.choose))
        points.append((first + second) / 2)
        wins.append(sum(0.5 + 0.5 * ((spread > 0) - (spread < 0)) for spread in (first, second)) / 2)
    return f"{estimate(points)} points a game, {estimate(wins, 100)} % wins, {player.cost()}"


def positions(player: Player, seeds: range) -> Iterator[Position]:
    """Go through the positions of static games where dynamic leaves are worthwhile."""
    for seed in seeds:
        table = Table.deal(seed)
        while not table.over:
            position = table.position()
            if player.leaves.worthwhile(position):
                yield position
            table.play(player.static(position))


def decisions(player: Player, seeds: range, samples: int) -> str:
    """Where the choice changes, play both moves out on the same deals, to the end of the game."""
    settings = SimulationSettings(plies=TO_THE_END, sampling=Sampling.ROUND_ROBIN, first_samples=samples)
    simulator = Simulator(knowledge=player.leaves.knowledge, settings=settings)
    points, wins = [], []
    for number, position in enumerate(positions(player, seeds)):
        moves = [player.choose(position), player.static(position)]
        gained_pts = gained_wins = 0.0
        if moves[0].move != moves[1].move:
            control = StopControl()
            control.start(soft_s=math.inf, hard_s=math.inf)
            state = simulator.run(
                position, moves, control, lambda _: False, seed=number + 1, most_samples=2 * samples
            )
            arms = {move.rated.move: move for move in state.moves}
            dynamic, static = (arms[move.move] for move in moves)
            gained_pts = dynamic.equity_pts - static.equity_pts
            gained_wins = dynamic.win_chance - static.win_chance
        points.append(gained_pts)
        wins.append(gained_wins)
    a_game = len(points) / len(seeds) / 2
    text = f"{estimate(points, a_game)} points, {estimate(wins, 100 * a_game)} % wins a game and player"
    return f"{text} ({len(points)} positions, {a_game:.1f} turns), {player.cost()}"


def with_settings(leaves: DynamicLeaves, text: str) -> DynamicLeaves:
    """Read `name=value,name=value`."""
    pairs = (part.split("=") for part in text.split(",") if part)
    return replace(leaves, **{name: type(getattr(leaves, name))(value) for name, value in pairs})


def main() -> None:
    """Measure each setting on the same tiles."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("match", "decisions"))
    parser.add_argument("--pairs", type=int, default=400, help="of games, in a match")
    parser.add_argument("--games", type=int, default=100, help="whose positions are decided")
    parser.add_argument("--samples", type=int, default=60, help="of each move that is played out")
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument(
        "--setting", action="append", metavar="NAME=VALUE,...", help="fields of DynamicLeaves"
    )
    options = parser.parse_args()
    knowledge = Knowledge.built_in()
    for text in options.setting or [""]:
        leaves = with_settings(DynamicLeaves(knowledge=knowledge), text)
        player = Player(generator=Generator.make(knowledge.lexicon, knowledge.evaluation), leaves=leaves)
        if options.what == "match":
            result = match(player, range(options.seed, options.seed + options.pairs))
        else:
            result = decisions(player, range(options.seed, options.seed + options.games), options.samples)
        print(f"{text or 'default'}: {result}", flush=True)


if __name__ == "__main__":
    main()
