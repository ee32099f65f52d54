"""`zeitnot autopsy`: where the time of turns went that were too late."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from zeitnot import lab
from zeitnot.cli.console import output, printable
from zeitnot.cli.options import JsonOption
from zeitnot.errors import SettingError


def autopsy(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run of `zeitnot match`.")],
    game: Annotated[
        int | None, typer.Argument(metavar="GAME", help="Number of one game, from 1. Default: all games.")
    ] = None,
    json_form: JsonOption = False,
) -> None:
    """Say where the time went in turns that lost on time or ran past their limit.

    It went to the engine's own search, to its pipe, to the scheduler of this machine, to the proxy with its
    policy, or to the runner. What a run does not hold is unknown.

    \b
    [bold]Examples[/bold]
    zeitnot autopsy runs/textbook-uniform.run
    zeitnot autopsy runs/textbook-uniform.run 3
    zeitnot autopsy runs/textbook-uniform.run --json
    """
    with lab.RunStore.read(run) as store:
        names = [participant.name for participant in store.plan.participants]
        found = list(lab.find_late_turns(store, _chosen(store, game)))
    if json_form:
        print(json.dumps({"run": str(run), "late_turns": [_form(late, names) for late in found]}, indent=2))
        return
    for late in found:
        for line in _lines(late, names):
            output().print(printable(line), markup=False, soft_wrap=True)
    if not found:
        where = f"of game {game}" if game is not None else "of this run"
        print(f"No turn {where} was late.")


def _chosen(store: "lab.RunStore", number: int | None) -> "list[lab.GameRow]":
    games = store.games()
    if number is None:
        return games
    chosen = [game for game in games if game.number + 1 == number]
    if not chosen:
        last = max((game.number + 1 for game in games), default=0)
        raise SettingError(f"GAME must be a finished game of the run, from 1 to {last}, got {number}")
    return chosen


def _lines(late: "lab.LateTurn", names: list[str]) -> list[str]:
    row, found = late.row, late.autopsy
    lost = ", lost on time" if late.flagged else ""
    move = f"move {row.ply // 2 + 1} ({row.move}){lost}"
    return [f"game {row.game + 1}, {names[row.participant]}, {move}: {found.cause}", f"  {found.words}"]


def _form(late: "lab.LateTurn", names: list[str]) -> dict[str, Any]:
    row, found = late.row, late.autopsy
    return {
        "game": row.game + 1,
        "participant": names[row.participant],
        "ply": row.ply,
        "move": row.move,
        "lost_on_time": late.flagged,
        "cause": found.cause.value,
        "over_s": found.over_s,
        "due_s": found.due_s,
        "referee_s": row.referee_s,
        "by_place_s": {place.value: spent_s for place, spent_s in found.by_place_s.items()},
        "words": found.words,
    }
