"""Screen: shows a game and reads moves, for files and pipes, and for terminals with a live last line."""

import codecs
import os
import re
import select
import shutil
import signal
import sys
import termios
import tty
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, TextIO

from zeitnot.games import Over, Prompt, never


class PlainScreen:
    """Screen for files and pipes: no live line, and answers that were not typed are echoed."""

    def __init__(self, reading: TextIO, writing: TextIO) -> None:
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


_CLEAR_SCREEN = "\x1b[H\x1b[2J"
_CLEAR_LINE = "\r\x1b[K"
_END_OF_INPUT = "\x04"
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|[^\[O])")
_BEGUN_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*|O)?$")
_WORD = re.compile(r"\S*\s*$")


class LineEditor:
    """Buffer of typed lines and the one being edited; supports backspace, ^U, ^W and ^D."""

    def __init__(self) -> None:
        self.text = ""
        self.lines: deque[str] = deque()
        self.ended = False
        self._pending = ""

    def feed(self, typed: str) -> None:
        """Add typed characters; cursor keys and other escape sequences are ignored."""
        typed = _ESCAPE.sub("", self._pending + typed)
        begun = _BEGUN_ESCAPE.search(typed)
        self._pending = typed[begun.start() :] if begun else ""
        for character in typed[: begun.start()] if begun else typed:
            self._take(character)

    def _take(self, character: str) -> None:
        if character in "\r\n":
            self.lines.append(self.text)
            self.text = ""
        elif character in "\x7f\b":
            self.text = self.text[:-1]
        elif character == "\x15":
            self.text = ""
        elif character == "\x17":
            self.text = _WORD.sub("", self.text)
        elif character == _END_OF_INPUT:
            self.ended = self.ended or not self.text
        elif character.isprintable():
            self.text += character


class TerminalScreen:
    """A terminal screen: the board is drawn at the top, clocks and input on the last line.

    Use it in a `with`: keys are read one by one inside, and the terminal is restored at the end.
    """

    def __init__(
        self, reading: TextIO | None = None, writing: TextIO | None = None, *, tick_s: float = 0.25
    ) -> None:
        """Take the streams, both of them terminals, and the time between two clock updates."""
        self._input = (reading or sys.stdin).fileno()
        self._output = writing or sys.stdout
        self._tick_s = tick_s
        self._editor = LineEditor()
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._said: list[str] = []
        self._live = False
        self._modes: list[Any] = []
        self._handler: Callable[[int, FrameType | None], Any] | int | None = None

    def __enter__(self) -> "TerminalScreen":
        """Read keys unbuffered; ^C still interrupts."""
        self._modes = termios.tcgetattr(self._input)
        self._read_keys()
        # After ^Z and fg the terminal is as the shell left it.
        self._handler = signal.signal(signal.SIGCONT, self._read_keys)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGCONT, self._handler or signal.SIG_DFL)
        with suppress(termios.error):  # a closed terminal needs no restoring
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._modes)

    def say(self, line: str = "") -> None:
        """Show a line above the live one."""
        self._said.append(line)
        self._write(f"{self._cleared()}{line}\n")

    def picture(self, lines: Sequence[str], *, passing: bool = False) -> None:
        """Clear the screen and draw; lines since the last picture are repeated below unless it is passing."""
        kept = [] if passing else self._said
        self._live = False
        self._said = []
        self._write(_CLEAR_SCREEN + "".join(f"{line}\n" for line in (*lines, "", *kept)))

    def live(self, line: str) -> None:
        """Redraw the last line with as many whole words as fit: half a number would be wrong."""
        width = max(1, shutil.get_terminal_size().columns - 1)
        shown = line if len(line) <= width else line[: width + 1].rpartition(" ")[0] or line
        self._write(f"{_CLEAR_LINE}{shown[:width]}")
        self._live = True

    def ask(self, prompt: Prompt, over: Over = never) -> str | None:
        """Edit a line below the running clocks."""
        while True:
            if self._editor.lines:
                answer = self._editor.lines.popleft()
                self.say(f"{prompt()}{answer}")
                return answer
            if self._editor.ended:
                self._write(self._cleared())
                raise EOFError
            if over():
                self._write(self._cleared())
                return None
            self._show_typed(prompt())
            self._read(self._tick_s)

    def hurries(self) -> bool:
        """Return whether an empty line or the end of input came; other lines are kept for `ask`."""
        self._read(0.0)
        hurried = "" in self._editor.lines or self._editor.ended
        self._editor.lines = deque(filter(None, self._editor.lines))
        return hurried

    def _show_typed(self, prompt: str) -> None:
        # A long line shows its end, which is being typed.
        width = max(1, shutil.get_terminal_size().columns - 1)
        room = max(8, width - len(prompt))
        self.live(f"{prompt[: width - 8]}{self._editor.text[-room:]}")

    def _read(self, timeout_s: float) -> None:
        if not select.select([self._input], [], [], timeout_s)[0]:
            return
        try:
            typed = os.read(self._input, 1024)
        except OSError:
            typed = b""  # the terminal is gone
        if not typed:
            self._editor.ended = True
        self._editor.feed(self._decoder.decode(typed))

    def _read_keys(self, *_: object) -> None:
        with suppress(termios.error):  # SIGCONT also comes when a terminal hangs up
            tty.setcbreak(self._input, termios.TCSADRAIN)  # input typed already is kept

    def _cleared(self) -> str:
        cleared = _CLEAR_LINE if self._live else ""
        self._live = False
        return cleared

    def _write(self, text: str) -> None:
        try:
            self._output.write(text)
            self._output.flush()
        except OSError:
            self._editor.ended = True  # the terminal is closed: no output, no input
