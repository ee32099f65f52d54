"""A game in the browser whose server is killed: it goes on, and no move that was told is lost."""

import subprocess
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from random import Random

import pytest

from benchmarks.season.served_games import Player, serving


def killing(process: "subprocess.Popen[str]", player: Player, moves: int) -> Callable[[], None]:
    def kill() -> None:
        if len(player.told) >= moves:
            process.kill()

    return kill


def test_a_killed_server_has_kept_every_move_that_it_told(tmp_path: Path) -> None:
    player = Player(rng=Random(1), folder=tmp_path)
    for moves in (4, 8):
        with serving(tmp_path) as (process, port):
            player.on_told = killing(process, player, moves)
            with pytest.raises((OSError, HTTPException)):
                player.play(port)
        assert len(player.told) >= moves
        assert player.lost() == []
    player.told[1] = "a1a1"
    assert player.lost() != []
