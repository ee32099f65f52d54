"""Match form: a run as JSON for machines."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from zeitnot import lab
from zeitnot.cli.estimates import estimate_form
from zeitnot.cli.match.table import clock_form
from zeitnot.lab import engine_commands, fault_counts


def whole_form(
    store: "lab.RunStore", standings: "lab.MatchStandings", *, stopped: "lab.Stopped | None" = None
) -> dict[str, Any]:
    """Return what a match came to, with the time use, and with the clocks where games have points."""
    games = store.games()
    form = run_form(store.plan, standings, games, stopped=stopped)
    form["lost_games"] = len(store.incidents())
    form["time_use"] = [_time_form(each) for each in lab.time_use(store)]
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
        "engines": [_engine_form(each) for each in engine_commands(plan)],
        "faults": [asdict(each) for each in fault_counts(plan, games)],
        "games_begun_anew": sum(game.hiccups > 0 for game in games),
        "standings": [
            {
                "participant": row.name,
                **_score_form(row.score),
                "elo": elo_form(standings.elo(row.name)),
                "superiority_to_next": row.superiority,
            }
            for row in standings.table.rows
        ],
        "pairings": [
            {
                "first": first,
                "second": second,
                **_score_form(score),
                "elo": elo_form(score.elo),
                "normalised_elo": elo_form(score.normalised_elo),
                "superiority": score.superiority,
                **_spread_form(standings, first, second),
            }
            for (first, second), score in standings.table.scores.items()
            if score.games.games
        ],
    }
    if standings.test is not None:
        sprt = standings.test.sprt
        form["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "model": sprt.model,
            "llr": standings.test.llr,
            "lower": sprt.lower,
            "upper": sprt.upper,
            "verdict": standings.test.verdict.value,
        }
    return form


def _engine_form(command: "lab.EngineCommand") -> dict[str, Any]:
    return {
        "participant": command.participant,
        "command": list(command.words),
        "options": dict(command.options),
        "as_named": command.is_as_named,
    }


def _time_form(use: "lab.TimeUse") -> dict[str, Any]:
    return {**asdict(use), "game_s": use.game_s, "turn_s": use.turn_s}


def elo_form(elo: "lab.EloEstimate | None") -> dict[str, float | None] | None:
    """Return an estimate for JSON, which has no infinity: an open end is null."""
    if elo is None:
        return None
    return {"elo": _finite(elo.elo), "low": _finite(elo.low), "high": _finite(elo.high)}


def _score_form(score: "lab.Score") -> dict[str, Any]:
    games = score.games
    return {
        "games": games.games,
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
        "pentanomial": list(score.pairs.counts),
    }


def _spread_form(standings: "lab.MatchStandings", first: str, second: str) -> dict[str, Any]:
    spread = standings.spread(first, second)
    if spread is None:
        return {}
    return {
        "win_rate": estimate_form(spread.win_rate),
        "spread_pts": estimate_form(spread.spread_pts),
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
