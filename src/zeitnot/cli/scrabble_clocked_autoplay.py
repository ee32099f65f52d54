"""Clocked games of `zeitnot scrabble autoplay`: two ways of managing time, in pairs of games."""

import json
import time
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from zeitnot.cli.exit_codes import EXIT_INTERRUPTED
from zeitnot.cli.scrabble_player_options import CLOCK, POLICY, check_policy, read_knowledge
from zeitnot.errors import SettingError

if TYPE_CHECKING:
    from rich.table import Table

    from zeitnot.cli.policy_settings import PolicySettings
    from zeitnot.scrabble.autoplay import Tally
    from zeitnot.scrabble.clocked_match import ClockedMatch
    from zeitnot.scrabble.knowledge import Knowledge
    from zeitnot.scrabble.match_folder import MatchFolder
    from zeitnot.scrabble.pair_summary import PairSummary, SideSummary
    from zeitnot.scrabble.player_settings import PlayerSettings
    from zeitnot.scrabble.turn_timer import WorkRates

AGAINST = "uniform"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockedOrder:
    """What was asked for."""

    games: int
    policy: str | None
    against: str | None
    clock: str | None
    policy_settings: "PolicySettings"
    settings: "PlayerSettings"
    rates: "WorkRates | None"
    seed: int
    concurrency: int
    output: Path | None
    lexicon: Path | None
    leaves: str | None
    distribution: Path | None
    layout: Path | None
    json_form: bool


def clocked_autoplay(order: ClockedOrder) -> None:
    """Play the match, keep it, and tell how it went."""
    from zeitnot.scrabble.match_folder import MatchFolder

    match = _match(order)
    folder = MatchFolder(order.output, _what(order, match)) if order.output is not None else None
    began_s = time.perf_counter()
    pairs, interrupted = _played(match, -(-order.games // 2), folder)
    outcome = _Outcome(
        match=match, pairs=pairs, used_s=time.perf_counter() - began_s, interrupted=interrupted
    )
    if order.json_form:
        print(json.dumps(outcome.json_form(), indent=2))
    else:
        outcome.show()
    if folder is not None and not order.json_form:
        typer.echo(f"games and turns are kept in {folder.path}", err=True)
    if interrupted:
        if folder is not None:
            typer.echo("zeitnot: interrupted; the same command goes on from here", err=True)
        raise typer.Exit(EXIT_INTERRUPTED)


def _match(order: ClockedOrder) -> "ClockedMatch":
    from zeitnot.clocks import TimeControl
    from zeitnot.scrabble.clocked_match import ClockedMatch, Contestant

    names = order.policy or POLICY, order.against or AGAINST
    sides = []
    for name, option in zip(names, ("--policy", "--against"), strict=True):
        check_policy(name, option)
        sides.append(
            Contestant(
                policy=name,
                policy_settings=order.policy_settings.of(name),
                settings=order.settings,
                rates=order.rates,
            )
        )
    control = TimeControl.parse(order.clock or CLOCK)
    if not control.stages:
        raise SettingError(f"--clock must give each side a bank of time, got {order.clock!r}")
    return ClockedMatch(
        contestants=(sides[0], sides[1]),
        control=control,
        make_knowledge=partial(
            _knowledge,
            lexicon=order.lexicon,
            leaves=order.leaves,
            distribution=order.distribution,
            layout=order.layout,
        ),
        seed=order.seed,
        concurrency=order.concurrency,
    )


def _knowledge(
    *, lexicon: Path | None, leaves: str | None, distribution: Path | None, layout: Path | None
) -> "Knowledge":
    """Open words and tables; called in each process of the match."""
    from zeitnot.cli.scrabble_options import read_distribution, read_layout

    return read_knowledge(
        distribution=read_distribution(distribution),
        layout=read_layout(layout),
        lexicon=lexicon,
        leaves=leaves,
    )[1]


def _what(order: ClockedOrder, match: "ClockedMatch") -> dict[str, Any]:
    """Tell what makes a match the same match: everything but how many games of it are wanted."""
    files = {name: getattr(order, name) for name in ("lexicon", "leaves", "distribution", "layout")}
    return {
        "sides": [
            {"policy": side.policy, "settings": {k: str(v) for k, v in side.policy_settings.items()}}
            for side in match.contestants
        ],
        "clock": str(match.control),
        "seed": match.seed,
        "work": None if order.rates is None else asdict(order.rates),
        "simulation": {
            name: str(value) for name, value in asdict(order.settings.simulation).items() if name != "threads"
        },
        "files": {name: None if value is None else str(value) for name, value in files.items()},
    }


def _played(
    match: "ClockedMatch", count: int, folder: "MatchFolder | None"
) -> "tuple[list[PairSummary], bool]":
    from zeitnot.cli.scrabble_autoplay import games_progress, points_text
    from zeitnot.scrabble.autoplay import Tally
    from zeitnot.scrabble.pair_summary import PairSummary

    done = {} if folder is None else {n: pair for n, pair in folder.done().items() if n < count}
    tally = Tally()
    for pair in done.values():
        tally.add(pair.deal())
    interrupted = False
    numbers = [number for number in range(count) if number not in done]
    with games_progress() as bar, closing(match.pairs(numbers)) as pairs:
        task = bar.add_task("games", total=2 * count, completed=2 * len(done), speed="")
        try:
            for played in pairs:
                summary = PairSummary.of(played)
                if folder is not None:
                    folder.add(played, summary)
                done[summary.number] = summary
                tally.add(summary.deal())
                bar.update(task, completed=2 * len(done), speed=f"{points_text(tally.spread_pts)} pts a game")
        except KeyboardInterrupt:
            interrupted = True
    return [done[number] for number in sorted(done)], interrupted


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """A match, and what is told of it."""

    match: "ClockedMatch"
    pairs: "list[PairSummary]"
    used_s: float
    interrupted: bool

    @property
    def names(self) -> tuple[str, str]:
        first, second = (side.policy for side in self.match.contestants)
        return (first, second) if first != second else (f"{first} 1", f"{second} 2")

    def sides(self, contestant: int) -> "list[SideSummary]":
        return [game[contestant] for pair in self.pairs for game in pair.games]

    def tally(self) -> "Tally":
        from zeitnot.scrabble.autoplay import Tally

        tally = Tally()
        for pair in self.pairs:
            tally.add(pair.deal())
        return tally

    def bank_used(self, contestant: int) -> float:
        """Give the mean part of the time given that was used, in games that nobody forfeited."""
        sides = [side for side in self.sides(contestant) if not side.forfeited]
        given_s = [side.used_s + max(0.0, side.remaining_s) for side in sides]
        used = [side.used_s / given for side, given in zip(sides, given_s, strict=True) if given > 0]
        return sum(used) / len(used) if used else 0.0

    def show(self) -> None:
        from zeitnot.cli.console import output
        from zeitnot.cli.scrabble_autoplay import percent_text, points_text

        console, tally = output(), self.tally()
        cut = ", interrupted" if self.interrupted else ""
        console.print(
            f"[bold]{tally.games:,} games[/bold] at {self.match.control} in {self.used_s:.0f} s{cut}"
        )
        if not tally.games:
            return
        console.print(self._table())
        console.print(
            f"{self.names[0]} against {self.names[1]}: [bold]{points_text(tally.spread_pts)}[/bold] "
            f"points a game, wins [bold]{percent_text(tally.win_rate)}[/bold] "
            f"({tally.wins} won, {tally.draws} drawn, {tally.losses} lost)"
        )
        in_work = self.match.contestants[0].rates is not None
        time_text = "work time, repeats with the same seed" if in_work else "wall time"
        console.print(
            f"[dim]± is 95 %, over {tally.deals:,} pairs of games; {time_text}; seed {self.match.seed}[/dim]"
        )

    def _table(self) -> "Table":
        """Lay the sides next to each other: figures have long names, and a screen is narrow."""
        from rich import box
        from rich.markup import escape
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column("")
        for name in self.names:
            table.add_column(escape(name), justify="right", no_wrap=True)
        for row in zip(*(self._figures(contestant) for contestant in (0, 1)), strict=True):
            table.add_row(row[0][0], row[0][1], row[1][1])
        return table

    def _figures(self, contestant: int) -> list[tuple[str, str]]:
        from zeitnot.cli.scrabble_autoplay import number_text
        from zeitnot.scrabble.pair_summary import PHASES, phase_shares

        tally, sides = self.tally(), self.sides(contestant)
        over = [side for side in sides if side.penalty_pts > 0]
        bought = sum(side.bought > 0 for side in over)
        wins = (tally.wins, tally.losses)[contestant] + tally.draws / 2
        return [
            ("score", number_text(tally.score_pts(contestant))),
            ("games won", f"{wins:,g}"),
            ("bank used", f"{100 * self.bank_used(contestant):.1f} %"),
            ("least time left", f"{min(side.remaining_s for side in sides):.2f} s"),
            ("games over time", f"{len(over)}{f' ({bought} on purpose)' if bought else ''}"),
            ("forfeits", str(sum(side.forfeited for side in sides))),
            ("latest past a limit", f"{1000 * max(side.latest_s for side in sides):+.1f} ms"),
            *(
                (f"time with {phase}", f"{100 * share:.1f} %")
                for phase, share in zip(PHASES, phase_shares(sides), strict=True)
            ),
        ]

    def json_form(self) -> dict[str, Any]:
        from zeitnot.cli.scrabble_autoplay import estimate_form
        from zeitnot.scrabble.pair_summary import PHASES, phase_shares

        tally = self.tally()
        return {
            "clock": str(self.match.control),
            "seed": self.match.seed,
            "work_time": self.match.contestants[0].rates is not None,
            "interrupted": self.interrupted,
            "games": tally.games,
            "pairs": tally.deals,
            "time_s": round(self.used_s, 3),
            "sides": [
                {
                    "policy": side.policy,
                    "score_pts": estimate_form(tally.score_pts(number)),
                    "bank_used": self.bank_used(number),
                    "least_left_s": min((s.remaining_s for s in self.sides(number)), default=None),
                    "over_time": sum(s.penalty_pts > 0 for s in self.sides(number)),
                    "bought": sum(s.bought > 0 for s in self.sides(number)),
                    "forfeits": sum(s.forfeited for s in self.sides(number)),
                    "latest_s": max((s.latest_s for s in self.sides(number)), default=None),
                    "phase_shares": dict(zip(PHASES, phase_shares(self.sides(number)), strict=True)),
                }
                for number, side in enumerate(self.match.contestants)
            ],
            "first": {
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "win_rate": estimate_form(tally.win_rate),
                "spread_pts": estimate_form(tally.spread_pts),
            },
        }
