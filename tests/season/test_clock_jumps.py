"""A clock that is set back and forth by days costs no game: times are measured on the monotonic clock."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks.season.clock_jumps import play_served
from benchmarks.season.figures import Tally
from benchmarks.season.wall_clock import DAY_S, WallClock, made_wall_clock

TIMES = "import time, sys; print(time.time(), time.monotonic(), flush=True); sys.stdin.readline();"


@pytest.fixture
def clock(tmp_path: Path) -> WallClock:
    return made_wall_clock(tmp_path)


def test_the_clock_of_a_process_that_runs_is_set_and_its_monotonic_clock_is_not(clock: WallClock) -> None:
    command = [sys.executable, "-c", 2 * TIMES]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=clock.environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        before = [float(word) for word in process.stdout.readline().split()]
        clock.jump(-DAY_S)
        process.stdin.write("\n")
        process.stdin.flush()
        after = [float(word) for word in process.stdout.readline().split()]
        process.stdin.write("\n")
    passed_s = after[1] - before[1]
    assert passed_s >= 0
    assert after[0] - before[0] == pytest.approx(passed_s - DAY_S, abs=5.0)


def test_a_served_game_keeps_its_moves_and_its_clocks_while_the_time_of_day_jumps(
    clock: WallClock, tmp_path: Path
) -> None:
    tally, jumps = Tally(), list[str]()
    (tmp_path / "games").mkdir()
    with clock.jumping(Random(1), jumps, most_s=0.05):
        play_served(tmp_path / "games", clock, tally, Random(2))
    assert jumps
    assert tally.findings == []
    assert tally.counts["checks"] == 3
