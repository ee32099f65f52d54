"""Agreement table: what a replay predicts next to what a match had, for people and for machines."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zeitnot.cli.estimates import estimate_form
from zeitnot.cli.match_form import elo_form
from zeitnot.cli.match_table import elo_text
from zeitnot.cli.narrow_table import Column, NarrowTable
from zeitnot.cli.replay_table import NAME_WIDTH, PHASE_WIDTH, loss_text

if TYPE_CHECKING:
    from zeitnot.lab.replay.agreement import Agreement


def ranking_table(agreements: "Sequence[Agreement]", game: str) -> NarrowTable:
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


def times_table(agreements: "Sequence[Agreement]") -> NarrowTable:
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
