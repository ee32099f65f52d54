"""`zeitnot scrabble learn`: leaves and win percentages from static games."""

import hashlib
import lzma
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from zeitnot import lab, learning, scrabble
from zeitnot.cli.console import output, tell, work_bar
from zeitnot.cli.exits import stopping
from zeitnot.cli.learn.train import SeedOption
from zeitnot.cli.narrow_table import NarrowTable, figures
from zeitnot.cli.options import check_place, option, read_whole, whole_option, with_option_groups, write_file
from zeitnot.cli.scrabble.options import LeavesOption, LexiconOption, RulesOptions, build_status
from zeitnot.errors import DataError, SettingError

LEAVE_GAMES = 64_000
WIN_GAMES = 200_000
ProcessesOption = Annotated[
    int | None,
    whole_option("--processes", "Processes that play at once. Default: all cores.", "--threads", least=1),
]
WELL_KNOWN = ("?S", "QU", "ER", "ST", "IN", "EE", "UU", "VW", "?ES", "ERS", "ING", "EIRST", "AEINST")
"""Leaves that players have an opinion of."""


@dataclass(frozen=True, kw_only=True)
class TrainingOptions(RulesOptions):
    """The options of a training that can be interrupted."""

    lexicon: LexiconOption = None
    processes: ProcessesOption = None
    seed: SeedOption = 1
    state: Annotated[
        Path | None,
        option("FILE", "What an interrupted run goes on from. Default: the output with `.state` behind it."),
    ] = None

    def fleet(self, stop: threading.Event) -> "learning.RunTasks":
        """Return what plays the games: processes that end early when a stop is asked for."""
        return partial(lab.run_tasks, processes=self.processes or learning.cores(), is_stopped=stop.is_set)

    def kept(
        self, training: "learning.LeaveTraining | learning.WinTraining", output: Path
    ) -> "learning.TrainingState":
        """Return where the training is kept, after it has gone on from what is there."""
        kept = learning.TrainingState(
            self.state or output.with_name(f"{output.name}.state"), training.identity
        )
        if training.resume(kept):
            tell(f"going on after {training.games:,} games, kept in {kept.path}")
        return kept


def leaves(
    output: Annotated[Path, option("FILE.klv2", "Where to write the leaves.", "--output", "-o")],
    games: Annotated[
        int | None,
        whole_option("--games", f"Games in all, in rounds that double. Default: {LEAVE_GAMES:,}.", least=1),
    ] = None,
    rounds: Annotated[str | None, option("N,N,...", "Games of each round, instead of --games.")] = None,
    racks: Annotated[int, whole_option("--racks", "Random racks compared on each board.", least=1)] = 8,
    *,
    options: TrainingOptions,
) -> None:
    """Learn what kept tiles are worth: a KLV2 file of all leaves of up to six tiles.

    Each round plays with the leaves of the one before, and compares random racks on every board. Ctrl-C
    keeps what was counted, and the same command goes on from there. Threads do not change the result.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble learn leaves -o leaves.klv2
    zeitnot scrabble learn leaves -o quick.klv2 --rounds 500,1000,2000
    """
    settings = learning.LeaveSettings(rounds=_rounds(games, rounds), racks=racks, seed=options.seed)
    check_place(output)
    with build_status() as on_build:
        tiles, board = options.read_rules()
        words = scrabble.open_lexicon(options.lexicon, tiles, on_build)
        training = learning.LeaveTraining(words, settings, board)
    kept = options.kept(training, output)
    with stopping() as stop, work_bar(sum(settings.rounds), training.games) as bar:
        for step in training.run(run=options.fleet(stop), state=kept):
            name = f"round {step.round_number} of {len(settings.rounds)}"
            bar.update(bar.task_ids[0], completed=step.games, description=name)
            if step.values_made:
                bar.console.print(f"{name}: {step.racks:,} racks, {training.seconds:.0f} s so far")
    _check_done(training, kept.path)
    write_file(output, training.klv2(), option="--output")
    kept.path.unlink(missing_ok=True)
    _show_leaves(training)
    print(f"{training.games:,} games in {training.seconds:.0f} s; leaves in {output}")


def _check_done(training: "learning.LeaveTraining | learning.WinTraining", state: Path) -> None:
    """End an interrupted run: with exit code 130, as always."""
    if not training.done:
        tell(f"interrupted: {training.games:,} games are kept in {state}; the same command goes on")
        raise KeyboardInterrupt


def _rounds(games: int | None, rounds: str | None) -> tuple[int, ...]:
    if rounds is None:
        return learning.rounds_of(games or LEAVE_GAMES)
    if games is not None:
        raise SettingError(f"--games and --rounds exclude each other, got '{games}' and {rounds!r}")
    return tuple(read_whole(part.strip(), option="each of --rounds", least=1) for part in rounds.split(","))


def _show_leaves(training: "learning.LeaveTraining") -> None:
    table = scrabble.StaticEvaluation(leaves=training.leaves())
    distribution = training.lexicon.distribution
    singles = [
        distribution.alphabet.rack_text([tile]) for tile, count in enumerate(distribution.counts) if count
    ]
    lines: list[RenderableType] = []
    for group in (singles, WELL_KNOWN):
        rated = sorted((pts, text) for text in group if (pts := _pts(table, text, distribution)) is not None)
        lines.append(Columns([Text(f"{text} {pts:+.1f}") for pts, text in reversed(rated)], padding=(0, 3)))
        lines.append(Text())
    output().print(Group(Text(), *lines))


def _pts(
    table: "scrabble.StaticEvaluation", text: str, distribution: "scrabble.LetterDistribution"
) -> float | None:
    """Return the worth of a leave, None if the game has no such tiles."""
    try:
        tiles = tuple(sorted(distribution.alphabet.rack(text)))
    except DataError:  # another alphabet
        return None
    if any(tiles.count(tile) > distribution.counts[tile] for tile in tiles):
        return None
    return table.leave_pts(tiles)


def winpct(
    output: Annotated[Path, option("FILE.csv", "Where to write the win table.", "--output", "-o")],
    games: Annotated[int, whole_option("--games", "Games to play.", least=1)] = WIN_GAMES,
    pre_endgame: Annotated[
        Path | None,
        option(
            "FILE.json",
            "Where to write what plays that leave few tiles in the bag are worth beyond their leave. "
            "Default: beside the output.",
        ),
    ] = None,
    leaves_file: LeavesOption = None,
    *,
    options: TrainingOptions,
) -> None:
    """Learn the chance to win by spread and tiles unseen, and the worth of the last tiles in the bag.

    Ctrl-C keeps what was counted, and the same command goes on from there. Threads do not change the result.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble learn winpct -o winpct.csv
    zeitnot scrabble learn winpct -o quick.csv --games 2000 --leaves rough
    """
    pre_endgame = pre_endgame or output.with_name(f"{output.name.split('.')[0]}.pre-endgame.json")
    check_place(output)
    check_place(pre_endgame, option="--pre-endgame")
    tiles, board = options.read_rules()
    with build_status() as on_build:
        words = scrabble.open_lexicon(options.lexicon, tiles, on_build)
        name, evaluation = scrabble.read_evaluation(leaves_file, tiles, on_build)
        settings = learning.WinSettings(games=games, leaves=_leaves_name(name), seed=options.seed)
        training = learning.WinTraining(words, evaluation, settings, board)
    kept = options.kept(training, output)
    with stopping() as stop, work_bar(games, training.games) as bar:
        for done in training.run(run=options.fleet(stop), state=kept):
            bar.update(bar.task_ids[0], completed=done)
    _check_done(training, kept.path)
    _write_table(output, training)
    made_by = f"zeitnot scrabble learn winpct --games {games} --seed {options.seed}"
    made_by = f"{made_by}, lexicon {words.name}, leaves {Path(name).name}"
    write_file(pre_endgame, training.pre_endgame().to_json(made_by=made_by).encode(), option="--pre-endgame")
    kept.path.unlink(missing_ok=True)
    _show_pre_endgame(training)
    counted = f"{training.games:,} games, {training.positions:,} positions in {training.seconds:.0f} s"
    print(f"{counted}; win table in {output}, pre-endgame in {pre_endgame}")


def _leaves_name(name: str) -> str:
    """Return a name that identifies leaves by their content."""
    path = scrabble.BUILT_IN_LEAVES if name == "built-in" else Path(name)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else name


def _write_table(output: Path, training: "learning.WinTraining") -> None:
    content = training.table().to_bytes()
    packed = lzma.compress(content) if output.suffix == scrabble.PACKED_SUFFIX else content
    write_file(output, packed, option="--output")


def _show_pre_endgame(training: "learning.WinTraining") -> None:
    found = training.pre_endgame()
    table = NarrowTable.of(
        range(len(found.plays)),
        figures("left in the bag", str),
        figures("plays", lambda left: f"{found.plays[left]:,}", 0),
        figures("worth in points", lambda left: f"{found.adjustments_pts[left]:+.2f}"),
        figures("error", lambda left: f"± {found.errors_pts[left]:.2f}", 1),
        elsewhere="a wider terminal",
    )
    output().print(table)


learn = typer.Typer(
    name="learn",
    rich_markup_mode="rich",
    no_args_is_help=False,
    help="Learn leaves and win percentages from static games.",
)
learn.command()(with_option_groups(leaves))
learn.command()(with_option_groups(winpct))
