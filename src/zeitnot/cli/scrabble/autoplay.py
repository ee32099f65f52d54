"""`zeitnot scrabble autoplay`: players against each other, at sight or on the clock, with statistics."""

import json
import time
from contextlib import closing
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.markup import escape

from zeitnot import learning, scrabble, turns
from zeitnot.cli.console import output, work_bar
from zeitnot.cli.estimates import fields_form, number_text, percent_text, points_text, value_form
from zeitnot.cli.exits import EXIT_INTERRUPTED
from zeitnot.cli.learn.train import ThreadsOption
from zeitnot.cli.narrow_table import NarrowTable, figures, words
from zeitnot.cli.options import JsonOption, option, whole_option
from zeitnot.cli.scrabble.clocked_autoplay import ClockedOptions
from zeitnot.cli.scrabble.options import FilesOptions, build_status
from zeitnot.errors import SettingError

GAMES = 1000
CLOCKED_GAMES = 20


def autoplay(
    games: Annotated[
        int | None,
        whole_option(
            "--games", f"Games to play. Default: {GAMES}, on the clock {CLOCKED_GAMES}.", "-n", least=1
        ),
    ] = None,
    threads: ThreadsOption = None,
    seed: Annotated[int, whole_option("--seed", "The same seed deals the same tiles.")] = 1,
    *,
    clocked: ClockedOptions,
    files: FilesOptions,
    against_leaves: Annotated[
        str | None,
        option("FILE.klv2", "The other player's leaves, also `none` and `rough`. Default: the same."),
    ] = None,
    json_form: JsonOption = False,
) -> None:
    """Let players play each other, and show how the games went.

    Without a clock they play at sight; with one they simulate and search as
    long as their policies say. Players that differ play every deal twice, each
    beginning once, so that luck with the tiles cancels out; errors are counted
    over such pairs. Ctrl-C ends the games early and shows the result so far.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble autoplay --games 100
    zeitnot scrabble autoplay --games 100 --against-leaves none
    zeitnot scrabble autoplay --leaves rough --against-leaves none --json
    zeitnot scrabble autoplay --policy magpie --clock 0:20 -10/min --games 2
    zeitnot scrabble autoplay --policy magpie --work 10 --games 2 -o match.run
    """
    if clocked.is_asked_for:
        if against_leaves is not None:
            raise SettingError(f"--against-leaves is for play at sight, got {against_leaves!r} with a clock")
        plan = clocked.plan(asdict(files), games=games or CLOCKED_GAMES, seed=seed)
        clocked.play(plan, concurrency=threads or learning.cores(), json_form=json_form)
        return
    if any(each is not None for each in (clocked.output, clocked.work, clocked.challenge)):
        rule = "--output, --work and --challenge are for games on the clock"
        raise SettingError(f"{rule}, got no --clock or --policy")

    tiles, board = files.read_rules()
    with build_status() as on_build:
        words, first_name, first = files.opened(tiles, on_build)
        second_name, second = first_name, None
        if against_leaves is not None and against_leaves != first_name:
            second_name, second = scrabble.read_evaluation(against_leaves, tiles, on_build)
        play = scrabble.Autoplay(
            lexicon=words,
            first=first,
            second=second,
            layout=board,
            seed=seed,
            threads=threads or learning.cores(),
        )
        play.prepare()
    tally, used_s, interrupted = _played(play, games or GAMES)
    names = first_name, second_name
    about = {"lexicon": words.name, "seed": seed, "threads": play.threads, "interrupted": interrupted}
    if json_form:
        print(json.dumps({**about, **_form(tally, names, used_s)}, indent=2))
    else:
        _show(tally, names, used_s, about)
    if interrupted:
        raise typer.Exit(EXIT_INTERRUPTED)


def _played(play: "scrabble.Autoplay", games: int) -> "tuple[scrabble.Tally, float, bool]":
    tally = scrabble.Tally()
    count = -(-games // play.games_a_deal)
    began_s = time.perf_counter()
    interrupted = False
    bar_text = "{task.fields[speed]}"
    with (
        work_bar(count * play.games_a_deal, doing="games", things=bar_text, speed="") as bar,
        closing(play.deals(count)) as portions,
    ):
        try:
            for portion in portions:
                for deal in portion:
                    tally.add(deal)
                speed = tally.games / max(1e-9, time.perf_counter() - began_s)
                bar.update(bar.task_ids[0], completed=tally.games, speed=f"{speed:.0f} games/s")
        except KeyboardInterrupt:
            interrupted = True
    return tally, time.perf_counter() - began_s, interrupted


def _show(tally: "scrabble.Tally", names: tuple[str, str], used_s: float, about: dict[str, Any]) -> None:
    console, is_match = output(), names[0] != names[1]
    cut = ", interrupted" if about["interrupted"] else ""
    speed = f"{_speed(tally, used_s):.0f} games/s on {turns.pluralised(about['threads'], 'thread')}"
    console.print(f"[bold]{tally.games:,} games[/bold] in {used_s:.1f} s{cut}: {speed}")
    if not tally.games:
        return
    if is_match:
        console.print(_table(tally, "leaves", names))
        console.print(
            f"{escape(names[0])} against {escape(names[1])}: "
            f"[bold]{points_text(tally.spread_pts)}[/bold] points a game, "
            f"wins [bold]{percent_text(tally.win_rate)}[/bold]"
        )
    else:
        console.print(_table(tally, "player", ("begins", "second")))
    a_game = f"{tally.turns / tally.games:.1f} turns a game"
    console.print(f"who begins wins {percent_text(tally.beginner_win_rate)}; {a_game}")
    over = f"{tally.deals:,} {'pairs of games' if is_match else 'games'}"
    console.print(
        f"[dim]± is 95 %, over {over}; lexicon {escape(about['lexicon'])}, seed {about['seed']}[/dim]"
    )


def _speed(tally: "scrabble.Tally", used_s: float) -> float:
    """Return the games a second."""
    return tally.games / used_s if used_s > 0 else 0.0


def _table(tally: "scrabble.Tally", head: str, names: tuple[str, str]) -> NarrowTable:
    won = (tally.wins, tally.losses)
    return NarrowTable.of(
        (0, 1),
        words(head, lambda player: names[player], shortest=8),
        figures("score", lambda player: number_text(tally.score_pts(player))),
        figures("wins", lambda player: f"{won[player] + tally.draws / 2:,g}"),
        figures("bingos", lambda player: f"{tally.bingos[player] / tally.games:.2f}", 2),
        figures("exchanges", lambda player: f"{tally.exchanges[player] / tally.games:.2f}", 1),
    )


def _form(tally: "scrabble.Tally", names: tuple[str, str], used_s: float) -> dict[str, Any]:
    games = max(1, tally.games)
    return {
        **fields_form(tally, "games", "deals"),
        "time_s": round(used_s, 3),
        "games_per_second": round(_speed(tally, used_s), 1),
        "turns_a_game": tally.turns / games,
        "players": [
            {
                "leaves": name,
                "score_pts": value_form(tally.score_pts(player)),
                "bingos_a_game": tally.bingos[player] / games,
                "exchanges_a_game": tally.exchanges[player] / games,
            }
            for player, name in enumerate(names)
        ],
        "first": fields_form(tally, "wins", "draws", "losses", "win_rate", "spread_pts"),
        **fields_form(tally, "beginner_win_rate"),
    }
