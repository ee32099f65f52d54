"""Planted games of Scrabble: one game, with clocks that make another story of it each time."""

import io

from zeitnot.clocks import clock_text
from zeitnot.games import TimedGame, UnreadGame, find_game

TURNS = (
    "DEGGLNO 8D GONGED +22 22",
    "?AAENNT E5 ANN.tATE +78 78",
    "?ABLNTU H1 TUrNABL. +80 102",
    "BIIORRW D12 BROW +34 112",
    "ADEIIOS F8 .ODI +19 121",
    "FHIIIPR D4 PHI +23 135",
    "AEIIQRS -IQ +0 121",
    "CFIIRTU 4G U.IFIC +22 157",
    "AEILNRS 1H .RENAILS +77 198",
    "EHRRTUZ 14A ZER.TH +52 209",
    "CDLMOTY A12 CO.Y +63 261",
    "GIJQRUX 2J XU +52 261",
)
EXCHANGE, BINGO = 6, 8
"""Plies of an exchange where a play for 36 points was on the board, and of the one play for 77."""


def planted_gcg(used_s: dict[int, float], *, control: str = "10:00 -10/min", usual_s: float = 20.0) -> str:
    """Return the game; turns take these seconds by ply, all others the usual time."""
    minutes, _, seconds = control.split(maxsplit=1)[0].partition(":")
    left_s = [60.0 * float(minutes) + float(seconds)] * 2
    lines = ["#player1 ann Ann Aray", "#player2 bob Bob Boll", "#lexicon ENABLE1", f"#clock {control}"]
    for ply, turn in enumerate(TURNS):
        took_s = used_s.get(ply, usual_s)
        left_s[ply % 2] -= took_s
        left = clock_text(left_s[ply % 2])
        lines += [f">{('ann', 'bob')[ply % 2]}: {turn}", f"#note {took_s:.3f}s, {left} left"]
    return "\n".join(lines) + "\n"


def planted_scrabble(used_s: dict[int, float]) -> TimedGame:
    """Read the game."""
    return read_one(planted_gcg(used_s))


def read_one(text: str) -> TimedGame:
    """Read a text of one game."""
    (game,) = find_game("scrabble").reviewer().read(io.StringIO(text), what="planted", clock=None)
    assert not isinstance(game, UnreadGame), game.reason
    return game
