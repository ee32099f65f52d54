"""`zeitnot learn data`: positions recorded with what stopping at each step would have lost."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from zeitnot.cli.learn.game_data import GamesGroup
from zeitnot.cli.learn.recording_run import OutputOption, PositionsOption, ProcessesOption, record
from zeitnot.cli.learn.train import SeedOption
from zeitnot.cli.options import JsonOption, RayOption, option, whole_option
from zeitnot.errors import SettingError

CHESS_POSITIONS = 1000
"""About ten minutes on two cores."""
SCRABBLE_POSITIONS = 400
"""About twenty minutes on two cores."""

data = typer.Typer(
    cls=GamesGroup,
    rich_markup_mode="rich",
    no_args_is_help=False,
    help="Record positions, with what stopping the search at each step would have lost.",
)


@data.command()
def scrabble(  # noqa: PLR0917 (typer passes options by name)
    output: OutputOption = Path("scrabble.data"),
    positions: PositionsOption = SCRABBLE_POSITIONS,
    samples: Annotated[
        int | None, whole_option("--samples", "Samples of one simulation. Default: 10,000.", least=1)
    ] = None,
    long_samples: Annotated[
        int | None,
        whole_option(
            "--long-samples",
            "Samples of one simulation in every sixth position. Default: 50,000, or --samples where "
            "that is given.",
            least=1,
        ),
    ] = None,
    seeds: Annotated[
        int | None, whole_option("--seeds", "Simulations of each position. Default: 4.", least=1)
    ] = None,
    judge_samples: Annotated[
        int | None,
        whole_option(
            "--judge-samples",
            "Samples of each simulation that judges the others. Default: four fifths of --samples, "
            "8,000 at least.",
            least=1,
        ),
    ] = None,
    seed: SeedOption = 1,
    processes: ProcessesOption = None,
    ray: RayOption = None,
    json_form: JsonOption = False,
) -> None:
    """Record Scrabble positions: long simulations and endgames, with the loss of stopping at each checkpoint.

    Ctrl-C keeps what is recorded, and the same command goes on; so does one that asks for more positions.
    A position depends on its number and the settings alone, wherever it is recorded.

    \b
    [bold]Examples[/bold]
    zeitnot learn data scrabble
    zeitnot learn data scrabble -n 20 --samples 2000 --seeds 2 -o small.data
    zeitnot learn data scrabble -n 50000 --samples 100000 --seeds 5 --ray auto
    """
    from zeitnot.scrabble import ScrabbleRecording

    default = ScrabbleRecording()
    chosen = samples or default.samples
    longest = chosen if samples else default.long_samples
    judging = max(default.judge_samples, chosen * default.judge_samples // default.samples)
    settings = ScrabbleRecording(
        seed=seed,
        samples=chosen,
        long_samples=long_samples or longest,
        seeds=seeds or default.seeds,
        judge_samples=judge_samples or judging,
    )
    record(
        "scrabble", settings, output, positions=positions, processes=processes, ray=ray, json_form=json_form
    )


@data.command()
def chess(  # noqa: PLR0917 (typer passes options by name)
    output: OutputOption = Path("chess.data"),
    engine: Annotated[
        str | None,
        option("COMMAND", "A UCI engine that searches. Default: the built-in one.", "--engine", "-e"),
    ] = None,
    options: Annotated[
        list[str] | None, option("NAME=VALUE", "A UCI option of the engine. Can be repeated.", "--option")
    ] = None,
    positions: PositionsOption = CHESS_POSITIONS,
    games: Annotated[
        int | None,
        whole_option(
            "--games",
            "Record whole games of the engine instead, so many, with its tables carried over.",
            least=1,
        ),
    ] = None,
    nodes: Annotated[
        int | None, whole_option("--nodes", "Nodes of the search. Default: 400,000.", least=1)
    ] = None,
    judge_nodes: Annotated[
        int | None,
        whole_option(
            "--judge-nodes", "Nodes for each move that is judged. Default: those of the search.", least=1
        ),
    ] = None,
    lines: Annotated[
        int, whole_option("--lines", "Lines of the search; 2 records the second score, too.", least=1)
    ] = 1,
    seed: SeedOption = 1,
    processes: ProcessesOption = None,
    ray: RayOption = None,
    json_form: JsonOption = False,
) -> None:
    """Record chess positions: long searches, with what the move of each depth would have lost.

    Ctrl-C keeps what is recorded, and the same command goes on; so does one that asks for more positions.
    A position depends on its number and the settings alone, wherever it is recorded.

    With --games every turn of whole games is recorded: searches find in their tables what
    the turns before have left there, as in a match, and replays play the games as they were.

    \b
    [bold]Examples[/bold]
    zeitnot learn data chess
    zeitnot learn data chess --positions 20 --nodes 20000 -o small.data
    zeitnot learn data chess --engine stockfish --games 40 -o stockfish.data
    """
    from zeitnot.chess import ChessRecording, resolved_command
    from zeitnot.policies import parse_words

    try:
        command = tuple(shlex.split(engine or ""))
    except ValueError as error:
        raise SettingError(f"--engine must be a command ({str(error).lower()}), got {engine!r}") from error
    if command and ray is None:  # on a cluster it is its nodes that have the engine
        resolved_command(command)
    chosen = nodes or ChessRecording().nodes
    settings = ChessRecording(
        seed=seed,
        engine=command,
        options=tuple((name, str(value)) for name, value in parse_words(options or []).items()),
        nodes=chosen,
        judge_nodes=judge_nodes or chosen,
        lines=lines,
        whole_games=games is not None,
    )
    record(
        "chess",
        settings,
        output,
        positions=games or positions,
        processes=processes,
        ray=ray,
        json_form=json_form,
    )
