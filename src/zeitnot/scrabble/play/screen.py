"""Screen: the interface between a game and its terminal or file."""

from collections.abc import Callable, Sequence
from typing import Protocol


class Screen(Protocol):
    """Shows the game and asks for moves; the screens of `zeitnot.chess.play` implement it."""

    def say(self, line: str = "") -> None:
        """Show a line that stays."""
        ...

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        """Show the board in place of the last one; a passing one is soon replaced."""
        ...

    def live(self, line: str) -> None:
        """Show a line that the next one replaces, where the screen can do that."""
        ...

    def ask(self, prompt: Callable[[], str], over: Callable[[], bool]) -> str | None:
        """Return the line typed, or None when the game is over first; EOF raises an EOFError."""
        ...

    def hurries(self) -> bool:
        """Return whether Enter was pressed or the input ended, without waiting."""
        ...
