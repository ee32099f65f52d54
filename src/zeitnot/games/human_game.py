"""HumanGame: a game of a human against the engine, whatever shows it, and kept as text after every move."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from zeitnot.clocks import TimeControl
from zeitnot.errors import DataError, SettingError
from zeitnot.games.background import Background
from zeitnot.models import hosted_settings, make_manager, personal_settings
from zeitnot.policies import Host, policy_names
from zeitnot.turns import Budget, TimeManager, TurnRecord, seconds_text, side_by_side


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWish:
    """What a human chooses before a game."""

    policy: str
    """Name of the policy that manages the engine's time."""
    control: TimeControl
    """Time control of both sides."""
    seat: int = 0
    """Seat of the human; the first begins."""
    options: Mapping[str, str] = field(default_factory=dict)
    """What else the game lets the human choose, by the names of its `play_choices`."""

    def manager(self) -> TimeManager:
        """Return the manager of the engine's time, with what the user's own games taught the policy."""
        if self.policy not in policy_names():
            raise SettingError(f"the policy must be one of {', '.join(policy_names())}, got {self.policy!r}")
        settings = personal_settings(self.policy, {})
        return make_manager(self.policy, hosted_settings(self.policy, settings, Host()))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChoice:
    """One thing that a human chooses before a game, besides policy, clock and seat."""

    name: str
    """Name among the options of a wish."""
    label: str
    """Name for people."""
    values: Sequence[tuple[str, str]]
    """Values that can be chosen, each with its words; the first is the default."""

    def read(self, options: Mapping[str, str]) -> str:
        """Return what was chosen; a SettingError names what can be."""
        chosen = options.get(self.name, self.values[0][0])
        if chosen not in dict(self.values):
            rule = f"{self.label.lower()} must be one of {', '.join(repr(each) for each, _ in self.values)}"
            raise SettingError(f"{rule}, got {chosen!r}")
        return chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFacts:
    """What a list says of a kept game."""

    policy: str
    """Policy of the engine."""
    control: str
    """Time control."""
    result: str
    """How it ended; empty while it goes on."""
    rules: str = ""
    """What sets it apart from the usual game, such as its language; usually empty."""

    @property
    def words(self) -> tuple[str, str, str]:
        """The same for people."""
        return self.policy, self.control, self.result or "goes on"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One side of a game as a page shows it."""

    name: str
    """Name of the player."""
    left_s: float | None
    """Time on the clock; None without a clock."""
    is_running: bool
    """Whether the clock runs."""
    note: str = ""
    """What the clock alone does not say: byoyomi periods left."""
    score: int | None = None
    """Points; None in a game without points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveView:
    """One move of a game as a page shows it."""

    seat: int
    """Seat that made it."""
    text: str
    """The move as players write it."""
    used_s: float | None = None
    """Time that it took; None where that is not known."""
    points: int | None = None
    """Points that it made; None in a game without points."""
    total: int | None = None
    """Points of the player after it; None in a game without points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanView:
    """What the time manager thinks of a turn: its budget step by step, and what ended the turn."""

    policy: str
    """Name of the policy."""
    target_s: float | None
    """Soft target; None: no limit."""
    limit_s: float | None
    """Hard limit; None: no limit."""
    elapsed_s: float
    """Time spent so far, or in all."""
    steps: Sequence[Sequence[str]]
    """Steps of the trail: name, figure, target, limit, note."""
    move: str = ""
    """Move that was chosen; empty while the engine thinks."""
    lines: Sequence[str] = ()
    """Budget and verdict in words; more lines once the turn is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """Everything that a page shows of a game; plain values, ready for JSON."""

    game: str
    """Name of the game."""
    ply: int
    """Number of turns played."""
    human: int
    """Seat of the human."""
    on_turn: int
    """Seat on turn."""
    result: str
    """How the game ended; empty while it goes on."""
    seats: tuple[SeatView, SeatView]
    """Both sides."""
    moves: Sequence[MoveView]
    """All moves."""
    can: Sequence[str]
    """Names of the actions that are possible now."""
    board: Mapping[str, Any]
    """The board in the words of its game."""
    plan: PlanView | None
    """Plan of the turn that runs, or of the engine's last one; None before its first."""
    live: str
    """What the running search has found; empty when none runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """What the engine would play in the human's place."""

    words: str
    """The hint in words."""
    move: str
    """The move as `HumanGame.play` takes it."""


class HumanGame(ABC):
    """One game against the engine. Its caller sees to it that one thread at a time calls its methods."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """Number of turns played."""

    @property
    @abstractmethod
    def is_humans_turn(self) -> bool:
        """Whether the human is to move."""

    @abstractmethod
    def can(self) -> Sequence[str]:
        """Return the names of the actions that are possible now: `move`, `take_back`, `hint` and others."""

    @abstractmethod
    def text(self) -> str:
        """Return the game as text, from which its game resumes it."""

    @abstractmethod
    def view(self) -> GameView:
        """Return what a page shows."""

    @abstractmethod
    def live_words(self) -> str:
        """Return what the running search has found; empty when none runs."""

    @abstractmethod
    def start_clock(self) -> None:
        """Let the clock of the side to move run, unless the game is over."""

    @abstractmethod
    def stop_clock(self) -> None:
        """Interrupt the turn."""

    @abstractmethod
    def flag_fell(self) -> bool:
        """Look at the clocks; return whether a flag fell, which ends the game."""

    @abstractmethod
    def play(self, text: str) -> None:
        """Make a move of the human; a DataError says why it cannot be made."""

    @abstractmethod
    def take_back(self) -> None:
        """Take back the human's last move and the reply to it; a DataError says why that is impossible."""

    @abstractmethod
    def resign(self) -> None:
        """Resign on behalf of the human."""

    @abstractmethod
    def hint(self) -> Hint:
        """Search the human's position for a moment and return what is best there."""

    def offer_draw(self) -> bool:
        """Offer a draw; return whether the engine accepts it, which ends the game."""
        raise DataError("There is no draw by agreement in this game.")

    def challenge(self) -> str:
        """Challenge the engine's last move and return what came of it in words."""
        raise DataError("There is nothing to challenge in this game.")

    def preview(self, text: str) -> str:
        """Return what a move would do, such as its points; a DataError says why it cannot be made."""
        return ""

    @abstractmethod
    def begin_search(self) -> Background[Any] | None:
        """Start the engine's turn; None when it has moved already, as from a book."""

    @abstractmethod
    def end_search(self, search: Background[Any]) -> None:
        """Make the move that a finished search chose."""


def shown_s(seconds: float) -> float | None:
    """Return a time ready for JSON: None for one without end."""
    return seconds if math.isfinite(seconds) else None


def running_plan(budget: Budget, policy: str, *, elapsed_s: float, lines: Sequence[str] = ()) -> PlanView:
    """Return the plan of a turn that runs; lines say what target and limit do not."""
    return PlanView(
        policy=policy,
        target_s=shown_s(budget.target_s),
        limit_s=shown_s(budget.limit_s),
        elapsed_s=elapsed_s,
        steps=_steps(budget),
        lines=lines,
    )


def finished_plan(record: TurnRecord, *, move: str, lines: Sequence[str]) -> PlanView:
    """Return the plan of a turn that is over."""
    return PlanView(
        policy=record.policy,
        target_s=shown_s(record.target_s),
        limit_s=shown_s(record.budget.limit_s),
        elapsed_s=record.used_s,
        steps=_steps(record.budget),
        move=move,
        lines=lines,
    )


def _steps(budget: Budget) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for step, in_target, in_limit in side_by_side(budget.target, budget.limit):
        figure = "" if step.operation == "start" else step.figure_text
        result = seconds_text(step.result_s)
        rows.append((step.name, figure, result if in_target else "", result if in_limit else "", step.note))
    return rows
