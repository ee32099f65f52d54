"""Agreement table: what a replay predicts next to what a match had, for people and for machines."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.markup import escape
from rich.table import Table

from zeitnot.cli.estimates import estimate_form
from zeitnot.cli.match_form import elo_form
from zeitnot.cli.replay_table import loss_text

if TYPE_CHECKING:
    from zeitnot.lab.replay.agreement import Agreement


def ranking_table(agreements: "Sequence[Agreement]", game: str) -> Table:
    """Show who is how good in the match, and who loses how much in the replay."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("policy", overflow="fold")
    for head in ("Elo in the match", "lost in the replay", "to the first", "used s", "predicted s"):
        table.add_column(head, justify="right")
    for each in agreements:
        elo = each.elo
        table.add_row(
            escape(each.participant),
            "" if elo is None else f"{elo.elo:+.0f} ({elo.low:+.0f} .. {elo.high:+.0f})",
            loss_text(each.cost, game),
            "" if each.difference is None else loss_text(each.difference, game, signed=True),
            f"{each.real_used_s:.2f}",
            f"{each.used_s:.2f}",
        )
    return table


def times_table(agreements: "Sequence[Agreement]") -> Table:
    """Show the seconds of a turn by phase, real and predicted."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("policy", "phase"):
        table.add_column(head, overflow="fold")
    for head in ("turns", "predicted", "s a turn", "predicted", "ratio"):
        table.add_column(head, justify="right", no_wrap=True)
    for each in agreements:
        for place, own in enumerate(each.phases):
            error = "" if own.real_s.error is None else f" ± {own.real_s.error:.3f}"
            ratio = f"{own.predicted_s / own.real_s.mean:.2f}" if own.real_s.mean else ""
            table.add_row(
                "" if place else escape(each.participant),
                own.phase,
                f"{own.real_turns:.1f}",
                f"{own.turns:.1f}",
                f"{own.real_s.mean:.3f}{error}",
                f"{own.predicted_s:.3f}",
                ratio,
            )
    return table


def agreement_form(agreement: "Agreement") -> dict[str, Any]:
    """Give one participant for JSON."""
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
