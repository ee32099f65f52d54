"""`zeitnot scrabble learn winpct`: chances to win, and the worth of the last tiles in the bag."""

import hashlib
import lzma
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zeitnot.cli.output_file import write_file
from zeitnot.cli.scrabble_options import (
    DistributionOption,
    LayoutOption,
    LeavesOption,
    LexiconOption,
    build_status,
    open_lexicon,
    read_distribution,
    read_evaluation,
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

if TYPE_CHECKING:
    from zeitnot.learning import WinTraining

GAMES = "200000"


def winpct(  # noqa: PLR0917 (typer passes options by name)
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.csv", help="Where to write the win table.")
    ],
    games: Annotated[str, typer.Option(metavar="N", help="Games to play.")] = GAMES,
    pre_endgame: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.json",
            help="Where to write what plays that leave few tiles in the bag are worth beyond their leave. "
            "Default: beside the output.",
        ),
    ] = None,
    lexicon: LexiconOption = None,
    leaves_file: LeavesOption = None,
    threads: ThreadsOption = None,
    seed: SeedOption = "1",
    state: StateOption = None,
    distribution: DistributionOption = None,
    layout: LayoutOption = None,
) -> None:
    """Learn the chance to win by spread and tiles unseen, and the worth of the last tiles in the bag.

    Ctrl-C keeps what was counted, and the same command goes on from there. Threads do not change the result.

    \b
    [bold]Examples[/bold]
    zeitnot scrabble learn winpct -o winpct.csv
    zeitnot scrabble learn winpct -o quick.csv --games 2000 --leaves rough
    """
    from zeitnot.learning import TrainingState, WinSettings, WinTraining

    wanted, chosen_seed = whole(games, "--games"), whole(seed, "--seed", least=0)
    chosen_threads = read_threads(threads)
    pre_endgame = pre_endgame or output.with_name(f"{output.name.split('.')[0]}.pre-endgame.json")
    check_place(output)
    check_place(pre_endgame, option="--pre-endgame")
    tiles = read_distribution(distribution)
    with build_status() as on_build:
        words = open_lexicon(lexicon, tiles, on_build)
        name, evaluation = read_evaluation(leaves_file, tiles, on_build)
        settings = WinSettings(games=wanted, leaves=_leaves_name(name), seed=chosen_seed)
        training = WinTraining(words, evaluation, settings, read_layout(layout))
    kept = TrainingState(state or state_of(output), training.identity)
    if training.resume(kept):
        say(f"going on after {training.games:,} games, kept in {kept.path}")
    with stopping() as stop, work_bar(wanted, training.games) as bar:
        for done in training.run(threads=chosen_threads, state=kept, stop=stop):
            bar.update(bar.task_ids[0], completed=done)
    check_done(training, kept.path)
    _write_table(output, training)
    made_by = f"zeitnot scrabble learn winpct --games {wanted} --seed {chosen_seed}"
    made_by = f"{made_by}, lexicon {words.name}, leaves {Path(name).name}"
    write_file(pre_endgame, training.pre_endgame().to_json(made_by=made_by).encode(), option="--pre-endgame")
    kept.path.unlink(missing_ok=True)
    _show(training)
    counted = f"{training.games:,} games, {training.positions:,} positions in {training.seconds:.0f} s"
    print(f"{counted}; win table in {output}, pre-endgame in {pre_endgame}")


def _leaves_name(name: str) -> str:
    """Tell leaves apart by their content."""
    from zeitnot.scrabble.evaluation import BUILT_IN_LEAVES

    path = BUILT_IN_LEAVES if name == "built-in" else Path(name)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else name


def _write_table(output: Path, training: "WinTraining") -> None:
    from zeitnot.scrabble.win_table import PACKED_SUFFIX

    content = training.table().to_bytes()
    packed = lzma.compress(content) if output.suffix == PACKED_SUFFIX else content
    write_file(output, packed, option="--output")


def _show(training: "WinTraining") -> None:
    from zeitnot.cli.console import output
    from zeitnot.cli.narrow_table import Column, NarrowTable

    found = training.pre_endgame()
    heads = {"left in the bag": None, "plays": 0, "worth in points": None, "error": 1}
    rows = [
        (str(left), f"{plays:,}", f"{pts:+.2f}", f"± {error:.2f}")
        for left, (plays, pts, error) in enumerate(
            zip(found.plays, found.adjustments_pts, found.errors_pts, strict=True)
        )
    ]
    columns = [Column(head=head, left_out=place) for head, place in heads.items()]
    output().print(NarrowTable(columns=columns, rows=rows, elsewhere="a wider terminal"))
