"""`zeitnot scrabble learn leaves`: what kept tiles are worth, from static games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.output_file import write_file
from zeitnot.cli.scrabble_options import (
    DistributionOption,
    LayoutOption,
    LexiconOption,
    build_status,
    open_lexicon,
    read_distribution,
    read_layout,
)
from zeitnot.cli.stopping import stopping
from zeitnot.cli.training_run import (
    SeedOption,
    StateOption,
    ThreadsOption,
    check_done,
    check_place,
    read_threads,
    say,
    state_of,
    whole,
    work_bar,
)
from zeitnot.errors import DataError, SettingError

if TYPE_CHECKING:
    from zeitnot.learning import LeaveTraining
    from zeitnot.scrabble import LetterDistribution, StaticEvaluation

GAMES = "64000"
WELL_KNOWN = ("?S", "QU", "ER", "ST", "IN", "EE", "UU", "VW", "?ES", "ERS", "ING", "EIRST", "AEINST")
"""Leaves that players have an opinion of."""

_IN_A_LINE = 6


def leaves(  # noqa: PLR0917 (typer passes options by name)
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.klv2", help="Where to write the leaves.")
    ],
    games: Annotated[
        str | None,
        typer.Option(metavar="N", help=f"Games in all, in rounds that double. Default: {int(GAMES):,}."),
    ] = None,
    rounds: Annotated[
        str | None, typer.Option(metavar="N,N,...", help="Games of each round, instead of --games.")
    ] = None,
    racks: Annotated[str, typer.Option(metavar="N", help="Random racks compared on each board.")] = "8",
    lexicon: LexiconOption = None,
    threads: ThreadsOption = None,
    seed: SeedOption = "1",
    state: StateOption = None,
    distribution: DistributionOption = None,
    layout: LayoutOption = None,
) -> None:
    """Learn what kept tiles are worth: a KLV2 file of all leaves of up to six tiles.

    Each round plays with the leaves of the one before, and compares random racks on every board. Ctrl-C
    keeps what was counted, and the same command goes on from there. Threads do not change the result.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble learn leaves -o leaves.klv2
    zeitnot scrabble learn leaves -o quick.klv2 --rounds 500,1000,2000
    """
    from zeitnot.learning import LeaveSettings, LeaveTraining, TrainingState

    settings = LeaveSettings(
        rounds=_rounds(games, rounds), racks=whole(racks, "--racks"), seed=whole(seed, "--seed", least=0)
    )
    chosen_threads = read_threads(threads)
    check_place(output)
    with build_status() as on_build:
        words = open_lexicon(lexicon, read_distribution(distribution), on_build)
        training = LeaveTraining(words, settings, read_layout(layout))
    kept = TrainingState(state or state_of(output), training.identity)
    if training.resume(kept):
        say(f"going on after {training.games:,} games, kept in {kept.path}")
    with stopping() as stop, work_bar(sum(settings.rounds), training.games) as bar:
        for step in training.run(threads=chosen_threads, state=kept, stop=stop):
            name = f"round {step.round_number} of {len(settings.rounds)}"
            bar.update(bar.task_ids[0], completed=step.games, description=name)
            if step.values_made:
                bar.console.print(f"{name}: {step.racks:,} racks, {training.seconds:.0f} s so far")
    check_done(training, kept.path)
    write_file(output, training.klv2(), option="--output")
    kept.path.unlink(missing_ok=True)
    _show(training)
    print(f"{training.games:,} games in {training.seconds:.0f} s; leaves in {output}")


def _rounds(games: str | None, rounds: str | None) -> tuple[int, ...]:
    from zeitnot.learning import rounds_of

    if rounds is None:
        return rounds_of(whole(GAMES if games is None else games, "--games"))
    if games is not None:
        raise SettingError(f"--games and --rounds exclude each other, got {games!r} and {rounds!r}")
    return tuple(whole(part.strip(), "each of --rounds") for part in rounds.split(","))


def _show(training: "LeaveTraining") -> None:
    from rich.columns import Columns
    from rich.console import Group, RenderableType
    from rich.text import Text

    from zeitnot.cli.console import output
    from zeitnot.scrabble import StaticEvaluation

    table = StaticEvaluation(leaves=training.leaves())
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


def _pts(table: "StaticEvaluation", text: str, distribution: "LetterDistribution") -> float | None:
    """Give the worth of a leave, None if the game has no such tiles."""
    try:
        tiles = tuple(sorted(distribution.alphabet.rack(text)))
    except DataError:  # another alphabet
        return None
    if any(tiles.count(tile) > distribution.counts[tile] for tile in tiles):
        return None
    return table.leave_pts(tiles)
