"""No memory for the helper threads of a search: they end, and neither the search nor the process does."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.scarce_system import SANITIZED, run_child

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the allocator is replaced as glibc has it"),
    pytest.mark.skipif(SANITIZED, reason="the sanitizer has replaced it already"),
]

ALLOCATOR = """
#include <cstdlib>
#include <new>
#include <unistd.h>

static volatile bool starving = false;

extern "C" void starve_helpers(int now) { starving = now != 0; }

void* operator new(std::size_t bytes) {
    void* found = starving && gettid() != getpid() ? nullptr : std::malloc(bytes);
    return found ? found : throw std::bad_alloc();
}
"""
"""Taken instead of the C++ library's own where it is loaded first."""

CHESS = """
import ctypes
from zeitnot._native import ChessSearch, ChessSearchSettings, Position, StopControl

search, position = ChessSearch(hash_mb=1, threads=4), Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
for starving in (False, True, False):
    ctypes.CDLL(None).starve_helpers(starving)
    control = StopControl(work_per_second=1e6)  # in work time the calling thread is the first
    control.start(soft_s=float("inf"), hard_s=float("inf"))
    result = search.run(position, ChessSearchSettings(), control, lambda report: False, depth=12)
    assert result.last.depth == 12 and result.threads == 4
"""

SIMULATION = """
import ctypes
from tests.native.test_scrabble_simulation import facts, scene, simulate

scene()
alone = facts(simulate(0.3))
for starving in (False, True, False):
    ctypes.CDLL(None).starve_helpers(starving)
    try:
        assert facts(simulate(0.3, threads=4)) == alone
    except MemoryError:
        assert starving
"""

ENDGAME = """
import ctypes
from tests.native.test_scrabble_endgame import STUCK_Q, Endgame, EndgameSolver, english_dictionary

endgame = Endgame.of(STUCK_Q)
for starving in (False, True, False):
    solver = EndgameSolver(english_dictionary(), table_mb=1)
    ctypes.CDLL(None).starve_helpers(starving)
    report = endgame.solve(solver, threads=4)
    assert report.complete and report.threads == 4
    print(report.value_pts)
"""


@pytest.fixture(scope="module")
def allocator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("c++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("there is no compiler here")
    source = tmp_path_factory.mktemp("allocator") / "allocator.cpp"
    source.write_text(ALLOCATOR, encoding="ascii")
    built = source.with_suffix(".so")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", built, source], check=True, timeout=60)
    return built


@pytest.mark.parametrize("code", [CHESS, SIMULATION, ENDGAME], ids=["chess", "simulation", "endgame"])
def test_helpers_without_memory_cost_neither_the_search_nor_the_process(
    code: str, allocator: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LD_PRELOAD", os.fspath(allocator))
    assert len(set(run_child(code).split())) <= 1
