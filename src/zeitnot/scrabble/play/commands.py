"""Commands: what can be typed besides moves."""

from enum import StrEnum

from zeitnot.errors import DataError


class Command(StrEnum):
    """A command that can be typed instead of a move."""

    HINT = "hint"
    MOVES = "moves"
    BOARD = "board"
    SHUFFLE = "shuffle"
    RACK = "rack"
    UNSEEN = "unseen"
    CLOCK = "clock"
    WHY = "why"
    RESIGN = "resign"
    HELP = "help"
    QUIT = "quit"


_ALSO = {
    "exit": Command.QUIT,
    "?": Command.HELP,
    "why?": Command.WHY,
    "bag": Command.UNSEEN,
    "tiles": Command.UNSEEN,
}
_CHECK = "check"

HELP = (
    "A move: 8D WORD goes across from row 8, column D; D8 WORD goes down. Name the whole word;",
    "small letters are blanks: 8D wORD. What lies on the board may stand as . or in ( ).",
    "exchange ABC  give tiles back     pass     do nothing",
    "hint    what a second of simulation finds best",
    "moves   the best moves at sight    board    draw the board again",
    "rack    your tiles                 shuffle  in another order",
    "unseen  tiles in the bag and with the other     clock  both clocks",
    "check WORD  whether a word is good; several words are fine",
    "why     how the engine's last move was planned, and what ended it",
    "resign  give up                    quit     leave; the game is kept and --resume goes on with it",
    "While the engine thinks, Enter makes it move at once.",
)
"""Lines that `help` shows."""


def read_command(text: str) -> Command | None:
    """Return the command typed, in any case; None when the text is not one."""
    word = text.strip().lower()
    if word in _ALSO:
        return _ALSO[word]
    return Command(word) if word in set(Command) else None


def read_check(text: str) -> list[str] | None:
    """Return the words of `check QUIZ ZAX` in upper case; None when the text is something else."""
    first, *words = text.split()
    if first.lower() != _CHECK:
        return None
    if not words:
        raise DataError("check must name words, such as check QUIZ ZAX, got none")
    return [word.upper() for word in words]
