"""LineServer: the built-in player behind the line protocol, for a referee on the other end of a pipe."""

import math
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import BinaryIO

from zeitnot.clocks import Clock, ClockReading, ClockState, TimeControl
from zeitnot.errors import DataError, ZeitnotError
from zeitnot.games import Writer, converse
from zeitnot.scrabble import line_protocol as protocol
from zeitnot.scrabble.board import EMPTY, Board
from zeitnot.scrabble.challenges import ChallengeRule
from zeitnot.scrabble.inference import ObservedPlay
from zeitnot.scrabble.moves import THROUGH, THROUGH_BIT, Move, MoveKind
from zeitnot.scrabble.player import Player
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.table import seed_of
from zeitnot.scrabble.turn import UNCLOCKED_S
from zeitnot.turns import Challenge, Limits

_LONGEST = 300
"""Characters of an error that is sent."""


class LineServer:
    """Obeys the lines of a referee, one after the other."""

    def __init__(self, player: Player, *, name: str, say: Callable[[str], None], seed: int = 1) -> None:
        """Take the player that answers, the name that it gives itself, and where answers go."""
        self._player = player
        self._name = name
        self._say = say
        self._seed = seed
        self._game = protocol.NewGame(
            seat=0, rule=ChallengeRule.VOID, lexicon="none", control=TimeControl.infinite()
        )
        self._position: Position | None = None
        self._last: tuple[str, Move] | None = None
        self._turns = 0
        self._commands: dict[str, Callable[[str], None]] = {
            "hello": self._hello,
            "option": lambda text: self._say(f"{protocol.CHATTER} no options are known, got {text}"),
            "newgame": self._new_game,
            "position": self._take_position,
            "last": self._take_last,
            "go": self._go,
            "accept": self._accept,
            "result": lambda text: None,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Obey lines until `quit` or their end."""
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                return
            if word:
                self.obey(word, rest.strip())

    def obey(self, word: str, rest: str) -> None:
        """Do what a line asks for; what is wrong with it is answered with `error`."""
        try:
            if word not in self._commands:
                raise DataError(f"a line must begin with {', '.join(self._commands)} or quit, got {word!r}")
            self._commands[word](rest)
        except ZeitnotError as error:
            self._say(f"error {' '.join(str(error).split())[:_LONGEST]}")

    def _hello(self, text: str) -> None:
        if text.split()[:1] != [protocol.VERSION]:
            raise DataError(f"the version must be {protocol.VERSION}, got {text!r}")
        self._say(f"hello {protocol.VERSION} {self._name}")

    def _new_game(self, text: str) -> None:
        self._game = protocol.NewGame.parse(text)
        self._position, self._last, self._turns = None, None, 0
        self._player.new_game(initial_s=ClockState.initial(self._game.control).remaining_s)
        self._say("ready")

    def _take_position(self, text: str) -> None:
        knowledge = self._player.knowledge
        self._position = Position.from_cgp(
            text, distribution=knowledge.lexicon.distribution, layout=knowledge.layout
        )

    def _take_last(self, text: str) -> None:
        state, _, play = text.partition(" ")
        if state == protocol.NO_PLAY:
            self._last = None
            return
        if state not in {protocol.OPEN, protocol.STANDS, protocol.OFF}:
            raise DataError(f"last must be none, or open, stands or off and a play, got {text[:80]!r}")
        self._last = state, Move.parse(play, self._player.knowledge.lexicon.distribution.alphabet)

    def _go(self, text: str) -> None:
        clock, opponent = map(self._reading, protocol.parse_clocks(text))
        position = self._known_position()
        if self._challenges(position, clock, opponent):
            self._say("challenge")
            return
        ply = 2 * self._turns + self._game.seat
        move_time_s = None if clock else self._game.control.move_time_s or UNCLOCKED_S
        choice = self._player.choose(
            position,
            clock=clock,
            opponent=opponent,
            limits=Limits(move_time_s=move_time_s),
            ply=ply,
            seed=seed_of(self._seed, ply),
            seen=self._seen(position),
        )
        self._turns += 1
        self._say(f"move {choice.chosen.move.text(position.distribution.alphabet)}")

    def _accept(self, text: str) -> None:
        clock, opponent = map(self._reading, protocol.parse_clocks(text))
        self._say("challenge" if self._challenges(self._known_position(), clock, opponent) else "accept")

    def _known_position(self) -> Position:
        if self._position is None:
            raise DataError("a position must come before go and accept, got none")
        return self._position

    def _reading(self, left_s: float) -> ClockReading | None:
        """Return a clock as a policy sees it; None where there is none."""
        control = self._game.control
        if math.isinf(left_s) or not control.has_clock:
            return None
        state = replace(ClockState.initial(control), remaining_s=left_s)
        return Clock(control, state=state).reading()

    def _challenges(
        self, position: Position, clock: ClockReading | None, opponent: ClockReading | None
    ) -> bool:
        """Return whether the policy challenges the opponent's last play, which lies on the board."""
        if self._last is None or self._last[0] != protocol.OPEN or self._last[1].kind is not MoveKind.PLACE:
            return False
        play = _before(position, self._last[1]).judge(self._last[1])
        words, lexicon = tuple(dict.fromkeys(play.words)), self._player.knowledge.lexicon
        challenge = Challenge(
            words=words,
            phoneys=tuple(word for word in words if word not in lexicon),
            play_pts=play.score_pts,
            spread_pts=position.spread_pts,
            bag_tiles=position.bag_count,
            cost_pts=self._game.rule.cost_pts(len(words)),
            costs_turn=self._game.rule.loses_turn,
            clock=clock,
            opponent=opponent,
        )
        return self._player.manager.challenges(challenge, wall_time=self._player.rates is None)

    def _seen(self, position: Position) -> ObservedPlay | None:
        """Return the opponent's last turn, for inference; None where it says nothing about the rack."""
        if self._last is None or self._last[0] == protocol.OFF:
            return None
        move = self._last[1]
        if move.kind is MoveKind.PASS and self._game.rule.loses_turn:
            return None  # a turn lost by a challenge is written as a pass, too
        if move.kind is MoveKind.PLACE:
            with suppress(DataError):  # a play that does not fit the board says nothing, either
                before = _before(position, move)
                play = before.judge(move)
                return ObservedPlay(position=before, move=play.move, score_pts=play.score_pts)
            return None
        return ObservedPlay(position=replace(position, rack=(), other_rack=()), move=replace(move, tiles=()))


def _before(position: Position, move: Move) -> Position:
    """Return the position before a move that lies on the board, without racks."""
    squares = zip(move.squares(), move.tiles, strict=True)
    laid = {square for square, tile in squares if tile != THROUGH and not tile & THROUGH_BIT}
    rows = tuple(
        tuple(EMPTY if (row, column) in laid else tile for column, tile in enumerate(line))
        for row, line in enumerate(position.board.rows)
    )
    return replace(position, board=Board(rows), rack=(), other_rack=())


def serve_line(player: Player, *, name: str, input_fd: int, output: BinaryIO, seed: int = 1) -> None:
    """Answer a referee on these streams until `quit` or the end of input."""

    def begin(writer: Writer) -> Callable[[Iterable[str]], None]:
        return LineServer(player, name=name, say=writer.line, seed=seed).run

    converse(begin, input_fd=input_fd, output=output)
