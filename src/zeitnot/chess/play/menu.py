"""Menu: the six time controls offered when none is named."""

from dataclasses import dataclass

from zeitnot.chess.play.screen import Screen
from zeitnot.clocks import Kind, TimeControl
from zeitnot.errors import ParseError


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuEntry:
    """One entry of the menu."""

    kind: Kind
    """Kind of game that the entry is called, regardless of its length."""
    control: TimeControl
    """Time control."""
    words: str
    """Description of the time control."""


MENU = (
    MenuEntry(kind=Kind.BULLET, control=TimeControl.sudden_death(60.0), words="1 minute"),
    MenuEntry(kind=Kind.BLITZ, control=TimeControl.fischer(180.0, 2.0), words="3 minutes + 2 seconds"),
    MenuEntry(kind=Kind.RAPID, control=TimeControl.fischer(600.0, 5.0), words="10 minutes + 5 seconds"),
    MenuEntry(kind=Kind.CLASSICAL, control=TimeControl.sudden_death(1800.0), words="30 minutes"),
    MenuEntry(kind=Kind.INFINITE, control=TimeControl.infinite(), words="no clock"),
    MenuEntry(kind=Kind.FIXED_DEPTH, control=TimeControl(depth=5), words="the engine looks 5 plies ahead"),
)
"""Time controls of the Mergen document (G9)."""

DEFAULT = MENU[-1]
"""Entry chosen by an empty answer (G9)."""


def choose_control(screen: Screen) -> MenuEntry:
    """Ask for an entry by number, or for a time control, until one is valid; EOF raises an EOFError."""
    screen.say("How long shall we play?")
    for number, entry in enumerate(MENU, start=1):
        name = entry.kind.value.replace("_", " ")
        screen.say(f"  {number}  {name:<12} {entry.words}")
    screen.say("  or a control of your own, such as 5:00+3 or 40/90:00")
    while True:
        answer = (screen.ask(lambda: f"1-{len(MENU)} [{MENU.index(DEFAULT) + 1}]> ") or "").strip()
        if not answer:
            return DEFAULT
        # A bare number is an entry, never a number of minutes.
        if answer.isdecimal():
            if 1 <= int(answer) <= len(MENU):
                return MENU[int(answer) - 1]
            screen.say(f"There are {len(MENU)} entries; for {answer} minutes type {answer}:00.")
            continue
        try:
            control = TimeControl.parse(answer)
        except ParseError as error:
            screen.say(f"Not understood ({error}).")
            continue
        return MenuEntry(kind=control.kind, control=control, words=str(control))
