import gc
import math
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.lab.fleet.tiny_match import children, descendants, essence, gone, played, tiny_plan, told_until
from tests.lab.match.scenes import small_plan
from zeitnot.errors import SettingError, StateError
from zeitnot.games import Participant
from zeitnot.lab import NO_CLOCK, Event, Finished, LocalFleet, Lost, Moved
from zeitnot.lab.fleet.affinity import named_cores, shared_cores, usable_cores
from zeitnot.lab.fleet.match_fleet import GameJob, _patience_s
from zeitnot.lab.fleet.process_fleet import CLOSE_S
from zeitnot.lab.fleet.work_queue import Begun
from zeitnot.lab.match.runner import _fleet

LONG = tiny_plan(2, control="1000+1", work_per_s=5000.0)
"""Games that last longer than any test."""

ENDLESS_MATCH = """
import sys
from tests.lab.fleet.tiny_match import tiny_plan, told_until
from zeitnot.lab import LocalFleet

if __name__ == "__main__":
    fleet = LocalFleet(tiny_plan(2, control="1000+1"), concurrency=2)
    fleet.begin(0)
    fleet.begin(1)
    list(told_until(fleet, lambda event: True))
    print("plays", flush=True)
    sys.stdin.read()
"""


def test_events_of_a_game_arrive_in_the_order_of_its_turns() -> None:
    with LocalFleet(tiny_plan(2)) as fleet:
        fleet.begin(1)
        events = list(told_until(fleet, lambda event: not isinstance(event, Moved)))
        assert fleet.free == 1
    last = events[-1]
    assert isinstance(last, Finished)
    moves = [event for event in events[:-1] if isinstance(event, Moved)]
    assert [event.ply for event in moves] == [turn.record.ply for turn in last.game.turns]
    assert [event.move for event in moves] == [turn.record.move for turn in last.game.turns]
    assert all(one.seat != next_.seat for one, next_ in pairwise(moves))
    assert {event.number for event in moves} == {1}
    assert moves[-1].left_s == last.game.left_s


def test_games_do_not_depend_on_how_many_are_played_at_once() -> None:
    with LocalFleet(tiny_plan(2), concurrency=1) as alone, LocalFleet(tiny_plan(2), concurrency=2) as both:
        one_by_one, at_once = played(alone, range(2)), played(both, range(2))
    assert [essence(one_by_one[n]) for n in range(2)] == [essence(at_once[n]) for n in range(2)]


def test_a_killed_worker_is_replaced_and_its_game_told_as_lost() -> None:
    before = set(children(os.getpid()))
    with LocalFleet(LONG) as fleet:
        fleet.begin(0)
        list(told_until(fleet, _is_move))
        (worker,) = _workers(before)
        os.kill(worker, signal.SIGKILL)
        *_, lost = told_until(fleet, lambda event: isinstance(event, Lost))
        assert lost == Lost(number=0, words=f"the process that had it ended with {-signal.SIGKILL}")
        assert fleet.free == 1
        fleet.begin(0)
        *_, moved = told_until(fleet, _is_move)
        assert isinstance(moved, Moved)
        assert moved.number == 0
        assert worker not in _workers(before)


@pytest.mark.parametrize("name", ["stockfish+uniform", "stockfish"])
def test_a_killed_worker_leaves_no_engine_behind(name: str) -> None:
    before = set(children(os.getpid()))
    participants = Participant.parse(name), LONG.participants[0]
    with LocalFleet(replace(LONG, participants=participants, control="0:30+1", work_per_s=None)) as fleet:
        fleet.begin(0)
        list(told_until(fleet, _is_move))
        (worker,) = _workers(before)
        family = descendants(worker)
        assert "stockfish" in {Path(f"/proc/{pid}/comm").read_text().strip() for pid in family}
        os.kill(worker, signal.SIGKILL)
        list(told_until(fleet, lambda event: isinstance(event, Lost)))
        assert gone(family)


def test_closing_ends_games_under_way_and_all_processes() -> None:
    before = set(children(os.getpid()))
    fleet = LocalFleet(LONG, concurrency=2)
    fleet.begin(0)
    fleet.begin(1)
    list(told_until(fleet, _is_move))
    workers = _workers(before)
    assert len(workers) == 2
    began_s = time.monotonic()
    fleet.close()
    assert time.monotonic() - began_s < 2 * CLOSE_S
    assert not _workers(before)
    assert fleet.free == 0


def test_the_end_of_the_parent_is_the_end_of_the_workers(tmp_path: Path) -> None:
    script = tmp_path / "endless_match.py"
    script.write_text(ENDLESS_MATCH)
    folder = str(Path(__file__).parents[3])
    with subprocess.Popen(
        [sys.executable, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": folder},
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"plays\n"
        family = children(parent.pid)
        parent.kill()
    assert len(family) >= 2
    assert gone(family)


def test_a_worker_that_is_silent_for_longer_than_any_turn_is_ended() -> None:
    with LocalFleet(LONG) as fleet:
        fleet.begin(0)
        list(told_until(fleet, _is_move))
        fleet._patience_s = -1.0
        (finished,) = silenced(fleet, Finished)
        assert isinstance(finished, Finished)
        assert finished.game.number == 0
        assert "nothing had happened" in finished.game.notes[0]
        assert fleet.free == 1


def silenced(fleet: LocalFleet, kind: type[Event]) -> list[Event]:
    """Wait for what becomes of a worker that is silent; one that has just spoken is heard first."""
    return [
        event for event in told_until(fleet, lambda event: isinstance(event, kind)) if isinstance(event, kind)
    ]


def test_a_fleet_that_was_stopped_itself_does_not_blame_its_workers() -> None:
    with LocalFleet(LONG, patience_s=60.0) as fleet:
        fleet.begin(0)
        list(told_until(fleet, _is_move))
        fleet._looked_s -= 3600.0  # as if somebody had pressed Ctrl-Z
        assert all(isinstance(event, Moved) for event in fleet.events(0.0))


def test_silence_is_measured_by_the_clock_of_the_match() -> None:
    with LocalFleet(replace(LONG, control="1:00+1", work_per_s=None)) as fleet:
        assert 2 * 60 < fleet._patience_s < 600
    with LocalFleet(tiny_plan(2, control="10+0.1", work_per_s=100_000.0)) as fleet:
        assert 100 < fleet._patience_s < 600


def test_what_was_told_before_the_fleet_is_closed_is_given_back() -> None:
    fleet = LocalFleet(LONG)
    fleet.begin(0)
    (worker,) = fleet._workers
    assert worker.channel.poll(60)
    assert isinstance(worker.channel.recv(), Begun)
    assert worker.channel.poll(60)  # it has moved, and nobody has heard of it
    told = fleet.close()
    assert isinstance(told[0], Moved)
    assert fleet.close() == []


def test_a_game_too_many_is_refused() -> None:
    with LocalFleet(LONG) as fleet:
        fleet.begin(0)
        assert fleet.free == 0
        with pytest.raises(StateError, match="must have a free worker, got none for 1"):
            fleet.begin(1)


def test_fewer_workers_than_one_are_refused() -> None:
    with pytest.raises(SettingError, match="concurrency must be at least 1, got 0"):
        LocalFleet(LONG, concurrency=0)


def _is_move(event: Event) -> bool:
    return isinstance(event, Moved)


def _workers(before: set[int]) -> list[int]:
    """Give the workers that were started since; the tracker of shared resources, which stays, is none."""
    return [pid for pid in children(os.getpid()) if pid not in before and _is_worker(pid)]


def _is_worker(pid: int) -> bool:
    return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()


def test_each_game_has_cores_of_its_own() -> None:
    mine = sorted(os.sched_getaffinity(0))
    assert shared_cores("", games=3, cores_each=1) == []
    assert shared_cores("all", games=1, cores_each=len(mine)) == [frozenset(mine)]
    assert named_cores("0-3,6,2") == (0, 1, 2, 3, 6)
    with pytest.raises(
        SettingError, match=r"must have 2 of the .* cores of affinity 'all' each, got 99 games"
    ):
        shared_cores("all", games=99, cores_each=2)
    with pytest.raises(SettingError, match="must name cores of this machine"):
        usable_cores("4095")


def test_a_worker_keeps_to_the_cores_of_its_game() -> None:
    core = min(os.sched_getaffinity(0))
    with LocalFleet(replace(LONG, affinity=str(core))) as fleet:
        fleet.begin(0)
        next(told_until(fleet, lambda event: True))
        (worker,) = fleet._workers
        assert worker.process.pid is not None
        assert os.sched_getaffinity(worker.process.pid) == {core}


def test_the_patience_is_that_of_the_longest_clock() -> None:
    odds = small_plan("uniform:clock=1+0.01", "textbook:clock=1000", work_per_s=None)
    assert _patience_s(odds) > 2_000
    assert _patience_s(small_plan(control=NO_CLOCK, nodes=5)) < math.inf


def test_affinity_is_not_for_a_cluster() -> None:
    with pytest.raises(SettingError, match="affinity is for games on this machine, got 'all' on a cluster"):
        _fleet(small_plan(affinity="all"), 2, concurrency=None, ray="auto")


def test_no_turn_pays_for_a_garbage_collection_over_all_modules() -> None:
    kept_out: list[int] = []

    def tell(event: Event) -> None:
        if isinstance(event, Moved):
            kept_out.append(gc.get_freeze_count())

    gc.unfreeze()
    try:
        with closing(GameJob(tiny_plan(1).to_json())) as job:
            job.do(0, None, tell)
    finally:
        gc.freeze()  # as the tests have it
    assert min(kept_out) > 10_000
