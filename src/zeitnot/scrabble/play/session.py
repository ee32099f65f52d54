"""Session: one game of a human against the player, from the first move to the saved GCG."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from zeitnot.errors import DataError, SettingError
from zeitnot.games import TICK_S, PlaySession
from zeitnot.scrabble.board_text import unseen_text
from zeitnot.scrabble.game import GameRecord
from zeitnot.scrabble.generation import Generator
from zeitnot.scrabble.inference import observed_play
from zeitnot.scrabble.play import turn_words as words
from zeitnot.scrabble.play.move_input import COMMANDS, HELP, read_challenge, read_check, read_move
from zeitnot.scrabble.player import OnPlan, Player, nobody_plans
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.table import Table, seed_of
from zeitnot.scrabble.turn import UNCLOCKED_S, BackgroundTurn, Choice
from zeitnot.turns import NO_LIMITS, Limits

HINT_S = 1.0
"""Search time of a hint."""

_MOVES = 10

Draw = Callable[[Table, int], Sequence[str]]
"""Returns the drawing of the game for a seat."""
Keep = Callable[[GameRecord], str]
"""Saves the game and returns where; a failure raises a SettingError."""


@dataclass(slots=True, kw_only=True)
class Session(PlaySession):
    """Runs a game to its end: asks the human, runs the engine, reports moves and saves the GCG."""

    commands: ClassVar = COMMANDS
    help_lines: ClassVar[Sequence[str]] = HELP

    table: Table
    """Game with its bag and clocks."""
    engine: Player
    adviser: Callable[[], Player]
    """Creates the player for hints: a separate one, so that the engine's state is kept."""
    human: int
    draw: Draw
    keep: Keep
    resume_line: str = ""
    """Command that resumes the saved game; empty to show none."""
    _order: random.Random = field(default_factory=random.Random)
    _adviser: Player | None = None
    _unkept: str = ""
    _last_choice: tuple[Choice, Position] | None = None

    def run(self) -> None:
        """Play the game; ^C and the end of input interrupt it. The moves are saved in any case."""
        table, kept = self.table, ""
        try:
            self.engine.new_game(initial_s=table.initial_s if table.control.has_clock else None)
            self.screen.say("help tells what can be typed")
            while not table.is_over:
                if table.on_turn == self.human:
                    self._human_turn()
                else:
                    self._engine_turn()
                self._kept()
            table.finish()
        except (EOFError, KeyboardInterrupt):
            table.pause()
        finally:
            kept = self._kept()
        self._show()
        self._say((*words.end_lines(table), words.result_line(table), kept or self._unkept))
        if kept and self.resume_line and not table.is_over:
            self.screen.say(f"To go on with it: {self.resume_line}")

    def _human_turn(self) -> None:
        self._show()
        table, ply = self.table, self.table.ply
        if table.awaits_challenge:
            self.screen.say(table.last_play_words)
        table.begin_turn()
        while not table.is_over and table.ply == ply:
            self._ask(table.flag_fell)
        if table.game.is_over:
            self._engine_challenges()

    def _move(self, text: str) -> None:
        table, ply = self.table, self.table.ply
        if (asked := read_check(text)) is not None:
            self._check(asked)
            return
        if (named := read_challenge(text)) is not None:
            self._challenge(named)
            return
        table.play(table.checked(read_move(text, table.game.distribution.alphabet)))
        if table.ply > ply and (points := table.game.events[-1].points):
            self.screen.say(f"{points} points")

    def _challenge(self, named: Sequence[str] = ()) -> None:
        """Challenge words of the last play for the player on turn, and say what came of it."""
        table, nick = self.table, self.table.game.nicks[self.table.on_turn]
        if not table.rule.allows_phoneys:
            raise DataError(
                "There are no challenges in this game: words are checked before a play stands (--challenge)."
            )
        in_work_time = table.on_turn != self.human and self.engine.rates is not None
        done = table.challenge(named, worked_s=0.0 if in_work_time else None)
        self.screen.say(done.sentence(nick, table.lexicon.name))

    def _engine_challenges(self) -> None:
        """Let the engine challenge or accept the last play of the human, on its clock."""
        table = self.table
        if not table.can_challenge:
            return
        in_work_time = self.engine.rates is not None
        if not in_work_time:
            table.begin_turn()
        if self.engine.manager.challenges(table.open_challenge(), wall_time=not in_work_time):
            self._challenge()
        elif table.awaits_challenge:
            table.finish()
        table.pause()

    def _do_hint(self) -> None:
        self.table.check_goes_on()
        if self._adviser is None:
            self._adviser = self.adviser()
        position = self.table.position()
        choice = self._adviser.choose(position, limits=Limits(move_time_s=HINT_S))
        self.screen.say(words.advice_line(choice, position))

    def _do_moves(self) -> None:
        self.table.check_goes_on()
        knowledge, position = self.engine.knowledge, self.table.position()
        generator = Generator.make(knowledge.lexicon, knowledge.evaluation, knowledge.layout)
        for rated in generator.moves(position, _MOVES):
            text = position.move_text(rated.move)
            keeps = position.distribution.alphabet.rack_text(rated.leave)
            self.screen.say(f"{text:<20} {rated.score_pts:>3}  equity {rated.equity_pts:6.1f}  keeps {keeps}")

    def _do_board(self) -> None:
        self._show()

    def _do_shuffle(self) -> None:
        rack = list(self.table.racks[self.human])
        self._order.shuffle(rack)
        self.table.racks[self.human] = tuple(rack)
        self._do_rack()

    def _do_rack(self) -> None:
        position = self.table.position(self.human)
        self.screen.say(position.distribution.alphabet.rack_text(position.rack))

    def _do_unseen(self) -> None:
        position = self.table.position(self.human)
        groups = unseen_text(position)
        self.screen.say(f"{len(position.unseen)} unseen, {position.bag_count} of them in the bag: {groups}")

    def _clocks(self) -> str:
        return words.both_clocks(self.table, self.human)

    def _check(self, asked: Sequence[str]) -> None:
        lexicon = self.table.lexicon
        for word in asked:
            self.screen.say(f"{word} is {'good' if word in lexicon else 'not good'} in {lexicon.name}")

    def _why(self) -> Sequence[str]:
        return () if self._last_choice is None else words.why_lines(*self._last_choice)

    def _do_resign(self) -> None:
        self.table.pause()
        self.table.resigned = self.human

    def _engine_turn(self) -> None:
        self._show(passing=True)
        table, seat = self.table, self.table.on_turn
        self._engine_challenges()
        if table.is_over or table.on_turn != seat:
            return
        position = table.position()
        in_work_time = self.engine.rates is not None
        if not in_work_time:
            table.begin_turn()
        choice = self._think(position, seat)
        self._last_choice = choice, position
        table.play(choice.chosen.move, worked_s=choice.record.used_s if in_work_time else None)
        if table.forfeited is None:
            left_s = table.clock.remaining_s(seat)
            self.screen.say(words.engine_line(table.game.nicks[seat], choice, position, left_s))
        self._say_fault(choice.record)

    def _think(self, position: Position, seat: int) -> Choice:
        """Search in a thread, so that clocks are updated and ^C and Enter are noticed."""
        table = self.table
        with begin_engine_turn(table, self.engine) as turn:
            while not turn.is_done_within(TICK_S):
                line = f"{table.game.nicks[seat]} {words.search_words(turn.state, position)}"
                self.screen.live(f"{self._clocks()}  {line}")
                if self.screen.hurries():
                    turn.stop()
            return turn.result()

    def _show(self, *, passing: bool = False) -> None:
        self.screen.picture(self.draw(self.table, self.human), passing=passing)

    def _kept(self) -> str:
        """Save the game and return where; a failure is reported at the end, and the game goes on."""
        if not self.table.game.events:
            return ""
        try:
            return self.keep(self.table.record())
        except SettingError as error:
            self._unkept = str(error)
            return ""


def begin_engine_turn(table: Table, engine: Player, *, on_plan: OnPlan = nobody_plans) -> BackgroundTurn:
    """Start the search of the seat on turn; `on_plan` is called with the plan of the turn."""
    seat, position = table.on_turn, table.position()
    seen = observed_play(table.game, seat)
    has_clock = table.control.has_clock
    own, other = (table.clock.reading(each) if has_clock else None for each in (seat, 1 - seat))
    limits = NO_LIMITS if has_clock else Limits(move_time_s=table.control.move_time_s or UNCLOCKED_S)
    return BackgroundTurn(
        lambda timer, look: engine.choose(
            position,
            clock=own,
            opponent=other,
            limits=limits,
            ply=table.ply,
            seed=seed_of(table.seed, table.ply),
            on_state=look,
            on_plan=on_plan,
            timer=timer,
            seen=seen,
        ),
        engine.rates,
    )
