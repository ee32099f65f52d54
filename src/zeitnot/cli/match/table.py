"""Match tables: standings and tests in words and columns, at the terminal."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from zeitnot import lab
from zeitnot.cli.console import output, printable
from zeitnot.cli.estimates import elo_text, number_text, percent_text, points_text
from zeitnot.cli.match.run import command_lines
from zeitnot.cli.narrow_layout import natural_width
from zeitnot.cli.narrow_table import Column, NarrowTable, figure_columns

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult


BAR = 30
"""Characters of the bar of a test."""

_COLUMNS = (
    Column(justify="left"),
    Column(head="participant", justify="left", shortest=16),
    *figure_columns({"games": 3, "points": 2, "score": 4, "Elo (95 %)": None, "LOS": 1}),
)
"""Where there is no room, LOS goes first, then points, games and score; Elo and spread always stay."""


def standings_table(plan: "lab.MatchPlan", standings: "lab.MatchStandings") -> NarrowTable:
    """Lay out the standings, the best first."""
    has_points = plan.played_game.has_points
    columns = [*_COLUMNS, Column(head="spread (95 %)")] if has_points else _COLUMNS
    rows = []
    for place, row in enumerate(standings.table.rows, start=1):
        anchored = standings.duel is None and row.name == standings.table.anchor
        elo = "0" if anchored else elo_text(standings.elo(row.name))
        likelihood = standings.superiority(place - 1)
        cells = [str(place), row.name, *_figures(row, elo, likelihood)]
        if has_points:
            spread = standings.total_spread(row.name)
            cells.append("" if spread is None else points_text(spread.spread_pts))
        rows.append(cells)
    return NarrowTable(columns=columns, rows=rows)


def _figures(row: "lab.Standing", elo: str, likelihood: float | None) -> list[str]:
    games = row.score.games
    share = f"{100 * games.points / games.games:.1f} %" if games.games else ""
    superior = "" if likelihood is None else f"{100 * likelihood:.0f} %"
    return [str(games.games), f"{games.points:g}", share, elo, superior]


def sprt_line(test: "lab.SprtState") -> Text:
    """Draw a sequential test: where the ratio stands between its two bounds."""
    sprt, llr = test.sprt, test.llr
    share = (llr - sprt.lower) / (sprt.upper - sprt.lower)
    place = min(max(round(share * (BAR - 1)), 0), BAR - 1)
    bar = "".join("●" if each == place else "─" for each in range(BAR))
    words = {
        lab.SprtVerdict.GO_ON: "",
        lab.SprtVerdict.H0: f"  no gain of {sprt.elo1:g}: {sprt.elo0:g} accepted",
        lab.SprtVerdict.H1: f"  {sprt.elo1:g} accepted",
    }[test.verdict]
    style = {lab.SprtVerdict.GO_ON: "", lab.SprtVerdict.H0: "red", lab.SprtVerdict.H1: "green"}[test.verdict]
    return Text.assemble(
        f"SPRT {sprt.elo0:g} to {sprt.elo1:g} {sprt.model} Elo: ",
        (f"{sprt.lower:.2f} {bar} {sprt.upper:.2f}", style),
        f"  LLR {llr:+.2f}",
        (words, f"bold {style}"),
    )


def summary(plan: "lab.MatchPlan", standings: "lab.MatchStandings") -> RenderableType:
    """Put all that is known of a match under each other."""
    parts: list[RenderableType] = [standings_table(plan, standings)]
    if standings.duel is not None and standings.duel.games.games:
        parts.append(Text(printable(_duel_words(plan, standings, standings.duel))))
    if standings.test is not None:
        parts.append(sprt_line(standings.test))
    if any(score.games.games > score.pairs.games for score in standings.table.scores.values()):
        parts.append(Text("Elo and LOS count complete pairs of games; the score counts all.", style="dim"))
    return Group(*parts)


def _duel_words(plan: "lab.MatchPlan", standings: "lab.MatchStandings", duel: "lab.Score") -> str:
    """Return how the first did against the second."""
    first, second = (participant.name for participant in plan.participants)
    games, normalised = duel.games, duel.normalised_elo
    parts = [f"{games.wins} won, {games.draws} drawn, {games.losses} lost; pairs {list(duel.pairs.counts)}"]
    spread = standings.spread(first, second)
    if spread is not None:
        points, wins = points_text(spread.spread_pts), percent_text(spread.win_rate)
        parts.insert(0, f"{points} points a game, wins {wins}")
    if normalised:
        parts.append(f"normalised Elo {elo_text(normalised)}")
    parts.append(f"better with {100 * duel.superiority:.1f} %")
    return f"{first} against {second}: {'; '.join(parts)}"


def headline(plan: "lab.MatchPlan") -> str:
    """Return what is played, in words."""
    time = "wall time" if plan.work_per_s is None else f"work time, {plan.work_per_s:,.0f} a second"
    read = str(plan.time_control)  # minutes or seconds is not always plain from what was written
    clock = plan.control if read == plan.control else f"{plan.control} (read as {read})"
    ponders = ", pondering" if plan.ponder else ""
    return f"{plan.game}, {clock}, {plan.total_games:,} games, {time}{ponders}, seed {plan.seed}"


def show_run(store: "lab.RunStore", standings: "lab.MatchStandings", *, used_s: float | None = None) -> None:
    """Print how a run stands, and how long it was played for now."""
    console, plan = output(), store.plan
    faults = [game for game in store.games() if game.fault is not None]
    time = "" if used_s is None else f", in {used_s:.0f} s"
    played = (f"{standings.games:,}", "bold")
    words = f" of {plan.total_games:,} games: {printable(headline(plan))}{time}"
    console.print(Text.assemble(played, words))
    if standings.games:
        console.print(summary(plan, standings))
        if plan.played_game.has_points:
            console.print(ClockTable(lab.clock_figures(store)))
    if plan.ponder:
        for words in ponder_lines(store):
            console.print(Text(printable(words)))
    for name, count in _fault_counts(plan, faults).items():
        console.print(Text(printable(f"{name}: {count}"), style="yellow"))
    for line in command_lines(plan):
        console.print(line)


def ponder_lines(store: "lab.RunStore") -> list[str]:
    """Return for each participant how often the reply it pondered on was played."""
    counts = lab.ponder_counts(store)
    return [
        f"{participant.name} pondered on {count.replies:,} replies, {count.hits:,} came"
        f" ({100 * count.hits / count.replies:.0f} %), {count.hit_s / max(1, count.hits):.2g} s each"
        for participant, count in zip(store.plan.participants, counts, strict=True)
        if count.replies
    ]


def _fault_counts(plan: "lab.MatchPlan", games: "list[lab.GameRow]") -> Counter[str]:
    """Count by whom what was done wrong."""
    names = [plan.participants[game.at_fault or 0].name for game in games]
    return Counter(f"{name} {game.fault}" for name, game in zip(names, games, strict=True))


@dataclass(frozen=True, slots=True)
class ClockTable:
    """Participants next to each other: figures have long names, and a screen is narrow."""

    figures: "Sequence[lab.ClockFigures]"
    """One of each participant."""

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Draw it; where the names are too long, numbers stand for them, and a legend below."""
        names = [printable(each.participant) for each in self.figures]
        table = self._table(names)
        if natural_width(table) <= options.max_width:
            yield table
            return
        marks = [f"#{number}" for number in range(1, len(names) + 1)]
        yield self._table(marks)
        for mark, name in zip(marks, names, strict=True):
            yield Text.assemble((mark, "bold"), f" is {name}", overflow="fold")

    def _table(self, heads: "Sequence[str]") -> NarrowTable:
        columns = [Column(justify="left"), *(Column(head=head) for head in heads)]
        rows = [
            (cells[0][0], *(text for _, text in cells))
            for cells in zip(*(_cells(each) for each in self.figures), strict=True)
        ]
        return NarrowTable(columns=columns, rows=rows)


def _cells(figures: "lab.ClockFigures") -> list[tuple[str, str]]:
    bought = f" ({figures.bought} on purpose)" if figures.bought else ""
    left_s, latest_s = figures.least_left_s, figures.latest_s
    return [
        ("score (95 %)", number_text(figures.score_pts)),
        ("bank used", f"{100 * figures.bank_used:.1f} %"),
        ("least time left", "" if left_s is None else f"{left_s:.2f} s"),
        ("games over time", f"{figures.over_time}{bought}"),
        ("forfeits", str(figures.forfeits)),
        ("latest past a limit", "" if latest_s is None else f"{1000 * latest_s:+.1f} ms"),
        *((f"time with {phase}", f"{100 * share:.1f} %") for phase, share in figures.phase_shares.items()),
    ]
