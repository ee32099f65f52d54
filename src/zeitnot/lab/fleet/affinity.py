"""Affinity: the cores that games are bound to, each game to its own."""

import os
import re

from zeitnot.errors import SettingError

ALL = "all"
"""Every core that this process may use."""
MOST_CORES = 4096
"""Largest number of a core: more than any machine has."""
_PART = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


def named_cores(text: str) -> tuple[int, ...]:
    """Return the cores that a list such as `0-3,6` names, in its order; none for `all` and for nothing."""
    named: dict[int, None] = {}
    for part in text.split(",") if text not in ("", ALL) else ():
        match = _PART.fullmatch(part.strip())
        first = int(match[1]) if match else 0
        last = int(match[2] or match[1]) if match else -1
        if not first <= last < MOST_CORES:
            raise SettingError(f"affinity must be {ALL} or cores such as 0-3,6, got {text!r}")
        named |= dict.fromkeys(range(first, last + 1))
    return tuple(named)


def usable_cores(text: str) -> tuple[int, ...]:
    """Return the cores that an affinity means on this machine; a SettingError names one that it has not."""
    if not hasattr(os, "sched_getaffinity"):
        raise SettingError(f"affinity needs an operating system that binds processes to cores, got {text!r}")
    here = sorted(os.sched_getaffinity(0))
    named = named_cores(text)
    missing = next((core for core in named if core not in here), None)
    if missing is not None:
        raise SettingError(
            f"affinity must name cores of this machine ({here[0]} to {here[-1]}), got {text!r}"
        )
    return named or tuple(here)


def shared_cores(text: str, *, games: int, cores_each: int) -> list[frozenset[int]]:
    """Return the cores of every game at once; an empty list where games are bound to none."""
    if not text:
        return []
    usable = usable_cores(text)
    if games * cores_each > len(usable):
        raise SettingError(
            f"games at once must have {cores_each} of the {len(usable)} cores of affinity {text!r} each, "
            f"got {games} games"
        )
    starts = range(0, games * cores_each, cores_each)
    return [frozenset(usable[start : start + cores_each]) for start in starts]
