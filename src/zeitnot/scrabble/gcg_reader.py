"""GcgReader: builds a game from the lines of a GCG text, one event each: `>NICK: DORRTUW 8E WORD +16 16`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict, Unpack

from zeitnot.errors import DataError
from zeitnot.scrabble.board import Layout
from zeitnot.scrabble.events import LOST_TURN, Ending, EventKind
from zeitnot.scrabble.game import Game, GameRecord
from zeitnot.scrabble.letters import Alphabet, LetterDistribution
from zeitnot.scrabble.moves import RACK_SIZE, Move, parse_coordinates
from zeitnot.scrabble.position import unusual_rules, usual_tiles
from zeitnot.scrabble.rules import IsWord, going_out_pts, off_board
from zeitnot.untrusted import placed

ENCODING = "character-encoding"
"""Pragma with the encoding of a file, which is used when decoding it."""

RULE_PRAGMAS = TILES, BOARD = "tile-distribution", "board-layout"
"""Pragmas with the names of tiles and board."""

OnDisagreement = Callable[[str], None]
"""Called with each statement of a file that contradicts the rules, and its line."""

_BREAK = re.compile(r"\r\n|\n|\r")
_PRAGMA = re.compile(r"#(\S*)\s*(.*)")
_PLAYER = re.compile(r"player([0-9]+)")
_RACK = re.compile(r"rack([12])")
_WITHDRAWAL = re.compile(r">\S+:\s+(?:\S+\s+)?--(?:\s.*)?")
_LINE = re.compile(r">(\S+):(?:\s+(.*))?", re.DOTALL)
_NUMBER = re.compile(r"[+-]?[0-9]{1,5}")

UNKNOWN = "UNKNOWN"
"""Text that some programs write for an unknown rack; a real rack is hardly ever in this order."""

_FORM = "an event must look like '>NICK: RACK 8E WORD +16 16'"


SIGNS = {
    EventKind.WITHDRAWAL: "--",
    EventKind.CHALLENGE_BONUS: "(challenge)",
    EventKind.CHALLENGE_PENALTY: "(challenge)",
    EventKind.TIME_PENALTY: "(time)",
}
"""Texts in place of a move."""

_KINDS = {sign: kind for kind, sign in SIGNS.items()} | {"(challenge)": EventKind.CHALLENGE_BONUS}


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgLine:
    """An event as written in a file, not yet checked against the rules; the rack may be missing."""

    nick: str
    kind: EventKind
    points: int
    total: int
    rack: tuple[int, ...] | None = None
    move: Move | None = None


def read_line(text: str, alphabet: Alphabet) -> GcgLine:
    """Return the event of a line; text after the total is ignored."""
    match = _LINE.fullmatch(text)
    if match is None:
        raise DataError(f"{_FORM}, got {text!r}")
    nick, words = match[1], (match[2] or "").split()
    rack = None
    if words and not words[0].startswith(("-", "(")) and parse_coordinates(words[0]) is None:
        word = words.pop(0)
        rack = None if word == UNKNOWN else alphabet.rack(word)
    kind, move, left = EventKind.MOVE, None, None
    match words:
        case [sign, *rest] if sign in _KINDS:
            kind = _KINDS[sign]
        case [tiles, *rest] if tiles.startswith("("):
            kind, left = EventKind.END_RACK, _end_rack(tiles, rack, alphabet)
        case [change, *rest] if change.startswith("-"):
            move = Move.parse(change, alphabet)
        case [place, word, *rest]:
            move = Move.parse(f"{place} {word}", alphabet)
        case _:
            raise DataError(f"{_FORM}, got {text!r}")
    points, total = _numbers(rest, text)
    return GcgLine(
        nick=nick, kind=kind, points=points, total=total, rack=rack if left is None else left, move=move
    )


def _end_rack(text: str, rack: tuple[int, ...] | None, alphabet: Alphabet) -> tuple[int, ...]:
    if not text.endswith(")"):
        raise DataError(f"tiles left at the end must stand between ( and ), got {text!r}")
    left = alphabet.rack(text[1:-1])
    if rack and sorted(rack) != sorted(left):
        raise DataError(f"tiles left at the end must be the rack {alphabet.rack_text(rack)!r}, got {text!r}")
    return left


def _numbers(words: list[str], line: str) -> tuple[int, int]:
    match words:
        case [points, total, *_] if _NUMBER.fullmatch(points) and _NUMBER.fullmatch(total):
            return int(points), int(total)
    raise DataError(f"{_FORM}, with points and total at its end, got {line!r}")


class GcgOptions(TypedDict, total=False):
    """How a game is read; each option may be left out."""

    distribution: LetterDistribution | None
    """Tiles of the game; by default those that the file names, or English."""
    layout: Layout | None
    """Premium squares; by default those that the file names, or the standard ones."""
    is_word: IsWord | None
    """Refuses words, except in withdrawn plays; by default words that no lexicon has are phoneys, which stay
    on the board as they did in the game."""
    on_disagreement: OnDisagreement | None
    """Called with points, totals and racks that contradict the rules, whose figures are then used; by default
    they raise a DataError."""


class GcgReader:
    """Reader of one game; errors are DataErrors that name source and line."""

    def __init__(self, *, source: str, **options: Unpack[GcgOptions]) -> None:
        """Take the name of the source and the options."""
        self._on_disagreement = options.get("on_disagreement")
        self._number = 0
        self._drift_pts = [0, 0]
        self._source = source
        self._layout = options.get("layout") or Layout.standard()
        self._distribution = options.get("distribution") or usual_tiles(self._layout)
        self._is_word = options.get("is_word")
        self._names_tiles = False
        self._chosen = {TILES: options.get("distribution") is None, BOARD: options.get("layout") is None}
        self._nicks: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._pragmas: list[tuple[str, str]] = []
        self._racks: dict[str, tuple[int, tuple[int, ...]]] = {}
        self._game: Game | None = None
        self._note: list[str] | None = None
        self._notes: list[str] = []

    def read(self, text: str) -> GameRecord:
        """Return the game of the whole text."""
        try:
            for self._number, (line, following) in enumerate(_with_next_event(_BREAK.split(text)), start=1):
                self._line(line, following=following)
            self._end_note()
            self._end_notes()
            for number, rack in self._racks.values():
                self._number = number
                off_board(self._started(0).state.board, self._distribution, rack)
        except DataError as error:
            raise DataError(f"{self._source}, line {self._number}: {error}") from error
        # What the game says of itself is written from it again.
        own = dict(unusual_rules(self._distribution, self._layout, RULE_PRAGMAS))
        with placed(self._source):
            return GameRecord(
                game=self._started(0),
                names=(self._names["1"], self._names["2"]),
                pragmas=tuple(pragma for pragma in self._pragmas if pragma[0] not in own),
                racks=(self._racks.get("1", (0, ()))[1], self._racks.get("2", (0, ()))[1]),
            )

    def _line(self, line: str, *, following: str) -> None:
        if line.startswith("#"):
            self._end_note()
            self._pragma(line)
        elif line.startswith(">"):
            self._end_note()
            self._end_notes()
            self._event(read_line(line, self._distribution.alphabet), following)
        elif self._note is not None:
            self._note.append(line)
        elif line.strip():
            raise DataError(f"a line must begin with # or >, or go on with a note, got {line!r}")

    def _pragma(self, line: str) -> None:
        match = _PRAGMA.fullmatch(line)
        name, value = (match[1], match[2].strip()) if match is not None else ("", "")
        if name == "note":
            self._note = [value]
        elif (player := _PLAYER.fullmatch(name)) is not None:
            self._player(player[1], value)
        elif (rack := _RACK.fullmatch(name)) is not None:
            tiles = self._distribution.alphabet.rack(value)
            if len(tiles) > RACK_SIZE:
                raise DataError(f"a rack must have at most {RACK_SIZE} tiles, got {value!r}")
            self._racks[rack[1]] = self._number, tiles
        elif name and name != ENCODING:
            if name == "game-type" and value != "classic":
                raise DataError(f"#{name} must be 'classic', got {value!r}")
            if self._chosen.get(name):
                self._choose(name, value)
            self._pragmas.append((name, value))

    def _choose(self, name: str, value: str) -> None:
        """Take the tiles or the board that the file names; a board has tiles of its own by default."""
        self._names_tiles = self._names_tiles or name == TILES
        found: LetterDistribution | Layout | None
        found = LetterDistribution.named(value) if name == TILES else Layout.named(value)
        if found is None:
            option = "--language" if name == TILES else "--board"
            raise DataError(f"#{name} must be known, or {option} name it, got {value!r}")
        if found in (self._distribution, self._layout):
            return
        if self._game is not None or self._racks:
            raise DataError(f"#{name} must stand before racks and moves, got {value!r}")
        if isinstance(found, Layout):
            self._layout = found
            if self._chosen[TILES] and not self._names_tiles:
                self._distribution = usual_tiles(found)
        else:
            self._distribution = found

    def _player(self, number: str, value: str) -> None:
        nick, _, name = value.partition(" ")
        if number not in {"1", "2"}:
            raise DataError(f"a game must have two players, got #player{number}")
        if number in self._nicks or nick in self._nicks.values() or not nick:
            raise DataError(f"players must be two with nicks of their own, got {value!r} for player {number}")
        self._nicks[number] = nick
        self._names[number] = name.strip()

    def _started(self, first: int) -> Game:
        """Return the game so far; it starts with the first event."""
        if set(self._nicks) != {"1", "2"}:
            raise DataError(f"a game must name #player1 and #player2, got {sorted(self._nicks.values())!r}")
        if self._game is None:
            self._game = Game.new(
                nicks=(self._nicks["1"], self._nicks["2"]),
                first=first,
                distribution=self._distribution,
                layout=self._layout,
            )
        return self._game

    def _event(self, line: GcgLine, following: str) -> None:
        nicks = self._nicks.get("1"), self._nicks.get("2")
        if line.nick not in nicks:
            raise DataError(f"an event must be of one of the players {nicks!r}, got {line.nick!r}")
        player = nicks.index(line.nick)
        game = self._started(player)
        if line.kind is EventKind.MOVE and player != game.state.on_turn:
            raise DataError(f"it must be the turn of {game.nicks[game.state.on_turn]!r}, got {line.nick!r}")
        after = self._after(game, line, player, following)
        self._check(line, player, after)
        self._game = after

    def _check(self, line: GcgLine, player: int, after: Game) -> None:
        """Check a line's points, total and rack against the rules."""
        event = after.events[-1]
        if event.player != player:
            raise DataError(
                f"a {event.kind.value} must be of {after.nicks[event.player]!r}, got {line.nick!r}"
            )
        of_move = event.kind is EventKind.MOVE
        if not of_move and line.rack is not None and sorted(line.rack) != sorted(event.rack):
            text = self._distribution.alphabet.rack_text
            self._disagree(f"the rack must be {text(event.rack)!r} again, got {text(line.rack)!r}")
        # Some programs write +0 for a withdrawn play and only adjust the total.
        if line.points != event.points and not (line.kind is EventKind.WITHDRAWAL and line.points == 0):
            self._disagree(f"a {event.kind.value} must count {event.points:+d} points, got {line.points:+d}")
            self._drift_pts[player] += line.points - event.points
        # Totals after a wrong score are off by the same amount: that is one disagreement, not one per line.
        total = after.state.scores[player] + self._drift_pts[player]
        if line.total != total:
            self._disagree(f"the total must be {total}, got {line.total}")
            self._drift_pts[player] = line.total - after.state.scores[player]

    def _disagree(self, what: str) -> None:
        """Raise for a statement that contradicts the rules, or report it and continue by the rules."""
        if self._on_disagreement is None:
            raise DataError(what)
        self._on_disagreement(f"{self._source}, line {self._number}: {what}")

    def _after(self, game: Game, line: GcgLine, player: int, following: str) -> Game:
        rack = line.rack or ()
        match line.kind:
            case EventKind.WITHDRAWAL:
                return game.withdraw()
            case EventKind.CHALLENGE_BONUS:
                return self._challenge(game, line, player)
            case EventKind.TIME_PENALTY:
                return game.time_penalty(player, line.points, rack=rack)
            case EventKind.END_RACK:
                return self._end_rack(game, line, player)
        if line.move is None:
            raise DataError(f"a turn must have a move, got {line!r}")
        withdrawn = _WITHDRAWAL.fullmatch(following) is not None
        is_word = None if withdrawn else self._is_word
        try:
            return game.play(line.move, rack=line.rack, is_word=is_word)
        except DataError as error:
            if self._on_disagreement is None or line.rack is None:
                raise
            after = game.play(line.move, is_word=is_word)
            self._disagree(str(error))
            return after

    def _challenge(self, game: Game, line: GcgLine, player: int) -> Game:
        """Return the game after a wrong challenge: a line of the challenger costs points, or the turn."""
        is_challenger = bool(game.events) and game.events[-1].player != player
        if is_challenger and line.points == 0:
            return game.lose_turn(rack=line.rack)
        if is_challenger and line.points < 0:
            return game.challenge_penalty(line.points, rack=line.rack or ())
        return game.challenge_bonus(line.points, rack=line.rack or ())

    def _end_rack(self, game: Game, line: GcgLine, player: int) -> Game:
        """Return the game with the tiles left counted, by the rules where a tolerated line differs."""
        rack = line.rack or ()
        try:
            return game.end_rack(player, line.points, rack=rack)
        except DataError:
            if self._on_disagreement is None or not game.is_over:
                raise
            is_out = game.state.ending is Ending.OUT
            left = off_board(game.state.board, self._distribution) if is_out else rack
            gains = is_out and game.state.hands[player] == 0
            points = (
                going_out_pts(left, self._distribution) if gains else -self._distribution.rack_value(left)
            )
            return game.end_rack(player, points, rack=left)

    def _end_note(self) -> None:
        """Attach a note to the event before it, or to the game."""
        if self._note is None:
            return
        note = "\n".join(line.rstrip() for line in self._note).strip()
        self._note = None
        if self._game is None or not self._game.events:
            self._pragmas.append(("note", note))
            return
        self._notes.append(note)

    def _end_notes(self) -> None:
        """Attach all notes of the last event at once: one by one, each would copy those before it."""
        if self._game is not None and self._notes:
            note = "\n".join(filter(None, self._notes))
            if self._game.events[-1].is_lost_turn and LOST_TURN not in note:
                note = f"{note}\n{LOST_TURN}".strip()
            self._game = self._game.with_note(note)
        self._notes.clear()


def _with_next_event(lines: list[str]) -> list[tuple[str, str]]:
    """Return each line with the next event line after it; empty for the last ones."""
    pairs, following = [], ""
    for line in reversed(lines):
        pairs.append((line, following))
        if line.startswith(">"):
            following = line
    return pairs[::-1]
