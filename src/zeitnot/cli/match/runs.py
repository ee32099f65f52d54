"""`zeitnot runs`, `report`, `export` and `resume`: what is done with runs that were kept."""

import json
import webbrowser
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import lab
from zeitnot.cli.console import output, printable, tell
from zeitnot.cli.match.config_file import config_text
from zeitnot.cli.match.crosstable import PriorOption, cross_table_text
from zeitnot.cli.match.run import RunOptions, agree_to_commands
from zeitnot.cli.match.table import command_lines, run_form, show_run, shown_elo, whole_form
from zeitnot.cli.narrow_table import NarrowTable, figures, words
from zeitnot.cli.options import JsonOption, flag, option, write_file
from zeitnot.errors import SettingError, ZeitnotError


def runs(
    place: Annotated[
        Path, typer.Argument(metavar="PLACE", help="A folder of runs, or one run. Default: runs.")
    ] = Path("runs"),
    json_form: JsonOption = False,
    cross: Annotated[
        bool, flag("Print a ranking of one run with a cross table, as plain text.", "--crosstable")
    ] = False,
    prior: PriorOption = 0.0,
    match_config: Annotated[
        Path | None,
        option(
            "FILE.toml",
            "Write the settings of one run as a file for `zeitnot match --match-config`.",
            "--match-config",
        ),
    ] = None,
) -> None:
    """List runs with how they stand and the engines they start, or show one in full.

    \b
    [bold]Examples[/bold]
    zeitnot runs
    zeitnot runs runs/textbook-uniform.run
    zeitnot runs runs/textbook-uniform.run --match-config again.toml
    zeitnot runs runs/textbook-uniform.run --crosstable --prior 2
    """
    if not place.exists():
        raise SettingError(
            f"runs must be in an existing folder or file, which `zeitnot match` makes, got {str(place)!r}"
        )
    if place.is_dir() and (cross or prior):
        raise SettingError(f"--crosstable and --prior are for one run, got the folder {str(place)!r}")
    if match_config is not None:
        _write_config(place, match_config)
    elif place.is_dir():
        _list(place, json_form=json_form)
    else:
        _show_one(place, json_form=json_form, cross=cross, prior=prior)


def _show_one(path: Path, *, json_form: bool, cross: bool, prior: float) -> None:
    with lab.RunStore.read(path) as store:
        standings = lab.standings_of(store.plan, store.games(), prior_draws=prior)
        if cross:
            print(cross_table_text(standings))
        elif json_form:
            print(json.dumps(whole_form(store, standings), indent=2))
        else:
            show_run(store, standings)


def _write_config(place: Path, path: Path) -> None:
    """Write the settings of a run, and beside them its openings where they are not the built-in ones."""
    if place.is_dir():
        raise SettingError(f"--match-config is for one run, got the folder {str(place)!r}")
    with lab.RunStore.read(place) as store:
        plan = store.plan
    openings = path.with_suffix(".openings")
    text = config_text(plan, openings_file=str(openings))
    if json.dumps(str(openings), ensure_ascii=False) in text:
        write_file(openings, "\n".join([*plan.openings, ""]).encode(), option="--match-config")
    write_file(path, text.encode(), option="--match-config")
    tell(f"zeitnot: `zeitnot match --match-config {path}` plays this match again")


def _list(folder: Path, *, json_form: bool) -> None:
    forms, rows, commands = {}, [], []
    for path in sorted(folder.glob(f"*{lab.RUN_SUFFIX}")):
        try:
            with lab.RunStore.read(path) as store:
                games = store.games()
                plan, standings = store.plan, lab.standings_of(store.plan, games)
                began = store.began
        except ZeitnotError as error:
            tell(f"zeitnot: {error}")
            continue
        forms[str(path)] = run_form(plan, standings, games)
        rows.append((path.stem, began[:10], plan, standings))
        commands += command_lines(plan, f"{path.stem}: ")
    if json_form:
        print(json.dumps(forms, indent=2))
    elif forms:
        console = output()
        console.print(_table(rows))
        for line in commands:
            console.print(line)
    else:
        raise SettingError(f"a folder of runs must hold files {lab.RUN_SUFFIX}, got none in {str(folder)!r}")


def _table(rows: "list[tuple[str, str, lab.MatchPlan, lab.MatchStandings]]") -> NarrowTable:
    """Lay out the list; where there is no room the game goes first, then the day and the clock."""

    def leader(standings: "lab.MatchStandings") -> str:
        return standings.table.rows[0].name if standings.games else ""

    return NarrowTable.of(
        rows,
        words("run", lambda row: row[0], shortest=16),
        words("began", lambda row: row[1], left_out=2),
        words("game", lambda row: row[2].game, left_out=1),
        words("clock", lambda row: row[2].short_clock, left_out=3),
        figures("games", lambda row: f"{row[3].games:,} of {row[2].total_games:,}"),
        words("leads", lambda row: leader(row[3]), shortest=12),
        figures("Elo (95 %)", lambda row: shown_elo(row[3], leader(row[3])) if row[3].games else ""),
    )


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run that `zeitnot match` wrote.")],
    output: Annotated[
        Path | None, option("FILE.html", "Where the page goes. Default: beside the run.", "--output", "-o")
    ] = None,
    open_page: Annotated[bool, flag("Show the page in the browser.", "--open")] = False,
    json_form: Annotated[
        bool,
        flag("Print what was written and the main figures as JSON: standings, faults, time use.", "--json"),
    ] = False,
) -> None:
    """Write a page about a run: standings, how the score came about, and where the time went.

    It is one file that needs no network, for screen, phone and paper. A run that is still being played
    is shown as it stands.

    \b
    [bold]Examples[/bold]
    zeitnot report runs/textbook-uniform.run
    zeitnot report runs/textbook-uniform.run -o report.html --open
    zeitnot report runs/textbook-uniform.run --json
    """
    from zeitnot.report import write_match_page  # here a report is a command

    page = output or run.with_suffix(".html")
    if page.resolve() == run.resolve():
        raise SettingError(f"--output must be another file than the run, got {str(page)!r}")
    with lab.RunStore.read(run) as store:
        write_match_page(page, store)
        size = page.stat().st_size
        if json_form:
            form = whole_form(store, lab.standings_of(store.plan, store.games()))
            print(json.dumps({"written": str(page), "bytes": size, **form}, indent=2))
        else:
            print(printable(f"written: {page} ({size / 1e6:.1f} MB)"))
    if open_page and not webbrowser.open(page.resolve().as_uri()):
        tell(f"zeitnot: no browser could be started; open {page} by hand")


def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run of `zeitnot match`.")],
    parquet: Annotated[
        Path | None,
        option("FOLDER", "Write games.parquet, turns.parquet and steps.parquet there, with their types."),
    ] = None,
    csv: Annotated[Path | None, option("FOLDER", "Write games.csv, turns.csv and steps.csv there.")] = None,
    *,
    pgn: Annotated[
        Path | None, option("FILE.pgn", "Write the games there, with the fields of --fields.")
    ] = None,
    fields: Annotated[
        str,
        option(
            "LIST", "After each move of --pgn: score, time, eval, clk, emt, nodes, nps, or none.", "--fields"
        ),
    ] = "score,time",
    json_form: Annotated[bool, flag("Print what was written as JSON.", "--json")] = False,
) -> None:
    """Export the games, the turns and the steps of their trails for data frames.

    docs/reference/data.md explains every column. PGN and GCG files lie beside the run; --pgn writes the games
    once more, with the fields that another program wants.

    \b
    [bold]Examples[/bold]
    zeitnot export runs/textbook-uniform.run --parquet data
    zeitnot export runs/textbook-uniform.run --csv data --json
    zeitnot export runs/textbook-uniform.run --pgn out.pgn --fields score,nps
    """
    if parquet is None and csv is None and pgn is None:
        raise SettingError(
            "export needs a format, --parquet FOLDER, --csv FOLDER or --pgn FILE.pgn, got none"
        )

    written = []
    with lab.RunStore.read(run) as store:
        if parquet is not None:
            written += lab.export_parquet(store, parquet)
        if csv is not None:
            written += lab.export_csv(store, csv)
        if pgn is not None:
            names = [] if fields == "none" else [each.strip() for each in fields.split(",")]
            written.append(lab.export_texts(store, pgn, names))
    if json_form:
        files = [{"table": each.name, "file": str(each.path), "rows": each.rows} for each in written]
        print(json.dumps({"run": str(run), "written": files}, indent=2))
        return
    for each in written:
        output().print(f"{printable(each.path)}: {each.rows:,} rows", markup=False, soft_wrap=True)


def resume(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run that `zeitnot match` began.")],
    *,
    options: RunOptions,
    trust: Annotated[
        bool,
        flag("Start the engines as the file has them, whatever their names mean on this machine.", "--trust"),
    ] = False,
) -> None:
    """Go on with a run that was interrupted, or killed; no finished game is played again.

    A run holds the commands of its engines, and a run from elsewhere may hold any. They are shown; where one
    is not what the engine's name means on this machine, you are asked, and without a terminal it is refused.

    \b
    [bold]Examples[/bold]
    zeitnot resume runs/textbook-uniform.run
    zeitnot resume from-a-friend.run --trust
    """
    from zeitnot import __version__

    with lab.RunStore.read(run) as store:
        if store.version != __version__:
            tell(f"zeitnot: the run was begun by version {store.version}, and {__version__} goes on")
    options.show(partial(lab.resume_match, run, trust=partial(agree_to_commands, trust=trust)), run)
