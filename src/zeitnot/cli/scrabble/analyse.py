"""`zeitnot scrabble analyse`: every turn of a game beside the best moves, mistakes, luck and skill."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from zeitnot import clocks, games, models, report, review, scrabble
from zeitnot.cli.console import output as terminal
from zeitnot.cli.console import printable, tell, text_console, work_bar
from zeitnot.cli.exits import EXIT_INTERRUPTED, stopping
from zeitnot.cli.options import (
    JsonOption,
    check_place,
    clock_option,
    flag,
    number_option,
    option,
    policy_option,
    whole_option,
    write_file,
)
from zeitnot.cli.policy_settings import SettingsOptions
from zeitnot.cli.scrabble.analysis_output import analysis_form, show_analysis
from zeitnot.cli.scrabble.options import (
    CLOCK,
    POLICY,
    CandidatesOption,
    FilesOptions,
    LenientOption,
    PliesOption,
    note_lexicon,
    read_policy,
)
from zeitnot.errors import SettingError

_CLOCK = "The clock"
_GAME = "scrabble"
_TURN = re.compile(r"[0-9]{0,9}")


@dataclass(frozen=True, kw_only=True)
class AnalyseOptions(FilesOptions, SettingsOptions):
    """Who judges, how thoroughly, and whose budgets are shown."""

    effort: Annotated[
        float,
        number_option(
            "--effort", "Factor of the search: 4 takes four times as long.", metavar="FACTOR", above=0
        ),
    ] = 1.0
    processes: Annotated[
        int | None, whole_option("--processes", "Processes that judge at once. Default: all cores.", least=1)
    ] = None
    plies: PliesOption = None
    candidates: CandidatesOption = None
    wins: Annotated[Path | None, option("FILE.csv", "Chances to win. Default: built in.")] = None
    clock: Annotated[
        str | None,
        clock_option(
            f"The clock that the policy divides, for the column of budgets. Default: {CLOCK}.", _CLOCK
        ),
    ] = None
    policy: Annotated[
        str, policy_option("Who manages the time: magpie, uniform or one of your own.", _CLOCK)
    ] = POLICY

    @property
    def plan(self) -> "scrabble.ScrabblePlan":
        """What the game is judged with."""
        files = {
            name: None if (path := getattr(self, name)) is None else str(path)
            for name in ("lexicon", "leaves", "distribution", "layout", "wins")
        }
        return scrabble.ScrabblePlan(plies=self.plies, candidates=self.candidates, **files).from_the_root()

    def judge(self, plan: "scrabble.ScrabblePlan") -> "games.JudgeSettings":
        """Return how thoroughly the game is judged, and with what."""
        return games.JudgeSettings(effort=self.effort, processes=self.processes, settings=plan.settings)

    def control(self) -> "clocks.TimeControl":
        """Return the clock of the budgets."""
        control = clocks.TimeControl.parse(self.clock or CLOCK)
        if not control.has_clock:
            raise SettingError(f"--clock must be a clock that runs, such as {CLOCK!r}, got {self.clock!r}")
        return control


def analyse(
    game: Annotated[Path, typer.Argument(metavar="FILE.gcg", help="The game.")],
    player: Annotated[str | None, option("NICK", "Only the turns of one player.")] = None,
    turns: Annotated[str | None, option("FROM-TO", "Only these turns: 5, 3-9, 12-.")] = None,
    *,
    options: AnalyseOptions,
    lenient: LenientOption = False,
    html: Annotated[Path | None, option("FILE", "Write one page with everything in it.", "--html")] = None,
    gcg: Annotated[
        Path | None, option("FILE", "Write the game with grades and luck as notes.", "--gcg")
    ] = None,
    verbose: Annotated[bool, flag("Every step that led to each budget.", "--verbose", "-v")] = False,
    output: Annotated[Path | None, option("FILE", "Write to a file instead.", "--output", "-o")] = None,
    json_form: JsonOption = False,
) -> None:
    """Analyse a game: what every move lost against the best, small to large mistakes, and luck of the draw.

    Moves are judged by simulations, with an empty bag by the solver: the same
    judgement as in `zeitnot review`, which is about time. It is kept in the cache
    folder: a second look is fast, and Ctrl-C, which shows the result so far, loses
    nothing. Turns whose rack is not known are not graded.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble analyse game.gcg
    zeitnot scrabble analyse game.gcg --html game.html --gcg annotated.gcg
    zeitnot scrabble analyse game.gcg --effort 4 --player ann --turns 3-9
    zeitnot scrabble analyse game.gcg --clock "5:00 -10/min" --policy uniform -v
    """
    control = options.control()
    for path, name in ((output, "--output"), (html, "--html"), (gcg, "--gcg")):
        if path is not None:
            check_place(path, name)
    if html is not None:
        report.check_pages()
    name, own = read_policy(options.policy, options.read_all())
    record = options.read_game(game, lenient=lenient)
    wanted = _read_wanted(record, player=player, turns=turns)
    planned = scrabble.PlannedTime(lambda: models.make_manager(name, own), control)
    found, is_complete = _analysed(record, options, wanted, planned, place=str(game))
    if gcg is not None:
        reviewer = games.find_game(_GAME).reviewer()
        text = reviewer.annotated(found.timed, scrabble.analysis_comments(found.turns))
        write_file(gcg, text.encode(), option="--gcg")
    if html is not None:
        report.write_analysis_page(html, found)
    _show_or_write(found, options, json_form=json_form, output=output, verbose=verbose, heading=str(control))
    if not json_form and output is None:
        for path in (html, gcg):
            if path is not None:
                print(printable(f"written: {path}"))
    if not is_complete:
        tell("interrupted: what was judged is kept; the same command goes on")
        raise typer.Exit(EXIT_INTERRUPTED)


def _read_wanted(record: "scrabble.GameRecord", *, player: str | None, turns: str | None) -> set[int]:
    """Return the plies that are to be judged."""
    nicks, game = record.game.nicks, record.game
    if player is not None and player not in nicks:
        raise SettingError(f"--player must be one of {', '.join(nicks)}, got {player!r}")
    first, last = _read_turns(turns)
    seats = (0, 1) if player is None else (nicks.index(player),)
    return {
        ply
        for ply, place in enumerate(scrabble.turn_places(game))
        if first <= ply + 1 <= last and game.events[place].player in seats
    }


def _read_turns(text: str | None) -> tuple[int, float]:
    """Read `5`, `3-9`, `12-` or `-4`."""
    if text is None:
        return 1, float("inf")
    first, dash, last = (part.strip() for part in text.partition("-"))
    if (first or last) and all(_TURN.fullmatch(part) for part in (first, last)):
        begin = int(first or 1)
        end = int(last) if last else float("inf") if dash else begin
        if 1 <= begin <= end:
            return begin, end
    raise SettingError(f"--turns must be numbers of turns such as 5, 3-9 or 12-, got {text!r}")


def _analysed(
    record: "scrabble.GameRecord",
    options: AnalyseOptions,
    wanted: set[int],
    planned: "scrabble.PlannedTime",
    *,
    place: str,
) -> "tuple[scrabble.GameAnalysis, bool]":
    """Judge the turns on all cores; what is done when it is interrupted is kept and returned."""
    game = record.game
    _, knowledge = options.read_knowledge(
        distribution=game.distribution, layout=game.layout, wins=options.wins
    )
    note_lexicon(record.position(), knowledge.lexicon)
    timed = scrabble.timed_game(record, place=place, settings=options.plan.settings)
    plan = scrabble.ScrabblePlan.of(timed.settings)  # with the tiles and the board that the file names
    all_turns = scrabble.scrabble_turns(game, plan.settings)
    asked = {ply: all_turns[ply] for ply in sorted(wanted)}
    judge = options.judge(plan)
    recording = judge.recording(_GAME)
    cache = review.TurnCache(recording, game=_GAME)
    try:
        with stopping() as stop, work_bar(len(asked), doing="judging", things="turns") as bar:
            found = review.judge_turns(
                tuple(asked.values()),
                judge,
                game=_GAME,
                cache=cache,
                on_progress=lambda done, total: bar.update(bar.task_ids[0], completed=done, total=total),
                is_stopped=stop.is_set,
            )
    finally:
        cache.close()
    judged = {ply: found[turn] for ply, turn in asked.items() if turn in found}
    generator = scrabble.Generator.make(knowledge.lexicon, knowledge.evaluation, knowledge.layout)
    analysis = scrabble.GameAnalysis(
        game=game,
        timed=timed,
        turns=tuple(
            scrabble.analysed_turns(
                game,
                judged,
                draws=scrabble.draws_of(game, generator, plies=judged.keys()),
                budgets=planned.budgets(game, generator),
            )
        ),
        samples=recording.samples,
    )
    return analysis, len(judged) == len(asked)


def _show_or_write(
    found: "scrabble.GameAnalysis",
    options: AnalyseOptions,
    *,
    json_form: bool,
    output: Path | None,
    verbose: bool,
    heading: str,
) -> None:
    if json_form:
        text = json.dumps(analysis_form(found), indent=2) + "\n"
    else:
        console = text_console() if output else terminal()
        show_analysis(console, found, verbose=verbose, heading=f"{options.policy} on {heading}")
        text = console.export_text() if output else ""
    if output is None:
        print(text, end="")
    else:
        write_file(output, text.encode(), option="--output")
