"""What turns with an empty bag lost in played games, judged by the solver, and what was left of the clock.

Every such turn of the runs is solved, and so is the position after the move that was played. The judge counts
its time in nodes, so the figures repeat. Losses that are not proven on both sides are counted apart.

Example: python -m benchmarks.scrabble_endgame_losses wall-10.run wall-30.run
"""

import argparse
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zeitnot.clocks import TimeControl
from zeitnot.lab import RunStore
from zeitnot.scrabble import Knowledge, gcg
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.generation import Generator
from zeitnot.scrabble.recording.judge import solved_turn
from zeitnot.turns import Reason, ScrabbleFeatures, TurnRecord

_NORMAL_95 = 1.96
_TABLE_MB = 256


@dataclass(slots=True, kw_only=True)
class Side:
    """What one participant did in all games of all runs."""

    losses_pts: list[float] = field(default_factory=list)
    """Points lost by each turn with an empty bag whose judgement is proven."""
    not_proven_pts: list[float] = field(default_factory=list)
    """Points lost by the others, as far as the judge sees."""
    used: list[float] = field(default_factory=list)
    """Part of the clock used in each game."""
    unsolved_used: list[float] = field(default_factory=list)
    """Part of the clock used in games in which a turn with an empty bag was not solved."""
    without_used: list[float] = field(default_factory=list)
    """Part of the clock used in games in which the side had no turn with an empty bag."""
    over_time: int = 0
    """Games over time."""


class Judge:
    """Solves endgames with the same number of nodes each."""

    def __init__(self, *, nodes: int) -> None:
        self._knowledge = Knowledge.built_in()
        knowledge = self._knowledge
        self._generator = Generator.make(knowledge.lexicon, knowledge.evaluation, knowledge.layout)
        self._nodes = nodes

    def losses(self, game: Game) -> list[tuple[int, float, bool]]:
        """Return the seat, the points lost and whether they are proven, for each turn with an empty bag."""
        judged = []
        for index, event in enumerate(game.events):
            if event.kind is not EventKind.MOVE or event.move is None:
                continue
            position = game.position(index)
            if position.bag_count > 0:
                continue
            found = solved_turn(
                position,
                self._knowledge,
                self._generator,
                nodes=self._nodes,
                table_mb=_TABLE_MB,
                also=[event.move],
            )
            loss_pts = max(found.gained_pts.values()) - found.gained_pts[event.move]
            judged.append((event.player, loss_pts, found.is_proven))
        return judged


def endgames_of(records: Sequence[TurnRecord]) -> list[TurnRecord]:
    """Return a side's turns with an empty bag."""
    return [
        record
        for record in records
        if isinstance(record.features, ScrabbleFeatures) and record.features.bag_tiles == 0
    ]


def judged(paths: list[Path], judge: Judge) -> dict[str, Side]:
    """Judge all games of the runs, by participant."""
    sides: dict[str, Side] = {}
    for path in paths:
        with RunStore.read(path) as store:
            initial_s = TimeControl.parse(store.plan.control).stages[0].base_s
            names = [participant.name for participant in store.plan.participants]
            for row in store.games():
                seats = [sides.setdefault(names[number], Side()) for number in (row.first, row.second)]
                for seat, loss_pts, is_proven in judge.losses(gcg.parse(store.text(row.number)).game):
                    side = seats[seat]
                    (side.losses_pts if is_proven else side.not_proven_pts).append(loss_pts)
                for seat, left_s in enumerate((row.first_left_s, row.second_left_s)):
                    used = 1 - left_s / initial_s
                    seats[seat].used.append(used)
                    seats[seat].over_time += left_s < 0
                    endgames = endgames_of(store.records(row.number)[seat::2])
                    if not endgames:
                        seats[seat].without_used.append(used)
                    elif any(record.reason not in (Reason.SOLVED, Reason.ONE_MOVE) for record in endgames):
                        seats[seat].unsolved_used.append(used)
    return sides


def mean_text(figures: list[float], form: str) -> str:
    """Return a mean with its error, 95 %."""
    if len(figures) < 2:
        return "too few"
    error = _NORMAL_95 * statistics.stdev(figures) / math.sqrt(len(figures))
    return f"{statistics.mean(figures):{form}} +- {error:{form}}"


def main() -> None:
    """Judge the runs and print a paragraph for each participant."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--nodes", type=float, default=4e6, help="nodes of the judge for one turn")
    options = parser.parse_args()
    for name, side in judged(options.runs, Judge(nodes=options.nodes)).items():
        print(f"{name}: {len(side.used)} games, {side.over_time} over time")
        print(f"  used of the clock: {mean_text(side.used, '.1%')}")
        unsolved = f"{len(side.unsolved_used)} games with an unsolved endgame turn"
        least = f", least {min(side.unsolved_used):.1%}" if side.unsolved_used else ""
        print(f"  in {unsolved}: {mean_text(side.unsolved_used, '.1%')}{least}")
        without = f"{len(side.without_used)} games without an endgame turn"
        print(f"  in {without}: {mean_text(side.without_used, '.1%')}")
        print(f"  points lost by {len(side.losses_pts)} endgame turns: {mean_text(side.losses_pts, '.3f')}")
        everything = side.losses_pts + side.not_proven_pts
        print(f"  with {len(side.not_proven_pts)} that are not proven: {mean_text(everything, '.3f')}")


if __name__ == "__main__":
    main()
