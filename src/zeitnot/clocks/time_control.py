"""TimeControl: the clock rules of one game, as a value, and the kind of game that they make."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from zeitnot.clocks import notation, pgn, wording
from zeitnot.clocks.control_parts import Byoyomi, Overtime, Stage, check_count, check_time
from zeitnot.errors import ParseError, SettingError


class Kind(StrEnum):
    """Kind of game that a time control makes (G1)."""

    BULLET = "bullet"
    BLITZ = "blitz"
    RAPID = "rapid"
    CLASSICAL = "classical"
    INFINITE = "infinite"
    FIXED_DEPTH = "fixed_depth"

    @staticmethod
    def of_base(seconds: float) -> "Kind":
        """Return the kind for a base time: bullet below 3 minutes, blitz below 10, rapid below 60."""
        return next((kind for kind, below_s in _BELOW_S.items() if seconds < below_s), Kind.CLASSICAL)


_BELOW_S = {Kind.BULLET: 180.0, Kind.BLITZ: 600.0, Kind.RAPID: 3600.0}
"""Upper bounds from the Mergen document (G1)."""


MOVES_IN_A_GAME = 40
"""Length of a game, in moves, assumed for the kind of a control without a base time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """How much time a player has. Without stages: a depth, a time per move, or no limit at all."""

    stages: tuple[Stage, ...] = ()
    """Parts of the game in order; all but the last have a number of moves. A last one with moves repeats."""

    byoyomi: Byoyomi | None = None
    """Periods that follow when the time of the last stage is used up."""

    hourglass: bool = False
    """Whether the time that one side uses is added to the other's clock."""

    overtime: Overtime | None = None
    """Cost of continuing after the time is used up."""

    depth: int | None = None
    """Search depth in plies, without a clock."""

    move_time_s: float | None = None
    """Time for each move, without a clock that carries over."""

    def __post_init__(self) -> None:
        """Check the ranges of the parts and that they fit together."""
        if self.stages:
            self._check_stages()
            self._check_endings()
            return
        if self.byoyomi is not None or self.hourglass or self.overtime is not None:
            raise SettingError(f"byoyomi, hourglass and overtime need a stage, got {self.stages!r}")
        if self.depth is not None:
            check_count("depth", self.depth)
        if self.move_time_s is not None:
            check_time("move_time_s", self.move_time_s, above_zero=True)
        if self.depth is not None and self.move_time_s is not None:
            raise SettingError(f"a control with a depth must have no time per move, got {self.move_time_s!r}")

    def _check_stages(self) -> None:
        stages = wording.stages_text(self.stages)
        if self.depth is not None or self.move_time_s is not None:
            raise SettingError(f"a fixed depth or time per move must have no stages, got {stages!r}")
        if any(stage.moves is None for stage in self.stages[:-1]):
            raise SettingError(f"every stage but the last must have a number of moves, got {stages!r}")
        only_periods = self.byoyomi is not None and len(self.stages) == 1
        if not (self.stages[0].can_begin or only_periods):
            raise SettingError(f"the first stage must have time for a move, got {stages!r}")
        if not all(stage.gives_time for stage in self.stages[1:]):
            raise SettingError(f"every stage must give some time, got {stages!r}")

    def _check_endings(self) -> None:
        stages = wording.stages_text(self.stages)
        single, last = len(self.stages) == 1, self.stages[-1]
        if (self.byoyomi is not None) + self.hourglass + (self.overtime is not None) > 1:
            raise SettingError(f"byoyomi, hourglass and overtime must not be mixed, got {self!r}")
        if self.byoyomi is not None and not last.is_plain:
            raise SettingError(f"byoyomi must follow a stage of base time alone, got {stages!r}")
        if self.hourglass and not (single and last.is_plain):
            raise SettingError(f"an hourglass must have one stage of base time alone, got {stages!r}")
        if self.overtime is not None and not (single and last.moves is None and last.delay_s == 0):
            raise SettingError(f"overtime must follow a single stage without moves or delay, got {stages!r}")

    @classmethod
    def sudden_death(cls, base_s: float) -> Self:
        """Return a control with one time for all moves."""
        return cls(stages=(Stage(base_s=base_s),))

    @classmethod
    def fischer(cls, base_s: float, increment_s: float) -> Self:
        """Return a control with one time for all moves and an increment after each."""
        return cls(stages=(Stage(base_s=base_s, increment_s=increment_s),))

    @classmethod
    def scrabble(cls, base_s: float = 1500.0, *, overtime: Overtime | None = None) -> Self:
        """Return a Scrabble control; by default 25 minutes, then 10 points a minute."""
        return cls(stages=(Stage(base_s=base_s),), overtime=overtime or Overtime())

    @classmethod
    def infinite(cls) -> Self:
        """Return a control without a limit."""
        return cls()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what people type; `docs/howto/time-controls.md` lists the forms."""
        try:
            return cls(**notation.read(text))
        except SettingError as error:
            raise _unplayable("time control", text, error) from error

    @classmethod
    def from_pgn(cls, tag: str) -> Self:
        """Read the value of a PGN `TimeControl` tag, strictly; `?` (unknown) is an error."""
        try:
            return cls(**pgn.read(tag))
        except SettingError as error:
            raise _unplayable("PGN time control", tag, error) from error

    def to_pgn(self) -> str:
        """Return the PGN `TimeControl` tag; a SettingError if PGN has no form for the control."""
        return pgn.write(self)

    def __str__(self) -> str:
        """Return the form that `parse` reads back to an equal control."""
        return wording.write(self)

    @property
    def has_clock(self) -> bool:
        """Whether there is a clock that runs over the whole game."""
        return bool(self.stages)

    @property
    def kind(self) -> Kind:
        """Kind of game, by the first base time, or else by the time for forty moves."""
        if self.depth is not None:
            return Kind.FIXED_DEPTH
        if self.move_time_s is not None:
            return Kind.of_base(self.move_time_s * MOVES_IN_A_GAME)
        if not self.stages:
            return Kind.INFINITE
        first = self.stages[0]
        if first.base_s == 0:
            turn_s = first.increment_s + first.delay_s if self.byoyomi is None else self.byoyomi.share_s
            return Kind.of_base(turn_s * MOVES_IN_A_GAME)
        return Kind.of_base(first.base_s)


def _unplayable(what: str, text: str, error: SettingError) -> ParseError:
    return ParseError(what, text=text, position=0, expected=f"a playable control ({error})")
