"""Run games: the chess games of a match as past games, with how much of its plan a policy used."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from zeitnot.errors import DataError
from zeitnot.lab.store.rows import GameRow
from zeitnot.lab.store.run_store import RunStore
from zeitnot.learning import PastGame, past_games
from zeitnot.policies import policy_hooks

_USES = (0.2, 5.0)
"""Bounds of the time used for each second planned; what is beyond them is no habit."""


def run_games(path: Path, *, policy: str) -> Iterator[PastGame | None]:
    """Read the finished games of a run, with how much of its plan a policy used; None teaches nothing."""
    with RunStore.read(path) as store:
        if not (hooks := policy_hooks(policy)).plays(store.plan.game):
            games = " or ".join(hooks.games)
            raise DataError(f"{policy} must learn from games of {games}, got {store.plan.game} in {path}")
        for row in store.games():
            for game in past_games(store.text(row.number), what=f"{path}, game {row.number + 1}"):
                yield None if game is None else _with_uses(store, row, game, policy)


def _with_uses(store: RunStore, row: GameRow, game: PastGame, policy: str) -> PastGame:
    used_s, planned_s = [0.0, 0.0], [0.0, 0.0]
    for turn in store.turns([row]):
        if store.plan.participants[turn.participant].policy == policy and turn.target_s:
            used_s[turn.seat] += turn.used_s
            planned_s[turn.seat] += turn.target_s
    players = tuple(
        replace(player, use=min(max(used / planned, _USES[0]), _USES[1])) if planned > 0 else player
        for player, used, planned in zip(game.players, used_s, planned_s, strict=True)
    )
    return replace(game, players=(players[0], players[1]))
