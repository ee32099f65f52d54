"""Commands: what can be typed beside moves."""

from enum import StrEnum


class Command(StrEnum):
    """A word that is no move."""

    HINT = "hint"
    MOVES = "moves"
    BOARD = "board"
    SHUFFLE = "shuffle"
    RACK = "rack"
    UNSEEN = "unseen"
    CLOCK = "clock"
    RESIGN = "resign"
    HELP = "help"
    QUIT = "quit"


_ALSO = {"exit": Command.QUIT, "?": Command.HELP, "bag": Command.UNSEEN, "tiles": Command.UNSEEN}

HELP = (
    "A move: 8D WORD goes across from row 8, column D; D8 WORD goes down. Name the whole word;",
    "small letters are blanks: 8D wORD. What lies on the board may stand as . or in ( ).",
    "exchange ABC  give tiles back     pass     do nothing",
    "hint    what a second of simulation finds best",
    "moves   the best moves at sight    board    draw the board again",
    "rack    your tiles                 shuffle  in another order",
    "unseen  tiles in the bag and with the other     clock  both clocks",
    "resign  give up                    quit     leave; the game is kept and --resume goes on with it",
    "While the engine thinks, Enter makes it move at once.",
)
"""What `help` shows."""


def read_command(text: str) -> Command | None:
    """Read a command, whatever its case; None when it is something else."""
    word = text.strip().lower()
    if word in _ALSO:
        return _ALSO[word]
    return Command(word) if word in set(Command) else None
