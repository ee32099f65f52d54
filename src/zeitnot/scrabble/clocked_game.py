"""Clocked game: two sides, two clocks, one bag; overtime costs points, too much of it the game."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from zeitnot.clocks import TimeControl, TimeSource
from zeitnot.errors import EngineFaultError
from zeitnot.games import Fault
from zeitnot.scrabble.challenges import ChallengeRule
from zeitnot.scrabble.events import LOST_TURN, EventKind
from zeitnot.scrabble.features import features_of
from zeitnot.scrabble.game import Game, GameRecord
from zeitnot.scrabble.inference import observed_play
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import CAME_OFF, Move
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.table import RULE_PRAGMA, Table, seed_of
from zeitnot.scrabble.turn import Choice, TurnTimer, WorkRates
from zeitnot.turns import Budget, PlayedTurn, TurnRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockedResult:
    """Result of a game that was played to its end or forfeited."""

    record: GameRecord
    """Record of the game, with end racks and time penalties (M37)."""
    turns: tuple[PlayedTurn, ...]
    """All turns, in order."""
    used_s: tuple[float, float]
    """Time used by each seat."""
    over_s: tuple[float, float]
    """Overtime of each seat at the end."""
    remaining_s: tuple[float, float]
    """Time left on each clock at the end."""
    forfeited: int | None = None
    """Seat that exceeded the allowed overtime or was at fault; None when neither was."""
    fault: Fault | None = None
    """What the forfeiting side did wrong."""
    fault_words: str = ""
    """The same in words, where another program was at fault."""

    @property
    def scores(self) -> tuple[int, int]:
        """Final points by seat; a forfeiting player always loses."""
        scores = list(self.record.game.state.scores)
        if self.forfeited is not None:
            scores[self.forfeited] = min(0, scores[1 - self.forfeited] - 1)
        return scores[0], scores[1]

    @property
    def penalties_pts(self) -> tuple[int, int]:
        """Points lost by overtime, by seat; 0 or more."""
        lost = [0, 0]
        for event in self.record.game.events:
            if event.kind is EventKind.TIME_PENALTY:
                lost[event.player] -= event.points
        return lost[0], lost[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a side does on its turn."""

    move: Move | None
    """Move to play; None to challenge the last play."""
    record: TurnRecord
    """Row of the turn."""
    choice: Choice | None = None
    """Everything that the built-in player found; None for another program."""


class GameSide(Protocol):
    """One side of a clocked game. A fault of another program is an EngineFaultError."""

    @property
    def knowledge(self) -> Knowledge:
        """Lexicon and rules of the game."""

    @property
    def rates(self) -> WorkRates | None:
        """Work that counts as a second; None for wall time."""

    def new_game(self, table: Table, seat: int) -> None:
        """Get ready for a game that begins."""

    def answer(self, table: Table) -> Answer:
        """Return what the side does on its turn, while its clock runs."""

    def objects(self, table: Table) -> bool:
        """Return whether the side challenges the last play of a game, after which it has no turn."""

    def end_game(self, table: Table) -> None:
        """Take note that the game is over; this never fails."""


class PlayerSide:
    """The built-in player as a side."""

    def __init__(self, player: Player, *, seed: int, source: TimeSource | None = None) -> None:
        """Take a player, the seed of the game and, in tests, the source of its time."""
        self._player = player
        self._seed = seed
        self._source = source

    @property
    def knowledge(self) -> Knowledge:
        """Lexicon and rules of the game."""
        return self._player.knowledge

    @property
    def rates(self) -> WorkRates | None:
        """Work that counts as a second; None for wall time."""
        return self._player.rates

    def new_game(self, table: Table, seat: int) -> None:
        """Start a new game."""
        self._player.new_game(initial_s=table.clock.remaining_s(seat))

    def answer(self, table: Table) -> Answer:
        """Challenge the last play if the policy wants it, else choose a move."""
        seat, ply = table.on_turn, table.ply
        if self.objects(table):
            before_s = table.clock.remaining_s(seat)
            policy = self._player.manager.name
            return Answer(move=None, record=plain_record(table, policy, before_s=before_s, used_s=0.0))
        choice = self._player.choose(
            table.position(),
            clock=table.clock.reading(seat),
            opponent=table.clock.reading(1 - seat),
            ply=ply,
            seed=seed_of(self._seed, ply),
            timer=TurnTimer(self._player.rates, self._source),
            seen=observed_play(table.game, seat),
        )
        return Answer(move=choice.chosen.move, record=choice.record, choice=choice)

    def objects(self, table: Table) -> bool:
        """Return whether the policy challenges the last play."""
        if not table.can_challenge:
            return False
        wall_time = self._player.rates is None
        return self._player.manager.challenges(table.open_challenge(), wall_time=wall_time)

    def end_game(self, table: Table) -> None:
        """Nothing is to be done."""


def plain_record(
    table: Table, policy: str, *, before_s: float, used_s: float, move: str = "", note: str = ""
) -> TurnRecord:
    """Return the row of a turn of which nothing is known but its time and its move."""
    return TurnRecord(
        policy=policy,
        ply=table.ply,
        clock_before_s=before_s if math.isfinite(before_s) else None,
        budget=Budget.unlimited(policy),
        used_s=used_s,
        note=note,
        target_s=math.inf,
        move=move,
        features=features_of(table.position(), ()),
    )


OnTurn = Callable[[Game, PlayedTurn, Choice | None], None]
"""Called after every turn with all that the built-in player found; None for another program."""

_FAULTS = {
    "crashed": Fault.CRASH,
    "missing": Fault.CRASH,
    "stalled": Fault.STALL,
    "illegal": Fault.ILLEGAL,
}


class ClockedGame:
    """Plays one game; seat 0 begins."""

    def __init__(
        self,
        players: tuple[Player | GameSide, Player | GameSide],
        control: TimeControl,
        *,
        seed: int,
        nicks: tuple[str, str] = ("player1", "player2"),
        source: TimeSource | None = None,
        second: TimeControl | None = None,
        rule: ChallengeRule = ChallengeRule.VOID,
    ) -> None:
        """Deal; both sides must count time the same way: by wall or by work.

        A second control is that of seat 1, for time odds. A source replaces the wall clock; in work time its
        time is added to the work. The rule is that of challenges.
        """
        self._sides = tuple(
            PlayerSide(each, seed=seed, source=source) if isinstance(each, Player) else each
            for each in players
        )
        self._work_time = self._sides[0].rates is not None
        knowledge = self._sides[0].knowledge
        game = Game.new(nicks=nicks, distribution=knowledge.lexicon.distribution, layout=knowledge.layout)
        self._table = Table(game, control, knowledge, seed=seed, source=source, second=second, rule=rule)
        self._turns: list[PlayedTurn] = []
        self._asked = 0
        self._came_off = False
        self._fault: EngineFaultError | None = None

    def play(self, on_turn: OnTurn | None = None) -> ClockedResult:
        """Play to the end and return the result."""
        table = self._table
        try:
            for seat, side in enumerate(self._sides):
                self._asked = seat
                side.new_game(table, seat)
            while self._goes_on():
                self._turn(on_turn)
        except EngineFaultError as error:
            table.pause()
            self._fault = error
        table.finish()
        for side in self._sides:
            side.end_game(table)
        return self._result()

    @property
    def left_s(self) -> tuple[float, float]:
        """Time left on the clocks, by seat."""
        return self._table.clock.remaining_s(0), self._table.clock.remaining_s(1)

    def _goes_on(self) -> bool:
        """Return whether there is another turn; the last play of a game may be challenged before that."""
        table = self._table
        if table.awaits_challenge:
            self._asked = table.on_turn
            self._begin_turn()
            if self._sides[table.on_turn].objects(table):
                self._came_off = bool(table.challenge(worked_s=self._no_work_s).phoneys)
            else:
                table.finish()
            table.pause()
        return not table.is_over

    @property
    def _no_work_s(self) -> float | None:
        return 0.0 if self._work_time else None

    def _begin_turn(self) -> None:
        if not self._work_time:
            self._table.begin_turn()

    def _turn(self, on_turn: OnTurn | None) -> None:
        """Play one turn, with a challenge of the last play before it if the side wants one."""
        table, seat = self._table, self._table.on_turn
        self._asked = seat
        used_before_s = table.clock.clocks[seat].used_s
        self._begin_turn()
        came_off, self._came_off = self._came_off, False
        answer = self._sides[seat].answer(table)
        while (move := answer.move) is None:
            challenged = table.challenge(worked_s=self._no_work_s)
            if challenged.lost_turn:
                used_s = table.clock.clocks[seat].used_s - used_before_s
                record = replace(answer.record, used_s=used_s, move="-", note=LOST_TURN)
                self._keep(seat, replace(answer, record=record), used_s, on_turn)
                return
            if table.is_over:  # a play that came off was the sixth turn without a score
                table.pause()
                return
            came_off = bool(challenged.phoneys)
            answer = self._sides[seat].answer(table)
        referee_s = table.play(move, worked_s=answer.record.used_s if self._work_time else None)
        words = f"{CAME_OFF} {answer.record.move}" if came_off else answer.record.move
        record = replace(answer.record, move=words)
        self._keep(seat, replace(answer, record=record), referee_s, on_turn)

    def _keep(self, seat: int, answer: Answer, referee_s: float, on_turn: OnTurn | None) -> None:
        record = replace(answer.record, clock_after_s=self._table.clock.remaining_s(seat))
        self._turns.append(PlayedTurn(seat=seat, record=record, referee_s=referee_s))
        if on_turn is not None and self._table.forfeited is None:
            on_turn(self._table.game, self._turns[-1], answer.choice)

    def _result(self) -> ClockedResult:
        table, clocks = self._table, self._table.clock.clocks
        controls = dict.fromkeys(str(clock.control) for clock in clocks)
        lost = table.forfeited if self._fault is None else self._asked
        words = "forfeited on time" if self._fault is None else f"lost: {self._fault}"
        pragmas = (
            ("lexicon", table.lexicon.name),
            (RULE_PRAGMA, table.rule.value),
            ("description", f"clock {' against '.join(controls)}"),
            *(() if lost is None else (("note", " ".join(f"{table.game.nicks[lost]} {words}".split())),)),
        )
        racks = ((), ()) if lost is None else (table.racks[0], table.racks[1])
        flag = None if table.forfeited is None else Fault.FLAG
        return ClockedResult(
            record=GameRecord(game=table.game, pragmas=pragmas, racks=racks),
            turns=tuple(self._turns),
            used_s=(clocks[0].used_s, clocks[1].used_s),
            over_s=(clocks[0].overtime_s, clocks[1].overtime_s),
            remaining_s=(clocks[0].remaining_s, clocks[1].remaining_s),
            forfeited=lost,
            fault=flag if self._fault is None else _FAULTS[self._fault.kind],
            fault_words="" if self._fault is None else str(self._fault),
        )
