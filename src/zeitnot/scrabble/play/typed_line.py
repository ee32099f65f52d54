"""Typed line: a command, words to check or to challenge, or a move."""

from zeitnot.errors import DataError
from zeitnot.scrabble.letters import Alphabet
from zeitnot.scrabble.moves import Move, parse_coordinates

_NAMES = ("hint", "moves", "board", "shuffle", "rack", "unseen", "clock", "why", "resign", "help", "quit")
COMMANDS = {
    **{name: name for name in _NAMES},
    **{"exit": "quit", "?": "help", "why?": "why", "bag": "unseen", "tiles": "unseen"},
}
"""Names of the commands that can be typed instead of a move, by what is typed."""
_CHECK, _CHALLENGE = "check", "challenge"

HELP = (
    "A move: 8D WORD goes across from row 8, column D; D8 WORD goes down. Name the whole word;",
    "small letters are blanks: 8D wORD. What lies on the board may stand as . or in ( ).",
    "exchange ABC  give tiles back     pass     do nothing",
    "hint    what a second of simulation finds best",
    "moves   the best moves at sight    board    draw the board again",
    "rack    your tiles                 shuffle  in another order",
    "unseen  tiles in the bag and with the other     clock  both clocks",
    "check WORD  whether a word is good; several words are fine",
    "challenge   the engine's last play, or only its words named: challenge QUIZ (see --challenge)",
    "why     how the engine's last move was planned, and what ended it",
    "resign  give up                    quit     leave; the game is kept and --resume goes on with it",
    "While the engine thinks, Enter makes it move at once.",
)
"""Lines that `help` shows."""


def read_check(text: str) -> list[str] | None:
    """Return the words of `check QUIZ ZAX` in upper case; None when the text is something else."""
    first, *words = text.split()
    if first.lower() != _CHECK:
        return None
    if not words:
        raise DataError("check must name words, such as check QUIZ ZAX, got none")
    return [word.upper() for word in words]


def read_challenge(text: str) -> list[str] | None:
    """Return the words of `challenge QUIZ` in upper case, none for all of a play; None for another text."""
    first, *words = text.split()
    return [word.upper() for word in words] if first.lower() == _CHALLENGE else None


_FORM = "Not understood; a move looks like 8D WORD (across), D8 WORD (down), exchange ABC or pass"


def read_move(text: str, alphabet: Alphabet) -> Move:
    """Return the move typed, which may be illegal; what is none raises a DataError."""
    words = text.split()
    if words[0].lower() in {"exchange", "exch", "pass"}:
        words = [words[0].lower(), *(word.upper() for word in words[1:])]
    elif words[0].startswith("-"):
        words = [word.upper() for word in words]
    elif len(words) != 2 or parse_coordinates(words[0]) is None:  # noqa: PLR2004 (place and word)
        raise DataError(f"{_FORM}, got {text!r}; help tells more")
    else:
        # Input all in lower case has no blanks.
        word = words[1].upper() if words[1].islower() else words[1]
        words[1] = alphabet.bracketed(word)
    return Move.parse(" ".join(words), alphabet)
