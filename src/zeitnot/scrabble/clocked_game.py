"""Clocked game: two players, two clocks, one bag; overtime costs points, too much of it the game."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from zeitnot.clocks import TimeControl, TimeSource
from zeitnot.scrabble.events import EventKind
from zeitnot.scrabble.game import Game, GameRecord
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.table import Table, seed_of
from zeitnot.scrabble.turn import Choice, TurnTimer
from zeitnot.turns import PlayedTurn


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
    """Seat that exceeded the allowed overtime; None when neither did."""

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


OnTurn = Callable[[Game, PlayedTurn, Choice], None]


class ClockedGame:
    """Plays one game; seat 0 begins."""

    def __init__(
        self,
        players: tuple[Player, Player],
        control: TimeControl,
        *,
        seed: int,
        nicks: tuple[str, str] = ("player1", "player2"),
        source: TimeSource | None = None,
        second: TimeControl | None = None,
    ) -> None:
        """Set the clocks, shuffle and deal. Both players must count time the same way: by wall or by work.

        A second control is that of seat 1, for time odds. A source replaces the wall clock; in work time its
        time is added to the work.
        """
        self._players = players
        self._work_time = players[0].rates is not None
        self._source = source
        self._seed = seed
        knowledge = players[0].knowledge
        game = Game.new(nicks=nicks, distribution=knowledge.lexicon.distribution, layout=knowledge.layout)
        self._table = Table(game, control, knowledge, seed=seed, source=source, second=second)
        self._turns: list[PlayedTurn] = []
        for seat, player in enumerate(players):
            player.new_game(initial_s=self._table.clock.remaining_s(seat))

    def play(self, on_turn: OnTurn | None = None) -> ClockedResult:
        """Play to the end and return the result."""
        table = self._table
        while not table.is_over:
            seat = table.on_turn
            choice = self._choose(seat)
            referee_s = table.play(
                choice.chosen.move, worked_s=choice.record.used_s if self._work_time else None
            )
            record = replace(choice.record, clock_after_s=table.clock.remaining_s(seat))
            self._turns.append(PlayedTurn(seat=seat, record=record, referee_s=referee_s))
            if on_turn is not None and table.forfeited is None:
                on_turn(table.game, self._turns[-1], choice)
        table.finish()
        return self._result()

    @property
    def left_s(self) -> tuple[float, float]:
        """Time left on the clocks, by seat."""
        return self._table.clock.remaining_s(0), self._table.clock.remaining_s(1)

    def _choose(self, seat: int) -> Choice:
        clock, player = self._table.clock, self._players[seat]
        position = self._table.position()
        if not self._work_time:
            clock.start()
        return player.choose(
            position,
            clock=clock.reading(seat),
            opponent=clock.reading(1 - seat),
            ply=self._table.ply,
            seed=seed_of(self._seed, self._table.ply),
            timer=TurnTimer(player.rates, self._source),
        )

    def _result(self) -> ClockedResult:
        table, clocks = self._table, self._table.clock.clocks
        controls = dict.fromkeys(str(clock.control) for clock in clocks)
        pragmas = ("lexicon", table.lexicon.name), ("description", f"clock {' against '.join(controls)}")
        racks = ((), ()) if table.forfeited is None else (table.racks[0], table.racks[1])
        return ClockedResult(
            record=GameRecord(game=table.game, pragmas=pragmas, racks=racks),
            turns=tuple(self._turns),
            used_s=(clocks[0].used_s, clocks[1].used_s),
            over_s=(clocks[0].overtime_s, clocks[1].overtime_s),
            remaining_s=(clocks[0].remaining_s, clocks[1].remaining_s),
            forfeited=table.forfeited,
        )
