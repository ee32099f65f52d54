"""Mergen fit: past games added to what `mergen` has learned."""

import math
from collections.abc import Iterable
from dataclasses import replace

from zeitnot.clocks import ClockReading
from zeitnot.learning.past_games import PastGame, PastPlayer
from zeitnot.policies import Mergen, MergenLessons
from zeitnot.turns import Turn

LEFT_SHARE = 0.1
"""Part of all the time of a game that is to be left at its end."""
_HALF = 0.5
_STEPS = 8
"""Halvings of the search for a game's share per move: to a hundredth of it."""


def learn_game(lessons: MergenLessons, game: PastGame, *, player: str = "") -> MergenLessons:
    """Add a game: the moves that were left, and the share per move that its clock wanted.

    With a name, only players whose name has it count.
    """
    wanted = [each for each in game.players if each.positions and player.lower() in each.name.lower()]
    if not wanted or game.fingerprint in lessons.seen:
        return lessons
    document = Mergen()
    for each in wanted:
        lessons = _with_moves(lessons, each, document)
    figures = lessons.figures(document.figures(), shares=(document.least_share, document.largest_share))
    policy = replace(
        document,
        opening_moves_left=figures.opening_moves_left,
        middlegame_moves_left=figures.middlegame_moves_left,
        endgame_moves_left=figures.endgame_moves_left,
    )
    for each in wanted if game.clock is not None else ():
        share = _share_wanted(each, policy, clock=game.clock or (0.0, 0.0))
        lessons = replace(
            lessons,
            share_games=lessons.share_games + _HALF,
            share_logs=lessons.share_logs + _HALF * math.log(share / document.share_per_move),
        )
    return lessons.after_game(game.fingerprint)


def _with_moves(lessons: MergenLessons, player: PastPlayer, document: Mergen) -> MergenLessons:
    phases: dict[str, list[tuple[float, float]]] = {}
    for place, features in enumerate(player.positions):
        phase, way = document.way(features)
        moves_left = len(player.positions) - place
        phases.setdefault(phase, []).append((way, moves_left - document.phase(features)[2]))
    grown = {phase: getattr(lessons, phase).after(moves, weight=_HALF) for phase, moves in phases.items()}
    return replace(lessons, **grown)


def _share_wanted(player: PastPlayer, policy: Mergen, *, clock: tuple[float, float]) -> float:
    """Return the share per move with which the game would have left what is to be left of its time."""
    total_s = clock[0] + clock[1] * (len(player.positions) - 1)
    low, high = math.log(policy.least_share), math.log(policy.largest_share)
    for _ in range(_STEPS):
        middle = (low + high) / 2
        tried = replace(policy, share_per_move=math.exp(middle))
        spends_less = _left_s(_targets(player, tried, clock=clock), clock) > LEFT_SHARE * total_s
        low, high = (middle, high) if spends_less else (low, middle)
    return math.exp((low + high) / 2)


def _targets(player: PastPlayer, policy: Mergen, *, clock: tuple[float, float]) -> Iterable[float]:
    """Yield what each move would take, each planned on the clock that those before it leave."""
    base_s, increment_s = clock
    left_s = base_s
    for place, features in enumerate(player.positions):
        reading = ClockReading(remaining_s=left_s, increment_s=increment_s)
        turn = Turn(clock=reading, initial_s=base_s, ply=2 * place, features=features)
        used_s = min(policy.plan(turn).target_s * player.use, left_s)
        left_s += increment_s - used_s
        yield used_s


def _left_s(used_s: Iterable[float], clock: tuple[float, float]) -> float:
    spent = list(used_s)
    return clock[0] + clock[1] * (len(spent) - 1) - sum(spent)
