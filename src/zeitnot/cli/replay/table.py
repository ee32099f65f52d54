"""Replay tables: what policies use and lose in the same games, and how well a replay predicts a match."""

from collections.abc import Sequence
from typing import Any

from zeitnot import games, lab
from zeitnot.cli.estimates import elo_text, fields_form, number_text, value_form
from zeitnot.cli.narrow_table import NarrowTable, figures, words

NAME_WIDTH = 12
"""Characters that the name of a policy may be shortened to."""
PHASE_WIDTH = 9
"""Characters that the name of a phase may be wrapped to."""


def policy_table(found: "Sequence[lab.PolicyFigures]", game: str) -> NarrowTable:
    """Show the policies, one a line."""
    columns = [
        words("policy", lambda each: each.policy, shortest=NAME_WIDTH),
        figures("lost a game", lambda each: loss_text(each.cost, game)),
        figures("to the first", lambda each: loss_text(each.difference, game, signed=True), 5),
        figures("of the way", lambda each: share_text(each.share), 6),
        figures("used s", lambda each: f"{each.used_s:.2f}", 4),
        figures("left s", lambda each: f"{each.left_s:.2f}", 2),
        figures("flags", lambda each: f"{each.flagged:,}", 3),
    ]
    if games.find_game(game).has_points:
        columns.append(figures("overtime", lambda each: f"{each.penalty_pts:.2f}", 1))
    return NarrowTable.of(found, *columns)


def phase_table(found: "Sequence[lab.PolicyFigures]", game: str) -> NarrowTable:
    """Show every policy in every phase: turns a game, seconds a turn, loss a game."""
    digits = games.find_game(game).losses.digits
    return NarrowTable.of(
        [
            ("" if place else phase, each.policy, lab.phase_figures(each, phase))
            for phase in games.find_game(game).phases
            for place, each in enumerate(found)
        ],
        words("phase", lambda row: row[0], wraps=PHASE_WIDTH),
        words("policy", lambda row: row[1], shortest=NAME_WIDTH),
        figures("turns", lambda row: f"{row[2].turns:.1f}", 1),
        figures("s a turn", lambda row: f"{row[2].turn_s:.3f}", 2),
        figures("lost a game", lambda row: f"{row[2].loss:.{digits}f}"),
    )


def loss_text(value: "games.Estimate | None", game: str, *, signed: bool = False) -> str:
    """Write a loss with its error; nothing where there is none."""
    return number_text(value, digits=games.find_game(game).losses.digits, sign="+" if signed else "")


def share_text(share: "games.Estimate | None") -> str:
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
            for phase in games.find_game(game).phases
            for own in (lab.phase_figures(figures, phase),)
        },
    }


def ranking_table(agreements: "Sequence[lab.Agreement]", game: str) -> NarrowTable:
    """Show who is how good in the match, and who loses how much in the replay."""
    return NarrowTable.of(
        agreements,
        words("policy", lambda each: each.participant, shortest=NAME_WIDTH),
        figures("Elo in the match", lambda each: elo_text(each.elo)),
        figures("lost in replay", lambda each: loss_text(each.cost, game), 4),
        figures("to the first", lambda each: loss_text(each.difference, game, signed=True), 1),
        figures("used s", lambda each: f"{each.real_used_s:.2f}", 3),
        figures("predicted s", lambda each: f"{each.used_s:.2f}", 2),
    )


def times_table(agreements: "Sequence[lab.Agreement]") -> NarrowTable:
    """Show the seconds of a turn by phase, real and predicted."""

    return NarrowTable.of(
        [
            ("" if place else each.participant, own)
            for each in agreements
            for place, own in enumerate(each.phases)
        ],
        words("policy", lambda row: row[0], shortest=NAME_WIDTH),
        words("phase", lambda row: row[1].phase, wraps=PHASE_WIDTH),
        figures("turns", lambda row: f"{row[1].real_turns:.1f}", 2),
        figures("predicted", lambda row: f"{row[1].turns:.1f}", 1),
        figures("s a turn", lambda row: number_text(row[1].real_s, digits=3)),
        figures("predicted s", lambda row: number_text(row[1].predicted_s, digits=3), 4),
        figures("ratio", lambda row: number_text(row[1].ratio, digits=2), 3),
    )


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
                "turn_s": own.predicted_s.mean,
                "turn_error_s": own.predicted_s.error,
                "ratio": value_form(own.ratio),
            }
            for own in agreement.phases
        },
    }
