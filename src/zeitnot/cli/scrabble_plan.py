"""Words and tables of a Scrabble match as options name them, looked at before the match begins."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zeitnot.lab.match import ScrabblePlan
    from zeitnot.scrabble.player_settings import PlayerSettings

_NO_FILES = ("none", "rough")
"""Leaves that are no file."""


def scrabble_plan(
    *,
    lexicon: Path | None = None,
    leaves: str | None = None,
    distribution: Path | None = None,
    layout: Path | None = None,
    settings: "PlayerSettings | None" = None,
) -> "ScrabblePlan":
    """Make what a plan knows of Scrabble, and open it once.

    A file that is none is refused before anything is written, and what is made at first use is shown.
    """
    from zeitnot.cli.scrabble_options import build_status
    from zeitnot.lab.match import ScrabblePlan
    from zeitnot.lab.match.scrabble_table import opened_knowledge

    plan = ScrabblePlan(
        lexicon=_whole(lexicon),
        leaves=leaves if leaves is None or leaves in _NO_FILES else _whole(Path(leaves)),
        distribution=_whole(distribution),
        layout=_whole(layout),
        plies=None if settings is None else settings.simulation.plies,
        candidates=None if settings is None else settings.simulation.candidates,
    )
    with build_status() as on_build:
        opened_knowledge(plan, on_build)
    return plan


def _whole(path: Path | None) -> str | None:
    """Write a path from the root: a run may be resumed from another folder."""
    return None if path is None else str(path.resolve())
