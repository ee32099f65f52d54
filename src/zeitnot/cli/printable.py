"""Printable text: names and messages from outside cannot steer the terminal they are shown on."""

import sys


def printable(text: object) -> str:
    """Return the text with everything that is not a visible sign written as an escape, such as `\\x1b`.

    Control and format characters, other line ends and lone surrogates are among these; a plain space is not.
    """
    words = str(text)
    if words.isprintable():
        return words
    return "".join(sign if sign.isprintable() else _escaped(sign) for sign in words)


def tell(words: str) -> None:
    """Print a line beside the results, whatever names are in it."""
    print(printable(words), file=sys.stderr, flush=True)


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")
