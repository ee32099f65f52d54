"""The examples run as they stand, and the third-party policy is found once it is installed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def run(*command: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **({"PYTHONPATH": str(path)} if path else {})}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=120)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("keep_pace")
    pip = run(
        *(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"),
        *("--disable-pip-version-check", "--target", str(target), str(EXAMPLES / "keep_pace")),
    )
    assert pip.returncode == 0, pip.stderr
    return target


def test_the_search_loop_example_runs_and_stops_by_itself() -> None:
    result = run(sys.executable, str(EXAMPLES / "search_loop.py"))
    assert result.returncode == 0, result.stderr
    assert "stopped by: " in result.stdout


@pytest.mark.source("G10.manager", "G10.times", "G10.report", "G10.text")
def test_the_library_example_asks_for_times_and_reports_what_it_used() -> None:
    result = run(sys.executable, str(EXAMPLES / "library_use.py"))
    assert result.returncode == 0, result.stderr
    times, move = result.stdout.splitlines()
    assert times == "target 0.3s, maximum 0.8s"
    assert re.fullmatch(r"\w{4} at depth [1-9] in [0-9.]+s, [0-9.]+s left: .*", move)


@pytest.mark.source("G10.timed_search")
def test_the_timed_search_example_gives_a_move_its_depth_and_its_time_in_one_call() -> None:
    result = run(sys.executable, str(EXAMPLES / "timed_search.py"))
    assert result.returncode == 0, result.stderr
    times, move = result.stdout.splitlines()
    assert times == "target 0.2s, maximum 0.5s"
    assert re.fullmatch(r"\w{4} at depth [1-9][0-9]? in [0-9]+ ms", move)
    assert 200 <= int(move.split()[-2]) < 5_000  # all of the time asked for, whatever the machine does beside


def test_an_installed_policy_is_listed_with_its_parameters(installed: Path) -> None:
    result = run(sys.executable, "-m", "zeitnot", "policies", "keep-pace", "--json", path=installed)
    assert result.returncode == 0, result.stderr
    assert "lean" in result.stdout


def test_an_installed_policy_plans_and_takes_settings(installed: Path) -> None:
    command = (sys.executable, "-m", "zeitnot", "plan", "--policy", "keep-pace", "--clock", "3+2", "--json")
    clocks = ("--remaining", "120", "--opponent", "60")
    even = run(*command, *clocks, "--set", "lean=0", path=installed)
    leaning = run(*command, *clocks, "--set", "lean=0.6", path=installed)
    assert even.returncode == leaning.returncode == 0, even.stderr + leaning.stderr
    target_s = [json.loads(r.stdout)["budget"]["target"]["steps"][-1][3] for r in (even, leaning)]
    # 120 s over 35 turns; a lead of 60 s out of 180 leans a third of 0.6.
    assert target_s == [pytest.approx(120 / 35), pytest.approx(120 / 35 * 1.2)]


def test_an_installed_policy_passes_the_contracts(installed: Path) -> None:
    result = run(
        *(sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"),
        *("-k", "keep-pace", "--rootdir", str(ROOT), str(ROOT / "tests/contracts")),
        path=installed,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr
    assert " passed" in result.stdout


def test_without_the_package_the_policy_is_unknown() -> None:
    result = run(sys.executable, "-m", "zeitnot", "plan", "--policy", "keep-pace", "--clock", "3+2")
    assert result.returncode == 2
    assert "no such policy: 'keep-pace'" in result.stderr
