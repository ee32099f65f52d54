"""`zeitnot bench`: one signature for the same behaviour, another for any other."""

import json
import re
from typing import Any

import pytest

from zeitnot.cli.app import run
from zeitnot.cli.chess import bench
from zeitnot.cli.policy_settings import built_in_for
from zeitnot.policies import policy_class, policy_names


def form_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["bench", "--json", *arguments]) == 0
    form: dict[str, Any] = json.loads(capsys.readouterr().out)
    return form


def replay_signature(policy: str, **settings: Any) -> str:
    return bench.signature_of(
        [record.ply, record.used_s] for record in bench.records_of(policy, "chess", settings)
    )


def test_two_runs_have_the_same_signature_and_the_same_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = (form_of(capsys, "--depth", "5") for _ in range(2))
    for figure in ("signature", "nodes", "searches", "depth"):
        assert first[figure] == second[figure]
    assert first["replay"]["signature"] == second["replay"]["signature"]
    assert re.fullmatch("[0-9a-f]{12}", first["signature"])


def test_another_depth_changes_the_searches_and_the_signature_but_not_the_replay(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first, second = (form_of(capsys, "--depth", depth) for depth in ("3", "4"))
    assert first["signature"] != second["signature"]
    assert first["searches"]["signature"] != second["searches"]["signature"]
    assert first["replay"]["signature"] == second["replay"]["signature"]


def test_a_changed_setting_of_a_policy_changes_the_signature_of_its_replay() -> None:
    assert replay_signature("uniform") == replay_signature("uniform")
    assert replay_signature("uniform", turns_left=31) != replay_signature("uniform")


def test_every_built_in_policy_is_replayed() -> None:
    benched = {name for game in bench.CONTROLS for name in built_in_for(game)}
    assert benched == {
        name for name in policy_names() if policy_class(name).__module__.startswith("zeitnot.")
    }


def test_what_is_printed_are_nodes_time_speed_and_the_signature(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--depth", "2"]) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert list(lines) == ["searches", "replay", "nodes", "time", "speed", "signature"]
    assert int(lines["nodes"]) > 0
    assert lines["speed"].endswith("nodes per second")


@pytest.mark.parametrize("depth", ["0", "x", "31", "-1"])
def test_a_depth_out_of_range_is_refused_in_one_line(depth: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--depth", depth]) == 2
    assert capsys.readouterr().err.startswith("zeitnot: --depth must be")


def test_a_number_is_signed_to_nine_digits() -> None:
    assert bench.signature_of([0.1 + 0.2]) == bench.signature_of([0.3])
    assert bench.signature_of([0.300001]) != bench.signature_of([0.3])
