"""Pair summary: what a match keeps of two games, as one line of JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from zeitnot.errors import DataError
from zeitnot.scrabble.autoplay import Deal
from zeitnot.scrabble.clocked_game import ClockedResult
from zeitnot.scrabble.clocked_match import PlayedPair
from zeitnot.turns import ScrabbleFeatures

PHASES = (
    "81 and more unseen",
    "51 to 80 unseen",
    "26 to 50 unseen",
    "15 to 25 unseen",
    "up to 14 unseen",
    "an empty bag",
)
"""Phases of a game by tiles unseen, as the MAGPIE document divides it (M6)."""
_PHASE_ENDS = (80, 50, 25, 14)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSummary:
    """One contestant in one game."""

    score: int
    """Final points, penalties taken off."""
    used_s: float
    """Time used."""
    remaining_s: float
    """What the clock showed at the end; below 0 when over."""
    penalty_pts: int
    """Points lost by overtime."""
    bought: int
    """Turns on which overtime was begun on purpose."""
    forfeited: bool
    """Whether the game was lost on time."""
    bingos: int
    """Plays of seven tiles."""
    exchanges: int
    """Turns that changed tiles."""
    turns: int
    """Turns played."""
    phase_s: tuple[float, ...]
    """Time used by phase of the game."""
    latest_s: float
    """Longest time past a hard limit, below 0 when none was passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSummary:
    """Two games with the same tiles; contestant 0 begins the first."""

    number: int
    """From 0."""
    games: tuple[tuple[SideSummary, SideSummary], ...]
    """By game, then by contestant."""

    @classmethod
    def of(cls, pair: PlayedPair) -> Self:
        """Sum up a pair."""
        deals = [side_summaries(game) for game in pair.games]
        return cls(number=pair.number, games=(deals[0], (deals[1][1], deals[1][0])))

    def deal(self) -> Deal:
        """Give the scores as tallies take them."""
        return Deal(
            scores=tuple((own.score, other.score) for own, other in self.games),
            bingos=self._sum("bingos"),
            exchanges=self._sum("exchanges"),
            turns=sum(self._sum("turns")),
        )

    def _sum(self, name: str) -> tuple[int, int]:
        return (
            sum(getattr(own, name) for own, _ in self.games),
            sum(getattr(other, name) for _, other in self.games),
        )

    def to_line(self) -> str:
        """Write one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_line(cls, line: str) -> Self:
        """Read one line; a DataError says that it is none."""
        try:
            form = json.loads(line)
            games = tuple((_read(own), _read(other)) for own, other in form["games"])
            return cls(number=int(form["number"]), games=games)
        except (ValueError, TypeError, KeyError) as error:
            raise DataError(f"a pair must be a JSON line of this program, got {line[:60]!r}") from error


def _read(form: dict[str, Any]) -> SideSummary:
    return SideSummary(**{**form, "phase_s": tuple(form["phase_s"])})


def side_summaries(game: ClockedResult) -> tuple[SideSummary, SideSummary]:
    """Sum up a game by seat."""
    return _side(game, 0), _side(game, 1)


def _side(game: ClockedResult, seat: int) -> SideSummary:
    records = [turn.record for turn in game.turns if turn.seat == seat]
    phase_s = [0.0] * len(PHASES)
    for record in records:
        phase_s[phase_of(record.features)] += record.used_s
    plays = game.moves_of(seat)
    return SideSummary(
        score=game.scores[seat],
        used_s=game.used_s[seat],
        remaining_s=game.remaining_s[seat],
        penalty_pts=game.penalties_pts[seat],
        bought=sum(record.budget.periods_bought > 0 for record in records),
        forfeited=game.forfeited == seat,
        bingos=sum(move.is_bingo for move in plays),
        exchanges=sum(move.is_exchange for move in plays),
        turns=len(records),
        phase_s=tuple(phase_s),
        latest_s=max((record.overshoot_s for record in records), default=0.0),
    )


def phase_of(features: object) -> int:
    """Give the number of the phase that a turn belongs to."""
    if not isinstance(features, ScrabbleFeatures):
        return 0
    if features.bag_tiles == 0:
        return len(PHASES) - 1
    return sum(features.unseen_tiles <= end for end in _PHASE_ENDS)


def phase_shares(sides: Sequence[SideSummary]) -> tuple[float, ...]:
    """Give the part of all time used that each phase had."""
    sums = [sum(side.phase_s[phase] for side in sides) for phase in range(len(PHASES))]
    total_s = sum(sums)
    return tuple(part / total_s if total_s > 0 else 0.0 for part in sums)
