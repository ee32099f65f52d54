"""Output that cannot show every sign."""

import io
import os
import subprocess
import sys

import pytest

from zeitnot.cli.console import stand_any_encoding


def test_signs_that_cannot_be_shown_get_look_alikes(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    stand_any_encoding()
    print("│\u2801┤ ─ é 3\u00d74", flush=True)
    assert raw.getvalue().decode() == f"|.| - ? 3x4{os.linesep}"


def test_an_output_that_is_no_stream_of_bytes_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    stand_any_encoding()


@pytest.mark.parametrize(
    "arguments", [["curve", "-c", "3+2", "-p", "argo"], ["plan", "-c", "3+2", "-p", "argo"]]
)
def test_plain_ascii_is_enough(arguments: list[str]) -> None:
    environ = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [sys.executable, "-m", "zeitnot", *arguments],
        env=environ,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"argo" in done.stdout
