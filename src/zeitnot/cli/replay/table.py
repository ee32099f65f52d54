"""Replay tables: what policies use and lose in the same games, and how well a replay predicts a match."""

from collections.abc import Sequence
from typing import Any

from zeitnot import lab
from zeitnot.cli.estimates import elo_text, fields_form, number_text, value_form
from zeitnot.cli.narrow_table import Column, NarrowTable, figure_columns
from zeitnot.games import Estimate, find_game

NAME_WIDTH = 12
"""Characters that the name of a policy may be shortened to."""
PHASE_WIDTH = 9
"""Characters that the name of a phase may be wrapped to."""


def policy_table(figures: "Sequence[lab.PolicyFigures]", game: str) -> NarrowTable:
    """Show the policies, one a line."""
    columns = [
        Column(head="policy", justify="left", shortest=NAME_WIDTH),
        *figure_columns(
            {"lost a game": None, "to the first": 5, "of the way": 6, "used s": 4, "left s": 2, "flags": 3}
        ),
    ]
    has_points = find_game(game).has_points
    if has_points:
        columns.append(Column(head="overtime", left_out=1))
    rows = []
    for each in figures:
        cells = [
            each.policy,
            loss_text(each.cost, game),
            loss_text(each.difference, game, signed=True),
            share_text(each.share),
            f"{each.used_s:.2f}",
            f"{each.left_s:.2f}",
            f"{each.flagged:,}",
        ]
        rows.append([*cells, f"{each.penalty_pts:.2f}"] if has_points else cells)
    return NarrowTable(columns=columns, rows=rows)


def phase_table(figures: "Sequence[lab.PolicyFigures]", game: str) -> NarrowTable:
    """Show every policy in every phase: turns a game, seconds a turn, loss a game."""
    columns = (
        Column(head="phase", justify="left", wraps=PHASE_WIDTH),
        Column(head="policy", justify="left", shortest=NAME_WIDTH),
        *figure_columns({"turns": 1, "s a turn": 2, "lost a game": None}),
    )
    rows = []
    for phase in find_game(game).phases:
        for place, each in enumerate(figures):
            own = lab.phase_figures(each, phase)
            lost = f"{own.loss:.{find_game(game).losses.digits}f}"
            shown = "" if place else phase
            rows.append((shown, each.policy, f"{own.turns:.1f}", f"{own.turn_s:.3f}", lost))
    return NarrowTable(columns=columns, rows=rows)


def loss_text(value: Estimate | None, game: str, *, signed: bool = False) -> str:
    """Write a loss with its error; nothing where there is none."""
    return number_text(value, digits=find_game(game).losses.digits, sign="+" if signed else "")


def share_text(share: Estimate | None) -> str:
    """Write a part of the way from even shares to the oracle with its error; empty without it."""
    if share is None:
        return ""
    error = "" if not share.error else f" ± {100 * share.error:.0f}"
    return f"{100 * share.mean:.0f}{error} %"


def figures_form(figures: "lab.PolicyFigures", game: str) -> dict[str, Any]:
    """Return the figures of one policy for JSON."""
    return {
        "policy": figures.policy,
        "lost": value_form(figures.cost),
        **fields_form(
            figures, "difference", "share", "used_s", "left_s", "flagged", "penalty_pts", "faults", "beyond"
        ),
        "phases": {
            phase: {"turns": own.turns, "turn_s": own.turn_s, "lost": own.loss}
            for phase in find_game(game).phases
            for own in (lab.phase_figures(figures, phase),)
        },
    }


def ranking_table(agreements: "Sequence[lab.Agreement]", game: str) -> NarrowTable:
    """Show who is how good in the match, and who loses how much in the replay."""
    columns = (
        Column(head="policy", justify="left", shortest=NAME_WIDTH),
        Column(head="Elo in the match"),
        *figure_columns({"lost in replay": 4, "to the first": 1, "used s": 3, "predicted s": 2}),
    )
    rows = [
        (
            each.participant,
            elo_text(each.elo),
            loss_text(each.cost, game),
            loss_text(each.difference, game, signed=True),
            f"{each.real_used_s:.2f}",
            f"{each.used_s:.2f}",
        )
        for each in agreements
    ]
    return NarrowTable(columns=columns, rows=rows)


def times_table(agreements: "Sequence[lab.Agreement]") -> NarrowTable:
    """Show the seconds of a turn by phase, real and predicted."""
    columns = (
        Column(head="policy", justify="left", shortest=NAME_WIDTH),
        Column(head="phase", justify="left", wraps=PHASE_WIDTH),
        *figure_columns({"turns": 2, "predicted": 1, "s a turn": None, "predicted s": 4, "ratio": 3}),
    )
    rows = []
    for each in agreements:
        for place, own in enumerate(each.phases):
            error = "" if own.real_s.error is None else f" ± {own.real_s.error:.3f}"
            rows.append(
                (
                    "" if place else each.participant,
                    own.phase,
                    f"{own.real_turns:.1f}",
                    f"{own.turns:.1f}",
                    f"{own.real_s.mean:.3f}{error}",
                    f"{own.predicted_s:.3f}",
                    f"{own.predicted_s / own.real_s.mean:.2f}" if own.real_s.mean else "",
                )
            )
    return NarrowTable(columns=columns, rows=rows)


def agreement_form(agreement: "lab.Agreement") -> dict[str, Any]:
    """Return one participant for JSON."""
    return {
        "participant": agreement.participant,
        "elo": value_form(agreement.elo),
        "lost": value_form(agreement.cost),
        **fields_form(agreement, "difference", "real_used_s", "used_s"),
        "phases": {
            own.phase: {
                **fields_form(own, "real_turns", "turns"),
                "real_turn_s": value_form(own.real_s),
                "turn_s": own.predicted_s,
            }
            for own in agreement.phases
        },
    }
