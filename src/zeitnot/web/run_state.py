"""RunState: what a run is doing, and what can be wished of it."""

from dataclasses import dataclass
from pathlib import Path

from zeitnot.lab import LiveHead, LiveReader, LiveState, Wish, is_live
from zeitnot.web.run_summary import RunSummary

RESUME = "resume"
"""The one wish that is not for a match but for this server: play the run on."""
_TEXTS = {
    "playing": "Being played by another process of this machine.",
    "pausing": "Pausing: the games under way are played to their end, and no new one is begun.",
    "paused": "Paused: nothing is played until it goes on.",
    "stopping": "Stopping: the games under way are given up.",
    "killed": "The match was killed: its process ended without a word. Finished games are kept; those under "
    "way are lost, and will be played again.",
    "stopped": "Not being played. Finished games are kept.",
    "finished": "All games are played, or the test is decided.",
    "broken": "The file cannot be read.",
}
_WISHES = {
    "playing": (Wish.PAUSE.value, Wish.STOP.value),
    "pausing": (Wish.GO_ON.value, Wish.STOP.value),
    "paused": (Wish.GO_ON.value, Wish.STOP.value),
    "killed": (RESUME,),
    "stopped": (RESUME,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """The state of a run."""

    word: str
    """One word: playing, pausing, paused, stopping, killed, stopped, finished or broken."""

    @property
    def text(self) -> str:
        """The state in a sentence or two."""
        return _TEXTS[self.word]

    @property
    def wishes(self) -> tuple[str, ...]:
        """What can be asked for."""
        return _WISHES.get(self.word, ())


def run_state(run: Path, summary: RunSummary | str, head: LiveHead | None = None) -> RunState:
    """Return the state of a run; the head of its live file may be known already."""
    living = is_live(run)
    if living:
        if head is None:
            reader = LiveReader(run=run)
            reader.look()
            head = reader.head
        return RunState(word=(LiveState.PLAYING if head is None else head.state).value)
    if isinstance(summary, str):
        return RunState(word="broken")
    if summary.is_complete:
        return RunState(word="finished")
    return RunState(word="killed" if living is False else "stopped")
