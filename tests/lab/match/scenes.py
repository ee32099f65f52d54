"""Small matches and players for tests; time is work or injected, so nothing depends on the machine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from zeitnot.chess.engine import PlayedMove, Request
from zeitnot.chess.match.game import ChessGame
from zeitnot.chess.openings import Opening
from zeitnot.clocks import TimeControl
from zeitnot.errors import EngineFaultError
from zeitnot.games import Participant, PlayedGame, RefereeRules
from zeitnot.lab import MatchPlan
from zeitnot.turns import Budget, OnPlan, TurnRecord

ITALIAN = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"


def small_plan(*names: str, **changes: Any) -> MatchPlan:
    """Make a chess match in work time whose games take a tenth of a second."""
    participants = tuple(Participant.parse(name) for name in names or ("uniform", "textbook"))
    settings: dict[str, Any] = {
        "participants": participants,
        "control": "1+0.01",
        "games": 2,
        "openings": (ITALIAN, "d2d4 d7d5"),
        "work_per_s": 2_000.0,
        "hash_mb": 1,
    }
    return MatchPlan(**{**settings, **changes})


def scrabble_plan(**changes: Any) -> MatchPlan:
    """Make a Scrabble match in work time whose games take a second."""
    names = ("magpie", "uniform")
    settings: dict[str, Any] = {
        "game": "scrabble",
        "participants": tuple(Participant.parse(name, "scrabble") for name in names),
        "control": "0:20 -10/min",
        "games": 2,
        "work_per_s": 20.0,
    }
    return MatchPlan(**{**settings, **changes})


def played(plan: MatchPlan) -> list[PlayedGame]:
    """Play all games of a match here and now."""
    table = plan.played_game.table(plan)
    try:
        return [table.play(plan.order(number)) for number in range(plan.total_games)]
    finally:
        table.close()


class SetTime:
    """A clock that stands until somebody moves it."""

    def __init__(self) -> None:
        self.time_s = 0.0

    def now_s(self) -> float:
        return self.time_s


@dataclass
class ScriptedPlayer:
    """Plays the moves it is given and takes the time it is told."""

    moves: Sequence[str]
    clock: SetTime = field(default_factory=SetTime)
    turn_s: float = 0.1
    scores_cp: Iterator[float] | None = None
    fault: EngineFaultError | None = None
    fault_at: int = 0
    miss_fault: EngineFaultError | None = None
    miss_s: float = 0.0
    expects: Sequence[str] = ("",)
    asked: list[Request] = field(default_factory=list)
    deadlines_s: list[float] = field(default_factory=list)
    pondering: list[Request] = field(default_factory=list)
    pondered: list[str] = field(default_factory=list)

    def new_game(self, *, initial_s: float | None = None) -> None:
        self.asked.clear()

    def ponder(self, request: Request) -> None:
        self.pondering.append(request)
        self.pondered.append("begins")

    def ponder_hit(self, *, reply_s: float, deadline_s: float) -> PlayedMove:
        self.pondered.append(f"hit after {reply_s:g} s")
        return self.think(self.pondering[-1], deadline_s=deadline_s)

    def ponder_miss(self, *, reply_s: float) -> None:
        self.pondered.append(f"miss after {reply_s:g} s")
        self.clock.time_s += self.miss_s
        if self.miss_fault is not None:
            raise self.miss_fault

    def think(self, request: Request, *, deadline_s: float) -> PlayedMove:
        number = len(self.asked)
        self.asked.append(request)
        self.deadlines_s.append(deadline_s)
        if self.fault is not None and number >= self.fault_at:
            raise self.fault
        self.clock.time_s += self.turn_s
        move = self.moves[number % len(self.moves)]
        record = TurnRecord(
            policy="script",
            ply=request.board.ply(),
            clock_before_s=None if request.clock is None else request.clock.remaining_s,
            budget=Budget.unlimited("script"),
            used_s=self.turn_s,
            move=move,
            score_cp=None if self.scores_cp is None else next(self.scores_cp),
        )
        return PlayedMove(move=move, ponder=self.expects[number % len(self.expects)], record=record, fault="")

    def watch_plans(self, on_plan: OnPlan | None) -> None:
        self.on_plan = on_plan

    def close(self) -> None:
        pass


def scripted_game(
    white: ScriptedPlayer,
    black: ScriptedPlayer,
    *,
    control: str = "1:00",
    rules: RefereeRules | None = None,
    opening: Opening | None = None,
    **changes: Any,
) -> ChessGame:
    """Seat two scripted players who share one clock."""
    black.clock = white.clock
    return ChessGame(
        players=(white, black),
        opening=opening or Opening(),
        controls=(TimeControl.parse(control), TimeControl.parse(control)),
        rules=rules or RefereeRules(),
        source=white.clock,
        **changes,
    )
