"""Line protocol: a program plays Scrabble over its standard streams, one line a message.

    the referee says                                      the program answers
    hello 1                                               hello 1 NAME
    option NAME VALUE                                     nothing
    newgame seat 0 rule 5 lexicon CSW clock 25:00 -10/min ready
    position CGP                                          nothing
    last none | STATE PLAY                                nothing
    go OWN_MS OTHER_MS                                    move PLAY | challenge
    accept OWN_MS OTHER_MS                                accept | challenge
    result OWN_PTS OTHER_PTS                              nothing
    quit                                                  nothing; it ends

A line of the program that begins with `info` is ignored. `docs/reference/line-protocol.md` has the details.
"""

import math
import re
from dataclasses import dataclass
from typing import Self

from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError
from zeitnot.scrabble.challenges import ChallengeRule
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.table import Table

VERSION = "1"
"""Version of the protocol."""
ANSWERS = ("hello", "ready", "move", "challenge", "accept", "error")
"""First words of what a program may answer."""
CHATTER = "info"
"""First word of lines that are not answers."""
OPEN, STANDS, OFF = "open", "stands", "off"
"""States of the opponent's last play: it may be challenged, it may not, or it came off."""
NO_PLAY = "none"
"""Stands for the opponent's last play before the first one."""

_MS = 1000
_TIME = re.compile(r"-?[0-9]{1,12}|inf")
_NEW_GAME = re.compile(r"seat ([01]) rule (\S+) lexicon (\S+) clock (.+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """What a program knows when a game begins."""

    seat: int
    """Seat of the program; 0 begins."""
    rule: ChallengeRule
    """Challenge rule."""
    lexicon: str
    """Name of the lexicon, one word."""
    control: TimeControl
    """Time control of the program."""

    @classmethod
    def of(cls, table: Table, seat: int) -> Self:
        """Return what a seat of a table may know."""
        return cls(
            seat=seat,
            rule=table.rule,
            lexicon="_".join(table.lexicon.name.split()) or "none",
            control=table.clock.clocks[seat].control,
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what stands after `newgame`."""
        match = _NEW_GAME.fullmatch(" ".join(text.split()))
        if match is None:
            form = "seat 0 rule void lexicon NAME clock CONTROL"
            raise DataError(f"newgame must be followed by {form}, got {text[:200]!r}")
        return cls(
            seat=int(match[1]),
            rule=ChallengeRule.parse(match[2]),
            lexicon=match[3],
            control=TimeControl.parse(match[4]),
        )

    @property
    def text(self) -> str:
        """The words after `newgame`."""
        return f"seat {self.seat} rule {self.rule.value} lexicon {self.lexicon} clock {self.control}"


def clocks_text(table: Table, seat: int) -> str:
    """Return the clocks for `go`: the own one, then the other's, in milliseconds; below 0 in overtime."""
    return " ".join(_time_text(table.clock.remaining_s(each)) for each in (seat, 1 - seat))


def _time_text(time_s: float) -> str:
    return "inf" if math.isinf(time_s) else str(math.floor(time_s * _MS))


def parse_clocks(text: str) -> tuple[float, float]:
    """Return the seconds on the own and the other clock."""
    words = text.split()
    if len(words) != 2 or not all(map(_TIME.fullmatch, words)):  # noqa: PLR2004 (two clocks)
        raise DataError(f"two times in milliseconds must follow, such as 60000 -1500, got {text[:80]!r}")
    own_s, other_s = (math.inf if word == "inf" else int(word) / _MS for word in words)
    return own_s, other_s


def last_text(table: Table, seat: int) -> str:
    """Return the opponent's last turn for `last`; the tiles of an exchange stay secret."""
    events = table.game.events
    moves = [
        (place, event.move)
        for place, event in enumerate(events)
        if event.kind is EventKind.MOVE and event.player != seat and event.move is not None
    ]
    if not moves:
        return NO_PLAY
    place, move = moves[-1]
    if move.kind is MoveKind.EXCHANGE:
        return f"{STANDS} -{move.count}"
    text = move.text(table.game.distribution.alphabet)
    follows = events[place + 1 : place + 2]
    if follows and follows[0].kind is EventKind.WITHDRAWAL:
        return f"{OFF} {text}"
    return f"{OPEN if table.can_challenge and not follows else STANDS} {text}"
