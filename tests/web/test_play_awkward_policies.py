"""Games in the browser whose policy fails: the engine answers in time, and the page says what happened."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.turns import awkward
from tests.web.fixtures_site import Visitor, served
from tests.web.test_play_page import Stream, begun, played
from zeitnot.policies import registry


@contextmanager
def served_with(how: str, folder: Path) -> Iterator[Visitor]:
    """Serve games with a policy installed that misbehaves in `plan`."""
    source = Path(awkward.__file__).read_text(encoding="utf-8")
    module = source.replace('how: str = "sleep"', f'how: str = "{how}"')
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(awkward.installed(folder / "site", module)["PYTHONPATH"])
        registry._plugged_in.cache_clear()
        try:
            with served(folder) as visitor:
                yield visitor
        finally:
            registry._plugged_in.cache_clear()


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("sleep", "plan: no answer within"),
        ("exit", "plan: SystemExit: 3"),
        ("text", "plan: plan must return a Budget, got 'three seconds'"),
    ],
)
def test_the_engine_answers_and_the_page_names_the_fault(how: str, words: str, tmp_path: Path) -> None:
    with served_with(how, tmp_path) as visitor:
        address = begun(visitor, policy="awkward", clock="0:10")
        with Stream(visitor, address) as stream:
            for ply, move in ((0, "a2a3"), (2, "h2h3")):
                assert played(visitor, address, move, ply).status == 200
                state: Any = stream.state(ply=ply + 2)
                assert state["fault"] == ""
                assert 0 < state["seats"][1]["left_s"] <= 10
                (told,) = [line for line in state["plan"]["lines"] if "The policy failed" in line]
                assert words in told
