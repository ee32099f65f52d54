"""`zeitnot scrabble show` and `moves`: the board of a position or of a turn of a game, and its best moves."""

import json
from typing import Annotated, Any

from rich.markup import escape
from rich.text import Text

from zeitnot import clocks, scrabble
from zeitnot.cli.console import output
from zeitnot.cli.estimates import fields_form
from zeitnot.cli.options import JsonOption, flag, whole_option
from zeitnot.cli.scrabble.move_tables import move_text, moves_table, position_heading
from zeitnot.cli.scrabble.options import (
    Asked,
    FilesOptions,
    LenientOption,
    PositionArgument,
    RulesOptions,
    TurnOption,
    build_status,
    note_lexicon,
)
from zeitnot.errors import SettingError

COUNT = 15
"""Moves shown: what fits a screen."""


def show(
    position: PositionArgument,
    turn: TurnOption = None,
    cgp: Annotated[bool, flag("Print the position as CGP instead.", "--cgp")] = False,
    *,
    rules: RulesOptions,
    lenient: LenientOption = False,
    json_form: JsonOption = False,
) -> None:
    """Show a board with racks, scores, and the tiles not seen yet.

    Premium squares: ' and " multiply the letter by 2 and 3, - and = the word.
    Small letters are blanks.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble show "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRST?/ 0/14 0"
    zeitnot scrabble show game.gcg --turn 3
    zeitnot scrabble show game.gcg --turn 3 --cgp
    zeitnot scrabble show game.gcg --json
    """
    if cgp and json_form:
        raise SettingError("--cgp and --json are two forms of one position, got both")
    asked = rules.read_position(position, turn, lenient=lenient)
    if json_form:
        print(json.dumps(_json_form(asked), indent=2, ensure_ascii=False))
        return
    if cgp:
        print(asked.position.to_cgp())
        return

    console, record = output(), asked.record
    if record is None:
        console.print(scrabble.position_text(asked.position), no_wrap=True)
        return
    nicks = record.game.nicks
    console.print(_heading(asked, record))
    names = nicks[asked.on_turn], nicks[1 - asked.on_turn]
    # A terminal that is too narrow wraps by itself; a board that is cut would lose its squares.
    console.print(
        scrabble.position_text(asked.position, names=names), no_wrap=True, crop=False, overflow="ignore"
    )
    if asked.index is not None:
        console.print(_played(record.game.events[asked.index], asked.position))


def moves(
    position: PositionArgument,
    count: Annotated[int, whole_option("--count", "How many to show, the best ones.", "-n", least=1)] = COUNT,
    turn: TurnOption = None,
    *,
    files: FilesOptions,
    lenient: LenientOption = False,
    json_form: JsonOption = False,
) -> None:
    """List the best moves of a position with score, tiles kept, and what they are worth.

    Letters in parentheses lie on the board already, small letters are blanks.
    What equity has besides score and leave is shown as other: vowels of a
    first play beside premium squares, and the end of the game.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble moves "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 EHIRST?/ 0/14 0"
    zeitnot scrabble moves game.gcg --turn 3 -n 5
    zeitnot scrabble moves game.gcg --turn 3 --leaves none --json
    """
    asked = files.read_position(position, turn, lenient=lenient).position
    with build_status() as on_build:
        words, leaves_name, evaluation = files.opened(asked.distribution, on_build)
        found = scrabble.generate(asked, count, lexicon=words, evaluation=evaluation)
    note_lexicon(asked, words)
    if json_form:
        form = {
            "cgp": asked.to_cgp(),
            "lexicon": words.name,
            "leaves": leaves_name,
            "moves": [_move_form(rated, asked) for rated in found],
        }
        print(json.dumps(form, indent=2))
        return
    console = output()
    console.print(position_heading(asked, lexicon=words.name, leaves=leaves_name))
    console.print(moves_table(found, asked))


def _move_form(rated: "scrabble.RatedMove", position: "scrabble.Position") -> dict[str, Any]:
    alphabet = position.distribution.alphabet
    return {
        "move": position.move_text(rated.move),
        "kind": rated.move.kind.value,
        "score_pts": rated.score_pts,
        "leave": alphabet.rack_text(rated.leave),
        **fields_form(rated, "leave_pts", "other_pts", "equity_pts"),
    }


def _heading(asked: Asked, record: "scrabble.GameRecord") -> str:
    players = " - ".join(name or nick for name, nick in zip(record.names, record.game.nicks, strict=True))
    turns = "1 turn" if asked.turns == 1 else f"{asked.turns} turns"
    where = f"the end after {turns}" if record.game.is_over else f"after {turns}"
    if asked.turn is not None:
        where = f"turn {asked.turn} of {asked.turns}"
    return f"[bold]{escape(players)}[/bold], {where}"


def _played(event: "scrabble.Event", position: "scrabble.Position") -> "Text":

    move = Text() if event.move is None else move_text(event.move, position)
    took = "" if event.used_s is None else f"  in {clocks.seconds_text(event.used_s)}"
    return Text.assemble("played   ", move, f"  {event.points:+d}{took}")


def _json_form(asked: "Asked") -> dict[str, Any]:
    """Return plain values; of a game also its players, the turn asked about and all events."""
    form = _position_form(asked.position)
    if asked.record is None:
        return form
    game = asked.record.game
    return {
        **form,
        "turn": asked.turn,
        "turns": asked.turns,
        "on_turn": game.nicks[asked.on_turn],
        "played": None if asked.index is None else _event_form(game, asked.index),
        "game": _game_form(asked.record),
    }


def _position_form(position: "scrabble.Position") -> dict[str, Any]:
    alphabet = position.distribution.alphabet
    return {
        "cgp": position.to_cgp(),
        "rack": alphabet.rack_text(position.rack),
        "other_rack": alphabet.rack_text(position.other_rack),
        "scores_pts": list(position.scores),
        "scoreless_turns": position.scoreless_turns,
        "bag_tiles": position.bag_count,
        "unseen": alphabet.rack_text(position.unseen),
        "lexicon": position.lexicon,
    }


def _game_form(record: "scrabble.GameRecord") -> dict[str, Any]:
    game = record.game
    players = zip(game.nicks, record.names, game.state.scores, strict=True)
    return {
        "players": [{"nick": nick, "name": name, "score_pts": score} for nick, name, score in players],
        "over": game.is_over,
        "pragmas": [list(pragma) for pragma in record.pragmas],
        "events": [_event_form(game, index) for index in range(len(game.events))],
    }


def _event_form(game: "scrabble.Game", index: int) -> dict[str, Any]:
    event, alphabet = game.events[index], game.distribution.alphabet
    board = game.states[index].board
    return {
        "player": game.nicks[event.player],
        "kind": event.kind.value,
        "move": None if event.move is None else event.move.text(alphabet, board),
        "points": event.points,
        "total": game.states[index + 1].scores[event.player],
        "rack": alphabet.rack_text(event.rack),
        "used_s": event.used_s,
        "note": event.note,
    }
