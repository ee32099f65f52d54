"""Typed line: a command, words to check, or a move, which is explained if it cannot be played."""

from collections.abc import Sequence

from zeitnot.errors import DataError
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.moves import Move, MoveKind, parse_coordinates
from zeitnot.scrabble.rules import check_exchange, leave

_NAMES = ("hint", "moves", "board", "shuffle", "rack", "unseen", "clock", "why", "resign", "help", "quit")
COMMANDS = {
    **{name: name for name in _NAMES},
    **{"exit": "quit", "?": "help", "why?": "why", "bag": "unseen", "tiles": "unseen"},
}
"""Names of the commands that can be typed instead of a move, by what is typed."""
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


def read_check(text: str) -> list[str] | None:
    """Return the words of `check QUIZ ZAX` in upper case; None when the text is something else."""
    first, *words = text.split()
    if first.lower() != _CHECK:
        return None
    if not words:
        raise DataError("check must name words, such as check QUIZ ZAX, got none")
    return [word.upper() for word in words]


_FORM = "Not understood; a move looks like 8D WORD (across), D8 WORD (down), exchange ABC or pass"


def read_move(text: str, game: Game, rack: Sequence[int], lexicon: Lexicon) -> Move:
    """Return a legal move of the player on turn; an invalid one raises a DataError."""
    alphabet = game.distribution.alphabet
    words = text.split()
    if words[0].lower() in {"exchange", "exch", "pass"}:
        words = [words[0].lower(), *(word.upper() for word in words[1:])]
    elif words[0].startswith("-"):
        words = [word.upper() for word in words]
    elif len(words) != 2 or parse_coordinates(words[0]) is None:  # noqa: PLR2004 (place and word)
        raise DataError(f"{_FORM}, got {text!r}; help tells more")
    # Input all in lower case has no blanks.
    elif words[1].islower():
        words[1] = words[1].upper()
    return checked_move(Move.parse(" ".join(words), alphabet), game, rack, lexicon)


def checked_move(move: Move, game: Game, rack: Sequence[int], lexicon: Lexicon) -> Move:
    """Return a move of the player on turn if it is legal; an invalid one raises a DataError."""
    if move.kind is MoveKind.PLACE:
        play = game.judge(move, rack=rack)
        phoneys = [word for word in play.words if word not in lexicon]
        if phoneys:
            raise DataError(f"No word in {lexicon.name}: {', '.join(phoneys)}. Try something else.")
        return play.move
    if move.kind is MoveKind.EXCHANGE:
        if not move.tiles:
            raise DataError(f"An exchange must name its tiles, such as exchange ABC, got {move.count}")
        check_exchange(move.count, bag_count=game.state.bag_count)
        leave(rack, move.tiles, game.distribution.alphabet)
    return move
