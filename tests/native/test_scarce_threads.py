"""Too few threads: a search goes on with those it gets and reports how many."""

import sys

import pytest

from tests.native.scarce_system import SANITIZED, run_child

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limit is set as glibc has it")

GIVEN = [
    0,
    pytest.param(3, marks=pytest.mark.skipif(SANITIZED, reason="no limit on addresses can be set")),
]

CHESS = """
import sys
from tests.native.scarce_system import give_threads
from zeitnot._native import ChessSearch, ChessSearchSettings, Position, StopControl

given, rate = int(sys.argv[1]), float(sys.argv[2])
search = ChessSearch(hash_mb=1, threads=128)
give_threads(given)
for _ in range(3):
    control, depths = StopControl(work_per_second=rate), []
    control.start(soft_s=float("inf"), hard_s=0.1)
    position = Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    tell = lambda report: depths.append(report.depth) or False
    result = search.run(position, ChessSearchSettings(), control, tell)
    assert result.best in position.legal_moves() and depths[:2] == [1, 2], (result.best, depths)
    print(result.threads)
"""


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("nodes_per_second", [0, 500_000])
def test_chess_is_searched_by_the_threads_there_are(given: int, nodes_per_second: int) -> None:
    # By the wall clock the first of them searches, and the caller watches.
    searching = max(1, given) if nodes_per_second == 0 else 1 + given
    assert run_child(CHESS, str(given), str(nodes_per_second)).split() == [str(searching)] * 3


SIMULATION = """
import sys
from tests.native.scarce_system import give_threads
from tests.native.test_scrabble_simulation import facts, scene, simulate

scene()
alone = simulate(0.3)
give_threads(int(sys.argv[1]))
for _ in range(3):
    report = simulate(0.3, threads=8)
    assert facts(report) == facts(alone)
    print(report.threads)
"""


@pytest.mark.parametrize("given", GIVEN)
def test_simulations_wait_for_nobody_who_does_not_come(given: int) -> None:
    assert run_child(SIMULATION, str(given)).split() == [str(1 + given)] * 3


ENDGAME = """
import sys
from tests.native.scarce_system import give_threads
from tests.native.test_scrabble_endgame import STUCK_Q, Endgame, english

endgame, solver = Endgame.of(STUCK_Q), english()
value = endgame.solve(solver).value_pts
give_threads(int(sys.argv[1]))
for _ in range(3):
    report = endgame.solve(solver, threads=8)
    assert report.complete and report.value_pts == value
    print(report.threads)
"""


@pytest.mark.parametrize("given", GIVEN)
def test_endgames_are_solved_by_the_threads_there_are(given: int) -> None:
    assert run_child(ENDGAME, str(given)).split() == [str(1 + given)] * 3
