"""Sizes and counts from outside: those that native code cannot hold or count with are refused."""

from pathlib import Path
from typing import Any

import pytest

from tests.native.scarce_system import SANITIZED, run_child
from tests.native.test_scrabble_endgame import STUCK_Q, Endgame, english, english_dictionary
from tests.native.test_scrabble_simulation import simulate
from zeitnot._native import (
    Arms,
    AspirationSettings,
    ChessSearch,
    ChessSearchSettings,
    EndgameSolver,
    LeaveTally,
    Position,
    PreEndgameSolver,
    QuiescenceSettings,
    Sampling,
    SearchResult,
    StopControl,
    available_memory_mb,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
WRAPPING_MB = 17592186044416
"""So many megabytes are no bytes at all in 64 bits."""
MOST_COUNT = 1_000_000
BEYOND = [-1, MOST_COUNT + 1, 2**31 - 1, 2**31, 2**40, 2**63, 10**30, 10**5000, -(10**30)]


def searched(settings: ChessSearchSettings, fen: str = START, **limits: int) -> SearchResult:
    control = StopControl()
    control.start(soft_s=float("inf"), hard_s=float("inf"))
    return ChessSearch(hash_mb=1).run(Position(fen), settings, control, lambda _: False, **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [WRAPPING_MB, 0, -1, 2**25 + 1, 2**63, 10**30])
def test_a_hash_table_has_a_size_that_can_be_counted(size: int) -> None:
    search = ChessSearch(hash_mb=2)
    with pytest.raises(ValueError, match="hash_mb must be 1 to 33554432, got"):
        ChessSearch(hash_mb=size)
    with pytest.raises(ValueError, match="hash_mb must be 1 to 33554432, got"):
        search.set_hash(size)
    assert search.hash_mb == 2


@pytest.mark.parametrize("threads", [0, -1, 257, 2**31, 10**30])
def test_a_search_has_a_number_of_threads(threads: int) -> None:
    search = ChessSearch(hash_mb=1, threads=2)
    with pytest.raises(ValueError, match="threads must be 1 to 256, got"):
        ChessSearch(threads=threads)
    with pytest.raises(ValueError, match="threads must be 1 to 256, got"):
        search.set_threads(threads)
    assert search.threads == 2


@pytest.mark.parametrize("size", [WRAPPING_MB, 0, 2**16 + 1, 2**64, -1])
def test_an_endgame_table_has_a_size_that_can_be_counted(size: int) -> None:
    with pytest.raises(ValueError, match="table_mb must be 1 to 65536, got"):
        EndgameSolver(english_dictionary(), table_mb=size)
    with pytest.raises(ValueError, match="table_mb must be 1 to 65536, got"):
        PreEndgameSolver(english_dictionary(), table_mb=size)


SETTINGS = [
    (AspirationSettings, ["window_cp", "retries", "retries_tactical", "swing_after_depth"]),
    (
        QuiescenceSettings,
        ["depth_limit", "critical_moves", "soft_stop_depth", "check_depth", "node_interval", "move_interval"],
    ),
    (
        ChessSearchSettings,
        ["node_interval", "maximum_depth", "break_off_depth", "multi_pv", "gap_cp", "verification_depth"],
    ),
]


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, names in SETTINGS for name in names])
def test_settings_of_a_chess_search_are_bounded(
    kind: type[AspirationSettings | QuiescenceSettings | ChessSearchSettings], name: str
) -> None:
    settings = kind()
    before = getattr(settings, name)
    for value in BEYOND:
        with pytest.raises(ValueError, match=rf"{name} must be [01] to {MOST_COUNT}, got"):
            setattr(settings, name, value)
    assert getattr(settings, name) == before
    setattr(settings, name, MOST_COUNT)
    assert getattr(settings, name) == MOST_COUNT


def test_an_interval_is_not_nothing() -> None:
    with pytest.raises(ValueError, match="move_interval must be 1 to"):
        QuiescenceSettings().move_interval = 0
    with pytest.raises(ValueError, match="node_interval must be 1 to"):
        ChessSearchSettings().node_interval = 0


def test_move_limits_are_bounded() -> None:
    quiescence = QuiescenceSettings()
    for value in BEYOND:
        with pytest.raises(ValueError, match=f"move_limits must be 0 to {MOST_COUNT}, got"):
            quiescence.move_limits = (1, 2, 3, value)
    quiescence.move_limits = (1, 2, 3, 0)
    assert list(quiescence.move_limits) == [1, 2, 3, 0]


@pytest.mark.parametrize("window_cp", [0, 30_000, MOST_COUNT])
@pytest.mark.parametrize("fen", [START, "r1bq2r1/1b4pk/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1"])
def test_windows_of_any_width_and_any_number_of_retries_are_searched(window_cp: int, fen: str) -> None:
    settings, aspiration = ChessSearchSettings(), AspirationSettings()
    aspiration.window_cp = window_cp
    aspiration.retries = aspiration.retries_tactical = MOST_COUNT
    aspiration.widens_later = True
    settings.aspiration = aspiration
    settings.multi_pv = 2
    assert searched(settings, fen, depth=7).last.depth == 7


def test_a_long_interval_does_not_miss_the_wall_clock() -> None:
    settings, quiescence = ChessSearchSettings(), QuiescenceSettings()
    settings.node_interval = quiescence.node_interval = MOST_COUNT
    settings.quiescence = quiescence
    control, soft = StopControl(), []
    control.start(soft_s=0.05, hard_s=60.0)

    def tell(_: object) -> bool:
        soft.append(control.soft_stopped())
        return soft[-1]

    ChessSearch(hash_mb=1).run(Position(START), settings, control, tell)
    assert soft[-1]


@pytest.mark.parametrize("depth", [0, -(10**30), 3])
def test_limits_are_taken_as_near_as_can_be(depth: int) -> None:
    assert searched(ChessSearchSettings(), depth=depth, mate=10**30).last.depth == max(1, min(depth, 3))


def test_trees_are_counted_to_the_depth_that_a_stack_bears() -> None:
    position = Position(START)
    assert position.perft(2) == 400
    for depth in (247, 10**6, 10**30, -1):
        with pytest.raises(ValueError, match="depth must be 0 to 246, got"):
            position.perft(depth)


def test_exchanges_are_weighed_against_numbers_that_can_be_added() -> None:
    for threshold in (2**31 - 1, -(2**31), 10**30):
        with pytest.raises(ValueError, match="threshold_cp must be"):
            Position(START).exchange_wins("e2e4", threshold)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("threads", 0),
        ("threads", 10**30),
        ("threads", 2**31 - 1),
        ("plies", -1),
        ("plies", 2**31),
        ("scoreless_turns", 2**31 - 1),
        ("batch_s", float("inf")),
        ("batch_s", float("nan")),
        ("batch_s", -1.0),
        ("win_pts", float("nan")),
        ("spread_weight", float("inf")),
    ],
)
def test_settings_of_a_simulation_are_bounded(name: str, value: float) -> None:
    settings: dict[str, Any] = {name: value}
    with pytest.raises(ValueError, match=f"{name} must be"):
        simulate(0.1, **settings)


def test_a_simulation_holds_no_more_samples_than_it_can() -> None:
    """However long a batch may be, and however little is known of the arms."""
    report = simulate(0.2, batch_s=1e6, first_samples=0)
    assert report.samples == 200


def test_endgames_have_threads_and_depths() -> None:
    endgame = Endgame.of(STUCK_Q)
    with pytest.raises(ValueError, match="threads must be 1 to 256, got"):
        endgame.solve(english(), threads=2**31)
    assert endgame.solve(english(), most_depth=10**30).complete
    assert endgame.solve(english(), most_depth=-(10**30)).depth == 0


def test_arms_and_tallies_have_a_size() -> None:
    for size in (-1, 10**9, 2**64):
        with pytest.raises(ValueError, match="must be"):
            LeaveTally(size)
        with pytest.raises(ValueError, match="count must be"):
            Arms(size)
        with pytest.raises(ValueError, match="samples must be"):
            Arms(2).share(size, Sampling.BY_LOSS)


def test_arms_with_samples_beyond_all_measure_are_shared_evenly() -> None:
    arms = Arms(2)
    for arm in (0, 1):
        arms.add(arm, float("nan"), float("inf"))
    assert arms.share(6, Sampling.BY_GAP, first_samples=0) == [3, 3]


def test_memory_is_what_the_machine_or_the_container_has_left(tmp_path: Path) -> None:
    assert available_memory_mb(f"{tmp_path}/") is None
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "meminfo").write_text("MemTotal: 9000000 kB\nMemAvailable: 2048000 kB\n")
    assert available_memory_mb(f"{tmp_path}/") == 2000
    group = tmp_path / "sys" / "fs" / "cgroup"
    group.mkdir(parents=True)
    (group / "memory.max").write_text("max\n")
    assert available_memory_mb(f"{tmp_path}/") == 2000
    (group / "memory.max").write_text(f"{600 << 20}\n")
    (group / "memory.stat").write_text(f"file {500 << 20}\nanon {100 << 20}\n")
    assert available_memory_mb(f"{tmp_path}/") == 500
    (group / "memory.stat").write_text(f"anon {700 << 20}\n")
    assert available_memory_mb(f"{tmp_path}/") == 0


TOO_LARGE = """
from tests.native.scarce_system import give_memory
from zeitnot._native import ChessSearch, ChessSearchSettings, Position, StopControl, available_memory_mb

search = ChessSearch(hash_mb=8)
give_memory(256 << 20)  # so that a table that is made all the same is none to fear
for size in (available_memory_mb() + 1024, 512):
    try:
        search.set_hash(size)
    except MemoryError as error:
        print(error)
    assert search.hash_mb == 8
    control = StopControl()
    control.start(soft_s=1.0, hard_s=1.0)
    position = Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    print(search.run(position, ChessSearchSettings(), control, lambda _: False, depth=4).last.depth)
"""


@pytest.mark.skipif(SANITIZED, reason="no limit on addresses can be set")
def test_a_table_that_does_not_fit_leaves_the_old_size() -> None:
    told, first, _, second = run_child(TOO_LARGE).splitlines()
    assert told.startswith("a table must fit into the memory available, ")
    assert (first, second) == ("4", "4")
