"""Engine commands: what a run would start for its participants, and what their names mean on this machine."""

import shlex
from dataclasses import dataclass

from zeitnot.errors import ZeitnotError
from zeitnot.games import Participant, Side
from zeitnot.lab.match.plan import MatchPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineCommand:
    """The program of a participant that is not the built-in engine."""

    participant: str
    """Name of the participant."""
    words: tuple[str, ...]
    """The command with its arguments, as it would be run."""
    options: tuple[tuple[str, str], ...]
    """Options of the engine, as they would be sent to it."""
    meant: tuple[str, ...] | None
    """The command that the name means here; None: it means no engine here."""
    is_as_named: bool
    """Whether the command and the options are those that the name means here."""

    @property
    def text(self) -> str:
        """The command line, with the options after it."""
        options = "".join(f" option.{name}={value}" for name, value in self.options)
        return f"{shlex.join(self.words)}{options}"

    @property
    def difference(self) -> str:
        """What the name means instead; empty where it means just this."""
        if self.is_as_named:
            return ""
        if self.meant is None:
            return "the name means no engine on this machine"
        if self.meant != self.words:
            return f"the name means {shlex.join(self.meant)} on this machine"
        return "the name has other options"


def engine_commands(plan: MatchPlan) -> tuple[EngineCommand, ...]:
    """Return the command of every participant for whom a program is started."""
    others = (each for each in plan.participants if each.side is not Side.BUILT_IN)
    return tuple(_command(participant, plan.game) for participant in others)


def _command(participant: Participant, game: str) -> EngineCommand:
    meant = _meaning(participant.name, game)
    return EngineCommand(
        participant=participant.name,
        words=participant.command,
        options=participant.options,
        meant=None if meant is None or not meant.command else meant.command,
        is_as_named=meant is not None
        and (meant.side, meant.command, meant.options)
        == (participant.side, participant.command, participant.options),
    )


def _meaning(name: str, game: str) -> Participant | None:
    try:
        return Participant.parse(name, game)
    except ZeitnotError:
        return None
