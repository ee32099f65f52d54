"""Memory: values that a policy carries from one turn of a game to the next."""

import dataclasses
import math
from typing import ClassVar


class Memory:
    """Base class of the values that a policy carries from turn to turn: frozen dataclasses of numbers.

    A plan puts one into its `Budget`, or a monitor into its `Verdict`; the turn's record keeps the last one,
    and the next turn returns it: `turn.remembered(MyMemory)`.
    """

    __slots__ = ()
    kinds: ClassVar[dict[str, type["Memory"]]] = {}
    """All memory classes by their name in files."""

    def __init_subclass__(cls) -> None:
        """Register the class, so that a record of it can be read from a file."""
        Memory.kinds[cls.file_name()] = cls  # a dataclass with slots is created twice: the second one counts

    @classmethod
    def file_name(cls) -> str:
        """Return the name of this class in files."""
        return f"{cls.__module__}:{cls.__qualname__}"


def problem_in_memory(memory: object) -> str:
    """Return what is wrong with a policy's memory; empty if nothing is."""
    if memory is None:
        return ""
    if not isinstance(memory, Memory) or not dataclasses.is_dataclass(memory):
        return f"the memory must be none or a dataclass that inherits from Memory, got {memory!r:.80}"
    for field in dataclasses.fields(memory):
        value = getattr(memory, field.name)
        if not isinstance(value, int | float) or math.isnan(value):
            return f"{field.name} of the memory must be a number, got {value!r:.80}"
    return ""
