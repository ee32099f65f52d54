"""Screen: what a game needs of a terminal, or of a file in its place."""

from collections.abc import Callable, Sequence
from typing import Protocol


class Screen(Protocol):
    """Shows the game and asks for moves; those of the chess room serve as they are."""

    def say(self, line: str = "") -> None:
        """Show a line that stays."""
        ...

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        """Show the board in place of the last one; a passing one is soon replaced and need not be kept."""
        ...

    def live(self, line: str) -> None:
        """Show a line that the next one replaces, where that can be done."""
        ...

    def ask(self, prompt: Callable[[], str], over: Callable[[], bool]) -> str | None:
        """Wait for a line, or until it is over (None); the end of input is an EOFError."""
        ...

    def hurries(self) -> bool:
        """Return whether Enter was pressed, or the input ended, meanwhile; does not wait."""
        ...
