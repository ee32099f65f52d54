"""Screen: shows a game and reads moves; here for files and pipes."""

from collections.abc import Callable, Sequence
from typing import Protocol, TextIO

Prompt = Callable[[], str]
Over = Callable[[], bool]


def never() -> bool:
    """Return False: wait for an answer without a limit."""
    return False


class Screen(Protocol):
    """Interface between a game and its terminal."""

    def say(self, line: str = "") -> None:
        """Show a line that stays."""
        ...

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        """Show the board in place of the last one; a passing one is soon replaced."""
        ...

    def live(self, line: str) -> None:
        """Show a line that the next one replaces, where the screen can do that."""
        ...

    def ask(self, prompt: Prompt, over: Over = never) -> str | None:
        """Return the line typed, or None when the game is over first; the prompt is updated while waiting.

        The end of input raises an EOFError.
        """
        ...

    def hurries(self) -> bool:
        """Return whether Enter was pressed or the input ended, without waiting."""
        ...


class PlainScreen:
    """Screen for files and pipes: no live line, and answers that were not typed are echoed."""

    def __init__(self, reading: TextIO, writing: TextIO) -> None:
        """Take the input and output streams."""
        self._reading = reading
        self._writing = writing
        self._echoes = not reading.isatty()

    def say(self, line: str = "") -> None:
        """Write a line."""
        print(line, file=self._writing)

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        """Write the board unless it is a passing one."""
        if not passing:
            for line in ("", *lines, ""):
                self.say(line)

    def live(self, line: str) -> None:
        """Write nothing: a line cannot be replaced here."""

    def ask(self, prompt: Prompt, over: Over = never) -> str | None:
        """Read a line, then check whether the game is over."""
        print(prompt(), end="", file=self._writing, flush=True)
        line = self._reading.readline()
        if not line:
            self.say()
            raise EOFError
        answer = line.rstrip("\r\n")
        if self._echoes:
            self.say(answer)
        return None if over() else answer

    def hurries(self) -> bool:
        """Return False: reading ahead would consume the next answer."""
        return False
