"""Games at a real terminal whose policy fails: the player is told on the screen, once."""

from pathlib import Path

import pytest

from tests.cli.terminal import terminals
from tests.turns.awkward import installed

CLEARED = "\x1b[H\x1b[2J"
"""Begins every picture; what was shown before it is seen no more."""
CHESS = ("play", "--color", "black", "--no-book", "--clock", "0:10", "--pgn", "games.pgn")
SCRABBLE = ("scrabble", "play", "--second", "--threads", "1", "--clock", "0:05 -10/min", "--save", "game.gcg")
TOLD = "The policy failed, uniform stood in: "


@pytest.mark.parametrize(
    ("game", "policy", "words"),
    [
        (CHESS, "awkward:hook=observe,how=wait", "monitor: no answer"),
        (SCRABBLE, "awkward:hook=plan,how=odd", "plan: OddError"),
    ],
    ids=["chess", "Scrabble"],
)
def test_a_policy_that_hangs_or_raises_is_named_once_below_the_board(
    game: tuple[str, ...], policy: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    environ = installed(tmp_path / "site")
    with terminals(*game) as start:
        terminal = start("--policy", policy, **environ)
        for typed in ("a6" if game is CHESS else "pass", "quit"):
            terminal.until(" > ")
            terminal.type(f"{typed}\n")
        assert terminal.ended() == 0
    boards = terminal.shown.split(CLEARED)
    told = [board for board in boards if f"{TOLD}{words}" in board]
    # Above the prompt of the human's first turn: said when it happened, and kept by the picture after it.
    assert any(board.index(TOLD) < board.index(" > ") for board in told if " > " in board), terminal.shown
    assert sum(" > " in board for board in told) == 1
    assert "the fallback stood in" not in terminal.shown
