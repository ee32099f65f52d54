"""The exact pre-endgame on against off: pairs of games in work time that differ from the first such turn on.

The two games of a pair have the same tiles and the seats swapped. In work time both sides play the same moves
until a turn comes that may be solved, so that part is played once: then the process divides, and each half
plays one game to its end, one after the other. Errors (95 %) are over pairs. With a file, the same command
goes on where it was interrupted.
"""

import argparse
import json
import os
import statistics
import sys
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from benchmarks.scrabble_settings_match import estimate, knowledge
from zeitnot.clocks import TimeControl
from zeitnot.models import make_manager
from zeitnot.scrabble import Knowledge, Player, PlayerSettings, WorkRates
from zeitnot.scrabble.clocked_game import Answer, ClockedGame, ClockedResult, PlayerSide
from zeitnot.scrabble.pre_endgame import is_pre_endgame
from zeitnot.scrabble.table import Table
from zeitnot.turns import NO_CONNECTION

EXAMPLES = """examples:
  python -m benchmarks.scrabble_pre_endgame_match --pairs 2
  python -m benchmarks.scrabble_pre_endgame_match --clock "2:00 -10/min" --work 500 -o on-off.jsonl
"""
FIRST_PART = "the first part of a pair must end well"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What all games have in common."""

    policy: str
    policy_settings: dict[str, str]
    clock: str
    work: float
    table_mb: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game, from the view of the side with the setting on."""

    spread_pts: int
    solved: int = 0
    """Turns of that side in which deals were solved."""
    proven: int = 0
    """Turns of these with a proven move."""
    nodes: int = 0
    """Nodes of those turns together."""
    sampled: int = 0
    """Turns of the other side with as many tiles in the bag, on which samples of deals may be solved."""
    sampled_nodes: int = 0
    """Nodes of those turns together."""
    over_s: float = 0.0
    """Overtime of both sides."""


@dataclass(slots=True, kw_only=True)
class Fork:
    """Where a pair divides into two games, and what the other half found."""

    players: tuple[Player, Player]
    on_seat: int = 0
    is_divided: bool = False
    child_end: int | None = None
    """Where the other half writes, in that half."""
    other: list[Played] = field(default_factory=list)

    def divide(self) -> None:
        """Divide the process; the half with the setting on seat 1 plays first, and this one waits for it."""
        self.is_divided = True
        reading, writing = os.pipe()
        sys.stdout.flush()
        if (child := os.fork()) == 0:
            os.close(reading)
            self.on_seat, self.child_end = 1, writing
        else:
            os.close(writing)
            with os.fdopen(reading, encoding="ascii") as pipe:
                text = pipe.read()
            if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
                raise SystemExit(FIRST_PART)
            self.other.append(Played(**json.loads(text)))
        player = self.players[self.on_seat]
        player.settings = replace(player.settings, pre_endgame=True)


class ForkingSide(PlayerSide):
    """The built-in player, which divides the process before the first turn that may be solved."""

    def __init__(self, player: Player, *, seed: int, fork: Fork) -> None:
        """Take a player, the seed of the game, and what both sides share."""
        super().__init__(player, seed=seed)
        self._fork = fork

    def answer(self, table: Table) -> Answer:
        """Choose a move."""
        if not self._fork.is_divided and is_pre_endgame(table.position()):
            self._fork.divide()
        return super().answer(table)


def make_player(terms: Terms, words: Knowledge) -> Player:
    """Return a player with the setting off."""
    return Player(
        make_manager(terms.policy, terms.policy_settings, overhead=NO_CONNECTION),
        words,
        settings=PlayerSettings(table_mb=terms.table_mb),
        rates=WorkRates.at(terms.work),
    )


def seen_from(result: ClockedResult, seat: int) -> Played:
    """Return a game from the view of one seat."""
    late = [
        turn
        for turn in result.turns
        if turn.record.features is not None and 1 <= getattr(turn.record.features, "bag_tiles", 0) <= 6
    ]
    solved = [turn.record for turn in late if turn.seat == seat and "pre-endgame" in turn.record.note]
    others = [turn.record for turn in late if turn.seat != seat and turn.record.endgame_s]
    return Played(
        spread_pts=result.scores[seat] - result.scores[1 - seat],
        solved=len(solved),
        proven=sum("pre-endgame: solved" in record.note for record in solved),
        nodes=sum(record.nodes for record in solved),
        sampled=len(others),
        sampled_nodes=sum(record.nodes for record in others),
        over_s=sum(result.over_s),
    )


def play_pair(terms: Terms, seed: int) -> list[Played]:
    """Play both games of a pair: the one with the setting on seat 0, then that on seat 1."""
    words = knowledge()
    fork = Fork(players=(make_player(terms, words), make_player(terms, words)))
    sides = [ForkingSide(player, seed=seed, fork=fork) for player in fork.players]
    try:
        result = ClockedGame((sides[0], sides[1]), TimeControl.parse(terms.clock), seed=seed).play()
        own = seen_from(result, fork.on_seat)
        if fork.child_end is not None:
            os.write(fork.child_end, json.dumps(asdict(own)).encode("ascii"))
            os._exit(0)
    finally:
        if fork.child_end is not None:
            os._exit(1)
    return [own, *(fork.other or [seen_from(result, 1)])]


def print_state(pairs: list[list[Played]]) -> None:
    """Print where the match stands."""
    spreads = [statistics.mean(game.spread_pts for game in pair) for pair in pairs]
    wins = [
        statistics.mean(0.5 * ((game.spread_pts > 0) - (game.spread_pts < 0)) for game in pair)
        for pair in pairs
    ]
    games = [game for pair in pairs for game in pair]
    won, lost = sum(game.spread_pts > 0 for game in games), sum(game.spread_pts < 0 for game in games)
    solved, sampled = sum(game.solved for game in games), sum(game.sampled for game in games)
    print(
        f"{len(games)} games, {won} won, {len(games) - won - lost} drawn, {lost} lost: "
        f"points {estimate(spreads)}, wins less half {estimate(wins)}; "
        f"pairs better / worse by points {sum(each > 0 for each in spreads)} / "
        f"{sum(each < 0 for each in spreads)}, by wins {sum(each > 0 for each in wins)} / "
        f"{sum(each < 0 for each in wins)}; {solved} turns solved, "
        f"{sum(game.proven for game in games)} proven, "
        f"{sum(game.nodes for game in games) / max(1, solved):,.0f} nodes each; {sampled} turns sampled, "
        f"{sum(game.sampled_nodes for game in games) / max(1, sampled):,.0f} nodes each; "
        f"{sum(game.over_s for game in games):.1f} s over",
        flush=True,
    )


def kept_pairs(path: Path | None, terms: Terms) -> dict[int, list[Played]]:
    """Read what a file has of this match, or begin the file."""
    if path is None:
        return {}
    if not path.exists():
        path.write_text(json.dumps({"terms": asdict(terms)}) + "\n", encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]  # a kill may have cut the last line
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    head, *lines = whole.splitlines()
    if json.loads(head)["terms"] != asdict(terms):
        raise SystemExit(f"{path} must have the same terms, got {head}")
    rows = [json.loads(line) for line in lines]
    return {row["seed"]: [Played(**game) for game in row["games"]] for row in rows}


def parsed() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=300, help="default: %(default)s")
    parser.add_argument("--clock", default="2:00 -10/min", help="default: %(default)s")
    parser.add_argument("--work", type=float, default=500.0, help="samples a second (default: %(default)s)")
    parser.add_argument("--policy", default="learned", help="of both sides (default: %(default)s)")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="of the policy")
    parser.add_argument("--table-mb", type=int, default=4, help="of the solvers (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first pair")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="keeps the pairs, to go on later")
    return parser.parse_args()


def main() -> None:
    """Play and print."""
    options = parsed()
    given = dict(each.split("=", 1) for each in options.set)
    terms = Terms(
        policy=options.policy,
        policy_settings=given,
        clock=options.clock,
        work=options.work,
        table_mb=options.table_mb,
    )
    kept = kept_pairs(options.output, terms)
    for seed in range(options.seed, options.seed + options.pairs):
        if seed not in kept:
            kept[seed] = play_pair(terms, seed)
            if options.output is not None:
                row = {"seed": seed, "games": [asdict(game) for game in kept[seed]]}
                with options.output.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(row) + "\n")
    print_state(list(kept.values()))


if __name__ == "__main__":
    main()
