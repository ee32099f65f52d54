"""Game: a sequence of events checked against the rules, and its record with the metadata of a file."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from zeitnot.clocks import Overtime
from zeitnot.errors import DataError
from zeitnot.scrabble.board import Board, Layout
from zeitnot.scrabble.events import LOST_TURN, Ending, Event, EventKind, GameState
from zeitnot.scrabble.letters import LetterDistribution
from zeitnot.scrabble.moves import RACK_SIZE, Move, MoveKind
from zeitnot.scrabble.position import LEXICON_OPTION, Position, bag_count
from zeitnot.scrabble.rules import (
    MOST_SCORELESS,
    IsWord,
    Play,
    check_exchange,
    going_out_pts,
    judge,
    leave,
    off_board,
    overtime_pts,
    scoreless_end_pts,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """An immutable game: every event returns a new one. Breaking the rules raises a DataError."""

    states: tuple[GameState, ...]
    """Initial state, then the state after each event."""
    events: tuple[Event, ...] = ()
    nicks: tuple[str, str] = ("player1", "player2")
    """Short names of player 0 and player 1."""
    distribution: LetterDistribution = field(default_factory=LetterDistribution.english)
    layout: Layout = field(default_factory=Layout.standard)
    """Premium squares."""

    @classmethod
    def new(
        cls,
        *,
        nicks: tuple[str, str] = ("player1", "player2"),
        first: int = 0,
        distribution: LetterDistribution | None = None,
        layout: Layout | None = None,
    ) -> Self:
        """Return a game with an empty board."""
        layout = layout or Layout.standard()
        start = Position(
            board=Board.empty(layout.size),
            distribution=distribution or LetterDistribution.english(),
            layout=layout,
        )
        return cls.of(start, nicks=nicks, on_turn=first)

    @classmethod
    def of(
        cls, position: Position, *, nicks: tuple[str, str] = ("player1", "player2"), on_turn: int = 0
    ) -> Self:
        """Return a game that starts from a position; by default player 0 is on turn."""
        left = position.distribution.tile_count - position.board.tile_count
        in_bag = bag_count(left)
        own = RACK_SIZE if in_bag or not position.rack else len(position.rack)
        own = min(own, left)
        hands = own, min(RACK_SIZE, left - own)
        state = GameState(
            board=position.board,
            scores=position.scores if on_turn == 0 else (position.scores[1], position.scores[0]),
            on_turn=on_turn,
            hands=hands if on_turn == 0 else (hands[1], hands[0]),
            bag_count=in_bag,
            scoreless_turns=position.scoreless_turns,
            ending=Ending.SCORELESS if position.scoreless_turns >= MOST_SCORELESS else None,
        )
        return cls(states=(state,), nicks=nicks, distribution=position.distribution, layout=position.layout)

    @property
    def state(self) -> GameState:
        """Current state."""
        return self.states[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.state.ending is not None

    def position(self, index: int | None = None) -> Position:
        """Return the position after `index` events, by default all, with the rack if the next is a move."""
        index = len(self.events) if index is None else index
        state = self.states[index]
        upcoming = self.events[index] if index < len(self.events) else None
        on_turn = state.on_turn
        known = upcoming is not None and upcoming.kind is EventKind.MOVE and upcoming.player == on_turn
        return Position(
            board=state.board,
            rack=upcoming.rack if upcoming is not None and known else (),
            scores=(state.scores[on_turn], state.scores[1 - on_turn]),
            scoreless_turns=state.scoreless_turns,
            distribution=self.distribution,
            layout=self.layout,
        )

    def judge(self, move: Move, *, rack: Sequence[int] | None = None, is_word: IsWord | None = None) -> Play:
        """Return the play of a placement by the player on turn."""
        return judge(
            move,
            self.state.board,
            distribution=self.distribution,
            layout=self.layout,
            rack=rack,
            is_word=is_word,
        )

    def play(
        self, move: Move, *, rack: Sequence[int] | None = None, is_word: IsWord | None = None, note: str = ""
    ) -> Self:
        """Return the game after a move of the player on turn, whose rack may be known in part or not."""
        state = self.state
        if self.is_over and not (move.kind is MoveKind.PASS and self._awaits_challenge):
            text = move.text(self.distribution.alphabet)
            raise DataError(f"a game that is over has no more moves, got {text!r}")
        self._check_rack(move.tiles if rack is None and move.kind is MoveKind.EXCHANGE else rack or ())
        if move.kind is MoveKind.PLACE:
            play = self.judge(move, rack=rack, is_word=is_word)
            return self._after_play(play, play.used if rack is None else tuple(rack), note)
        if move.kind is MoveKind.EXCHANGE:
            check_exchange(move.count, bag_count=state.bag_count)
            leave(move.tiles if rack is None else rack, move.tiles, self.distribution.alphabet)
        event = Event(
            kind=EventKind.MOVE,
            player=state.on_turn,
            points=0,
            rack=tuple(rack or move.tiles),
            move=move,
            note=note,
        )
        # After a player goes out the other may challenge; some programs write a pass when he does not.
        return self._with(event, state if self.is_over else state.turned(0))

    @property
    def _awaits_challenge(self) -> bool:
        """Return whether a player has just gone out, and the opponent may still challenge the play."""
        last = self.events[-1].move if self.events else None
        return self.state.ending is Ending.OUT and last is not None and last.kind is MoveKind.PLACE

    def _after_play(self, play: Play, rack: tuple[int, ...], note: str) -> Self:
        state, player = self.state, self.state.on_turn
        drawn = min(len(play.squares), state.bag_count)
        hands = list(state.hands)
        hands[player] += drawn - len(play.squares)
        if hands[player] < 0:
            rule = f"a play must use tiles in hand, of which {self.nicks[player]} has {state.hands[player]}"
            raise DataError(f"{rule}, got {len(play.squares)}")
        after = replace(
            state,
            board=state.board.with_tiles(play.squares),
            hands=(hands[0], hands[1]),
            bag_count=state.bag_count - drawn,
        )
        off_board(after.board, self.distribution)
        after = after.scored(player, play.score_pts).turned(play.score_pts)
        if hands[player] == 0:
            after = replace(after, ending=Ending.OUT)
        event = Event(
            kind=EventKind.MOVE, player=player, points=play.score_pts, rack=rack, move=play.move, note=note
        )
        return self._with(event, after)

    def withdraw(self) -> Self:
        """Return the game with the last play withdrawn after a successful challenge."""
        last = self._last_play("a withdrawal")
        event = replace(last, kind=EventKind.WITHDRAWAL, points=-last.points, move=None, note="")
        return self._with(event, self.states[-2].turned(0))

    def challenge_bonus(self, points: int, *, rack: Sequence[int] = ()) -> Self:
        """Return the game with a bonus for a valid play that was challenged; the new rack may be known.

        Where a wrong challenge costs nothing the bonus is 0.
        """
        last = self._last_play("a challenge bonus")
        if points < 0:
            raise DataError(f"a challenge bonus must be 0 points or more, got {points}")
        off_board(self.state.board, self.distribution, rack)
        return self._counted(EventKind.CHALLENGE_BONUS, last.player, points, rack)

    def challenge_penalty(self, points: int, *, rack: Sequence[int] = ()) -> Self:
        """Return the game with points, below 0, that a wrong challenge of the last play cost."""
        last = self._last_play("a challenge penalty")
        if points >= 0:
            raise DataError(f"a challenge penalty must be below 0 points, got {points}")
        off_board(self.state.board, self.distribution, rack)
        return self._counted(EventKind.CHALLENGE_PENALTY, 1 - last.player, points, rack)

    def lose_turn(self, *, rack: Sequence[int] | None = None, note: str = "") -> Self:
        """Return the game with a pass of the player on turn, whose challenge of the last play was wrong."""
        self._last_play("a turn lost by a challenge")
        words = ", ".join(filter(None, (note, LOST_TURN)))
        return self.play(Move.pass_turn(), rack=rack, note=words)

    def time_penalty(self, player: int, points: int, *, rack: Sequence[int] = ()) -> Self:
        """Return the game with a time penalty, below 0 points; once per player, when the game is over."""
        self._check_end(player, EventKind.TIME_PENALTY)
        if points >= 0:
            raise DataError(f"a time penalty must be below 0 points, got {points}")
        return self._counted(EventKind.TIME_PENALTY, player, points, rack)

    def overtime(self, player: int, over_s: float, rule: Overtime | None = None) -> Self:
        """Return the game with the penalty for `over_s` of overtime, if any."""
        points = overtime_pts(over_s, rule)
        return self.time_penalty(player, points) if points else self

    def end_rack(self, player: int, points: int, *, rack: Sequence[int]) -> Self:
        """Return the game with the tiles left counted, as the record has it.

        Going out gains twice the value of the opponent's tiles, or once where the opponent also loses it.
        After scoreless turns each player loses the value of the own tiles.
        """
        self._check_end(player, EventKind.END_RACK)
        left = off_board(self.state.board, self.distribution)
        value = self.distribution.rack_value(rack)
        allowed = [-value]
        if self.state.ending is Ending.OUT:
            if sorted(rack) != sorted(left):
                raise DataError(f"the tiles left must be {self._rack(left)!r}, got {self._rack(rack)!r}")
            if self.state.hands[player] == 0:
                allowed = [2 * value, value]
        else:
            off_board(self.state.board, self.distribution, rack)
        if points not in allowed:
            raise DataError(
                f"the tiles {self._rack(rack)!r} must count {allowed[0]:+d} points, got {points:+d}"
            )
        return self._counted(EventKind.END_RACK, player, points, rack)

    def finish(self, racks: tuple[Sequence[int], Sequence[int]] | None = None) -> Self:
        """Return the finished game with the tiles left counted; after scoreless turns, racks are required."""
        if self.state.ending is Ending.OUT:
            left = off_board(self.state.board, self.distribution)
            player = self.state.hands.index(0)
            return self.end_rack(player, going_out_pts(left, self.distribution), rack=left)
        if self.state.ending is None or racks is None:
            raise DataError("a game must be over, and both racks known, to count the tiles left")
        game = self
        for player, rack in enumerate(racks):
            game = game.end_rack(player, scoreless_end_pts(rack, self.distribution), rack=rack)
        return game

    def with_note(self, note: str) -> Self:
        """Return the game with a note on the last event."""
        if not self.events:
            raise DataError(f"a note must follow an event, got {note!r}")
        return replace(self, events=(*self.events[:-1], replace(self.events[-1], note=note)))

    def _with(self, event: Event, state: GameState) -> Self:
        return replace(self, events=(*self.events, event), states=(*self.states, state))

    def _counted(self, kind: EventKind, player: int, points: int, rack: Sequence[int]) -> Self:
        event = Event(kind=kind, player=player, points=points, rack=tuple(rack))
        return self._with(event, self.state.scored(player, points))

    def _last_play(self, what: str) -> Event:
        last = self.events[-1] if self.events else None
        if last is None or last.move is None or last.move.kind is not MoveKind.PLACE:
            raise DataError(
                f"{what} must follow a play, got {last.kind.value if last else 'nothing'!r} before it"
            )
        return last

    def _check_rack(self, rack: Sequence[int]) -> None:
        player = self.state.on_turn
        if len(rack) > self.state.hands[player]:
            rule = f"{self.nicks[player]} must have at most {self.state.hands[player]} tiles"
            raise DataError(f"{rule}, got the rack {self._rack(rack)!r}")
        off_board(self.state.board, self.distribution, rack)

    def _check_end(self, player: int, kind: EventKind) -> None:
        if not self.is_over:
            raise DataError(f"the game must be over before this, got {kind.value!r}")
        if any(event.kind is kind and event.player == player for event in self.events):
            raise DataError(f"there must be one {kind.value} for {self.nicks[player]}, got another")

    def _rack(self, rack: Sequence[int]) -> str:
        return self.distribution.alphabet.rack_text(rack)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game with its players' full names and pragmas."""

    game: Game
    """Game with its events, checked against the rules."""
    names: tuple[str, str] = ("", "")
    """Full names of player 0 and player 1; empty where only the nick is known."""
    pragmas: tuple[tuple[str, str], ...] = ()
    """Other pragmas, as name and value, in order: title, lexicon, id, description and others."""
    racks: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """Racks of players 0 and 1 after the last event, as far as known."""

    def __post_init__(self) -> None:
        for nick in self.game.nicks:
            if not nick or any(sign.isspace() for sign in nick):
                raise DataError(f"a nick must be one word, got {nick!r}")
        if self.game.nicks[0] == self.game.nicks[1]:
            raise DataError(f"players must have nicks of their own, got {self.game.nicks[0]!r} twice")
        off_board(self.game.state.board, self.game.distribution, *self.racks)

    def pragma(self, name: str) -> str | None:
        """Return the value of a pragma, such as `title`; None if there is none."""
        return dict(self.pragmas).get(name)

    @property
    def lexicon(self) -> str | None:
        """Lexicon of the game; None if not recorded."""
        return self.pragma("lexicon")

    @property
    def is_incomplete(self) -> bool:
        """Whether the record is marked as incomplete."""
        return self.pragma("incomplete") is not None

    def position(self) -> Position:
        """Return the position after the last event, with the known racks."""
        on_turn = self.game.state.on_turn
        options = () if self.lexicon is None else ((LEXICON_OPTION, " ".join(self.lexicon.split())),)
        return replace(
            self.game.position(),
            rack=self.racks[on_turn],
            other_rack=self.racks[1 - on_turn],
            options=options,
        )
