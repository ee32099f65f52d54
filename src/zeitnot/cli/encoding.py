"""Encoding: what becomes of signs that the output cannot show."""

import codecs
import io
import sys

_LOOK_ALIKES = str.maketrans("│┤┴─└━…\u00d7", "||+-+-.x")
_BRAILLE = range(0x2800, 0x2900)


def _look_alike(error: UnicodeError) -> tuple[str, int]:
    """Write in plain letters what the output has no sign for."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_LOOK_ALIKES)
    signs = ("." if ord(sign) in _BRAILLE else sign if sign.isascii() else "?" for sign in text)
    return "".join(signs), error.end


def stand_any_encoding() -> None:
    """Keep an output that knows few signs, such as plain ASCII, from ending the program."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        codecs.register_error("zeitnot.look-alike", _look_alike)
        sys.stdout.reconfigure(errors="zeitnot.look-alike")
