"""A Ray cluster of two nodes on this machine; it is started once, and the last tests kill its nodes."""

import io
import os
import signal
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess.pgn
import pytest

from tests.lab.fleet.tiny_match import ImpatientFleet, children, essence, gone, played, tiny_plan, told_until
from tests.turns.awkward import installed
from zeitnot.chess.pgn import opening_of
from zeitnot.chess.recording.recorder import ChessRecorder, ChessRecording
from zeitnot.errors import DataError, MissingExtraError, SettingError, StateError
from zeitnot.games import Fault, Participant, PlayedGame
from zeitnot.lab import (
    DataRun,
    Done,
    Event,
    Finished,
    Fleet,
    Kept,
    LocalFleet,
    LocalTasks,
    Lost,
    Moved,
    RayFleet,
    RayTasks,
    RunStore,
    ShardStore,
    SharedFolder,
    Stopped,
    recording_task,
)
from zeitnot.lab.fleet import match_fleet, ray_cluster
from zeitnot.lab.fleet.ray_cluster import PYTHON, misfit
from zeitnot.lab.fleet.work_queue import MOST_TRIES
from zeitnot.lab.match.runner import MatchRunner
from zeitnot.learning import read_data, read_head
from zeitnot.policies import registry

if TYPE_CHECKING:
    from ray.cluster_utils import Cluster

STORE_BYTES = 80 * 2**20
"""The smallest object store that Ray allows, nearly."""
QUICK_TO_NOTICE = {
    "health_check_initial_delay_ms": 500,
    "health_check_period_ms": 500,
    "health_check_failure_threshold": 3,
}
"""The cluster gives a dead node up after a second or two."""
STARTS = 3
"""How often a cluster is tried to be started."""
GAMES = 4
PLAN = tiny_plan(GAMES, control="6+0.05")
WARMING_UP = 5
"""Most matches until both nodes are at work at the same time, on a busy machine."""
"""Games long enough for something to happen to them."""


@dataclass(frozen=True, slots=True)
class TwoNodes:
    cluster: "Cluster"
    raylets: dict[str, int]

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def kill_head(self) -> None:
        head: Any = self.cluster.head_node
        for info in [info for infos in head.all_processes.values() for info in infos]:
            info.process.kill()

    def players(self) -> list[int]:
        pids = [pid for raylet in self.raylets.values() for pid in children(raylet)]
        return [pid for pid in pids if b"ray::RayWorker" in _command(pid)]

    def kill_game_process(self, node: str) -> None:
        (player,) = [pid for pid in self.players() if pid in children(self.raylets[node])]
        (process,) = [pid for pid in children(player) if b"spawn_main" in _command(pid)]
        os.kill(process, signal.SIGKILL)


@pytest.fixture(scope="module")
def two_nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoNodes]:
    """Start a cluster whose nodes have a plug-in for policies that do not answer."""
    site = installed(tmp_path_factory.mktemp("plug-in") / "site")["PYTHONPATH"]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        patch.setenv("PYTHONPATH", site)
        registry._plugged_in.cache_clear()
        yield from _two_nodes()
    registry._plugged_in.cache_clear()


def _two_nodes() -> Iterator[TwoNodes]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    two_nodes = _started(STARTS)
    yield two_nodes
    two_nodes.cluster.shutdown()  # type: ignore[no-untyped-call]


def _started(tries: int) -> TwoNodes:
    """Start a cluster; Ray gives a node up after half a minute, however busy the machine is."""
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    try:
        return TwoNodes(cluster, _raylets(cluster))
    except Exception:
        cluster.shutdown()  # type: ignore[no-untyped-call]
        if tries == 1:
            raise
    return _started(tries - 1)


def _raylets(cluster: "Cluster") -> dict[str, int]:
    # Loopback addresses that Ray does not take for "this machine, whatever its address outside is".
    raylets = {}
    for name, address in (("first", "127.0.0.2"), ("second", "127.0.0.3")):
        settings: dict[str, Any] = {"_system_config": QUICK_TO_NOTICE} if name == "first" else {}
        node = cluster.add_node(
            num_cpus=1,
            node_name=name,
            node_ip_address=address,
            object_store_memory=STORE_BYTES,
            include_dashboard=False,
            **settings,
        )
        raylets[name] = node.all_processes["raylet"][0].process.pid
    return raylets


@pytest.fixture(scope="module")
def local_games() -> dict[int, PlayedGame]:
    with LocalFleet(PLAN, concurrency=2) as fleet:
        return played(fleet, range(GAMES))


def test_a_cluster_plays_the_same_games_as_this_machine_and_is_left_in_the_middle_of_one(
    two_nodes: TwoNodes, local_games: dict[int, PlayedGame]
) -> None:
    with RayFleet(PLAN, address=two_nodes.address) as fleet:
        games = played(fleet, range(GAMES))
        fleet.begin(0)
        assert fleet.free == 1
        assert all(isinstance(event, Moved) for event in told_until(fleet, lambda _: True))
        players = two_nodes.players()
    assert [essence(games[n]) for n in range(GAMES)] == [essence(local_games[n]) for n in range(GAMES)]
    assert len(players) == 2
    assert gone(players)


def test_what_a_node_lacks_is_told_with_its_name_and_tried_on_the_other(
    two_nodes: TwoNodes, tmp_path: Path
) -> None:
    plan = replace(
        tiny_plan(2),
        game="scrabble",
        participants=tuple(map(_scrabble_player, ("uniform", "magpie"))),
        settings=(("lexicon", str(tmp_path / "none.kwg")),),
    )
    with RunStore.create(tmp_path / "a.run", plan) as store:
        with (
            RayFleet(plan, address=two_nodes.address) as fleet,
            pytest.raises(DataError, match=r"game must be playable.* on node (first|second): .*none\.kwg"),
        ):
            MatchRunner(store=store, fleet=fleet).run()
        tries = Counter(number for _, number, _ in store.incidents())
        (given_up,) = [number for number, count in tries.items() if count == MOST_TRIES]
        words = [told for _, number, told in store.incidents() if number == given_up]
    assert {"node first" in told for told in words} == {True, False}


def test_a_game_is_lost_by_a_player_that_holds_the_interpreter_and_by_nobody_if_its_process_is_killed(
    two_nodes: TwoNodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_fleet, "LocalFleet", ImpatientFleet)
    names = ("awkward:hook=plan,how=hold", "uniform")
    plan = replace(tiny_plan(2), participants=tuple(map(Participant.parse, names)))
    with RayFleet(plan, address=two_nodes.address) as fleet:
        games = played(fleet, range(2))
        fleet.begin(0)
        (worker,) = [worker for worker in fleet._workers if worker.number == 0]
        two_nodes.kill_game_process(worker.node.name)
        (lost,) = told_until(fleet, lambda event: True)
        assert fleet._strikes.fits(0, worker.node)
    assert lost == Lost(number=0, words=f"on node {worker.node.name}: the process that had it ended with -9")
    awkward_seats = {number: plan.order(number).sides.index(0) for number in range(2)}
    assert set(awkward_seats.values()) == {0, 1}
    assert {number: game.fault_seat for number, game in games.items()} == awkward_seats
    for number, game in games.items():
        assert game.fault is Fault.STALL
        assert game.half_points == (0 if game.fault_seat == 0 else 2)
        assert "awkward" in game.words
        tree = chess.pgn.read_game(io.StringIO(game.text))
        assert tree is not None
        start = opening_of(plan, plan.order(number)).board()
        first_seat = 0 if start.turn is chess.WHITE else 1
        moves = len(list(tree.mainline_moves())) - len(start.move_stack)
        assert moves == (0 if first_seat == game.fault_seat else 1)


@pytest.mark.source("M29.scale")
def test_a_cluster_records_the_same_positions_as_this_machine_though_a_worker_is_killed(
    two_nodes: TwoNodes, tmp_path: Path
) -> None:
    settings = ChessRecording(nodes=2000, judge_nodes=2000, game_nodes=100)
    # Nodes have a folder of that name, but not the driver's: what they record travels.
    other = SharedFolder(folder=tmp_path / "there", marker=".shared-on-the-driver", settings={})
    make = recording_task("chess", settings, shared=other)
    killed: list[int] = []

    def on_event(event: Event) -> None:
        if not killed:
            killed.append(two_nodes.players()[0])
            os.kill(killed[0], signal.SIGKILL)

    def recorded(fleet: Fleet, folder: Path, on_event: Callable[[Event], None] | None) -> bytes:
        with ShardStore(folder, game="chess", settings={}) as store:
            run = DataRun(store=store, fleet=fleet, positions=8, on_event=on_event)
            run.run()
        assert run.is_complete
        assert not run.left_out
        (shard,) = folder.iterdir()
        return shard.read_bytes()

    with LocalTasks(make, processes=1) as tasks:
        here = recorded(tasks, tmp_path / "here", None)
    with RayTasks(make, address=two_nodes.address) as tasks_there:
        assert recorded(tasks_there, tmp_path / "there", on_event) == here
    assert gone(killed)


@pytest.mark.source("M29.scale")
def test_nodes_that_share_the_folder_write_shards_of_their_own_though_workers_are_killed(
    two_nodes: TwoNodes, tmp_path: Path
) -> None:
    settings = ChessRecording(nodes=2000, judge_nodes=2000, game_nodes=100)
    told: list[Done] = []
    killed: list[int] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Done):
            told.append(event)
            assert event.number in {number for path in shards() for number in read_head(path).numbers}
        if not killed:  # whoever told the first position is among them
            killed.extend(two_nodes.players())
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    def shards() -> list[Path]:
        return list((tmp_path / "data").glob("*.parquet"))

    with ShardStore(tmp_path / "data", game="chess", settings={}) as store:
        make = recording_task("chess", settings, shared=store.share())
        with RayTasks(make, address=two_nodes.address) as tasks:
            run = DataRun(store=store, fleet=tasks, positions=8, on_event=on_event)
            run.run()
    assert run.is_complete
    assert sorted(each.number for each in told) == list(range(8))
    assert all(each.result == Kept(number=each.number) for each in told)
    assert len(shards()) >= 2  # a worker that was killed, and who came in its place
    with closing(ChessRecorder(settings)) as recorder:
        assert read_data(tmp_path / "data").traces == tuple(map(recorder.record, range(8)))
    assert gone(killed)


def test_a_killed_node_costs_no_game(
    two_nodes: TwoNodes, local_games: dict[int, PlayedGame], tmp_path: Path
) -> None:
    plan = PLAN
    killed: list[int] = []
    under_way: set[int] = set()
    games: dict[int, PlayedGame] = {}
    lost: list[Lost] = []
    players: list[int] = []

    def on_event(event: Event) -> None:
        match event:
            case Moved(number=number):
                under_way.add(number)
            case Finished(game=game):
                under_way.discard(game.number)
                assert game.number not in games
                games[game.number] = game
            case Lost():
                lost.append(event)
        if not killed and len(under_way) == 2 and isinstance(event, Moved):
            raylet = two_nodes.raylets["second"]
            killed.extend([raylet, *children(raylet)])
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    for number in range(WARMING_UP):
        games.clear()
        with RunStore.create(tmp_path / f"{number}.run", plan) as store:
            with RayFleet(plan, address=two_nodes.address) as fleet:
                assert MatchRunner(store=store, fleet=fleet, on_event=on_event).run() is Stopped.PLAYED
                players = two_nodes.players()
            assert [row.number for row in store.games()] == list(range(GAMES))
        if killed:  # otherwise one node was so slow to begin that the other played all games alone
            break
    assert killed
    # None, where its game had ended at that very moment.
    assert len(lost) <= 1
    assert all(event.words.endswith("node second died") for event in lost)
    assert [essence(games[n]) for n in range(GAMES)] == [essence(local_games[n]) for n in range(GAMES)]
    assert len(players) == 1
    assert gone([*players, *killed])


def test_a_lost_head_ends_the_match_with_one_line_and_what_is_finished_is_kept(
    two_nodes: TwoNodes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_cluster, "HEAD_S", 0.5)
    finished: list[int] = []

    def on_event(event: Event) -> None:
        if isinstance(event, Finished):
            finished.append(event.game.number)
            if len(finished) == 1:
                two_nodes.kill_head()

    plan = tiny_plan(100, control="6+0.05")
    with RunStore.create(tmp_path / "a.run", plan) as store:
        with (
            pytest.raises(StateError, match=r"head .* must stay in reach, got no answer from '127"),
            RayFleet(plan, address=two_nodes.address) as fleet,
        ):
            MatchRunner(store=store, fleet=fleet, on_event=on_event).run()
        assert finished
        assert [row.number for row in store.games()] == sorted(finished)


def test_an_address_where_nobody_answers_is_refused_in_one_line() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # taken, but nobody listens
        address = f"127.0.0.1:{held.getsockname()[1]}"
        with pytest.raises(SettingError, match=r"must answer at its address .*, got '127") as caught:
            RayFleet(tiny_plan(2), address=address)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("address", ["", "somewhere", "ray://127.0.0.1:10001", ":6379", "host:port"])
def test_an_address_is_auto_or_host_and_port(address: str) -> None:
    with pytest.raises(SettingError, match="must be auto or HOST:PORT"):
        RayFleet(tiny_plan(2), address=address)


def test_fewer_games_at_once_than_one_are_refused() -> None:
    with pytest.raises(SettingError, match="concurrency must be at least 1, got 0"):
        RayFleet(tiny_plan(2), concurrency=0)


def test_without_ray_the_line_that_installs_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'zeitnot\[ray\]'"):
        RayFleet(tiny_plan(2))


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (misfit(python="3.9", zeitnot="0.1.0"), f"must run Python {PYTHON} as the driver does, got 3.9"),
        (misfit(python=PYTHON, zeitnot="0.0.1"), "as the driver has, got 0.0.1"),
        (
            misfit(python=PYTHON, zeitnot="", words="No module named 'zeitnot'"),
            "No module named 'zeitnot'",
        ),
    ],
)
def test_a_node_with_other_versions_does_not_fit(fault: str | None, words: str) -> None:
    assert fault is not None
    assert words in fault
    assert "\n" not in fault


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def _scrabble_player(name: str) -> Participant:
    return Participant.parse(name, "scrabble")
