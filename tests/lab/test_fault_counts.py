"""Faults and time of a match, counted for machines."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from tests.chess.proxy.fixtures_proxy import request, scripted
from tests.lab.match.scenes import played, small_plan
from tests.report.match_page.runs import kept
from zeitnot.chess.match.other_engine import OtherEngine
from zeitnot.games import Fault, Participant, Side
from zeitnot.lab.fault_counts import FaultCounts, fault_counts
from zeitnot.lab.store import RunStore
from zeitnot.lab.time_use import time_use


def test_faults_are_counted_for_who_did_them(tmp_path: Path) -> None:
    plan = small_plan(games=6)
    faults = [(Fault.FLAG, 0), (Fault.FLAG, 1), (Fault.ILLEGAL, 0), (Fault.CRASH, 0), (Fault.STALL, 1)]
    games = played(small_plan())
    faulty = [
        replace(games[number % 2], number=number, fault=fault, fault_seat=seat)
        for number, (fault, seat) in enumerate(faults)
    ]
    with RunStore.read(kept(tmp_path / "a.run", plan, faulty)) as store:
        counts = fault_counts(plan, store.games())
    assert counts[0] == FaultCounts(
        participant="uniform", flags=2, illegal_moves=1, crashes=0, stalls=0, restarts=0
    )
    assert counts[1] == FaultCounts(
        participant="textbook", flags=0, illegal_moves=0, crashes=1, stalls=1, restarts=0
    )


def test_an_engine_that_was_started_again_is_counted(tmp_path: Path) -> None:
    command = scripted("dies-once-in-search", "--flag-file", str(tmp_path / "died"))
    mortal = Participant(name="mortal", side=Side.WRAPPED, policy="uniform", command=tuple(command))
    notes: list[str] = []
    with closing(OtherEngine(mortal, small_plan(), notes)) as engine:
        engine.new_game(initial_s=60.0)
        engine.think(request(clock_s=60.0), deadline_s=60.0)
    plan = small_plan()
    plan = replace(plan, participants=(replace(plan.participants[0], name="mortal"), plan.participants[1]))
    (game, _) = played(small_plan())
    with RunStore.read(kept(tmp_path / "a.run", plan, [replace(game, notes=tuple(notes))])) as store:
        first, second = fault_counts(plan, store.games())
    assert (first.restarts, second.restarts) == (1, 0), json.dumps(notes)


def test_time_is_summed_by_participant(tmp_path: Path) -> None:
    plan = small_plan()
    games = played(plan)
    with RunStore.read(kept(tmp_path / "a.run", plan, games)) as store:
        uniform, textbook = time_use(store)
    own = [turn for game in games for turn in game.turns if plan.order(game.number).sides[turn.seat] == 0]
    assert (uniform.participant, uniform.games, uniform.turns) == ("uniform", 2, len(own))
    assert uniform.used_s == sum(turn.referee_s for turn in own)
    assert uniform.longest_turn_s == max(turn.referee_s for turn in own)
    assert uniform.game_s == uniform.used_s / 2
    assert textbook.least_left_s == min(games[0].left_s[1], games[1].left_s[0])
    with RunStore.read(kept(tmp_path / "b.run", plan, [])) as store:
        assert {(each.turn_s, each.game_s, each.longest_turn_s) for each in time_use(store)} == {(None,) * 3}
