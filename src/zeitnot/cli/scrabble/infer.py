"""`zeitnot scrabble infer`: what the opponent may have kept at the last turn, against chance."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import clocks, learning, scrabble, turns
from zeitnot.cli.console import output
from zeitnot.cli.exits import EXIT_INTERRUPTED
from zeitnot.cli.narrow_table import NarrowTable, figures, words
from zeitnot.cli.options import JsonOption, option, read_move_time, whole_option
from zeitnot.cli.scrabble.options import (
    Asked,
    FilesOptions,
    LenientOption,
    PlayerSeedOption,
    TurnOption,
    WorkOption,
    note_lexicon,
)
from zeitnot.cli.scrabble.think import watched
from zeitnot.errors import SettingError

TIME = "5s"
"""Default time of an inference: enough to look at every rack where up to four tiles were kept."""
BACK = 2
"""Turns of the opponent that count by default: of tiles kept three turns ago few are left."""
COUNT = 10
"""Rows of each table: what fits a screen."""
_PERCENT = 100


def infer(
    game: Annotated[Path, typer.Argument(metavar="FILE.gcg", help="The game.")],
    turn: TurnOption = None,
    count: Annotated[
        int, whole_option("--count", "Rows of each table, the likeliest.", "-n", least=1)
    ] = COUNT,
    back: Annotated[
        int, whole_option("--back", "Turns of the opponent looked at, the last one included.", least=1)
    ] = BACK,
    time: Annotated[str, option("TIME", "Most time for looking at racks.")] = TIME,
    *,
    files: FilesOptions,
    work: WorkOption = None,
    seed: PlayerSeedOption = 1,
    lenient: LenientOption = False,
    json_form: JsonOption = False,
) -> None:
    """Infer what the opponent kept at the turn before turn N, from how good their move is with each rack.

    The player on turn N sees the board, the own rack and the move, never the
    opponent's rack. Each set of tiles kept has its chance by inference, its
    chance in a draw from the unseen tiles, and the ratio of the two. The
    opponent's turn before counts, too, for tiles that may still be there.
    Where the file has the opponent's rack, the tiles really kept are shown
    below.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble infer game.gcg --turn 12
    zeitnot scrabble infer game.gcg --turn 12 -n 30 --time 20s --back 1
    zeitnot scrabble infer game.gcg --turn 12 --lexicon words.kwg --json
    """
    time_s = read_move_time(time)
    asked = files.read_position(str(game), turn, lenient=lenient)
    record = asked.record
    if record is None:
        raise SettingError(f"a game must be a GCG file, got {str(game)!r}")
    play = _observed(asked, record)
    _, knowledge = files.read_knowledge(
        distribution=asked.position.distribution, layout=asked.position.layout, uses_wins=False
    )
    note_lexicon(asked.position, knowledge.lexicon)
    settings = scrabble.InferenceSettings(threads=learning.cores())
    inference = scrabble.RackInference(knowledge=knowledge, settings=settings)

    turns_seen = [*_earlier(asked, record, back - 1), (asked.position, play)]

    def run(timer: "scrabble.TurnTimer", _: object) -> "scrabble.InferredRack | None":
        found = None
        for number, (position, seen) in enumerate(turns_seen, start=1):
            with timer.sampling(until_s=time_s * number / len(turns_seen)) as control:
                found = inference.run(position, seen, control, seed=seed, earlier=found)
        return found

    rates = None if work is None else scrabble.WorkRates.at(work)
    with scrabble.BackgroundSearch(run, rates) as search:
        found, interrupted = watched(search, asked.position, shows=False)
    if found is None:
        raise SettingError(f"--time must be enough to look at a rack, got {time!r}")
    if json_form:
        print(json.dumps(_json_form(asked, record, play, found, count=count), indent=2))
    else:
        _show(asked, record, play, found, count=count)
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _observed(asked: Asked, record: "scrabble.GameRecord") -> "scrabble.ObservedPlay":
    """Return the opponent's last turn; a SettingError says why nothing can be inferred from it."""
    number = asked.turns + 1 if asked.turn is None else asked.turn
    if number == 1:
        raise SettingError("--turn must be 2 or more: before turn 1 nobody has played, got '1'")
    if asked.turn is None and record.game.is_over:
        raise SettingError(f"--turn must be 2 to {asked.turns} in a game that is over, got none")
    play = asked.seen()
    if play is None:
        raise SettingError(f"--turn must follow a move that stayed on the board, got '{number}'")
    if asked.position.bag_count == 0:
        rule = "--turn must be one with tiles in the bag: with none, all unseen tiles are the opponent's"
        raise SettingError(f"{rule}, got '{number}'")
    if not play.kept_count:
        rule = "--turn must follow a move that kept tiles"
        raise SettingError(f"{rule}, got '{number}' after one that used all")
    return play


def _earlier(
    asked: Asked, record: "scrabble.GameRecord", count: int
) -> "list[tuple[scrabble.Position, scrabble.ObservedPlay]]":
    """Return the opponent's turns before the last one, oldest first, each with what the player saw then."""
    game = record.game
    found: list[tuple[scrabble.Position, scrabble.ObservedPlay]] = []
    end = len(game.events) if asked.index is None else asked.index
    for index in range(end - 1, 0, -1):
        event = game.events[index]
        if event.player == asked.on_turn and event.kind is scrabble.EventKind.MOVE:
            play = scrabble.observed_play(game, asked.on_turn, index)
            if len(found) == count or play is None:
                break
            found.append((game.position(index), play))
    return found[::-1]


def _really_kept(
    asked: Asked, record: "scrabble.GameRecord", play: "scrabble.ObservedPlay"
) -> tuple[int, ...] | None:
    """Return the tiles that the file says were kept; None where it does not have the whole rack."""
    game = record.game
    end = len(game.events) if asked.index is None else asked.index
    last = next(event for event in reversed(game.events[:end]) if event.kind is scrabble.EventKind.MOVE)
    gone = play.placed if last.move is None or play.placed else last.move.tiles
    left = list(last.rack)
    for tile in gone:
        if tile in left:
            left.remove(tile)
    return tuple(sorted(left)) if len(left) == play.kept_count else None


def _rack_text(tiles: Sequence[int], asked: Asked) -> str:
    """Write tiles with the blank last."""
    return asked.position.distribution.alphabet.rack_text(sorted(tiles, key=lambda tile: (tile == 0, tile)))


def _show(
    asked: Asked,
    record: "scrabble.GameRecord",
    play: "scrabble.ObservedPlay",
    found: "scrabble.InferredRack",
    *,
    count: int,
) -> None:
    console = output()
    console.print(_heading(asked, record, play, found), markup=False)
    console.print(_looked_at(found), style="dim", markup=False)
    console.print(_table("kept", found.leaves(count), asked))
    tiles = sorted(found.tiles(), key=lambda odds: (-odds.ratio, odds.tiles))
    console.print(_table("tile", tiles[:count], asked))
    really = _really_kept(asked, record, play)
    if really is not None:
        odds = found.leave(really)
        figures_text = (
            f"{_percent(odds.chance)}, {_ratio(odds)}" if odds.chance else "not among the racks drawn"
        )
        text = f"really kept: {_rack_text(really, asked)}, {figures_text}"
        console.print(text, markup=False)


def _heading(
    asked: Asked, record: "scrabble.GameRecord", play: "scrabble.ObservedPlay", found: "scrabble.InferredRack"
) -> str:
    nicks = record.game.nicks
    own = _rack_text(asked.position.rack, asked) or "an unknown rack"
    move = play.position.move_text(play.move)
    kept = turns.pluralised(found.kept_count, "tile")
    return (
        f"{nicks[1 - asked.on_turn]}: {move} +{play.score_pts}, keeps {kept}; "
        f"{nicks[asked.on_turn]} has {own}, {len(found.unseen)} tiles are unseen"
    )


def _looked_at(found: "scrabble.InferredRack") -> str:
    took = clocks.seconds_text(found.spent_s)
    effective = f"worth {found.effective_draws:,.0f} of equal weight"
    if found.draws:
        return f"{found.draws:,} draws of {found.possible:,} racks, {effective}; {took}"
    if found.is_complete:
        return f"all {found.possible:,} racks looked at; {took}"
    return f"{found.racks:,} of {found.possible:,} racks looked at, {effective}; {took}"


def _table(head: str, rows: "Sequence[scrabble.LeaveOdds]", asked: Asked) -> NarrowTable:
    return NarrowTable.of(
        rows,
        words(head, lambda odds: _rack_text(odds.tiles, asked)),
        figures("chance", lambda odds: _percent(odds.chance)),
        figures("drawn", lambda odds: _percent(odds.drawn_chance), 1),
        figures("against chance", _ratio),
    )


def _percent(chance: float) -> str:
    return f"{_PERCENT * chance:.3g} %"


def _ratio(odds: "scrabble.LeaveOdds") -> str:
    return f"x{odds.ratio:.3g}"


def _json_form(
    asked: Asked,
    record: "scrabble.GameRecord",
    play: "scrabble.ObservedPlay",
    found: "scrabble.InferredRack",
    *,
    count: int,
) -> dict[str, Any]:
    """Return the result as plain values for JSON."""
    nicks = record.game.nicks
    really = _really_kept(asked, record, play)

    def form(odds: "scrabble.LeaveOdds") -> dict[str, Any]:
        return {
            "tiles": _rack_text(odds.tiles, asked),
            "chance": odds.chance,
            "drawn_chance": odds.drawn_chance,
            "ratio": odds.ratio,
        }

    return {
        "cgp": asked.position.to_cgp(),
        "turn": asked.turn,
        "player": nicks[asked.on_turn],
        "opponent": nicks[1 - asked.on_turn],
        "move": play.position.move_text(play.move),
        "score_pts": play.score_pts,
        "kept_count": found.kept_count,
        "possible": found.possible,
        "racks": found.racks,
        "draws": found.draws,
        "effective_draws": found.effective_draws,
        "covered": found.covered,
        "complete": found.is_complete,
        "spent_s": found.spent_s,
        "leaves": [form(odds) for odds in found.leaves(count)],
        "tiles": [form(odds) for odds in found.tiles()],
        "kept": None if really is None else form(found.leave(really)),
    }
