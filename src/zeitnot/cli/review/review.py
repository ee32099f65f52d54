"""`zeitnot review`: where a player's time was wasted, and where it was missing."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import clocks, report
from zeitnot import review as room
from zeitnot.cli.console import printable, tell, tell_first, work_bar
from zeitnot.cli.exits import EXIT_INTERRUPTED, stopping
from zeitnot.cli.options import (
    JsonOption,
    check_place,
    clock_option,
    flag,
    number_option,
    option,
    read_command,
    whole_option,
    write_file,
)
from zeitnot.cli.review.summary import show_review

_BUILT_IN = "built-in"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewOptions:
    """Who judges, how thoroughly, and what is written."""

    player: Annotated[
        str, option("NAME", "Review this player alone: a name, or a part of it.", "--player", "-p")
    ] = ""
    engine: Annotated[
        str | None,
        option(
            "COMMAND",
            "UCI engine that judges chess, or built-in. "
            "Default: stockfish if it is installed, else built-in.",
            "--engine",
            "-e",
        ),
    ] = None
    effort: Annotated[
        float,
        number_option(
            "--effort", "Factor of the search: 4 takes four times as long.", metavar="FACTOR", above=0
        ),
    ] = 1.0
    clock: Annotated[
        str | None, clock_option("Time control of the games, in place of what their files say.")
    ] = None
    games: Annotated[
        int | None, whole_option("--games", "Review at most this many games.", "-n", least=1)
    ] = None
    pace: Annotated[
        float | None,
        number_option(
            "--pace",
            "What a second of the player counts as, in nodes (chess) or samples (Scrabble). "
            "Default: found from the games.",
            metavar="N/S",
            unit="/s",
            above=0,
        ),
    ] = None
    processes: Annotated[
        int | None, whole_option("--processes", "Processes that search at once. Default: all cores.", least=1)
    ] = None

    lexicon: Annotated[
        Path | None,
        option(
            "FILE.kwg", "Words that judge Scrabble. Default: those of a run, else ENABLE1.", "--lexicon", "-l"
        ),
    ] = None
    leaves: Annotated[
        str | None, option("FILE.klv2", "Leaves of these words: a file, none or rough.", "--leaves")
    ] = None

    @property
    def settings(self) -> "room.JudgeSettings":
        """Who judges, and how thoroughly."""
        command: tuple[str, ...] | None = None
        if self.engine is not None:
            command = () if self.engine == _BUILT_IN else tuple(read_command(self.engine, option="--engine"))
        named = (("lexicon", self.lexicon), ("leaves", self.leaves))
        return room.JudgeSettings(
            engine=command,
            effort=self.effort,
            processes=self.processes,
            settings=tuple((name, str(value)) for name, value in named if value is not None),
        )


def review(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="PGN or GCG files, plain or packed (gz, bz2, xz, zst), or runs."),
    ],
    *,
    options: ReviewOptions,
    output: Annotated[
        Path | None, option("FILE.html", "Write one page with everything in it.", "--output", "-o")
    ] = None,
    pgn: Annotated[
        Path | None,
        option("FILE", "Write the games with verdicts as comments, as PGN or GCG.", "--pgn", "--gcg"),
    ] = None,
    moves: Annotated[bool, flag("List every move, not only the moments that mattered.", "--moves")] = False,
    json_form: JsonOption = False,
) -> None:
    """Review how players spent their clocks: where time was wasted, and where it was missing.

    Every move is searched by an engine, or simulated in Scrabble: what thinking
    was worth there, what the move lost, and a verdict on its time. Times are read
    from [%clk], [%emt], [%timestamp], the comments of match runners and the notes
    of GCG; what is missing or impossible is told move by move.

    Positions are kept in the cache folder: a second look is instant, and Ctrl-C
    loses nothing. The same command goes on.

    \b
    [bold]Examples[/bold]
    zeitnot review game.pgn
    zeitnot review game.pgn --player carla -o review.html
    zeitnot review lichess_2026-10.pgn.zst --player carla --games 50
    zeitnot review game.pgn --engine stockfish --effort 4 --pgn annotated.pgn
    zeitnot review game.gcg --clock "25:00 -10/min" --gcg annotated.gcg
    """
    control = None if options.clock is None else clocks.TimeControl.parse(options.clock)
    for path, name in ((output, "--output"), (pgn, "--pgn")):
        if path is not None:
            check_place(path, name)
    if output is not None:
        report.check_pages()
    found = _reviewed(files, options, control)
    problems = [f"{each.place}: {each.reason}" for each in found.unread]
    problems += [f"{each.game.place}: {words}" for each in found.games for words in each.game.problems]
    tell_first(problems)
    if pgn is not None:
        write_file(pgn, room.annotated_games(found).encode(), option="--pgn")
    if output is not None:
        report.write_review_page(output, found)
    if json_form:
        print(json.dumps(room.review_form(found), indent=2))
    else:
        show_review(found, moves=moves)
        for path in (output, pgn):
            if path is not None:
                print(printable(f"written: {path}"))
    if not found.is_complete:
        tell("interrupted: what was searched is kept; the same command goes on")
        raise typer.Exit(EXIT_INTERRUPTED)


def _reviewed(
    files: list[Path], options: ReviewOptions, control: "clocks.TimeControl | None"
) -> "room.Review":
    with stopping() as stop, work_bar(0, doing="searching", things="positions") as bar:

        def on_progress(done: int, total: int) -> None:
            bar.update(bar.task_ids[0], completed=done, total=total)

        return room.review_files(
            files,
            player=options.player,
            clock=control,
            most_games=options.games,
            settings=options.settings,
            nodes_per_s=options.pace,
            on_progress=on_progress,
            is_stopped=stop.is_set,
        )
