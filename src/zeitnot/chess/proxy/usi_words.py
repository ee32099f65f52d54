"""Words after `go` of USI: those that can be read, whatever an interface adds to them."""

from collections.abc import Sequence

from zeitnot.errors import ParseError
from zeitnot.turns import from_usi_go


def readable_words(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words that can be read, and notices about the others; a time below 0 is 0.

    Nothing is refused, because the game still needs a move.
    """
    words = ["0" if word.startswith("-") and word[1:].isdecimal() else word for word in words]
    kept: list[str] = []
    notices: list[str] = []
    place = 0
    while place < len(words):
        pair, alone = words[place : place + 2], words[place : place + 1]
        group = next((each for each in (pair, alone) if not _fault(each)), None)
        if group is None:
            notices.append(f"{_fault(alone)[:200]}: left out")
        # Without a number it is any mate, whatever follows.
        kept += ["mate", "infinite"] if group == ["mate"] else group or []
        place += len(group or alone)
    return kept, notices


def _fault(words: Sequence[str]) -> str:
    """Return what is wrong with some words; empty if nothing is."""
    try:
        from_usi_go(" ".join(words), black=True)
    except ParseError as error:
        return str(error)
    return ""
