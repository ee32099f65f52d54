"""Table: a game in progress with bag, racks and clocks, which can be saved and resumed."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from zeitnot.clocks import ClockState, GameClock, GameClockState, TimeControl, TimeSource
from zeitnot.errors import DataError, ParseError, SettingError, StateError
from zeitnot.scrabble.challenges import Challenged, ChallengeRule, named_words, phoneys_of, words_of
from zeitnot.scrabble.events import Ending, EventKind, turn_note
from zeitnot.scrabble.game import Game, GameRecord
from zeitnot.scrabble.knowledge import Knowledge
from zeitnot.scrabble.letters import LetterDistribution, rack_tile
from zeitnot.scrabble.moves import RACK_SIZE, THROUGH, Move, MoveKind
from zeitnot.scrabble.position import Position
from zeitnot.scrabble.rules import check_deal, check_exchange, leave, off_board
from zeitnot.turns import Challenge
from zeitnot.untrusted import parse_json

ENGINE_NICK = "zeitnot"

_CONTROL = "clock"
_CLOCKS = "clock-state"
_INCOMPLETE = "incomplete"
_NOTE, _RESIGNED, _FORFEITED = "note", "resigned", "forfeited on time"
RULE_PRAGMA = "challenge-rule"
"""Pragma with the challenge rule of a game."""
_WRITTEN = frozenset({"lexicon", RULE_PRAGMA, _CONTROL, _CLOCKS, _INCOMPLETE})
"""Pragmas that are rewritten every time a record is written."""
_OVER = "a game to go on with must be incomplete, got one that is over"


def seed_of(*names: object) -> int:
    """Return a seed for what is named: neighbouring games, turns and numbers have nothing in common."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, names)).encode()).digest()[:7])


class TileBag:
    """Tiles of one game; with the same seed a seat draws the same tiles whoever plays it."""

    def __init__(self, distribution: LetterDistribution, seed: int) -> None:
        self._random = Random(seed)
        self._tiles = [tile for tile, count in enumerate(distribution.counts) for _ in range(count)]
        self._random.shuffle(self._tiles)

    @classmethod
    def of(cls, tiles: Iterable[int], distribution: LetterDistribution, seed: int) -> "TileBag":
        """Return a bag of the tiles left in a game, shuffled."""
        bag = cls(distribution, seed)
        bag._tiles = list(tiles)
        bag._random.shuffle(bag._tiles)
        return bag

    def __len__(self) -> int:
        return len(self._tiles)

    def fill(self, rack: Iterable[int], seat: int) -> tuple[int, ...]:
        """Return the rack filled up from the bag, as far as there are tiles."""
        tiles = list(rack)
        while len(tiles) < RACK_SIZE and self._tiles:
            tiles.append(self._tiles.pop(0 if seat else -1))
        return tuple(sorted(tiles))

    def exchange(self, rack: Iterable[int], given: Iterable[int], seat: int) -> tuple[int, ...]:
        """Return the rack after an exchange: draw first, then put the tiles back at random."""
        kept, back = list(rack), list(given)
        for tile in back:
            if tile not in kept:
                raise StateError(f"tiles given back must be on the rack, got {tile!r}")
            kept.remove(tile)
        filled = self.fill(kept, seat)
        for tile in back:
            self._tiles.insert(self._random.randrange(len(self._tiles) + 1), tile)
        return filled


class Table:
    """A game with its bag and clocks; player 0 of the record has the first clock."""

    def __init__(
        self,
        game: Game,
        control: TimeControl,
        knowledge: Knowledge,
        *,
        seed: int,
        source: TimeSource | None = None,
        remarks: tuple[tuple[str, str], ...] = (),
        second: TimeControl | None = None,
        rule: ChallengeRule = ChallengeRule.VOID,
    ) -> None:
        """Shuffle and deal; no clock runs yet. Remarks are kept with the record, as pragmas.

        A second control is that of the second player, where the clocks differ; the rule is that of
        challenges.
        """
        check_deal(game.distribution)
        self.game = game
        self.control = control
        self.rule = rule
        self.seed = seed
        self.lexicon = knowledge.lexicon
        self.clock = GameClock((control, second or control), source)
        self.resigned: int | None = None
        self.forfeited: int | None = None
        self._remarks = remarks
        self._bag = TileBag(game.distribution, seed)
        self.racks: list[tuple[int, ...]] = [self._bag.fill((), seat) for seat in (0, 1)]

    @classmethod
    def resumed(
        cls, record: GameRecord, knowledge: Knowledge, *, seed: int, source: TimeSource | None = None
    ) -> "Table":
        """Return a saved game to resume; a DataError names what its record lacks."""
        game, text = record.game, record.pragma(_CONTROL)
        if not record.is_incomplete:
            raise DataError(_OVER)
        if (
            text is None
            or record.pragma(_CLOCKS) is None
            or tuple(map(len, record.racks)) != game.state.hands
        ):
            raise DataError("a game to go on with must have been put aside here, got one given up or foreign")
        try:
            rule = _rule_of(record)
            table = cls(game, TimeControl.parse(text), knowledge, seed=seed, source=source, rule=rule)
            table.clock.restore(_clocks(record.pragma(_CLOCKS), to_move=game.state.on_turn))
        except (ParseError, SettingError) as error:
            raise DataError(f"the clocks of the game must be as they were kept: {error}") from error
        table.racks = list(record.racks)
        in_bag = off_board(game.state.board, game.distribution, *record.racks)
        table._bag = TileBag.of(in_bag, game.distribution, seed)
        table._remarks = tuple(pair for pair in record.pragmas if pair[0] not in _WRITTEN)
        if table.is_over:
            raise DataError(_OVER)
        return table

    @classmethod
    def finished(
        cls, record: GameRecord, knowledge: Knowledge, *, source: TimeSource | None = None
    ) -> "Table":
        """Return a game that is over, given up or forfeited, as its record has it, to be looked at."""
        text = record.pragma(_CONTROL)
        if text is None:
            raise DataError("a finished game must name its clock, got none")
        table = cls(
            record.game, TimeControl.parse(text), knowledge, seed=0, source=source, rule=_rule_of(record)
        )
        table.racks = list(record.racks)
        table._replay_clock()
        notes = [value for name, value in record.pragmas if name == _NOTE]
        for seat, nick in enumerate(record.game.nicks):
            table.resigned = seat if f"{nick} {_RESIGNED}" in notes else table.resigned
            table.forfeited = seat if f"{nick} {_FORFEITED}" in notes else table.forfeited
        if not table.is_over:
            raise DataError("a finished game must be over, given up or forfeited, got one that goes on")
        return table

    @property
    def is_over(self) -> bool:
        """Whether the game is over; one whose last play may still be challenged is not."""
        ended = self.game.is_over and not self.can_challenge
        return ended or self.resigned is not None or self.forfeited is not None

    @property
    def awaits_challenge(self) -> bool:
        """Whether the game is over unless the player on turn challenges its last play; a pass accepts it."""
        return self.game.is_over and self.can_challenge

    @property
    def last_play_words(self) -> str:
        """Words that ask the player on turn about the last play of a game."""
        nick = self.game.nicks[1 - self.on_turn]
        return f"{nick} has made the last play: challenge it, or pass to accept it and end the game."

    def check_goes_on(self) -> None:
        """Raise a DataError if the player on turn may only challenge or accept the last play."""
        if self.awaits_challenge:
            raise DataError(self.last_play_words)

    @property
    def on_turn(self) -> int:
        """Seat on turn."""
        return self.game.state.on_turn

    @property
    def ply(self) -> int:
        """Number of turns played; what a challenge adds to the record is none."""
        return sum(event.kind is EventKind.MOVE for event in self.game.events)

    def position(self, seat: int | None = None) -> Position:
        """Return the position as a seat sees it, by default the one on turn."""
        seat = self.on_turn if seat is None else seat
        scores = self.game.state.scores
        return replace(self.game.position(), rack=self.racks[seat], scores=(scores[seat], scores[1 - seat]))

    def begin_turn(self) -> None:
        """Start the clock of the player on turn."""
        self.clock.start()

    def pause(self) -> None:
        """Stop the running clock, if any."""
        if self.clock.running:
            self.clock.pause()

    def play(self, move: Move, *, worked_s: float | None = None) -> float:
        """Stop the clock, make a legal move unless the flag fell, and return the time used.

        In work time it is given, not measured. A pass that accepts the last play is no turn of the record.
        """
        seat, rack, accepts = self.on_turn, self.racks[self.on_turn], self.awaits_challenge
        used_s = self._end_turn(worked_s)
        if self.flag_fell():
            return used_s
        if accepts:
            self.finish()
            return used_s
        note = turn_note(used_s, self.clock.remaining_s(seat))
        self.game = self.game.play(move, rack=rack, note=note)
        if move.kind is MoveKind.EXCHANGE:
            self.racks[seat] = self._bag.exchange(rack, move.tiles, seat)
        elif move.kind is MoveKind.PLACE:
            used = (rack_tile(tile) for tile in move.tiles if tile != THROUGH)
            self.racks[seat] = self._bag.fill(leave(rack, used, self.game.distribution.alphabet), seat)
        return used_s

    def _end_turn(self, worked_s: float | None) -> float:
        """Stop the clock of the player on turn and return the time of the turn; work time is given."""
        if worked_s is None:
            return self.clock.stop()
        used_s = self.clock.clocks[self.on_turn].turn_used_s + worked_s
        self.clock.spend(worked_s)
        return used_s

    def checked(self, move: Move) -> Move:
        """Return a move of the player on turn if the rules allow it, else raise a DataError.

        Words are checked only where a phoney cannot be played.
        """
        rack = self.racks[self.on_turn]
        if move.kind is not MoveKind.PASS:
            self.check_goes_on()
        if move.kind is MoveKind.PLACE:
            play = self.game.judge(move, rack=rack)
            phoneys = [word for word in play.words if word not in self.lexicon]
            if phoneys and not self.rule.allows_phoneys:
                raise DataError(f"Not in {self.lexicon.name}: {', '.join(phoneys)}. Try something else.")
            return play.move
        if move.kind is MoveKind.EXCHANGE:
            if not move.tiles:
                raise DataError(f"An exchange must name its tiles, such as exchange ABC, got {move.count}")
            check_exchange(move.count, bag_count=self.game.state.bag_count)
            leave(rack, move.tiles, self.game.distribution.alphabet)
        return move

    @property
    def can_challenge(self) -> bool:
        """Whether the last play may be challenged: once, before the next turn, also after the last turn."""
        last = self.game.events[-1].move if self.game.events else None
        is_play = last is not None and last.kind is MoveKind.PLACE
        return is_play and self.rule.allows_phoneys and self.resigned is None and self.forfeited is None

    def open_challenge(self) -> Challenge:
        """Return what the player on turn knows of the last play when deciding whether to challenge it."""
        state, seat = self.game.state, self.on_turn
        words = words_of(self.game, -1)
        has_clock = self.control.has_clock
        return Challenge(
            words=words,
            phoneys=phoneys_of(self.game, -1, self.lexicon.__contains__),
            play_pts=self.game.events[-1].points,
            spread_pts=state.scores[seat] - state.scores[1 - seat],
            bag_tiles=state.bag_count,
            cost_pts=self.rule.cost_pts(len(words)),
            costs_turn=self.rule.loses_turn,
            clock=self.clock.reading(seat) if has_clock else None,
            opponent=self.clock.reading(1 - seat) if has_clock else None,
        )

    def challenge(self, named: Sequence[str] = (), *, worked_s: float | None = None) -> Challenged:
        """Challenge words of the last play, by default all, for the player on turn; return what came of it.

        The clock of the challenger goes on running, unless the turn is lost.
        """
        if not self.can_challenge:
            raise DataError("There is no play to challenge.")
        words = named_words(words_of(self.game, -1), named, self.game.distribution.alphabet)
        phoneys = tuple(word for word in words if word not in self.lexicon)
        if phoneys:
            self._withdraw()
            return Challenged(words=words, phoneys=phoneys)
        if self.rule.loses_turn and not self.game.is_over:
            self._lose_turn(worked_s)
            return Challenged(words=words, lost_turn=True)
        cost_pts = self.rule.cost_pts(len(words))
        self.game = self.game.challenge_bonus(cost_pts)
        return Challenged(words=words, cost_pts=cost_pts)

    def _withdraw(self) -> None:
        """Take the last play off; what was drawn after it goes back, and the bag is shuffled anew."""
        self.game = self.game.withdraw()
        event = self.game.events[-1]
        self.racks[event.player] = event.rack
        self._return_tiles("withdrawn")

    def _lose_turn(self, worked_s: float | None) -> None:
        seat = self.on_turn
        used_s = self._end_turn(worked_s)
        if not self.flag_fell():
            note = turn_note(used_s, self.clock.remaining_s(seat))
            self.game = self.game.lose_turn(rack=self.racks[seat], note=note)

    def _return_tiles(self, why: str) -> None:
        """Make the bag of what is neither on the board nor on the racks, shuffled anew."""
        in_bag = off_board(self.game.state.board, self.game.distribution, *self.racks)
        self.seed = seed_of(self.seed, why, len(self.game.events))
        self._bag = TileBag.of(in_bag, self.game.distribution, self.seed)

    def take_back(self, turns: int) -> None:
        """Take back the last turns: racks and clocks are as before them, and the bag is shuffled anew."""
        if not 0 < turns <= self.ply or self.is_over:
            raise StateError(f"turns can be taken back while there are some, got {turns!r}")
        self.pause()
        moves = [place for place, event in enumerate(self.game.events) if event.kind is EventKind.MOVE]
        kept = moves[-turns]
        taken = self.game.events[kept:]
        self.game = replace(self.game, events=self.game.events[:kept], states=self.game.states[: kept + 1])
        for event in reversed(taken):
            if event.kind is EventKind.MOVE:
                self.racks[event.player] = event.rack
        self._return_tiles("taken back")
        self._replay_clock()

    def _replay_clock(self) -> None:
        """Set the clocks to what the notes of the turns say."""
        self.clock.restore(GameClock(self.control).snapshot())
        for event in self.game.events:
            if event.kind is EventKind.MOVE:
                self.clock.spend(event.used_s or 0.0)

    def flag_fell(self) -> bool:
        """Check the clocks and return whether a player forfeited by exceeding the allowed overtime."""
        if self.forfeited is None:
            self.forfeited = self.clock.flagged_player
        return self.forfeited is not None

    def finish(self) -> None:
        """Count the tiles left and the overtime of a game that is over, once (M37).

        A last play that could still be challenged is accepted.
        """
        if not self.game.is_over or any(event.kind is EventKind.END_RACK for event in self.game.events):
            return
        self.pause()
        racks = None if self.game.state.ending is Ending.OUT else (self.racks[0], self.racks[1])
        game = self.game.finish(racks)
        for seat, clock in enumerate(self.clock.clocks):
            game = game.overtime(seat, clock.overtime_s, clock.control.overtime)
        self.game = game

    def record(self) -> GameRecord:
        """Return the record of the game; an unfinished one can be resumed from it."""
        pragmas = [
            ("lexicon", self.lexicon.name),
            (RULE_PRAGMA, self.rule.value),
            (_CONTROL, str(self.control)),
            *self._remarks,
        ]
        has_ended = self.game.is_over and not self.awaits_challenge
        if not has_ended:
            pragmas.append((_INCOMPLETE, ""))
        if not self.is_over:
            pragmas.append((_CLOCKS, json.dumps(self.clock.snapshot().to_json())))
        for seat, what in ((self.resigned, _RESIGNED), (self.forfeited, _FORFEITED)):
            if seat is not None:
                pragmas.append((_NOTE, f"{self.game.nicks[seat]} {what}"))
        racks = ((), ()) if has_ended else (self.racks[0], self.racks[1])
        return GameRecord(game=self.game, pragmas=tuple(pragmas), racks=racks)

    @property
    def initial_s(self) -> float:
        """Initial time on a clock."""
        return ClockState.initial(self.control).remaining_s


def can_go_on(record: GameRecord) -> bool:
    """Return whether a record is of a game that was put aside here: its clocks are kept with it."""
    return record.is_incomplete and record.pragma(_CLOCKS) is not None


def _rule_of(record: GameRecord) -> ChallengeRule:
    """Return the challenge rule of a record; games of earlier versions were checked word by word."""
    return ChallengeRule.parse(record.pragma(RULE_PRAGMA) or ChallengeRule.VOID)


def _clocks(text: str | None, *, to_move: int) -> GameClockState:
    """Return the saved state of the clocks."""
    form = parse_json(text or "", what=f"#{_CLOCKS}")
    if not isinstance(form, dict):
        raise DataError(f"#{_CLOCKS} must be the clocks as they were kept, got {text!r}")
    state = GameClockState.from_json(form)
    if state.to_move != to_move:
        raise DataError(f"#{_CLOCKS} must run for the player on turn, got {state.to_move!r}")
    return state
