"""Mergen lessons: what `mergen` learns from past games about moves left and its share per move.

Estimates are pulled towards the document's figures as if these had been seen in `PRIOR_GAMES` games, so that
ten games change little and hundreds decide.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Self

from zeitnot.errors import DataError
from zeitnot.turns import from_json_form, to_json_form
from zeitnot.untrusted import parse_json

SCHEMA = 1
"""Version of the file format."""
PRIOR_GAMES = 30.0
"""Number of games that the document's figures count for."""
MOST_SEEN = 200_000
"""Number of games that are remembered so that none counts twice; beyond it the oldest are forgotten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergenFigures:
    """Figures of `mergen` that games can change, with the number of games behind them."""

    games: int
    """Number of games learned from."""
    share_per_move: float
    """Share per move, in place of the document's 4 %."""
    opening_moves_left: tuple[float, float]
    """Moves left at the first and at the last move of the opening."""
    middlegame_moves_left: tuple[float, float]
    """Moves left at the first and at the last move of the middlegame."""
    endgame_moves_left: tuple[float, float]
    """Moves left at the most pieces of an endgame and at bare kings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovesSeen:
    """One phase: sums for a linear fit of the moves left between its two ends; each player of a game weighs
    half."""

    first_first: float = 0.0
    """Sum of the squared weights of the first end."""
    first_last: float = 0.0
    """Sum of the products of both weights."""
    last_last: float = 0.0
    """Sum of the squared weights of the last end."""
    first_off: float = 0.0
    """Sum of the weights of the first end times the error of the document's estimate."""
    last_off: float = 0.0
    """Sum of the weights of the last end times the error of the document's estimate."""

    def after(self, moves: Sequence[tuple[float, float]], *, weight: float) -> Self:
        """Return the sums with one player's moves in the phase added: (way through it, moves left minus the
        estimate)."""
        share = weight / len(moves)
        added = [
            sum(share * (1 - way) ** 2 for way, _ in moves),
            sum(share * (1 - way) * way for way, _ in moves),
            sum(share * way**2 for way, _ in moves),
            sum(share * (1 - way) * off for way, off in moves),
            sum(share * way * off for way, off in moves),
        ]
        names = [each.name for each in fields(self)]
        return replace(
            self, **{name: getattr(self, name) + more for name, more in zip(names, added, strict=True)}
        )

    def ends(self, prior: tuple[float, float]) -> tuple[float, float]:
        """Return the moves left at both ends: the document's figures, adjusted by the weight of the games."""
        first, last, both = self.first_first + PRIOR_GAMES, self.last_last + PRIOR_GAMES, self.first_last
        det = first * last - both**2
        moved = (
            (last * self.first_off - both * self.last_off) / det,
            (first * self.last_off - both * self.first_off) / det,
        )
        return max(1.0, prior[0] + moved[0]), max(1.0, prior[1] + moved[1])


@dataclass(frozen=True, slots=True, kw_only=True)
class MergenLessons:
    """Everything that was learned, as sums to which the next games are added."""

    games: int = 0
    """Number of games learned from."""
    opening: MovesSeen = field(default_factory=MovesSeen)
    """Moves left in the opening."""
    middlegame: MovesSeen = field(default_factory=MovesSeen)
    """Moves left in the middlegame."""
    endgame: MovesSeen = field(default_factory=MovesSeen)
    """Moves left in the endgame."""
    share_games: float = 0.0
    """Number of games that say something about the share per move."""
    share_logs: float = 0.0
    """Sum of the logarithms of the factors on the share per move that these games called for."""
    seen: tuple[str, ...] = ()
    """Fingerprints of the games, so that none counts twice."""

    def figures(self, prior: MergenFigures, *, shares: tuple[float, float]) -> MergenFigures:
        """Return the figures to play with: the document's, adjusted by what was seen."""
        share = prior.share_per_move * math.exp(self.share_logs / (self.share_games + PRIOR_GAMES))
        return MergenFigures(
            games=self.games,
            share_per_move=min(max(share, shares[0]), shares[1]),
            opening_moves_left=self.opening.ends(prior.opening_moves_left),
            middlegame_moves_left=self.middlegame.ends(prior.middlegame_moves_left),
            endgame_moves_left=self.endgame.ends(prior.endgame_moves_left),
        )

    def after_game(self, fingerprint: str) -> Self:
        """Return the lessons with one more game counted; its moves are added separately."""
        return replace(self, games=self.games + 1, seen=(*self.seen, fingerprint)[-MOST_SEEN:])

    def to_json(self) -> str:
        """Return the text that `from_json` reads back."""
        return json.dumps({"schema": SCHEMA, "mergen": to_json_form(self)}, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the text of `to_json`; anything else is a DataError."""
        form = parse_json(text, what="a file of mergen lessons")
        if not isinstance(form, dict) or form.get("schema") != SCHEMA:
            raise DataError(f"a file of mergen lessons must have schema {SCHEMA}, got another one")
        try:
            lessons = from_json_form(cls, form.get("mergen"))
        except DataError as error:
            raise DataError(f"a file of mergen lessons must be complete: {error}") from error
        sums = (lessons.opening, lessons.middlegame, lessons.endgame)
        numbers = [getattr(each, part.name) for each in sums for part in fields(each)]
        squares = [number for each in sums for number in (each.first_first, each.last_last)]
        if (
            not all(math.isfinite(number) for number in (*numbers, lessons.share_logs))
            or min(lessons.games, lessons.share_games, *squares) < 0
            or any(each.first_last**2 > each.first_first * each.last_last + 1e-6 for each in sums)
        ):
            raise DataError("a file of mergen lessons must hold sums of real games, got impossible ones")
        return lessons
