"""UnruledBoard: a game whose rules only the engine knows, such as crazyhouse, xiangqi or shogi."""

from collections.abc import Iterator
from typing import Self

import chess

from zeitnot.errors import DataError

_LONGEST_MOVE = 20
_MANY_MOVES = 256
_PLAIN_VARIANTS = frozenset({"", "chess", "standard", "normal", "fischerandom", "chess960"})
"""Values of UCI_Variant that mean the game whose rules are known here."""


def is_unruled(variant: str) -> bool:
    """Return whether a variant is one whose rules are not known here."""
    return variant.lower() not in _PLAIN_VARIANTS


class _AnyMoves:
    """Stands for the legal moves of a game whose rules are unknown: there are some, nobody knows which."""

    def __iter__(self) -> Iterator[chess.Move]:
        return iter((chess.Move(chess.A1, chess.A2),))

    def __bool__(self) -> bool:
        return True

    def count(self) -> int:
        """Return a number that no game reaches."""
        return _MANY_MOVES


class UnruledBoard(chess.Board):
    """A position and the moves after it as the interface wrote them; every move counts as legal."""

    def __init__(self, setup: str, moves: tuple[str, ...], *, turn: chess.Color, chess960: bool) -> None:
        """Take the words after `position`; the side to move is that after all the moves."""
        super().__init__(None, chess960=chess960)
        self.setup, self.moves, self.turn = setup, moves, turn

    def copy(self, *, stack: bool | int = True) -> Self:
        """Return another board of the same game; its moves are never forgotten."""
        return type(self)(self.setup, self.moves, turn=self.turn, chess960=self.chess960)

    @property
    def position_line(self) -> str:
        """The `position` command."""
        return f"position {self.setup}{f' moves {chr(32).join(self.moves)}' if self.moves else ''}"

    @property
    def legal_moves(self) -> _AnyMoves:  # type: ignore[override]
        """Some moves, unknown."""
        return _AnyMoves()

    def ply(self) -> int:
        """Return the number of moves since the setup."""
        return len(self.moves)

    def fen(self, **_: object) -> str:
        """Return the setup as it was written, for messages."""
        return self.setup

    @staticmethod
    def accepted(text: str, among: tuple[str, ...] = ()) -> str:
        """Return a move of the engine as it is; empty for one that cannot be a move in any game."""
        fits = 0 < len(text) <= _LONGEST_MOVE and text.isprintable() and (not among or text in among)
        return text if fits else ""


class UnruledGame:
    """Follows `position` commands of a game whose rules are unknown."""

    def __init__(self, *, first: chess.Color = chess.WHITE) -> None:
        """Begin where the interface does; in shogi Black moves first."""
        self._first = first
        self.board: chess.Board = UnruledBoard("startpos", (), turn=first, chess960=False)

    def set(self, words: list[str], *, chess960: bool) -> str:
        """Follow the words after `position`; raise a DataError if they are none."""
        place = words.index("moves") if "moves" in words else len(words)
        setup, moves = words[:place], tuple(words[place + 1 :])
        match setup:
            case ["startpos"]:
                turn = self._first
            case ["fen" | "sfen", _, ("w" | "b") as side, *_]:
                turn = chess.WHITE if side == "w" else chess.BLACK
            case _:
                rule = "position takes `startpos`, `fen` or `sfen` with a position"
                raise DataError(f"{rule}, got {' '.join(words)[:80]!r}")
        wrong = next((move for move in moves if not UnruledBoard.accepted(move)), None)
        if wrong is not None:
            raise DataError(f"a move must have at most {_LONGEST_MOVE} signs, got {wrong[:40]!r}")
        to_move = turn if len(moves) % 2 == 0 else not turn
        self.board = UnruledBoard(" ".join(setup), moves, turn=to_move, chess960=chess960)
        return ""
