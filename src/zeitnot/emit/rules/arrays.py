"""What the rules need besides plain Python: arrays of a fixed size, and numbers of single precision."""

import struct
from dataclasses import field
from typing import Any

Single = float
"""A number of single precision, in an annotation."""
_SINGLE = struct.Struct("f")


def single(number: float) -> Single:
    """Return a number rounded to single precision; arithmetic on such numbers stands inside of this."""
    rounded: float = _SINGLE.unpack(_SINGLE.pack(number))[0]
    return rounded


def zeros(count: int) -> Any:  # noqa: ANN401 (a field of a dataclass, which has the type of its value)
    """Return a field that begins as an array of zeros."""
    return field(default_factory=lambda: [0.0] * count)
