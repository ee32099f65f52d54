"""`zeitnot bench`: one signature of all behaviour, and the speed of the search."""

import hashlib
import json
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Annotated, Any

from zeitnot import chess, clocks, games, lab, models, scrabble, turns
from zeitnot.cli.options import JsonOption, whole_option
from zeitnot.cli.policy_settings import built_in_for

DEPTH = 12
"""Depth of the searches: about a second."""
DEEPEST = 30
"""Deepest search allowed: deeper ones take hours."""
GAMES = 3
"""Games that a policy plays on each control."""
SEED = 1
"""Seed of the generator of these games."""
CONTROLS = {"chess": ("1:00", "3:00+2", "40/5:00"), "scrabble": ("25:00 -10/min",)}
"""Sudden death, increment, stages; and the clock of Scrabble."""
_DIGITS = 9
"""Digits of a number that count: the last ones are the affair of a machine's mathematics library."""
_LENGTH = 12
"""Letters of a signature."""
_RECORD_FIELDS = (
    "policy",
    "ply",
    "clock_before_s",
    "used_s",
    "target_s",
    "reason",
    "move",
    "score_cp",
    "value_pts",
    "depth",
    "nodes",
    "samples",
)
_ITERATION_FIELDS = ("depth", "score_cp", "nodes", "selective_depth", "line")


def bench(
    depth: Annotated[
        int, whole_option("--depth", "Depth of the searches.", "-d", least=1, most=DEEPEST)
    ] = DEPTH,
    json_form: JsonOption = False,
) -> None:
    """Print a signature of all behaviour, and the speed of the search.

    Fixed positions are searched, and every policy plays fixed games with made-up searches.
    All of it counts time in work done: the signature changes when behaviour does, and only then.

    \b
    [bold]Examples[/bold]
    zeitnot bench
    zeitnot bench --json
    zeitnot bench --depth 8
    """
    began_s = time.perf_counter()
    searches = list(chess.search_fixed_positions(depth, built_in_for("chess")))
    used_s = time.perf_counter() - began_s
    # Plug-ins must not change the signature.
    records = [each for game in CONTROLS for name in built_in_for(game) for each in records_of(name, game)]
    replay = signature_of(map(_row, records))
    replay_s = time.perf_counter() - began_s - used_s
    searched = signature_of(
        [search.fen, [_chosen(each, _ITERATION_FIELDS) for each in search.iterations], _row(search.record)]
        for search in searches
    )
    signature = signature_of([searched, replay])
    nodes = sum(search.record.nodes for search in searches)
    per_second = round(nodes / used_s)
    if json_form:
        form = {
            "signature": signature,
            "depth": depth,
            "nodes": nodes,
            "time_s": used_s,
            "nodes_per_second": per_second,
            "searches": {"signature": searched, "count": len(searches)},
            "replay": {"signature": replay, "turns": len(records), "time_s": replay_s},
        }
        print(json.dumps(form))
        return
    print(f"searches   {searched}, {len(searches)} of them")
    print(f"replay     {replay}, {len(records)} turns")
    print(f"nodes      {nodes}")
    print(f"time       {used_s:.2f} s")
    print(f"speed      {per_second} nodes per second")
    print(f"signature  {signature}")


def signature_of(rows: Iterable[object]) -> str:
    """Sign rows of plain values: the same rows, the same signature."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(json.dumps(_rounded(row)).encode())
    return digest.hexdigest()[:_LENGTH]


def records_of(
    policy: str, game: str, settings: Mapping[str, Any] | None = None
) -> "Iterator[turns.TurnRecord]":
    """Play the fixed games of a kind with one policy."""
    for control in CONTROLS[game]:
        for positions in _games(game):
            manager = models.make_manager(policy, settings, overhead=turns.NO_CONNECTION)
            yield from lab.play_simulated(manager, clocks.TimeControl.parse(control), positions).records


@cache
def _games(game: str) -> "list[list[games.SimulatedPosition]]":
    made_up = (
        chess.SimulatedChess(Random(SEED)) if game == "chess" else scrabble.SimulatedScrabble(Random(SEED))
    )
    return [made_up.game() for _ in range(GAMES)]


def _row(record: "turns.TurnRecord") -> list[object]:
    return [*_chosen(record, _RECORD_FIELDS), record.budget.limit_s]


def _chosen(value: object, fields: tuple[str, ...]) -> list[object]:
    return [turns.to_json_form(getattr(value, name)) for name in fields]


def _rounded(value: object) -> object:
    if isinstance(value, float):
        return f"{value:.{_DIGITS}g}"
    return [_rounded(item) for item in value] if isinstance(value, list | tuple) else value
