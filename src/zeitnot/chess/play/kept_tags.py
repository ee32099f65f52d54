"""Kept tags: what the PGN of a game against the engine says besides its moves, in tags of its own."""

import datetime
import io
import math
from collections.abc import Mapping

import chess.pgn

from zeitnot.chess.pgn import KeptGame, Names
from zeitnot.chess.play.game import Ending
from zeitnot.errors import DataError
from zeitnot.games import KeptFacts

CLOCK_TAG = "Clock"
"""The time control as people write it: PGN has no notation for some."""
BOOK_TAG = "Book"
"""Whether the engine plays from its book."""
ENDING_TAG = "Ending"
"""How the game ended, in words."""
TURN_TAG = "TurnUsed"
"""Seconds that the interrupted turn had taken."""


def kept_facts(text: str) -> KeptFacts:
    """Return what the tags of a game say."""
    found = chess.pgn.read_headers(io.StringIO(text))
    if found is None:
        raise DataError("a game must have tags, got none")
    kept = KeptGame(number=1, tree=chess.pgn.Game())
    headers = kept.tree.headers  # which has the tags that every game has, whatever the text has
    headers.update(found)
    result = headers.get(ENDING_TAG, headers["Result"])
    control = headers.get(CLOCK_TAG, headers.get("TimeControl", ""))
    return KeptFacts(policy=kept.policy, control=control, result="" if result == "*" else result)


def kept_ending(headers: Mapping[str, str]) -> Ending | None:
    """Return the ending that the position does not show, such as a resignation."""
    result = headers["Result"]
    if result == "*":
        return None
    termination = headers.get("Termination", "normal")
    return Ending(result=result, words=headers.get(ENDING_TAG, termination), termination=termination)


def kept_turn_used_s(headers: Mapping[str, str]) -> float:
    """Return the time that the interrupted turn had taken."""
    try:
        used_s = float(headers.get(TURN_TAG, "0"))
    except ValueError:
        return 0.0
    return used_s if 0.0 <= used_s < math.inf else 0.0


def kept_names(kept: KeptGame) -> Names:
    """Return the names and the day of a game; today where the tag has no day."""
    headers = kept.tree.headers
    try:
        date = datetime.datetime.strptime(headers.get("Date", ""), "%Y.%m.%d").date()
    except ValueError:
        date = datetime.date.today()
    return Names(white=headers["White"], black=headers["Black"], date=date)
