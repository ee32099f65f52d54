"""Match form: a run as JSON for machines."""

import math
from typing import TYPE_CHECKING, Any

from zeitnot.cli.clock_table import clock_form
from zeitnot.cli.estimates import estimate_form
from zeitnot.lab.match import GameKind

if TYPE_CHECKING:
    from zeitnot.lab.match import MatchPlan
    from zeitnot.lab.match_runner import Stopped
    from zeitnot.lab.standings import MatchStandings
    from zeitnot.lab.statistics import EloEstimate, Score
    from zeitnot.lab.store import RunStore


def whole_form(
    store: "RunStore", standings: "MatchStandings", *, stopped: "Stopped | None" = None
) -> dict[str, Any]:
    """Give what a match came to; in Scrabble also what was done with the clocks, counted from its turns."""
    form = run_form(store.plan, standings, stopped=stopped)
    if store.plan.game is GameKind.SCRABBLE:
        from zeitnot.lab.clock_figures import clock_figures

        form["clocks"] = [
            {"participant": each.participant, **clock_form(each)} for each in clock_figures(store)
        ]
    return form


def run_form(
    plan: "MatchPlan", standings: "MatchStandings", *, stopped: "Stopped | None" = None
) -> dict[str, Any]:
    """Give the standings of a match."""
    form: dict[str, Any] = {
        "game": plan.game.value,
        "clock": plan.control,
        "seed": plan.seed,
        "work_per_s": plan.work_per_s,
        "games": standings.games,
        "games_planned": plan.total_games,
        "ended": None if stopped is None else stopped.value,
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


def elo_form(elo: "EloEstimate | None") -> dict[str, float | None] | None:
    """Give an estimate; JSON has no infinity, so an open end is null."""
    if elo is None:
        return None
    return {"elo": _finite(elo.elo), "low": _finite(elo.low), "high": _finite(elo.high)}


def _score_form(score: "Score") -> dict[str, Any]:
    games = score.games
    return {
        "games": games.games,
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
        "pentanomial": list(score.pairs.counts),
    }


def _spread_form(standings: "MatchStandings", first: str, second: str) -> dict[str, Any]:
    spread = standings.spread(first, second)
    if spread is None:
        return {}
    return {
        "win_rate": estimate_form(spread.win_rate),
        "spread_pts": estimate_form(spread.spread_pts),
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
