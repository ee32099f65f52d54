"""Turn: its timer, by the wall clock or by work done, its searches and its result; turns in background."""

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Self, TypeVar

from zeitnot._native import KeptTiles, StopControl
from zeitnot.clocks import TimeSource, WallTime, WorkTime
from zeitnot.errors import check_each
from zeitnot.games import Background
from zeitnot.scrabble.endgame import EndgameState
from zeitnot.scrabble.generation import RatedMove
from zeitnot.scrabble.inference import InferredRack, ObservedPlay
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.pre_endgame import PreEndgameState
from zeitnot.scrabble.simulation import SimulationSettings, SimulationState
from zeitnot.turns import EndgamePly, Reason, SimulationCheck, Snapshot, Split, Thinking, TurnRecord

UNCLOCKED_S = 5.0
"""Search time of a turn without a clock."""

Phase = AbstractContextManager[StopControl]
"""A running search: its control is started on entry, its time counted on exit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkRates:
    """Amounts of work that count as one second on every machine, so that games are reproducible."""

    generations_per_s: float = 1000.0
    """Generated move lists per second; the default is about what one core does."""
    samples_per_s: float = 10_000.0
    """Simulation samples per second; the default is about what one core does."""
    nodes_per_s: float = 200_000.0
    """Endgame solver nodes per second; the default is about what one core does."""

    def __post_init__(self) -> None:
        names = [each.name for each in fields(self)]
        check_each(self, "above 0 and finite", lambda rate: 0 < rate < math.inf, *names)

    @classmethod
    def at(cls, samples_per_s: float) -> "WorkRates":
        """Return the rates in proportion to these samples in a second."""
        return cls().times(samples_per_s / cls().samples_per_s)

    def times(self, factor: float) -> "WorkRates":
        """Return the rates of a machine that is faster by a factor."""
        return WorkRates(**{each.name: getattr(self, each.name) * factor for each in fields(self)})


class TurnTimer:
    """Timer of one turn, whose searches run one after another, each with a stop control."""

    def __init__(self, rates: WorkRates | None = None, source: TimeSource | None = None) -> None:
        """Start counting; with rates, only work counts, plus the time of a source if given."""
        self._rates = rates
        self.counts_work_alone = rates is not None and source is None
        # A work-time source to which no work is reported stands still.
        self._source = source or (WallTime() if rates is None else WorkTime())
        self._began_s = self._source.now_s()
        self._worked_s = 0.0
        self._control: StopControl | None = None
        self.stopped = False

    def stop(self) -> None:
        """Stop the running search and all later ones at once; may be called from any thread."""
        self.stopped = True
        if self._control is not None:
            self._control.stop()

    @property
    def elapsed_s(self) -> float:
        """Seconds since the turn began."""
        return self._worked_s + self._source.now_s() - self._began_s

    def generated(self, lists: int = 1) -> None:
        """Count generated move lists, which are too short to need a stop control."""
        if self._rates is not None:
            self._worked_s += lists / self._rates.generations_per_s

    def sampling(self, *, until_s: float) -> Phase:
        """Return the control of a simulation that ends at `until_s` of the turn."""
        return self._phase(self._rates.samples_per_s if self._rates else 0.0, until_s)

    def solving(self, *, until_s: float) -> Phase:
        """Return the control of an endgame search that ends at `until_s` of the turn."""
        return self._phase(self._rates.nodes_per_s if self._rates else 0.0, until_s)

    def listing(self, *, until_s: float) -> Phase:
        """Return the control of work counted in generated move lists."""
        return self._phase(self._rates.generations_per_s if self._rates else 0.0, until_s)

    @contextmanager
    def _phase(self, work_per_second: float, until_s: float) -> Iterator[StopControl]:
        control = StopControl(work_per_second=work_per_second)
        control.start(soft_s=math.inf, hard_s=max(0.0, until_s - self.elapsed_s))
        self._control = control
        if self.stopped:  # checked last, so that no stop is lost in between
            control.stop()
        try:
            yield control
        finally:
            if self._rates is not None:
                self._worked_s += control.elapsed_s()


SearchState = SimulationState | PreEndgameState | EndgameState
"""What a search of a turn reports."""

OnState = Callable[[SearchState], None]
"""Called with every checkpoint of a simulation or pre-endgame and every depth of an endgame."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Move that the player chose, with all its search results."""

    chosen: RatedMove
    """Move to play."""
    record: TurnRecord
    moves: tuple[RatedMove, ...]
    """Best static moves, best first."""
    simulation: SimulationState | None = None
    """Candidates after simulation."""
    solved: SimulationState | None = None
    """Survivors of simulation, valued by the endgames that follow them."""
    pre_endgame: PreEndgameState | None = None
    """Leading candidates, solved over the deals of a nearly empty bag."""
    endgame: EndgameState | None = None
    """Endgame search when the bag is empty."""
    inferred: InferredRack | None = None
    """What the opponent may have kept, where that was inferred and used."""


@dataclass(slots=True, kw_only=True)
class TurnWork:
    """A turn in progress."""

    position: Position
    moves: tuple[RatedMove, ...]
    thinking: Thinking
    timer: TurnTimer
    seed: int
    listed_s: float
    movegen_s: float
    split: Split
    on_state: OnState
    also: tuple[RatedMove, ...] = ()
    seen: ObservedPlay | None = None
    earlier: InferredRack | None = None
    inferred: InferredRack | None = None
    inference_s: float = 0.0
    simulation: SimulationState | None = None
    simulation_s: float = 0.0
    solved: SimulationState | None = None
    pre_endgame: PreEndgameState | None = None
    decided: EndgameState | None = None
    endgame: EndgameState | None = None
    endgame_s: float = 0.0
    notes: list[str] = field(default_factory=list)
    reason: Reason | None = None

    @property
    def is_late(self) -> bool:
        """Whether the hard deadline has passed, so that no more work starts."""
        return self.timer.elapsed_s >= self.thinking.hard_deadline_s

    @property
    def ready_s(self) -> float:
        """Time by which the turn could have ended: its deadline, or the end of move generation if later."""
        return max(self.listed_s, self.thinking.hard_deadline_s)

    @property
    def kept(self) -> KeptTiles | None:
        """What the opponent may have kept, as searches take it; None where it was not inferred."""
        return None if self.inferred is None else self.inferred.kept

    def ended(self, phase: str) -> None:
        """Note why a phase of the turn ended."""
        if self.timer.stopped:
            self.reason = Reason.CALLER
        self.notes.append(f"{phase}: {self.reason.value if self.reason is not None else 'time'}")

    def looked_at(
        self, state: SimulationState, began_s: float, budget_s: float | None = None, *, least: int
    ) -> bool:
        """Pass a checkpoint to the policy; return whether to stop the simulation (M10 to M12)."""
        self.on_state(state)
        if not state.has_each(least):
            return False  # the first few samples are not enough even to estimate their error
        return self._checked(state.elapsed_s, state.snapshot(self.position), began_s, budget_s)

    def dealt(
        self,
        state: PreEndgameState,
        began_s: float,
        budget_s: float,
        *,
        least: int,
        simulation: SimulationSettings,
    ) -> bool:
        """Pass a checkpoint of a pre-endgame to the policy; return whether to stop it."""
        self.on_state(state)
        if state.is_proven:
            self.reason = Reason.SOLVED
            return True
        if not state.has_each(least):
            return False
        worth = {"win_pts": simulation.win_pts, "spread_weight": simulation.spread_weight}
        return self._checked(state.elapsed_s, state.snapshot(self.position, **worth), began_s, budget_s)

    def _checked(self, elapsed_s: float, snapshot: Snapshot, began_s: float, budget_s: float | None) -> bool:
        return self._stops(
            SimulationCheck(
                elapsed_s=began_s + elapsed_s, started_s=began_s, snapshot=snapshot, budget_s=budget_s
            )
        )

    def watched(self, state: SearchState) -> bool:
        """Show a report without asking the policy."""
        self.on_state(state)
        return False

    def deepened(self, state: EndgameState, began_s: float, budget_s: float) -> bool:
        """Pass a completed depth to the policy; return whether to stop the search (M13, M14)."""
        self.on_state(state)
        return self._stops(
            EndgamePly(
                elapsed_s=began_s + state.elapsed_s,
                started_s=began_s,
                budget_s=budget_s,
                depth=state.depth,
                value_pts=state.value_pts,
                nodes=state.nodes,
            )
        )

    def _stops(self, progress: SimulationCheck | EndgamePly) -> bool:
        verdict = self.thinking.observe(progress)
        self.reason = verdict.reason
        return verdict.stop


Answer = TypeVar("Answer")


class BackgroundSearch(Background[Answer]):
    """A search on a timer, started at once; its progress can be read and it can be stopped.

    Use it in a `with`: the search does not outlive it, whatever interrupts.
    """

    def __init__(
        self, search: Callable[[TurnTimer, OnState], Answer], rates: WorkRates | None = None
    ) -> None:
        """Start the search with a timer of these work rates and a progress callback."""
        self.state: SearchState | None = None
        self._timer = TurnTimer(rates)
        super().__init__(partial(search, self._timer, self._look))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def stop(self) -> None:
        """Stop the search; what it has found so far is its answer."""
        self._timer.stop()

    def _look(self, state: SearchState) -> None:
        self.state = state


class BackgroundTurn(BackgroundSearch[Choice]):
    """One turn of a player."""
