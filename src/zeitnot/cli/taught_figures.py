"""Taught figures: what a user's games have taught a policy, for people and for machines."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zeitnot.policies import Taught

_NAME_WIDTH = 22


def taught_lines(taught: "Taught") -> list[str]:
    """Say what is learned, beside the figures before."""
    if not taught.games:
        return ["Nothing is learned from past games: the document's figures hold."]
    lines = [f"Learned from {taught.games} games; the document's figures count for {taught.prior_games:g}:"]
    for name, learned in taught.learned.items():
        before = taught.before[name]
        if isinstance(learned, tuple) and isinstance(before, tuple):
            figures = f"{learned[0]:4.1f} .. {learned[1]:4.1f}  (document {before[0]:g} .. {before[1]:g})"
        else:
            figures = f"{learned:<12.4f}  (document {before:g})"
        lines.append(f"    {name:<{_NAME_WIDTH}} {figures}")
    return lines


def taught_form(taught: "Taught") -> dict[str, Any]:
    """Return what is learned, for machines."""
    from zeitnot.turns import to_json_form

    return {"games": taught.games, **{name: to_json_form(value) for name, value in taught.learned.items()}}
