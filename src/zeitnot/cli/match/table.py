"""A match in columns and words at the terminal, and as JSON for machines."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from zeitnot import lab
from zeitnot.cli.console import output, printable
from zeitnot.cli.estimates import (
    elo_text,
    fields_form,
    number_text,
    percent_text,
    points_text,
    value_form,
)
from zeitnot.cli.narrow_table import NarrowTable, figures, words

BAR = 30
"""Characters of the bar of a test."""


def standings_table(plan: "lab.MatchPlan", standings: "lab.MatchStandings") -> NarrowTable:
    """Lay out the standings, the best first.

    Where there is no room, LOS goes first, then points, games and score; Elo and spread always stay.
    """
    rows = standings.table.rows

    def share(games: "lab.Trinomial") -> str:
        return f"{100 * games.points / games.games:.1f} %" if games.games else ""

    def superior(row: "lab.Standing") -> str:
        likelihood = standings.superiority(rows.index(row))
        return "" if likelihood is None else f"{100 * likelihood:.0f} %"

    def spread(row: "lab.Standing") -> str:
        total = standings.total_spread(row.name)
        return "" if total is None else points_text(total.spread_pts)

    columns = [
        words("", lambda row: str(rows.index(row) + 1)),
        words("participant", lambda row: row.name, shortest=16),
        figures("games", lambda row: str(row.score.games.games), 3),
        figures("points", lambda row: f"{row.score.points:g}", 2),
        figures("score", lambda row: share(row.score.games), 4),
        figures("Elo (95 %)", lambda row: shown_elo(standings, row.name)),
        figures("LOS", superior, 1),
    ]
    if plan.played_game.has_points:
        columns.append(figures("spread (95 %)", spread))
    return NarrowTable.of(rows, *columns)


def shown_elo(standings: "lab.MatchStandings", name: str) -> str:
    """Return the Elo of a participant as text; that of the one whom others are measured by is 0."""
    anchored = standings.duel is None and name == standings.table.anchor
    return "0" if anchored else elo_text(standings.elo(name))


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
    read = plan.clock_words  # minutes or seconds is not always plain from what was written
    clock = plan.short_clock if read == plan.short_clock else f"{plan.control} (read as {read})"
    ponders = ", pondering" if plan.ponder else ""
    if plan.source:
        clock = "unknown clock" if plan.control == lab.NO_CLOCK and not plan.has_odds else plan.clock_words
        return f"{plan.game}, {clock}, imported from {plan.source}"
    return f"{plan.game}, {clock}, {plan.total_games:,} games, {time}{ponders}, seed {plan.seed}"


def show_run(store: "lab.RunStore", standings: "lab.MatchStandings", *, used_s: float | None = None) -> None:
    """Print how a run stands, and how long it was played for now."""
    console, plan = output(), store.plan
    names = [participant.name for participant in plan.participants]
    faults = Counter(
        f"{names[game.at_fault or 0]} {game.fault}" for game in store.games() if game.fault is not None
    )
    time = "" if used_s is None else f", in {used_s:.0f} s"
    played = (f"{standings.games:,}", "bold")
    console.print(Text.assemble(played, f" of {plan.total_games:,} games: {printable(headline(plan))}{time}"))
    if standings.games:
        console.print(summary(plan, standings))
        if plan.played_game.has_points:
            console.print(clock_table(lab.clock_figures(store), console.width))
    if plan.ponder:
        for line in ponder_lines(store):
            console.print(Text(printable(line)))
    for name, count in faults.items():
        console.print(Text(printable(f"{name}: {count}"), style="yellow"))
    for command in command_lines(plan):
        console.print(command)


def ponder_lines(store: "lab.RunStore") -> list[str]:
    """Return for each participant how often the reply it pondered on was played."""
    counts = lab.ponder_counts(store)
    return [
        f"{participant.name} pondered on {count.replies:,} replies, {count.hits:,} came"
        f" ({100 * count.hits / count.replies:.0f} %), {count.hit_s / max(1, count.hits):.2g} s each"
        for participant, count in zip(store.plan.participants, counts, strict=True)
        if count.replies
    ]


def command_lines(plan: "lab.MatchPlan", prefix: str = "") -> list[Text]:
    """Return the command of each participant that is another program, marked if its name means another."""
    return [
        Text(f"{printable(prefix)}{command_words(each)}", style="dim" if each.is_as_named else "bold yellow")
        for each in lab.engine_commands(plan)
    ]


def command_words(command: "lab.EngineCommand") -> str:
    """Return what is run for a participant, and what its name means instead."""
    difference = f"; but {command.difference}" if command.difference else ""
    return printable(f"{command.participant} runs {command.text}{difference}")


def clock_table(found: "Sequence[lab.ClockFigures]", width: int) -> Group:
    """Put participants next to each other: figures have long names, and a screen is narrow.

    Where the names are too long, numbers stand for them, and a legend below.
    """
    names = [printable(each.participant) for each in found]
    rows = [
        (cells[0][0], *(text for _, text in cells)) for cells in zip(*map(_clock_cells, found), strict=True)
    ]

    def table(heads: Sequence[str]) -> NarrowTable:
        columns = [words("", str), *(figures(head, str) for head in heads)]
        return NarrowTable(columns=columns, rows=rows)

    if table(names).natural_width <= width:
        return Group(table(names))
    marks = {f"#{number}": name for number, name in enumerate(names, start=1)}
    legend = (Text.assemble((mark, "bold"), f" is {name}", overflow="fold") for mark, name in marks.items())
    return Group(table(list(marks)), *legend)


def _clock_cells(found: "lab.ClockFigures") -> list[tuple[str, str]]:
    bought = f" ({found.bought} on purpose)" if found.bought else ""
    left_s, latest_s = found.least_left_s, found.latest_s
    return [
        ("score (95 %)", number_text(found.score_pts)),
        ("bank used", f"{100 * found.bank_used:.1f} %"),
        ("least time left", "" if left_s is None else f"{left_s:.2f} s"),
        ("games over time", f"{found.over_time}{bought}"),
        ("forfeits", str(found.forfeits)),
        ("latest past a limit", "" if latest_s is None else f"{1000 * latest_s:+.1f} ms"),
        *((f"time with {phase}", f"{100 * share:.1f} %") for phase, share in found.phase_shares.items()),
    ]


def whole_form(
    store: "lab.RunStore", standings: "lab.MatchStandings", *, stopped: "lab.Stopped | None" = None
) -> dict[str, Any]:
    """Return what a match came to, with the time use, and with the clocks where games have points."""
    games = store.games()
    form = run_form(store.plan, standings, games, stopped=stopped)
    form["lost_games"] = len(store.incidents())
    form["time_use"] = [
        {**asdict(each), **fields_form(each, "game_s", "turn_s")} for each in lab.time_use(store)
    ]
    if store.plan.ponder:
        form["pondering"] = [
            {"participant": participant.name, **asdict(count)}
            for participant, count in zip(store.plan.participants, lab.ponder_counts(store), strict=True)
        ]
    if store.plan.played_game.has_points:
        form["clocks"] = [
            {"participant": each.participant, **clock_form(each)} for each in lab.clock_figures(store)
        ]
    return form


def run_form(
    plan: "lab.MatchPlan",
    standings: "lab.MatchStandings",
    games: "Sequence[lab.GameRow]",
    *,
    stopped: "lab.Stopped | None" = None,
) -> dict[str, Any]:
    """Return the standings of a match, its faults, and the programs of its participants."""
    form: dict[str, Any] = {
        "game": plan.game,
        "clock": plan.control,
        "nodes": plan.nodes,
        "depth": plan.depth,
        "affinity": plan.affinity or None,
        "limits": [
            {
                "participant": participant.name,
                "clock": str(plan.control_of(number)),
                **fields_form(plan.limits_of(number), "nodes", "depth"),
            }
            for number, participant in enumerate(plan.participants)
        ],
        "adjudication": asdict(plan.rules.adjudication),
        "max_moves": plan.rules.most_plies // 2,
        "ponder": plan.ponder,
        "seed": plan.seed,
        "work_per_s": plan.work_per_s,
        "games": standings.games,
        "games_planned": plan.total_games,
        "ended": None if stopped is None else stopped.value,
        "engines": [
            {
                "participant": each.participant,
                "command": list(each.words),
                "options": dict(each.options),
                "as_named": each.is_as_named,
            }
            for each in lab.engine_commands(plan)
        ],
        "faults": list(lab.fault_counts(plan, games)),
        "games_begun_anew": sum(game.hiccups > 0 for game in games),
        "standings": [
            {
                "participant": row.name,
                **_score_form(row.score),
                "elo": value_form(standings.elo(row.name)),
                "superiority_to_next": row.superiority,
            }
            for row in standings.table.rows
        ],
        "pairings": [
            {
                "first": first,
                "second": second,
                **_score_form(score),
                **fields_form(score, "elo", "normalised_elo", "superiority"),
                **_spread_form(standings, first, second),
            }
            for (first, second), score in standings.table.scores.items()
            if score.games.games
        ],
    }
    if standings.test is not None:
        sprt = standings.test.sprt
        form["sprt"] = {
            **fields_form(sprt, "elo0", "elo1", "alpha", "beta", "model"),
            "llr": standings.test.llr,
            **fields_form(sprt, "lower", "upper"),
            "verdict": standings.test.verdict.value,
        }
    return form


def _score_form(score: "lab.Score") -> dict[str, Any]:
    counts = fields_form(score.games, "games", "wins", "draws", "losses")
    return {**counts, "pentanomial": list(score.pairs.counts)}


def _spread_form(standings: "lab.MatchStandings", first: str, second: str) -> dict[str, Any]:
    spread = standings.spread(first, second)
    return {} if spread is None else fields_form(spread, "win_rate", "spread_pts")


def clock_form(figures: "lab.ClockFigures") -> dict[str, Any]:
    """Return the figures of one participant for JSON."""
    form = asdict(figures) | fields_form(figures, "score_pts")
    del form["participant"]
    return form
