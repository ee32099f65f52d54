"""Timed GCG: games of Scrabble read with the time of every turn, and all that is doubtful about it.

GCG has no field for times. Quackle and Macondo (woogles.io) write none; only the points that overtime
cost have a line of their own, `(time)`. Times are read from notes, as this package writes them, or with the
commands of PGN:

    #note 95.204s, 21:36 left
    #note [%clk 21:36] [%emt 95.2] a good find
"""

from collections.abc import Iterator, Sequence
from typing import TextIO

from zeitnot.clocks import TimeControl, clock_text
from zeitnot.errors import DataError, ParseError, SettingError
from zeitnot.games import (
    SideTimes,
    Source,
    StatedTime,
    TimedGame,
    TimedMove,
    UnreadGame,
    clock_rises,
    side_times,
    stated_time,
)
from zeitnot.scrabble import gcg
from zeitnot.scrabble.challenges import is_withdrawn
from zeitnot.scrabble.events import LOST_TURN, Event, EventKind
from zeitnot.scrabble.game import Game, GameRecord
from zeitnot.scrabble.lexicon import BUILT_IN_NAME
from zeitnot.scrabble.match_table import ScrabblePlan, read_tiles
from zeitnot.scrabble.moves import MoveKind
from zeitnot.scrabble.position import unusual_rules
from zeitnot.scrabble.recording.game_turns import ScrabbleTurn, move_words
from zeitnot.untrusted import UNREADABLE, cause_of

MOST_LINES = 20_000
"""Lines of a game at most; a longer one is nobody's."""
_FIRST_LINES = ("#character-encoding", "#player1", "#player2")
"""Beginnings of lines that begin another game once one has events."""
_CLOCK_WORD = "clock "
_COMMAND = "[%"

Settings = Sequence[tuple[str, str]]


def timed_games(
    text: TextIO, *, what: str, clock: TimeControl | None, settings: Settings
) -> Iterator[TimedGame | UnreadGame]:
    """Read the games of a GCG text, one after the other."""
    for number, lines in enumerate(_texts(text), start=1):
        place = f"{what}, game {number}"
        try:
            game = _timed_game(lines, place=place, clock=clock, settings=tuple(settings))
        except SettingError:
            raise
        except (DataError, *UNREADABLE) as error:
            yield UnreadGame(place=place, reason=cause_of(error))
            continue
        yield game if game.moves else UnreadGame(place=place, reason="it has no moves")


def _texts(text: TextIO) -> Iterator[str]:
    """Return the texts of single games: a game begins with its players, or with its encoding."""
    lines: list[str] = []
    has_events = False
    for line in text:
        if has_events and line.startswith(_FIRST_LINES):
            yield "".join(lines)
            lines, has_events = [], False
        has_events = has_events or line.startswith(">")
        if len(lines) < MOST_LINES:
            lines.append(line)
    if any(line.strip() for line in lines):
        yield "".join(lines)


def _timed_game(
    text: str, *, place: str, clock: TimeControl | None, settings: tuple[tuple[str, str], ...]
) -> TimedGame:
    told: list[str] = []
    plan = ScrabblePlan.of(settings)
    distribution, layout = read_tiles(plan)
    record = gcg.parse(
        text,
        source=place,
        distribution=distribution if plan.distribution else None,
        layout=layout if plan.layout else None,
        on_disagreement=lambda words: told.append(words.removeprefix(f"{place}, ")),
    )
    return timed_game(record, place=place, clock=clock, settings=settings, told=told)


def timed_game(
    record: GameRecord,
    *,
    place: str,
    clock: TimeControl | None = None,
    settings: tuple[tuple[str, str], ...] = (),
    told: Sequence[str] = (),
) -> TimedGame:
    """Return a game with the time of every turn; `told` is what was wrong about its text."""
    game = record.game
    plan = ScrabblePlan.of(settings)
    # What the file says of tiles and board holds for everything that reads the game again.
    rules = unusual_rules(game.distribution, game.layout, ("distribution", "layout"))
    settings = (*settings, *(rule for rule in rules if getattr(plan, rule[0]) is None))
    control, no_clock = (clock, []) if clock is not None else _control_of(record)
    notes = [*told, *no_clock, *_words_notes(record, plan)]
    turns = turn_places(game)
    stated = [_stated(game.events[index]) for index in turns]
    seats = [game.events[index].player for index in turns]
    own = [[time for time, seat in zip(stated, seats, strict=True) if seat == side] for side in (0, 1)]
    rises = any(clock_rises(each) for each in own)
    sides = [side_times(each, control, rises=rises) for each in own]
    names = tuple(_name(record, seat) for seat in (0, 1))
    for name, times in zip(names, sides, strict=True):
        notes += [f"{name}: {note}" for note in times.notes]
    penalties, doubts = _penalties(game, names, sides, control)
    scores = game.state.scores
    return TimedGame(
        game="scrabble",
        place=place,
        players=(names[0], names[1]),
        result=f"{scores[0]}-{scores[1]}" + ("" if game.is_over else " unfinished"),
        date=record.pragma("date") or "?",
        event=record.pragma("title") or "?",
        control=control,
        root=game.position(0).to_cgp(),
        moves=_moves(game, turns, sides),
        notes=tuple(dict.fromkeys([*notes, *doubts])),
        text=gcg.text(record),
        penalties_pts=penalties,
        settings=settings,
    )


def turn_places(game: Game) -> list[int]:
    """Return the places of the turns among the events; a pass after the end of the game is none."""
    return [
        index
        for index, event in enumerate(game.events)
        if event.kind is EventKind.MOVE and event.move is not None and game.states[index].ending is None
    ]


def scrabble_turns(game: Game, settings: tuple[tuple[str, str], ...]) -> dict[int, ScrabbleTurn]:
    """Return the turns of a game by ply, as the recorder takes them."""
    places = turn_places(game)
    return {
        ply: _turn(game, index, ply=ply, plies_to_come=len(places) - ply, settings=settings)
        for ply, index in enumerate(places)
    }


def _turn(
    game: Game, index: int, *, ply: int, plies_to_come: int, settings: tuple[tuple[str, str], ...]
) -> ScrabbleTurn:
    event, alphabet = game.events[index], game.distribution.alphabet
    move = event.move
    problem = LOST_TURN if event.is_lost_turn else ""
    if len(event.rack) < game.states[index].hands[event.player]:
        known = alphabet.rack_text(event.rack)
        problem = f"only {known} of the rack is known" if known else "the rack is not known"
    elif move is not None and move.kind is MoveKind.EXCHANGE and not move.tiles:
        problem = "the tiles exchanged are not known"
    return ScrabbleTurn(
        cgp=game.position(index).to_cgp(),
        # What was challenged off counts as a pass: that is what it came to.
        played="-" if move is None or is_withdrawn(game, index) else move.text(alphabet),
        ply=ply,
        plies_to_come=plies_to_come,
        settings=settings,
        problem=problem,
    )


def _moves(game: Game, turns: Sequence[int], sides: Sequence[SideTimes]) -> tuple[TimedMove, ...]:
    done = [0, 0]
    found = []
    for ply, index in enumerate(turns):
        event = game.events[index]
        position, move = game.position(index), event.move
        time = sides[event.player].moves[done[event.player]]
        done[event.player] += 1
        found.append(
            TimedMove(
                ply=ply,
                number=ply // 2 + 1,
                seat=event.player,
                text="" if move is None else move_words(position, move),
                code="" if move is None else move.text(game.distribution.alphabet),
                position=position.to_cgp(),
                time=time,
            )
        )
    return tuple(found)


def _stated(event: Event) -> StatedTime:
    """Read the note of a turn: as this package writes it, or with the commands of PGN."""
    if event.used_s is None:
        return stated_time(" ".join(event.note.split())) if _COMMAND in event.note else StatedTime()
    # The clock beside it is rounded to seconds, though it shows tenths when they are few.
    return StatedTime(clock_s=event.left_s, used_s=event.used_s, source=Source.COMMENT)


def _control_of(record: GameRecord) -> tuple[TimeControl | None, list[str]]:
    """Read the clock that the file names: `#clock 25:00 -10/min`, or the same in its description."""
    text = record.pragma("clock") or ""
    description = record.pragma("description") or ""
    if not text and description.startswith(_CLOCK_WORD):
        text = description.removeprefix(_CLOCK_WORD)
    if not text:
        return None, ["the file names no time control: say it with --clock, such as '25:00 -10/min'"]
    try:
        return TimeControl.parse(text), []
    except ParseError:
        return None, [f"the time control cannot be read: {text[:60]!r}"]


def _words_notes(record: GameRecord, plan: ScrabblePlan) -> list[str]:
    named, judging = record.lexicon, plan.lexicon
    if named is None or judging is not None or named.strip().upper() == BUILT_IN_NAME:
        return []
    told = f"the game was played with {named}, and is judged with {BUILT_IN_NAME}"
    return [f"{told}: --lexicon names other words"]


def _name(record: GameRecord, seat: int) -> str:
    return record.names[seat] or record.game.nicks[seat]


def _penalties(
    game: Game, names: Sequence[str], sides: Sequence[SideTimes], control: TimeControl | None
) -> tuple[tuple[float, float], list[str]]:
    """Return what overtime cost, by the lines of the file, else by the clocks; notes where they differ."""
    notes, found = [], [0.0, 0.0]
    for seat, (name, times) in enumerate(zip(names, sides, strict=True)):
        written = -sum(
            event.points
            for event in game.events
            if event.kind is EventKind.TIME_PENALTY and event.player == seat
        )
        found[seat] = float(written)
        left_s = times.moves[-1].after_s if times.moves else None
        if control is None or control.overtime is None or left_s is None or not game.is_over:
            continue
        by_clock = control.overtime.penalty_pts(max(0.0, -left_s))
        if written != by_clock:
            told = f"{name}: the clock ends at {clock_text(left_s)}, which costs {by_clock} points"
            if written:
                notes.append(f"{told}; the file takes {written}, which count")
            else:
                notes.append(f"{told}; the file takes none, the rule counts")
                found[seat] = float(by_clock)
    return (found[0], found[1]), notes
