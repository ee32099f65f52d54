"""Screen: where a game is shown and where its moves come from; here for files and pipes."""

from collections.abc import Callable, Sequence
from typing import Protocol, TextIO

Prompt = Callable[[], str]
Over = Callable[[], bool]


def never() -> bool:
    """Wait for an answer however long it takes."""
    return False


class Screen(Protocol):
    """What a game needs of a terminal."""

    def say(self, line: str = "") -> None:
        """Show a line that stays."""
        ...

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        """Show the board in place of the last one; a passing one is soon replaced and need not be kept."""
        ...

    def live(self, line: str) -> None:
        """Show a line that the next one replaces, where that can be done."""
        ...

    def ask(self, prompt: Prompt, over: Over = never) -> str | None:
        """Wait for a line, or until it is over (None); the prompt is asked for anew while time passes.

        The end of input is an EOFError.
        """
        ...

    def hurries(self) -> bool:
        """Tell whether Enter was pressed, or the input ended, meanwhile; does not wait."""
        ...


class PlainScreen:
    """Lines in, lines out: no live line, and answers are written out where nobody typed them."""

    def __init__(self, reading: TextIO, writing: TextIO) -> None:
        """Take the two streams."""
        self._reading = reading
        self._writing = writing
        self._echoes = not reading.isatty()

    def say(self, line: str = "") -> None:
        """Write a line."""
        print(line, file=self._writing)

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        """Write the board, unless it is a passing one."""
        if not passing:
            for line in ("", *lines, ""):
                self.say(line)

    def live(self, line: str) -> None:
        """Write nothing: what is written here stays."""

    def ask(self, prompt: Prompt, over: Over = never) -> str | None:
        """Read a line; whether it is over shows only after it."""
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
        """Never: reading ahead would take the next answer away."""
        return False
