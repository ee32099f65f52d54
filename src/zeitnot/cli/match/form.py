"""Match form: a run as JSON for machines."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from zeitnot import lab
from zeitnot.cli.estimates import fields_form, value_form


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
        "faults": [asdict(each) for each in lab.fault_counts(plan, games)],
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
            **fields_form(sprt, "elo0", "elo1", "model"),
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
