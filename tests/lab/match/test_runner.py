"""The runner with a fleet that plays nothing, and with one that does."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.lab.fleet.tiny_match import tiny_plan
from zeitnot.games import PlayedGame
from zeitnot.lab import Event, Finished, LocalFleet, Lost, Moved, RunStore, Stopped
from zeitnot.lab.fleet.work_queue import MOST_TRIES
from zeitnot.lab.match.runner import MatchRunner

GAMES = 6


def drawn(number: int) -> Event:
    return Finished(game=PlayedGame(number=number, half_points=1, words="drawn"))


def lost(number: int) -> Event:
    return Lost(number=number, words="the power failed")


@dataclass(slots=True)
class ScriptedFleet:
    """Two games at a time, each of which ends at once as the script says."""

    ends: Callable[[int], Event] = drawn
    """What becomes of a game."""
    begun: list[int] = field(default_factory=list)
    """Every game that was handed out."""
    interrupt_at: int | None = None
    """Ctrl-C comes when so many games have been begun."""
    _running: deque[int] = field(default_factory=deque)

    @property
    def free(self) -> int:
        return 2 - len(self._running)

    def begin(self, number: int) -> None:
        assert self.free
        self.begun.append(number)
        self._running.append(number)

    def events(self, timeout_s: float) -> list[Event]:
        if self.interrupt_at is not None and len(self.begun) >= self.interrupt_at:
            raise KeyboardInterrupt
        number = self._running.popleft()
        return [Moved(number=number, ply=1, seat=0, move="e2e4", left_s=(1.0, 1.0)), self.ends(number)]

    def close(self) -> list[Event]:
        """End with a game that was over before anybody looked."""
        return [self.ends(number) for number in self._running]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    with RunStore.create(tmp_path / "a.run", tiny_plan(GAMES)) as made:
        yield made


def test_all_games_are_played_once_and_kept(store: RunStore) -> None:
    fleet = ScriptedFleet()
    assert MatchRunner(store=store, fleet=fleet).run() is Stopped.PLAYED
    assert fleet.begun == list(range(GAMES))
    assert _kept(store) == list(range(GAMES))


def test_a_resumed_match_plays_only_what_is_missing(store: RunStore) -> None:
    for number in (0, 3, 4):
        event = drawn(number)
        assert isinstance(event, Finished)
        store.add(event.game)
    path = store.path
    store.close()
    fleet = ScriptedFleet()
    with RunStore.resume(path) as again:
        assert MatchRunner(store=again, fleet=fleet).run() is Stopped.PLAYED
        assert _kept(again) == list(range(GAMES))
    assert fleet.begun == [1, 2, 5]


def test_a_match_that_is_complete_begins_nothing(store: RunStore) -> None:
    MatchRunner(store=store, fleet=ScriptedFleet()).run()
    fleet = ScriptedFleet()
    assert MatchRunner(store=store, fleet=fleet).run() is Stopped.PLAYED
    assert fleet.begun == []


def test_a_lost_game_is_played_again_before_new_ones(store: RunStore) -> None:
    tries = deque([lost(1)])
    fleet = ScriptedFleet(lambda number: tries.popleft() if number == 1 and tries else drawn(number))
    runner = MatchRunner(store=store, fleet=fleet)
    assert runner.run() is Stopped.PLAYED
    assert fleet.begun == [0, 1, 2, 1, 3, 4, 5]
    assert _kept(store) == list(range(GAMES))
    assert runner.left_out == []
    assert [(number, words) for _, number, words in store.incidents()] == [(1, "the power failed")]


def test_a_game_that_is_always_lost_is_left_out_and_told(store: RunStore) -> None:
    fleet = ScriptedFleet(lambda number: lost(number) if number == 2 else drawn(number))
    told: list[Event] = []
    runner = MatchRunner(store=store, fleet=fleet, on_event=told.append)
    assert runner.run() is Stopped.PLAYED
    assert runner.left_out == [2]
    assert fleet.begun.count(2) == MOST_TRIES
    assert told.count(lost(2)) == MOST_TRIES
    assert [number for _, number, _ in store.incidents()] == [2] * MOST_TRIES
    assert _kept(store) == [0, 1, 3, 4, 5]


def test_what_was_finished_before_an_interrupt_is_kept(store: RunStore) -> None:
    fleet = ScriptedFleet(interrupt_at=5)
    with pytest.raises(KeyboardInterrupt):
        MatchRunner(store=store, fleet=fleet).run()
    path = store.path
    store.close()
    with RunStore.read(path) as after:
        assert _kept(after) == [0, 1, 2]


def test_a_wish_to_stop_ends_the_match_and_games_that_end_meanwhile_are_kept(store: RunStore) -> None:
    fleet = ScriptedFleet()
    runner = MatchRunner(store=store, fleet=fleet, is_stopped=lambda: bool(store.games()))
    assert runner.run() is Stopped.ASKED
    before = len(store.games())
    running = len(fleet._running)
    runner.close()
    assert len(store.games()) == before + running


def test_a_game_is_kept_before_it_is_told(store: RunStore) -> None:
    def on_event(event: Event) -> None:
        if isinstance(event, Finished):
            assert event.game.number in _kept(store)

    MatchRunner(store=store, fleet=ScriptedFleet(), on_event=on_event).run()


def test_a_decided_match_ends_at_once(store: RunStore) -> None:
    fleet = ScriptedFleet()
    runner = MatchRunner(store=store, fleet=fleet, is_decided=lambda: len(_kept(store)) >= 2)
    assert runner.run() is Stopped.DECIDED
    assert _kept(store) == [0, 1]


def test_an_interrupted_match_of_real_games_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = tiny_plan(4)

    def interrupt(event: Event) -> None:
        if isinstance(event, Finished):
            raise KeyboardInterrupt

    with RunStore.create(tmp_path / "a.run", plan) as store:
        with LocalFleet(plan, concurrency=2) as fleet, pytest.raises(KeyboardInterrupt):
            MatchRunner(store=store, fleet=fleet, on_event=interrupt).run()
        (kept,) = _kept(store)
    replayed: list[int] = []

    def note(event: Event) -> None:
        if isinstance(event, Finished):
            replayed.append(event.game.number)

    with RunStore.resume(tmp_path / "a.run") as store:
        with LocalFleet(plan, concurrency=2) as fleet:
            assert MatchRunner(store=store, fleet=fleet, on_event=note).run() is Stopped.PLAYED
        assert _kept(store) == [0, 1, 2, 3]
    assert sorted([kept, *replayed]) == [0, 1, 2, 3]


def _kept(store: RunStore) -> list[int]:
    return [row.number for row in store.games()]
