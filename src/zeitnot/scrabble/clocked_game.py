"""Clocked game: two players, two clocks, one bag; overtime costs points, too much of it the game."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from zeitnot.clocks import GameClock, TimeControl, TimeSource
from zeitnot.scrabble.events import Ending, EventKind, turn_note
from zeitnot.scrabble.game import Game, GameRecord
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.tile_bag import TileBag
from zeitnot.scrabble.turn_timer import TurnTimer
from zeitnot.scrabble.turn_work import Choice
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
    ) -> None:
        """Set the clocks, shuffle and deal. Both players must count time the same way: by wall or by work.

        A source replaces the wall clock; in work time its time is added to the work.
        """
        self._players = players
        self._work_time = players[0].rates is not None
        self._source = source
        self._clock = GameClock(control, source)
        self._seed = seed
        distribution = players[0].knowledge.lexicon.distribution
        layout = players[0].knowledge.layout
        self._bag = TileBag(distribution, seed)
        self._racks: list[tuple[int, ...]] = [self._bag.fill((), seat) for seat in (0, 1)]
        self._game = Game.new(nicks=nicks, distribution=distribution, layout=layout)
        self._turns: list[PlayedTurn] = []
        for seat, player in enumerate(players):
            player.new_game(initial_s=self._clock.clocks[seat].remaining_s)

    def play(self, on_turn: OnTurn | None = None) -> ClockedResult:
        """Play to the end and return the result."""
        while not self._game.is_over:
            seat = self._game.state.on_turn
            choice = self._choose(seat)
            if self._clock.flagged_player is not None:
                return self._result(forfeited=self._clock.flagged_player)
            self._move(seat, choice)
            if on_turn is not None:
                on_turn(self._game, self._turns[-1], choice)
        return self._result()

    @property
    def left_s(self) -> tuple[float, float]:
        """Time left on the clocks, by seat."""
        return self._clock.remaining_s(0), self._clock.remaining_s(1)

    def _choose(self, seat: int) -> Choice:
        clock, ply = self._clock, len(self._turns)
        position = self.position()
        if not self._work_time:
            clock.start()
        choice = self._players[seat].choose(
            position,
            clock=clock.reading(seat),
            opponent=clock.reading(1 - seat),
            ply=ply,
            seed=turn_seed(self._seed, ply),
            timer=TurnTimer(self._players[seat].rates, self._source),
        )
        if self._work_time:
            clock_s = choice.record.used_s
            clock.spend(clock_s)
        else:
            clock_s = clock.stop()
        record = replace(choice.record, clock_after_s=clock.remaining_s(seat))
        self._turns.append(PlayedTurn(seat=seat, record=record, referee_s=clock_s))
        return choice

    def position(self) -> Position:
        """Return the position as the player on turn sees it."""
        seat = self._game.state.on_turn
        return replace(self._game.position(), rack=self._racks[seat])

    def _move(self, seat: int, choice: Choice) -> None:
        move, rack = choice.chosen.move, self._racks[seat]
        note = turn_note(self._turns[-1].referee_s, self._clock.remaining_s(seat))
        self._game = self._game.play(move, rack=rack, note=note)
        if move.kind is MoveKind.EXCHANGE:
            self._racks[seat] = self._bag.exchange(rack, move.tiles, seat)
        elif move.kind is MoveKind.PLACE:
            self._racks[seat] = self._bag.fill(choice.chosen.leave, seat)

    def _result(self, forfeited: int | None = None) -> ClockedResult:
        clocks = self._clock.clocks
        game = self._game
        if forfeited is None:
            game = game.finish(None if game.state.ending is Ending.OUT else (self._racks[0], self._racks[1]))
            for seat, clock in enumerate(clocks):
                game = game.overtime(seat, clock.overtime_s, clock.control.overtime)
        racks = (self._racks[0], self._racks[1]) if forfeited is not None else ((), ())
        lexicon, control = self._players[0].knowledge.lexicon.name, clocks[0].control
        return ClockedResult(
            record=GameRecord(
                game=game,
                pragmas=(("lexicon", lexicon), ("description", f"clock {control}")),
                racks=racks,
            ),
            turns=tuple(self._turns),
            used_s=(clocks[0].used_s, clocks[1].used_s),
            over_s=(clocks[0].overtime_s, clocks[1].overtime_s),
            remaining_s=(clocks[0].remaining_s, clocks[1].remaining_s),
            forfeited=forfeited,
        )


def turn_seed(game_seed: int, ply: int) -> int:
    """Return the seed of a turn's searches, unrelated to those of neighbouring games and turns."""
    return int.from_bytes(hashlib.sha256(f"{game_seed} {ply}".encode()).digest()[:7])
