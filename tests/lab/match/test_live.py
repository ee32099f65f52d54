"""The live file: what another process sees of a match, and how it is heard."""

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.match.scenes import small_plan
from zeitnot.errors import StateError
from zeitnot.games import PlayedGame
from zeitnot.lab import (
    Finished,
    LiveFile,
    LiveReader,
    LiveState,
    Lost,
    MatchProgress,
    Moved,
    Planned,
    RunStore,
    Stopped,
    Wish,
    is_live,
    live_path,
    play_match,
    resume_match,
    send_wish,
)
from zeitnot.lab.fleet.work_queue import Event


def moved(number: int, ply: int, move: str = "e2e4") -> Moved:
    return Moved(
        number=number,
        ply=ply,
        seat=ply % 2,
        move=move,
        left_s=(9.5, 10.0),
        used_s=0.5,
        target_s=0.6,
        limit_s=2.0,
        price_per_s=0.01,
        reason="loss below price",
        note="gain 0.001",
    )


def finished(number: int) -> Finished:
    return Finished(game=PlayedGame(number=number, half_points=1, words="Draw"))


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "a.run"


def test_a_reader_sees_each_game_as_it_stands(run: Path) -> None:
    reader = LiveReader(run=run)
    with LiveFile(run, finished=3, now_s=lambda: 100.0) as live:
        live.saw(Planned(number=7, seat=0, target_s=0.4, limit_s=1.5, price_per_s=None))
        assert reader.look()
        assert reader.games[7].plan is not None
        assert reader.games[7].plan.limit_s == 1.5
        live.saw(moved(7, 0))
        live.saw(moved(7, 1, "e7e5"))
        live.saw(moved(9, 0, "d2d4"))
        assert reader.look()
        game = reader.games[7]
        assert (game.moves, game.seat, game.left_s, game.at_s) == (("e2e4", "e7e5"), 0, (9.5, 10.0), 100.0)
        assert game.turns[0] is not None
        assert (game.turns[0].used_s, game.turns[0].reason) == (0.5, "loss below price")
        assert game.turns[0].plan.price_per_s == 0.01
        live.saw(finished(7))
        live.saw(Lost(number=9, words="gone"))
        assert reader.look()
        assert reader.games == {}
        assert reader.head is not None
        assert (reader.head.finished, reader.head.notes) == (4, 1)
    assert not reader.look()
    assert reader.head is None


def test_a_place_is_used_again_and_its_last_game_forgotten(run: Path) -> None:
    reader = LiveReader(run=run)
    with LiveFile(run, finished=0) as live:
        live.saw(moved(1, 0))
        reader.look()
        live.saw(finished(1))
        live.saw(moved(2, 0))
        reader.look()
        assert list(reader.games) == [2]


def test_a_game_that_is_begun_anew_has_its_new_moves_only(run: Path) -> None:
    reader = LiveReader(run=run)
    with LiveFile(run, finished=0) as live:
        live.saw(moved(0, 6))
        live.saw(moved(0, 7, "e7e5"))
        live.saw(moved(0, 6, "d2d4"))
        reader.look()
        assert reader.games[0].moves == ("d2d4",)


def test_an_endless_clock_and_an_engine_of_its_own_are_told(run: Path) -> None:
    reader = LiveReader(run=run)
    with LiveFile(run, finished=0) as live:
        live.saw(Moved(number=0, ply=0, seat=0, move="e2e4", left_s=(float("inf"), 1.0)))
        reader.look()
        turn = reader.games[0].turns[0]
        assert turn is not None
        assert turn.plan.limit_s == float("inf")


def test_the_file_stays_within_its_bound_however_long_the_games_are(run: Path) -> None:
    reader = LiveReader(run=run)
    with LiveFile(run, finished=0) as live:
        for ply in range(40):
            live.saw(moved(0, ply, "x" * 500))
        for number in range(1, 200):
            live.saw(moved(number, 0))
        reader.look()
        assert reader.games[0].text is None
        assert len(reader.games) == 64
        assert live_path(run).stat().st_size <= 65 * (16 << 10) + 16


def test_damage_is_passed_over_and_read_again(run: Path) -> None:
    reader = LiveReader(run=run)
    with LiveFile(run, finished=0) as live:
        live.saw(moved(0, 0))
        whole = live_path(run).read_bytes()
        live_path(run).write_bytes(whole[:-20] + b"x" * 20)
        assert reader.look()
        assert reader.games == {}
        live_path(run).write_bytes(whole)
        reader.look()
        assert list(reader.games) == [0]


def test_a_wish_is_heard_and_shown(run: Path) -> None:
    reader = LiveReader(run=run)
    with LiveFile(run, finished=0) as live:
        live.saw(moved(0, 0))
        for wish, state in (
            (Wish.PAUSE, LiveState.PAUSING),
            (Wish.GO_ON, LiveState.PLAYING),
            (Wish.STOP, LiveState.STOPPING),
        ):
            send_wish(run, wish)
            assert live.look() is wish
            reader.look()
            assert reader.head is not None
            assert reader.head.state is state
    with pytest.raises(StateError):
        send_wish(run, Wish.PAUSE)


def test_no_wish_is_taken_before_the_file_is_ready_for_it(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    truncate = os.ftruncate

    def wish_meanwhile(fd: int, size: int) -> None:
        with pytest.raises(StateError):
            send_wish(run, Wish.PAUSE)
        truncate(fd, size)

    monkeypatch.setattr(os, "ftruncate", wish_meanwhile)
    with LiveFile(run, finished=0) as live:
        send_wish(run, Wish.PAUSE)
        assert live.look() is Wish.PAUSE


def test_nobody_can_be_led_to_another_file_by_a_link(run: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("mine")
    live_path(run).symlink_to(other)
    with LiveFile(run, finished=0) as live:
        live.saw(moved(0, 0))
    assert other.read_text() == "mine"


def test_a_killed_match_is_told_from_one_that_is_played(run: Path) -> None:
    assert is_live(run) is None
    code = (
        "import sys; from pathlib import Path; from zeitnot.lab import LiveFile\n"
        "live = LiveFile(Path(sys.argv[1]), finished=0); print('there', flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(run)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdin is not None
    process.stdout.readline()
    assert is_live(run) is True
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    process.stdin.close()
    assert is_live(run) is False


class Watcher:
    """Wants something of the match after its first game, and takes it back when it is heard."""

    def __init__(self, run: Path, wish: Wish) -> None:
        self.run = run
        self.wish = wish
        self.reader = LiveReader(run=run)
        self.states: list[LiveState] = []
        self.done = 0

    def begin(self, progress: MatchProgress) -> None:
        self.progress = progress

    def saw(self, event: Event) -> None:
        if isinstance(event, Finished):
            self.done += 1
            if self.done == 1:
                send_wish(self.run, self.wish)

    def asked(self) -> bool:
        """Called by the match as often as it looks around."""
        self.reader.look()
        if self.reader.head is not None:
            self.states.append(self.reader.head.state)
            if self.reader.head.state is LiveState.PAUSED:
                send_wish(self.run, Wish.GO_ON)
        return False


def test_a_paused_match_begins_no_game_until_it_goes_on(run: Path) -> None:
    watcher = Watcher(run, Wish.PAUSE)
    plan = replace(small_plan(), games=6)
    result = play_match(plan, run, concurrency=1, observer=watcher, is_stopped=watcher.asked)
    assert result.stopped is Stopped.PLAYED
    assert len(result.games) == 6
    assert LiveState.PAUSED in watcher.states
    assert not live_path(run).exists()


def test_a_stopped_match_keeps_its_games_and_can_be_resumed(run: Path) -> None:
    watcher = Watcher(run, Wish.STOP)
    plan = replace(small_plan(), games=6)
    result = play_match(plan, run, concurrency=1, observer=watcher, is_stopped=watcher.asked)
    assert result.stopped is Stopped.ASKED
    assert 1 <= len(result.games) < 6
    assert len(resume_match(run).games) == 6
    with RunStore.read(run) as store:
        assert len(store.games()) == 6
