"""Planted games: one game, with clocks that make another story of it each time."""

import io

import chess.pgn

from zeitnot.review import TimedGame, UnreadGame, read_pgn

MOVES = (
    *("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O", "f6", "d4", "exd4", "Nxd4", "c5", "Nb3"),
    *("Qxd1", "Rxd1", "Bg4", "f3", "Be6", "Nc3", "Bd6", "Be3", "b6", "Rd4", "cxd4", "Bxd4", "Ne7", "a4"),
    *("O-O", "a5", "b5"),
)
RECAPTURE, BLUNDER = 16, 24
"""Plies of a recapture of the queen, and of a move that gives a rook away."""


def planted(white_s: dict[int, float], *, control: str = "900+5", usual_s: float = 12.0) -> TimedGame:
    """Return the game; White's moves take these seconds by ply, all others the usual time."""
    base_s, _, increment_s = control.partition("+")
    left_s = [float(base_s)] * 2
    words = []
    for ply, san in enumerate(MOVES):
        used_s = white_s.get(ply, usual_s)
        left_s[ply % 2] += float(increment_s or 0) - used_s
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else ""
        words.append(f"{number} {san} {{[%clk {_clk(left_s[ply % 2])}]}}")
    tags = f'[White "Wim"]\n[Black "Bea"]\n[Result "0-1"]\n[TimeControl "{control}"]'
    (game,) = read_pgn(f"{tags}\n\n{' '.join(words)} 0-1\n", what="planted")
    assert not isinstance(game, UnreadGame)
    assert game.problems == ()
    return game


def _clk(time_s: float) -> str:
    hours, rest_s = divmod(time_s, 3600)
    return f"{hours:.0f}:{rest_s // 60:02.0f}:{rest_s % 60:04.1f}"


def is_legal(text: str) -> bool:
    """Return whether a PGN text is one legal game."""
    game = chess.pgn.read_game(io.StringIO(text))
    return game is not None and not game.errors
