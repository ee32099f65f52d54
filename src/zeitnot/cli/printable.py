"""Printable text: no control characters from outside, and look-alikes for what the output cannot encode."""

import codecs
import io
import sys


def printable(text: object) -> str:
    """Return the text with every unprintable character written as an escape, such as `\\x1b`.

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


_LOOK_ALIKES = str.maketrans("│┤┴─└━…\u00d7", "||+-+-.x")
_BRAILLE = range(0x2800, 0x2900)


def _look_alike(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that the output cannot encode by plain ASCII."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_LOOK_ALIKES)
    signs = ("." if ord(sign) in _BRAILLE else sign if sign.isascii() else "?" for sign in text)
    return "".join(signs), error.end


def stand_any_encoding() -> None:
    """Write look-alikes on an output that lacks characters, such as plain ASCII, instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("zeitnot.look-alike", _look_alike)
        sys.stdout.reconfigure(errors="zeitnot.look-alike")
