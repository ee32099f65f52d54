"""Commands: what can be typed besides moves."""

from enum import StrEnum


class Command(StrEnum):
    """A command that can be typed instead of a move."""

    UNDO = "undo"
    HINT = "hint"
    WHY = "why"
    RESIGN = "resign"
    DRAW = "draw?"
    CLOCK = "clock"
    FLIP = "flip"
    PGN = "pgn"
    HELP = "help"
    QUIT = "quit"


_ALSO = {
    "draw": Command.DRAW,
    "exit": Command.QUIT,
    "takeback": Command.UNDO,
    "?": Command.HELP,
    "why?": Command.WHY,
}

HELP = (
    "A move: e4, Nf3, exd5, O-O, e8=Q, or from square to square: e2e4, e7e8q",
    "undo    take your last move back, with the answer to it; clocks go back too",
    "hint    what the engine would play in your place",
    "why     how the engine's last move was planned, and what ended it",
    "draw?   offer a draw      resign  give up",
    "clock   both clocks       flip    turn the board",
    "pgn     the game so far   quit    leave, and see how to go on with the game",
    "While the engine thinks, Enter makes it move at once. Scores are White's.",
)
"""Lines that `help` shows."""


def read_command(text: str) -> Command | None:
    """Return the command typed, in any case; None when the text is not one."""
    word = text.strip().lower()
    if word in _ALSO:
        return _ALSO[word]
    return Command(word) if word in set(Command) else None
