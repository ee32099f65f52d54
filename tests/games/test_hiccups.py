"""The watch for hiccups: a machine that stands still is excused, holding the interpreter is not."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lab.match.scenes import ScriptedPlayer, scripted_game
from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.clocks import WallTime
from zeitnot.games import Fault, HiccupError, HiccupWatch, PlayedGame, play_excused
from zeitnot.games.hiccup_process import KEPT, LEAST_S, SIZE, TICK_S, HiccupPage
from zeitnot.games.hiccups import MOST_HICCUPS

PATIENCE_S = 30.0
"""However busy the machine is."""
TRIES = 5
"""The machine may really stand still in the middle of a test, but not every time."""
HOLD_S = 0.3


@pytest.fixture
def page() -> HiccupPage:
    return HiccupPage(bytearray(SIZE))


@pytest.fixture
def watch() -> Iterator[HiccupWatch]:
    started = HiccupWatch.started()
    until(lambda: beats(started))
    yield started
    started.close()


def until(holds: Callable[[], bool]) -> None:
    """Wait for something that happens for certain."""
    patient_until_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < patient_until_s
        time.sleep(0.005)


def beats(watch: HiccupWatch) -> bool:
    return watch._page is not None and watch._page.beat_s > 0


def seen(page: HiccupPage) -> HiccupWatch:
    """Make a watch that has looked on for long."""
    page.tick(before_s=1000.0, now_s=1000.0)
    return HiccupWatch(page)


def state(process_id: int) -> str:
    """Return the state of a process as the system has it; empty when it is gone."""
    try:
        return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return ""


def hold_interpreter(hold_s: float) -> None:
    """Do what a policy in C might: wait without letting any other thread of this process run."""
    ctypes.PyDLL(None).usleep(int(hold_s * 1e6))


def test_ordinary_jitter_is_no_hiccup(page: HiccupPage) -> None:
    page.tick(before_s=1.0, now_s=1.0 + TICK_S + 0.9 * LEAST_S)
    assert seen(page).stolen_s(since_s=0.0, until_s=10.0) == 0.0


def test_only_the_part_within_a_turn_counts(page: HiccupPage) -> None:
    page.tick(before_s=1.0, now_s=1.0 + TICK_S + 0.4)
    begin_s, end_s = 1.0 + TICK_S, 1.4 + TICK_S
    watch = seen(page)
    assert watch.stolen_s(since_s=0.0, until_s=10.0) == pytest.approx(0.4)
    assert watch.stolen_s(since_s=begin_s + 0.1, until_s=10.0) == pytest.approx(0.3)
    assert watch.stolen_s(since_s=0.0, until_s=begin_s + 0.1) == pytest.approx(0.1)
    assert watch.stolen_s(since_s=end_s, until_s=end_s + 1) == 0.0


def test_several_hiccups_add_up_and_the_oldest_are_forgotten(page: HiccupPage) -> None:
    for second in range(3):
        page.tick(before_s=float(second), now_s=second + TICK_S + 0.1)
    assert seen(page).stolen_s(since_s=0.0, until_s=10.0) == pytest.approx(0.3)
    for second in range(20, 20 + KEPT):
        page.tick(before_s=float(second), now_s=second + TICK_S + 0.1)
    assert len(page.gaps()) == KEPT
    assert min(page.gaps())[0] > 20.0


def test_a_watch_that_has_ended_excuses_nothing(page: HiccupPage) -> None:
    page.tick(before_s=1.0, now_s=1.0)
    assert HiccupWatch(page).stolen_s(since_s=1.0, until_s=5.0) == 0.0


def test_holding_the_interpreter_is_no_hiccup(watch: HiccupWatch) -> None:
    for _ in range(TRIES):
        since_s = time.perf_counter()
        hold_interpreter(HOLD_S)
        until_s = time.perf_counter()
        if watch.stolen_s(since_s=since_s, until_s=until_s) < HOLD_S / 2:
            return
    pytest.fail("the watch was held up by what held the interpreter")


def test_a_player_who_holds_the_interpreter_loses_on_time(watch: HiccupWatch) -> None:
    class Holder(ScriptedPlayer):
        def think(self, request: Request, *, deadline_s: float) -> PlayedMove:
            hold_interpreter(HOLD_S)
            return super().think(request, deadline_s=deadline_s)

    for _ in range(TRIES):
        game = scripted_game(Holder(("e2e4",)), ScriptedPlayer(("e7e5",)), control="0:00.05", hiccups=watch)
        game.source = WallTime()
        try:
            assert game.play().fault is Fault.FLAG
            return
        except HiccupError:
            continue
    pytest.fail("the game was excused")


def a_game(hiccups: int) -> PlayedGame:
    return PlayedGame(number=0, half_points=1, words="drawn", hiccups=hiccups)


def test_a_game_is_played_again_after_a_hiccup() -> None:
    watch, seen = HiccupWatch(), list[HiccupWatch | None]()

    def play(given: HiccupWatch | None, hiccups: int) -> PlayedGame:
        seen.append(given)
        if hiccups < 2:
            raise HiccupError
        return a_game(hiccups)

    assert play_excused(play, watch).hiccups == 2
    assert seen == [watch, watch, watch]


def test_the_last_time_a_game_is_judged_whatever_the_machine_does() -> None:
    def play(given: HiccupWatch | None, hiccups: int) -> PlayedGame:
        if given is not None:
            raise HiccupError
        return a_game(hiccups)

    assert play_excused(play, HiccupWatch()).hiccups == MOST_HICCUPS


def test_a_turn_is_excused_by_no_more_than_the_machine_stood_still(page: HiccupPage) -> None:
    page.tick(before_s=2.0, now_s=2.0 + TICK_S + 0.5)
    page.tick(before_s=9.0, now_s=9.0)
    watch = HiccupWatch(page)
    with pytest.raises(HiccupError):
        watch.excuse(since_s=1.0, until_s=5.0, over_s=0.4)
    watch.excuse(since_s=1.0, until_s=5.0, over_s=0.6)


def test_a_table_has_a_watch_by_the_wall_clock_alone(watch: HiccupWatch) -> None:
    assert HiccupWatch.for_table(None, work_time=True).file is None
    attached = HiccupWatch.for_table(watch.file, work_time=False)
    assert attached.process_id is None
    assert beats(attached)
    attached.close()
    own = HiccupWatch.for_table(None, work_time=False)
    assert own.process_id is not None
    own.close()


STOPPED = """
import sys, time
from zeitnot.games import HiccupWatch
watch = HiccupWatch.started()
while watch._page.beat_s == 0:
    time.sleep(0.005)
since_s = time.perf_counter()
print(watch.process_id, flush=True)
sys.stdin.readline()
print(watch.stolen_s(since_s=since_s, until_s=time.perf_counter()), flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def child() -> "Iterator[tuple[subprocess.Popen[str], int]]":
    """Run a game process of its own, with its watch."""
    process: subprocess.Popen[Any]
    with subprocess.Popen(
        [sys.executable, "-c", STOPPED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.kill()


def test_a_machine_that_stands_still_is_a_hiccup(child: "tuple[subprocess.Popen[str], int]") -> None:
    process, watching = child
    both = (process.pid, watching)
    for each in both:
        os.kill(each, signal.SIGSTOP)
    until(lambda: all(state(each) == "T" for each in both))
    began_s = time.monotonic()
    until(lambda: time.monotonic() - began_s >= HOLD_S)
    for each in both:
        os.kill(each, signal.SIGCONT)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert float(process.stdout.readline()) >= HOLD_S - TICK_S - LEAST_S


def test_the_watch_ends_with_who_started_it_however_that_ends(
    child: "tuple[subprocess.Popen[str], int]",
) -> None:
    process, watching = child
    os.kill(process.pid, signal.SIGKILL)
    process.wait(timeout=60)
    until(lambda: state(watching) in ("", "Z"))


def test_others_read_the_same_watch_and_nothing_is_left_behind(watch: HiccupWatch) -> None:
    file = watch.file
    assert file is not None
    other = HiccupWatch.attached(file)
    assert beats(other)
    other.close()
    assert file.exists()
    watch.close()
    assert not file.exists()
    assert HiccupWatch.attached(file).stolen_s(since_s=0.0, until_s=1.0) == 0.0


def test_the_watch_costs_next_to_nothing(watch: HiccupWatch) -> None:
    assert watch.process_id is not None
    statm = Path(f"/proc/{watch.process_id}/statm").read_text().split()
    assert int(statm[1]) * os.sysconf("SC_PAGE_SIZE") < 30e6

    def used_s() -> float:
        fields = Path(f"/proc/{watch.process_id}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before_s, began_s = used_s(), time.monotonic()
    until(lambda: time.monotonic() - began_s >= 0.5)
    assert used_s() - before_s <= 0.1 * (time.monotonic() - began_s)
