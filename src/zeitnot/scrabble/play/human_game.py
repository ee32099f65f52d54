"""ScrabbleHumanGame: Scrabble against the player without a screen of its own, kept as GCG."""

import random
from pathlib import Path
from typing import Any

from zeitnot.errors import DataError
from zeitnot.games import (
    Background,
    GameView,
    GameWish,
    Hint,
    HumanGame,
    KeptFacts,
    PlanView,
    SeatView,
    finished_plan,
    running_plan,
    shown_s,
)
from zeitnot.scrabble import gcg
from zeitnot.scrabble.game import Game
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.moves import Move, MoveKind
from zeitnot.scrabble.play import turn_words as words
from zeitnot.scrabble.play.board_view import board_view, move_views, rules_words
from zeitnot.scrabble.play.choices import LEXICON, chosen_challenge, chosen_knowledge, chosen_rules
from zeitnot.scrabble.play.move_input import laid_text, parse_laid, read_move
from zeitnot.scrabble.play.session import HINT_S, begin_engine_turn
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.rules import EXCHANGE_LEAST
from zeitnot.scrabble.table import ENGINE_NICK, Table, can_go_on
from zeitnot.scrabble.turn import BackgroundTurn, Choice
from zeitnot.turns import Limits, Thinking, fault_line

CLOCKS = ("25:00 -10/min", "10:00 -10/min", "3:00 -10/min", "infinite")
"""Time controls to choose from; the first is the rule of tournaments."""
HUMAN_NICK = "you"
_POLICY_PRAGMA, _LEXICON_PRAGMA = "policy", "lexicon-file"
_MOST_SEED = 2**31
_ROUND_TRIP = 2


def kept_facts(text: str) -> KeptFacts:
    """Return what a GCG says: the policy, the clock, the score at the end, the language and the board."""
    record = gcg.parse(text)
    nicks, scores = record.game.nicks, record.game.state.scores
    score = f"{nicks[0]} {scores[0]}, {nicks[1]} {scores[1]}"
    return KeptFacts(
        policy=record.pragma(_POLICY_PRAGMA) or "",
        control=record.pragma("clock") or "",
        result="" if can_go_on(record) else score,
        rules=rules_words(record.game),
    )


class ScrabbleHumanGame(HumanGame):
    """A game with the built-in player."""

    def __init__(self, table: Table, knowledge: Knowledge, *, wish: GameWish) -> None:
        """Take a game that begins, goes on or is over; the clocks do not run yet."""
        self._table = table
        self._wish = wish
        self._human = wish.seat
        self._knowledge = knowledge
        self._engine = Player(wish.manager(), knowledge)
        self._engine.new_game(initial_s=table.initial_s if table.control.has_clock else None)
        self._adviser: Player | None = None
        self._search: BackgroundTurn | None = None
        self._searched: Position | None = None
        self._thinking: Thinking | None = None
        self._plan: PlanView | None = None

    @classmethod
    def begin(cls, wish: GameWish, folder: Path) -> "ScrabbleHumanGame":
        """Shuffle and deal."""
        tiles, board = chosen_rules(wish.options)
        knowledge = chosen_knowledge(wish.options, folder, distribution=tiles, layout=board)
        nicks = (HUMAN_NICK, ENGINE_NICK) if wish.seat == 0 else (ENGINE_NICK, HUMAN_NICK)
        game = Game.new(nicks=nicks, distribution=tiles, layout=board)
        remarks = [(_POLICY_PRAGMA, wish.policy)]
        if lexicon := wish.options.get(LEXICON):
            remarks.append((_LEXICON_PRAGMA, lexicon))
        rule = chosen_challenge(wish.options)
        table = Table(game, wish.control, knowledge, seed=_new_seed(), remarks=tuple(remarks), rule=rule)
        return cls(table, knowledge, wish=wish)

    @classmethod
    def resumed(cls, text: str, folder: Path) -> "ScrabbleHumanGame":
        """Return a game as its GCG has it, finished or not."""
        record = gcg.parse(text)
        nicks = record.game.nicks
        if ENGINE_NICK not in nicks:
            raise DataError(f"a game must be one against {ENGINE_NICK}, got {' and '.join(nicks)}")
        options = {LEXICON: record.pragma(_LEXICON_PRAGMA) or ""}
        tiles, board = record.game.distribution, record.game.layout
        knowledge = chosen_knowledge(options, folder, distribution=tiles, layout=board)
        if not can_go_on(record):
            table = Table.finished(record, knowledge)
        else:
            table = Table.resumed(record, knowledge, seed=_new_seed())
        wish = GameWish(
            policy=record.pragma(_POLICY_PRAGMA) or "magpie",
            control=table.control,
            seat=1 - nicks.index(ENGINE_NICK),
            options=options,
        )
        return cls(table, knowledge, wish=wish)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._table.is_over

    @property
    def ply(self) -> int:
        """Number of turns played."""
        return self._table.ply

    @property
    def is_humans_turn(self) -> bool:
        """Whether the human is to move."""
        return self._table.on_turn == self._human

    def can(self) -> list[str]:
        """Return the names of the actions that are possible now."""
        if self.is_over:
            return []
        if not self.is_humans_turn:
            return ["hurry", "resign"]
        if self._table.awaits_challenge:
            return ["move", "pass", "challenge", "resign"]  # a page sends its pass as a move
        undo = ["take_back"] if self.ply >= _ROUND_TRIP else []
        exchange = ["exchange"] if self._table.game.state.bag_count >= EXCHANGE_LEAST else []
        challenge = ["challenge"] if self._table.can_challenge else []
        return ["move", *exchange, "pass", "hint", *challenge, *undo, "resign"]

    def text(self) -> str:
        """Return the game as GCG."""
        return gcg.text(self._table.record())

    def start_clock(self) -> None:
        """Let the clock of the side to move run, unless the game is over."""
        if not self.is_over and not self._table.clock.running:
            self._table.begin_turn()

    def stop_clock(self) -> None:
        """Interrupt the turn."""
        self._table.pause()

    def flag_fell(self) -> bool:
        """Look at the clocks; return whether a player went over the longest overtime."""
        fell = self._table.flag_fell()
        if fell:
            self._table.pause()
        return fell

    def play(self, text: str) -> None:
        """Make a move of the human: `8D=W 8E=o`, `8D WORD`, `exchange ABC` or `pass`.

        After the last play of the engine, a pass accepts it and ends the game.
        """
        self._make(self._read(text))

    def preview(self, text: str) -> str:
        """Return the points of a move and the words that it makes."""
        move = self._read(text)
        if move.kind is not MoveKind.PLACE:
            return ""
        play = self._table.game.judge(move, rack=self._table.racks[self._human])
        return f"{', '.join(play.words)}: {play.score_pts} points"

    def take_back(self) -> None:
        """Take back the human's last turn and the reply to it; what was drawn goes back into the bag."""
        if self.ply < _ROUND_TRIP or self.is_over or not self.is_humans_turn:
            raise DataError("There is no move of yours to take back.")
        self._table.check_goes_on()
        self._table.take_back(_ROUND_TRIP)
        self._plan = None
        self._engine.new_game(initial_s=self._table.initial_s if self._table.control.has_clock else None)
        self.start_clock()

    def challenge(self) -> str:
        """Challenge the engine's last play and return what came of it."""
        done = self._table.challenge()
        self._go_on()  # after a lost turn it is the engine's clock
        return f"{done.sentence('You', self._table.lexicon.name)}."

    def resign(self) -> None:
        """Resign on behalf of the human."""
        self._table.pause()
        self._table.resigned = self._human

    def hint(self) -> Hint:
        """Simulate the human's position for a second and return the best move."""
        self._table.check_goes_on()
        if self._adviser is None:
            self._adviser = Player(self._wish.manager(), self._knowledge)
        position = self._table.position()
        choice = self._adviser.choose(position, limits=Limits(move_time_s=HINT_S))
        move = laid_text(choice.chosen.move, position.distribution.alphabet)
        return Hint(words=words.advice_line(choice, position), move=move)

    def begin_search(self) -> Background[Any] | None:
        """Start the engine's turn; None when a challenge has ended it, or the game."""
        seat = self._table.on_turn
        self._challenge_phoney()
        self._go_on()
        if self.is_over or self._table.on_turn != seat:
            return None
        self._thinking, self._searched = None, self._table.position()
        self._search = begin_engine_turn(self._table, self._engine, on_plan=self._on_plan)
        return self._search

    def end_search(self, search: Background[Choice]) -> None:
        """Make the move that the search chose."""
        position, self._search = self._searched, None
        choice = search.result()
        if self.is_over or position is None:
            return
        seat = self._table.on_turn
        self._make(choice.chosen.move)
        if self._table.forfeited is not None:
            return
        left_s = self._table.clock.remaining_s(seat)
        lines = [words.engine_line("Engine", choice, position, left_s)]
        lines += (line.strip() for line in words.considered_lines(choice, position))
        lines += [fault_line(choice.record)] if choice.record.fault else []
        lines += [self._table.last_play_words] if self._table.awaits_challenge else []
        self._plan = finished_plan(choice.record, move=position.move_text(choice.chosen.move), lines=lines)

    def live_words(self) -> str:
        """Return what the running search does."""
        if self._search is None or self._searched is None:
            return ""
        return words.search_words(self._search.state, self._searched)

    def view(self) -> GameView:
        """Return what a page shows; the engine's tiles are not in it."""
        table = self._table
        lines = (*words.end_lines(table), words.result_line(table)) if self.is_over else ()
        return GameView(
            game="scrabble",
            ply=self.ply,
            human=self._human,
            on_turn=table.on_turn,
            result=". ".join(lines),
            seats=(self._seat(0), self._seat(1)),
            moves=move_views(table.game),
            can=self.can(),
            board=board_view(table, self._human),
            plan=self._plan if self._search is None else self._running_plan(),
            live=self.live_words(),
        )

    def _make(self, move: Move) -> None:
        """Make a move on the clock; a game that is over is counted."""
        seat = self._table.on_turn
        self._table.play(move)
        if self._table.game.is_over and seat == self._human:
            self._challenge_phoney()
        self._go_on()

    def _go_on(self) -> None:
        """Let the clock of the player on turn run; a game that is over is counted.

        The human may challenge the last play of a game before that; the engine has decided about its
        challenge already.
        """
        if self._table.game.is_over and not (self._table.awaits_challenge and self.is_humans_turn):
            self._table.finish()
        else:
            self.start_clock()

    def _challenge_phoney(self) -> None:
        """Let the engine decide, on its clock, whether to challenge the human's last play."""
        table = self._table
        if not table.can_challenge:
            return
        if not table.clock.running:
            table.begin_turn()
        if self._engine.manager.challenges(table.open_challenge()):
            table.challenge()

    def _read(self, text: str) -> Move:
        table, alphabet = self._table, self._table.game.distribution.alphabet
        if "=" not in text:
            return table.checked(read_move(text.strip() or "-", alphabet))
        return table.checked(parse_laid(text, table.game.state.board, alphabet))

    def _on_plan(self, thinking: Thinking) -> None:
        self._thinking = thinking

    def _running_plan(self) -> PlanView | None:
        thinking = self._thinking
        if thinking is None:
            return self._plan
        used_s = self._table.clock.clocks[self._table.on_turn].turn_used_s
        return running_plan(thinking.budget, self._wish.policy, elapsed_s=used_s)

    def _seat(self, seat: int) -> SeatView:
        clock, game = self._table.clock, self._table.game
        name = "You" if seat == self._human else f"Zeitnot ({self._wish.policy})"
        return SeatView(
            name=name,
            left_s=shown_s(clock.remaining_s(seat)),
            is_running=clock.running and clock.to_move == seat,
            score=game.state.scores[seat],
        )


def _new_seed() -> int:
    return random.SystemRandom().randrange(_MOST_SEED)
