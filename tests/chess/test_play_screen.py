"""The terminal: a live line that runs while a move is typed, and a screen put back as it was."""

import io
import os
import pty
import re
import termios
from collections.abc import Iterator

import pytest

from zeitnot.chess.play import PlainScreen, TerminalScreen
from zeitnot.chess.play.screen import LineEditor


class Keyboard:
    """Both ends of a terminal: keys go in here, the screen reads them there."""

    def __init__(self) -> None:
        self._keys, self._line = pty.openpty()
        self.reading = os.fdopen(os.dup(self._line))
        self.shown = io.StringIO()

    def type(self, text: str) -> None:
        os.write(self._keys, text.encode())

    def modes(self) -> int:
        flags: int = termios.tcgetattr(self._line)[3]
        return flags & (termios.ECHO | termios.ICANON)

    def hang_up(self) -> None:
        os.close(self._keys)

    def close(self) -> None:
        self.reading.close()
        os.close(self._line)


@pytest.fixture
def keyboard() -> Iterator[Keyboard]:
    keys = Keyboard()
    yield keys
    keys.close()


@pytest.fixture
def screen(keyboard: Keyboard) -> Iterator[TerminalScreen]:
    with TerminalScreen(keyboard.reading, keyboard.shown, tick_s=0.001) as made:
        yield made


def last_line(keyboard: Keyboard) -> str:
    return re.split(r"[\r\n]", keyboard.shown.getvalue().replace("\x1b[K", ""))[-1]


def test_a_typed_line_is_the_answer(keyboard: Keyboard, screen: TerminalScreen) -> None:
    keyboard.type("Nf3\n")
    assert screen.ask(lambda: "> ") == "Nf3"
    assert keyboard.shown.getvalue().endswith("> Nf3\n")


@pytest.mark.source("G9.clock")
def test_the_prompt_runs_while_a_move_is_being_typed(keyboard: Keyboard, screen: TerminalScreen) -> None:
    left_s = iter(range(9, 0, -1))

    def prompt() -> str:
        now_s = next(left_s)
        if now_s == 9:
            keyboard.type("e")
        if now_s == 4:
            assert last_line(keyboard) == "0:05 > e"
            keyboard.type("4\n")
        return f"0:{now_s:02} > "

    assert screen.ask(prompt) == "e4"


def test_a_question_ends_when_the_time_is_over(keyboard: Keyboard, screen: TerminalScreen) -> None:
    looks = iter([False, False, True])
    keyboard.type("e")
    assert screen.ask(lambda: "> ", lambda: next(looks)) is None
    assert last_line(keyboard) == ""


def test_several_lines_typed_at_once_answer_several_questions(
    keyboard: Keyboard, screen: TerminalScreen
) -> None:
    keyboard.type("e4\nNf3\n")
    assert [screen.ask(lambda: "> "), screen.ask(lambda: "> ")] == ["e4", "Nf3"]


def test_the_end_of_input_is_an_end_of_file(keyboard: Keyboard, screen: TerminalScreen) -> None:
    keyboard.type("\x04")
    with pytest.raises(EOFError):
        screen.ask(lambda: "> ")


def test_a_terminal_that_hangs_up_is_an_end_of_file(keyboard: Keyboard) -> None:
    with TerminalScreen(keyboard.reading, keyboard.shown, tick_s=0.001) as made:
        keyboard.hang_up()
        with pytest.raises(EOFError):
            made.ask(lambda: "> ")


def test_enter_hurries_and_a_move_typed_ahead_is_kept(keyboard: Keyboard, screen: TerminalScreen) -> None:
    assert not screen.hurries()
    keyboard.type("e5\n")
    assert not screen.hurries()
    keyboard.type("\n")
    assert screen.hurries()
    assert not screen.hurries()
    assert screen.ask(lambda: "> ") == "e5"


def test_keys_are_not_echoed_inside_and_the_terminal_is_put_back(keyboard: Keyboard) -> None:
    before = keyboard.modes()
    assert before == termios.ECHO | termios.ICANON
    with TerminalScreen(keyboard.reading, keyboard.shown):
        assert keyboard.modes() == 0
    assert keyboard.modes() == before


def test_what_is_said_stands_above_the_live_line(keyboard: Keyboard, screen: TerminalScreen) -> None:
    screen.live("thinking")
    screen.say("done")
    assert keyboard.shown.getvalue() == "\r\x1b[Kthinking\r\x1b[Kdone\n"


def test_a_picture_keeps_what_was_said_unless_it_is_passing(
    keyboard: Keyboard, screen: TerminalScreen
) -> None:
    screen.say("engine plays")
    screen.picture(["board"])
    assert keyboard.shown.getvalue().endswith("\x1b[H\x1b[2Jboard\n\nengine plays\n")
    screen.say("bad move")
    screen.picture(["board"], passing=True)
    assert keyboard.shown.getvalue().endswith("\x1b[H\x1b[2Jboard\n\n")


def test_the_live_line_never_wraps(
    keyboard: Keyboard, screen: TerminalScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    screen.live("x" * 100)
    assert last_line(keyboard) == "x" * 29
    screen.live("you 3:00  engine 2:59  depth 1234")
    assert last_line(keyboard).rstrip() == "you 3:00  engine 2:59  depth"
    screen.live("")
    keyboard.type("0123456789" * 5)
    shown: list[str] = []

    def over() -> bool:
        shown.append(last_line(keyboard))
        return shown[-1].endswith("9")

    screen.ask(lambda: "clock > ", over)
    assert shown[-1] == "clock > " + "9" + "0123456789" * 2


@pytest.mark.parametrize(
    ("typed", "lines", "text"),
    [
        ("e5\x7f4\n", ["e4"], ""),
        ("nonsense\x15e4\n", ["e4"], ""),
        ("Nf3 oops\x17", [], "Nf3 "),
        ("\x1b[A\x1b[De4\x1bOH\x1b[3~\n", ["e4"], ""),
        ("e4\r", ["e4"], ""),
        ("\x01\x02é\n", ["é"], ""),
        ("e4\x04\n", ["e4"], ""),
    ],
)
def test_a_line_is_edited(typed: str, lines: list[str], text: str) -> None:
    at_once, by_key = LineEditor(), LineEditor()
    at_once.feed(typed)
    for key in typed:
        by_key.feed(key)
    for editor in (at_once, by_key):
        assert list(editor.lines) == lines
        assert editor.text == text
        assert not editor.ended


class TestPlainScreen:
    """Without a terminal: plain lines, so that games can be scripted and read afterwards."""

    def test_answers_are_written_behind_their_prompts(self) -> None:
        shown = io.StringIO()
        screen = PlainScreen(io.StringIO("e4\r\nNf3"), shown)
        assert [screen.ask(lambda: "1> "), screen.ask(lambda: "2> ")] == ["e4", "Nf3"]
        assert shown.getvalue() == "1> e4\n2> Nf3\n"
        with pytest.raises(EOFError):
            screen.ask(lambda: "3> ")

    def test_nothing_lives_and_passing_pictures_are_left_out(self) -> None:
        shown = io.StringIO()
        screen = PlainScreen(io.StringIO("\n"), shown)
        screen.live("depth 9")
        screen.picture(["board"], passing=True)
        assert not screen.hurries()
        assert shown.getvalue() == ""
        screen.picture(["board"])
        assert shown.getvalue() == "\nboard\n\n"

    def test_an_answer_that_comes_too_late_is_none(self) -> None:
        screen = PlainScreen(io.StringIO("e4\n"), io.StringIO())
        assert screen.ask(lambda: "> ", lambda: True) is None
