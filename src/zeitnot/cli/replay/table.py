"""Replay tables: what policies use and lose in the same games, and how well a replay predicts a match."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zeitnot import lab
from zeitnot.cli.estimates import estimate_form
from zeitnot.cli.match.form import elo_form
from zeitnot.cli.match.table import elo_text
from zeitnot.cli.narrow_table import Column, NarrowTable
from zeitnot.games import find_game
from zeitnot.lab import phase_figures

if TYPE_CHECKING:
    from zeitnot.games import Estimate


NAME_WIDTH = 12
"""Characters that the name of a policy may be shortened to."""
PHASE_WIDTH = 9
"""Characters that the name of a phase may be wrapped to."""


def policy_table(figures: "Sequence[lab.PolicyFigures]", game: str) -> NarrowTable:
    """Show the policies, one a line."""
    columns = [
        Column(head="policy", justify="left", shortest=NAME_WIDTH),
        Column(head="lost a game"),
        Column(head="to the first", left_out=5),
        Column(head="used s", left_out=4),
        Column(head="left s", left_out=2),
        Column(head="flags", left_out=3),
    ]
    has_points = find_game(game).has_points
    if has_points:
        columns.append(Column(head="overtime", left_out=1))
    rows = []
    for each in figures:
        cells = [
            each.policy,
            loss_text(each.cost, game),
            "" if each.difference is None else loss_text(each.difference, game, signed=True),
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
        Column(head="turns", left_out=1),
        Column(head="s a turn", left_out=2),
        Column(head="lost a game"),
    )
    rows = []
    for phase in find_game(game).phases:
        for place, each in enumerate(figures):
            own = phase_figures(each, phase)
            lost = f"{own.loss:.{find_game(game).losses.digits}f}"
            shown = "" if place else phase
            rows.append((shown, each.policy, f"{own.turns:.1f}", f"{own.turn_s:.3f}", lost))
    return NarrowTable(columns=columns, rows=rows)


def loss_text(value: "Estimate", game: str, *, signed: bool = False) -> str:
    """Write a loss with its error."""
    digits, sign = find_game(game).losses.digits, "+" if signed else ""
    error = "" if value.error is None else f" ± {value.error:.{digits}f}"
    return f"{value.mean:{sign}.{digits}f}{error}"


def figures_form(figures: "lab.PolicyFigures", game: str) -> dict[str, Any]:
    """Return the figures of one policy for JSON."""
    return {
        "policy": figures.policy,
        "lost": estimate_form(figures.cost),
        "difference": None if figures.difference is None else estimate_form(figures.difference),
        "used_s": figures.used_s,
        "left_s": figures.left_s,
        "flagged": figures.flagged,
        "penalty_pts": figures.penalty_pts,
        "faults": figures.faults,
        "beyond": figures.beyond,
        "phases": {
            phase: {"turns": own.turns, "turn_s": own.turn_s, "lost": own.loss}
            for phase in find_game(game).phases
            for own in (phase_figures(figures, phase),)
        },
    }


def ranking_table(agreements: "Sequence[lab.Agreement]", game: str) -> NarrowTable:
    """Show who is how good in the match, and who loses how much in the replay."""
    columns = (
        Column(head="policy", justify="left", shortest=NAME_WIDTH),
        Column(head="Elo in the match"),
        Column(head="lost in replay", left_out=4),
        Column(head="to the first", left_out=1),
        Column(head="used s", left_out=3),
        Column(head="predicted s", left_out=2),
    )
    rows = []
    for each in agreements:
        rows.append(
            (
                each.participant,
                elo_text(each.elo),
                loss_text(each.cost, game),
                "" if each.difference is None else loss_text(each.difference, game, signed=True),
                f"{each.real_used_s:.2f}",
                f"{each.used_s:.2f}",
            )
        )
    return NarrowTable(columns=columns, rows=rows)


def times_table(agreements: "Sequence[lab.Agreement]") -> NarrowTable:
    """Show the seconds of a turn by phase, real and predicted."""
    columns = (
        Column(head="policy", justify="left", shortest=NAME_WIDTH),
        Column(head="phase", justify="left", wraps=PHASE_WIDTH),
        Column(head="turns", left_out=2),
        Column(head="predicted", left_out=1),
        Column(head="s a turn"),
        Column(head="predicted s", left_out=4),
        Column(head="ratio", left_out=3),
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
        "elo": elo_form(agreement.elo),
        "lost": estimate_form(agreement.cost),
        "difference": None if agreement.difference is None else estimate_form(agreement.difference),
        "real_used_s": agreement.real_used_s,
        "used_s": agreement.used_s,
        "phases": {
            own.phase: {
                "real_turns": own.real_turns,
                "turns": own.turns,
                "real_turn_s": estimate_form(own.real_s),
                "turn_s": own.predicted_s,
            }
            for own in agreement.phases
        },
    }
