"""Record bounds: what players and policies report, held to what files and sums can take."""

import math
from dataclasses import fields, replace
from typing import Any

from zeitnot.turns import Budget, Factor, Trail, TurnRecord, TurnTimings

MOST = 1e9
"""Scores, points, seconds and factors beyond this are clamped to it: nothing real comes near."""
MOST_COUNT = 2**31 - 1
"""Depths and plies beyond this are clamped to it."""
MOST_WORK = 2**53
"""Nodes and samples beyond this are clamped to it; a float still holds them exactly."""


def bounded_record(record: TurnRecord) -> TurnRecord:
    """Return the record with figures clamped and texts fit for UTF-8; inf stays where it means none."""
    return replace(
        record,
        policy=utf8_text(record.policy),
        ply=_count(record.ply, MOST_COUNT),
        clock_before_s=_perhaps_seconds(record.clock_before_s),
        clock_after_s=_perhaps_seconds(record.clock_after_s),
        budget=_bounded_budget(record.budget),
        used_s=_seconds(record.used_s),
        target_s=_seconds(record.target_s),
        note=utf8_text(record.note),
        factors=tuple(Factor(utf8_text(each.name), _seconds(each.value)) for each in record.factors),
        move=utf8_text(record.move),
        score_cp=bounded(record.score_cp),
        value_pts=bounded(record.value_pts),
        depth=_count(record.depth, MOST_COUNT),
        nodes=_count(record.nodes, MOST_WORK),
        samples=_count(record.samples, MOST_WORK),
        expected_loss_pts=bounded(record.expected_loss_pts),
        simulation_s=_seconds(record.simulation_s),
        endgame_s=_seconds(record.endgame_s),
        inference_s=_seconds(record.inference_s),
        fault=utf8_text(record.fault),
        pondered_s=_perhaps_seconds(record.pondered_s),
        timings=None if record.timings is None else _bounded_timings(record.timings),
    )


def bounded(value: float | None) -> float | None:
    """Return a figure within bounds, which may be an integer of any size; None if it is not a number."""
    if value is None or value != value:  # noqa: PLR0124 (nan, without turning a huge integer into a float)
        return None
    return float(max(-MOST, min(MOST, value)))


def utf8_text(text: str) -> str:
    """Return the text with lone surrogates, which no file takes, written as escapes such as `\\udcff`."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _seconds(value: float) -> float:
    if value in (math.inf, -math.inf):
        return value
    clamped = bounded(value)
    return 0.0 if clamped is None else clamped


def _perhaps_seconds(value: float | None) -> float | None:
    return None if value is None else _seconds(value)


def _bounded_timings(timings: TurnTimings) -> TurnTimings:
    moments = {each.name: getattr(timings, each.name) for each in fields(timings) if each.name != "proxied"}
    clamped: dict[str, Any] = {name: _perhaps_seconds(value) for name, value in moments.items()}
    return replace(timings, **clamped)


def _count(value: int, most: int) -> int:
    return max(0, min(most, value))


def _bounded_budget(budget: Budget) -> Budget:
    return replace(
        budget,
        target=_bounded_trail(budget.target),
        limit=_bounded_trail(budget.limit),
        price_per_s=bounded(budget.price_per_s),
    )


def _bounded_trail(trail: Trail) -> Trail:
    return Trail(
        tuple(
            step._replace(
                name=utf8_text(step.name),
                figure=_seconds(step.figure),
                result_s=_seconds(step.result_s),
                note=utf8_text(step.note),
            )
            for step in trail.steps
        )
    )
