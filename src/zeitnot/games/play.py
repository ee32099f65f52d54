"""Play at the terminal: the screen of a game, and what a session of any game does with a typed line."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from zeitnot.errors import DataError
from zeitnot.turns import TurnRecord, fault_line

TICK_S = 0.25
"""Time between two updates of the live line."""

Prompt = Callable[[], str]
Over = Callable[[], bool]


def never() -> bool:
    """Return False: wait for an answer without a limit."""
    return False


class Screen(Protocol):
    """Interface between a game and its terminal."""

    def say(self, line: str = "") -> None:
        """Show a line that stays."""

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        """Show the board in place of the last one; a passing one is soon replaced."""

    def live(self, line: str) -> None:
        """Show a line that the next one replaces, where the screen can do that."""

    def ask(self, prompt: Prompt, over: Over = never) -> str | None:
        """Return the line typed, or None when the game is over first; the prompt is updated while waiting.

        The end of input raises an EOFError.
        """

    def hurries(self) -> bool:
        """Return whether Enter was pressed or the input ended, without waiting."""


def read_command(text: str, commands: Mapping[str, str]) -> str | None:
    """Return the name of the command typed, in any case; None when the text is not one."""
    return commands.get(text.strip().lower())


@dataclass(slots=True, kw_only=True)
class PlaySession(ABC):
    """One game of a human against an engine; a command that is typed runs the method `_do_` of its name."""

    commands: ClassVar[Mapping[str, str]]
    """Names of the commands by the words that can be typed."""
    help_lines: ClassVar[Sequence[str]]
    """Lines that `help` shows."""
    screen: Screen
    """Screen that shows the game."""
    _said_fault: str = ""

    @abstractmethod
    def _clocks(self) -> str:
        """Return both clocks as text; empty without clocks."""

    @abstractmethod
    def _why(self) -> Sequence[str]:
        """Return how the engine's last move was planned; nothing before its first."""

    @abstractmethod
    def _move(self, text: str) -> None:
        """Make the move typed; a DataError says why it cannot be played."""

    def _ask(self, over: Over) -> None:
        """Ask once, and do what is typed, if anything is."""
        answer = self.screen.ask(self._prompt, over)
        if answer is None or not answer.strip():
            return
        command = read_command(answer, self.commands)
        try:
            if command is None:
                self._move(answer)
            else:
                getattr(self, f"_do_{command}")()
        except DataError as error:
            self.screen.say(str(error))

    def _prompt(self) -> str:
        return f"{self._clocks() or 'your move'} > "

    def _say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.screen.say(line)

    def _say_fault(self, record: TurnRecord) -> None:
        if record.fault and record.fault_kind != self._said_fault:  # reported once, not on every turn
            self._said_fault = record.fault_kind
            self.screen.say(fault_line(record))

    def _do_clock(self) -> None:
        self.screen.say(self._clocks() or "There is no clock in this game.")

    def _do_why(self) -> None:
        nothing = "There is nothing to explain: the engine has not moved since the program began."
        self._say(self._why() or [nothing])

    def _do_help(self) -> None:
        self._say(self.help_lines)

    def _do_quit(self) -> None:
        raise EOFError
