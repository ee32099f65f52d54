"""Replay table: what policies use and lose in the same games, for people and for machines."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.markup import escape
from rich.table import Table

from zeitnot.cli.estimates import estimate_form
from zeitnot.lab.match.participant import GameKind
from zeitnot.lab.match.phase import phases
from zeitnot.lab.replay import phase_figures

if TYPE_CHECKING:
    from zeitnot.lab.replay import PolicyFigures
    from zeitnot.scrabble.estimate import Estimate

LOSS_WORDS = {"chess": "points of the result", "scrabble": "points"}
"""What losses are counted in."""
_DIGITS = {"chess": 4, "scrabble": 2}


def policy_table(figures: "Sequence[PolicyFigures]", game: str) -> Table:
    """Show the policies, one a line."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("policy", overflow="fold")
    heads = ["lost a game", "to the first", "used s", "left s", "flags"]
    for head in [*heads, "overtime"] if game == "scrabble" else heads:
        table.add_column(head, justify="right", no_wrap=True)
    for each in figures:
        cells = [
            loss_text(each.cost, game),
            "" if each.difference is None else loss_text(each.difference, game, signed=True),
            f"{each.used_s:.2f}",
            f"{each.left_s:.2f}",
            f"{each.flagged:,}",
        ]
        if game == "scrabble":
            cells.append(f"{each.penalty_pts:.2f}")
        table.add_row(escape(each.policy), *cells)
    return table


def phase_table(figures: "Sequence[PolicyFigures]", game: str) -> Table:
    """Show every policy in every phase: turns a game, seconds a turn, loss a game."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("phase", "policy"):
        table.add_column(head, overflow="fold")
    for head in ("turns", "s a turn", "lost a game"):
        table.add_column(head, justify="right", no_wrap=True)
    for phase in phases(GameKind(game)):
        for place, each in enumerate(figures):
            own = phase_figures(each, phase)
            lost = f"{own.loss:.{_DIGITS[game]}f}"
            shown = "" if place else phase
            table.add_row(shown, escape(each.policy), f"{own.turns:.1f}", f"{own.turn_s:.3f}", lost)
    return table


def loss_text(value: "Estimate", game: str, *, signed: bool = False) -> str:
    """Write a loss with its error."""
    digits, sign = _DIGITS[game], "+" if signed else ""
    error = "" if value.error is None else f" ± {value.error:.{digits}f}"
    return f"{value.mean:{sign}.{digits}f}{error}"


def figures_form(figures: "PolicyFigures", game: str) -> dict[str, Any]:
    """Give the figures of one policy for JSON."""
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
            for phase in phases(GameKind(game))
            for own in (phase_figures(figures, phase),)
        },
    }
