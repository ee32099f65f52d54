"""Move words: parses a typed move and explains why an invalid one cannot be played."""

from collections.abc import Sequence

from zeitnot.errors import DataError
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.lexicon import Lexicon
from zeitnot.scrabble.moves import Move, MoveKind, parse_coordinates
from zeitnot.scrabble.rules import check_exchange, leave

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
    move = Move.parse(" ".join(words), alphabet)
    if move.kind is MoveKind.PLACE:
        play = game.judge(move, rack=rack)
        phoneys = [word for word in play.words if word not in lexicon]
        if phoneys:
            raise DataError(f"No word in {lexicon.name}: {', '.join(phoneys)}. Try something else.")
        return play.move
    if move.kind is MoveKind.EXCHANGE:
        if not move.tiles:
            raise DataError(f"An exchange must name its tiles, such as exchange ABC, got {text!r}")
        check_exchange(move.count, bag_count=game.state.bag_count)
        leave(rack, move.tiles, alphabet)
    return move
