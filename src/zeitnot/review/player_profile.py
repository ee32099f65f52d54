"""PlayerProfile: how a player uses the clock, over many games."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from zeitnot.games import CONFIDENCE, Estimate, Reviewer, TimedGame, find_game
from zeitnot.review.move_review import MoveReview
from zeitnot.review.side_review import SideReview
from zeitnot.review.spending import ratio_estimate
from zeitnot.review.verdicts import TimeVerdict

_FEWEST = 2
_FEWEST_FOR_TREND = 6
_SENTENCES = {
    TimeVerdict.TOO_LONG: "Typical: too long {where}, {count:.1f} {turns} a game; the time was worth "
    "{cost} points elsewhere.",
    TimeVerdict.TOO_QUICK: "Typical: too quick {where}, {count:.1f} {turns} a game; more time would probably "
    "have saved {cost} points.",
    TimeVerdict.TIME_TROUBLE: "Typical: time trouble {where}; {cost} points a game are lost in it.",
}

GameSide = tuple[TimedGame, SideReview]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFigures:
    """A part of a player's moves: a phase, a kind of control, a seat."""

    name: str
    """Name of the part."""
    games: int
    """Games with such moves."""
    moves: int
    """Number of such moves whose time is known."""
    move_s: float
    """Mean time of a move."""
    loss: float
    """Lost in a game."""
    trouble_loss: float
    """Part of it that was lost in time trouble."""
    too_long: float
    """Moves a game that took too long."""
    too_quick: float
    """Moves a game that were too quick."""
    share: Estimate | None
    """Part of the achievable that was achieved, with its error over games; None where nothing was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerProfile:
    """A player's use of the clock."""

    name: str
    """Name of the player."""
    all: GroupFigures
    """All games together."""
    phases: tuple[GroupFigures, ...]
    """By phase of the game."""
    controls: tuple[GroupFigures, ...]
    """By kind of time control."""
    seats: tuple[GroupFigures, ...]
    """By seat: by colour in chess."""
    gain: Estimate
    """What the same time, best spent, would have gained in a game."""
    trend: Estimate | None
    """Change of the share from the first game to the last; None with few games."""
    typical: str
    """The typical mistake in a sentence."""


def player_profiles(games: Iterable[tuple[TimedGame, Sequence[SideReview]]]) -> tuple[PlayerProfile, ...]:
    """Return the profiles of all players with two games or more, those with the most games first."""
    found: dict[str, list[GameSide]] = {}
    for game, sides in games:
        for side in sides:
            if side.pace is not None:
                found.setdefault(side.name, []).append((game, side))
    many = [(name, sides) for name, sides in found.items() if len(sides) >= _FEWEST]
    return tuple(_profile(name, sides) for name, sides in sorted(many, key=lambda each: -len(each[1])))


def _profile(name: str, sides: Sequence[GameSide]) -> PlayerProfile:
    game = find_game(sides[0][0].game)
    reviewer = game.reviewer()
    return PlayerProfile(
        name=name,
        all=_figures("all", sides),
        phases=_groups(sides, game.phases),
        controls=_parted(
            sides, lambda game, _: "unknown" if game.control is None else game.control.kind.value
        ),
        seats=_parted(sides, lambda _, side: reviewer.seats[side.seat]),
        gain=_mean([side.gain for _, side in sides]),
        trend=_trend(sides),
        typical=_typical(sides, reviewer),
    )


def _groups(sides: Sequence[GameSide], phases: Sequence[str]) -> tuple[GroupFigures, ...]:
    made = [_figures(phase, sides, partial(_is_of, phase)) for phase in phases]
    return tuple(each for each in made if each.moves)


def _is_of(phase: str, move: MoveReview) -> bool:
    return move.phase == phase


def _parted(
    sides: Sequence[GameSide], key: Callable[[TimedGame, SideReview], str]
) -> tuple[GroupFigures, ...]:
    parts: dict[str, list[GameSide]] = {}
    for game, side in sides:
        parts.setdefault(key(game, side), []).append((game, side))
    return tuple(_figures(name, part) for name, part in sorted(parts.items()))


def _figures(
    name: str, sides: Sequence[GameSide], belongs: Callable[[MoveReview], bool] | None = None
) -> GroupFigures:
    """Return the figures of some moves; of all moves if none are named, with what overtime cost."""
    by_game = [[move for move in side.moves if belongs is None or belongs(move)] for _, side in sides]
    penalty = sum(side.penalty for _, side in sides) if belongs is None else 0.0
    by_game = [moves for moves in by_game if moves]
    moves = [move for group in by_game for move in group]
    times_s = [move.move.time.used_s for move in moves if move.move.time.used_s is not None]
    games = max(1, len(by_game))
    gained = [sum(move.gained for move in group) for group in by_game]
    best = [sum(move.best_gained for move in group) for group in by_game]
    return GroupFigures(
        name=name,
        games=len(by_game),
        moves=len(times_s),
        move_s=float(np.mean(times_s)) if times_s else 0.0,
        loss=(sum(move.loss for move in moves) + penalty) / games,
        trouble_loss=(sum(move.loss for move in moves if move.trouble_since is not None) + penalty) / games,
        too_long=_count(moves, TimeVerdict.TOO_LONG) / games,
        too_quick=_count(moves, TimeVerdict.TOO_QUICK) / games,
        share=ratio_estimate(gained, best) if sum(best) >= sides[0][1].least else None,
    )


def _count(moves: Iterable[MoveReview], verdict: TimeVerdict) -> int:
    return sum(move.verdict is verdict for move in moves)


def _mean(values: Sequence[float]) -> Estimate:
    error = CONFIDENCE * float(np.std(values, ddof=1)) / len(values) ** 0.5 if len(values) > 1 else None
    return Estimate(mean=float(np.mean(values)), error=error)


def _trend(sides: Sequence[GameSide]) -> Estimate | None:
    """Return the change of the share over the games, by a line through them in the order of their dates."""
    ordered = sorted(sides, key=lambda each: each[0].date)
    told = [(side.share, side.achievable) for _, side in ordered if side.share is not None]
    if len(told) < _FEWEST_FOR_TREND:
        return None
    shares, weights = (np.array(column, dtype=np.float64) for column in zip(*told, strict=True))
    way = np.linspace(-0.5, 0.5, len(told))
    mean, middle = np.average(shares, weights=weights), np.average(way, weights=weights)
    spread = float(np.sum(weights * (way - middle) ** 2))
    slope = float(np.sum(weights * (way - middle) * (shares - mean))) / spread
    rest = shares - mean - slope * (way - middle)
    variance = float(np.sum((weights * (way - middle) * rest) ** 2)) / spread**2
    return Estimate(mean=slope, error=CONFIDENCE * (variance * len(told) / (len(told) - 2)) ** 0.5)


def _typical(sides: Sequence[GameSide], reviewer: Reviewer) -> str:
    """Return the verdict that cost the most, with the phase in which it did."""
    moves = [move for _, side in sides for move in side.moves]
    costs = {verdict: _cost(moves, verdict) / len(sides) for verdict in _SENTENCES}
    worst = max(costs, key=lambda verdict: costs[verdict])
    if costs[worst] < reviewer.rules.least_told:
        return "No mistake is typical: what the clock cost is too little to tell."
    mine = [move for move in moves if move.verdict is worst]
    phases = {move.phase for move in mine}
    phase = max(phases, key=lambda name: _cost((m for m in mine if m.phase == name), worst))
    return _SENTENCES[worst].format(
        where=reviewer.phase_words(phase),
        count=len(mine) / len(sides),
        turns=f"{reviewer.rules.turn_word}s",
        cost=reviewer.rules.loss_text(costs[worst]),
    )


def _cost(moves: Iterable[MoveReview], verdict: TimeVerdict) -> float:
    return sum(move.cost for move in moves if move.verdict is verdict)
